import SeamKit

extension CutRequest {
    /// Returns the names of a type's members that use an accessor, themselves or through others of them.
    ///
    /// - Parameter isStatic: whether the members are static ones, or those of instances.
    func members(of owner: OwnerDecl, using accessor: Singleton.Accessor, isStatic: Bool) -> Set<String> {
        func isWanted(_ member: DeclarationNode) -> Bool {
            member.modifierList.says("static", "class") == isStatic
                && (member.function != nil || member.property != nil)
        }
        let own = sites(of: owner, through: accessor).compactMap(\.context.memberDecl).filter(isWanted)
        var new = Set(own.flatMap(\.declaredNames))
        var others = index.parts(of: owner).flatMap { part in
            part.owner.memberDecls.filter(isWanted).map { (file: part.file, decl: $0) }
        }
        var names: Set<String> = []
        while !new.isEmpty {
            names.formUnion(new)
            let users = others.filter { other in
                new.contains { other.file.hasOwn($0, of: owner, in: other.decl.plainNode) }
            }
            new = Set(users.flatMap(\.decl.declaredNames)).subtracting(names)
            others.removeAll { names.contains($0.decl.declaredNames.first ?? "") }
        }
        return names
    }
}

extension ParsedFile {
    /// Returns whether code of a type reads or calls a member of its own.
    func hasOwn(_ name: String, of owner: OwnerDecl, in code: CodeNode) -> Bool {
        let bases = ["self", "Self", owner.simpleName, owner.name]
        return tokens(name, in: code).compactMap(\.nameNode).contains { mention in
            !mention.isMember || mention.base.map { bases.contains($0.code) } == true
        }
    }
}
