import SeamKit

extension CutRequest {
    /// Returns whether an accessor may give another instance later.
    func mayBeReplaced(_ instance: InjectedType) -> Bool {
        if instance.isMutable { return neverAssigned(instance.accessor) == nil }
        return !instance.isStored && index.declarations(computing: instance.accessor, of: singleton) == nil
    }

    /// Returns the declaration of an accessor that is a variable and that nothing in the tree assigns, so that it may be a constant; nil
    /// if something does, or might.
    ///
    /// - Parameter isConstant: whether it may be declared as a constant, too, although its type is a protocol.
    func neverAssigned(
        _ accessor: Singleton.Accessor,
        asConstant isConstant: Bool = false
    ) -> (file: ParsedFile, decl: PropertyNode)? {
        guard let type = index.type(of: singleton), [.class, .actor].contains(type.owner.kind),
            let file = index.file(accessor.file), file.isEditable,
            let decl = index.parts(of: singleton).filter({ $0.file.path == file.path })
                .flatMap(\.owner.variables).first(where: { $0.parts.first?.written == accessor.name }),
            !decl.isLet, decl.attributeList.isEmpty, let binding = decl.part, binding.isPlain, binding.value != nil,
            binding.type?.code.last.map({ "?!".contains($0) }) != true,
            // Code that isn't in the tree may set what is public.
            decl.modifierNodes.allSatisfy({
                ["static", "private", "fileprivate", "internal"].contains($0.word) && !$0.hasDetail
            }), !type.owner.isForObjectiveC
        else { return nil }
        // Whoever sets a member of what only a protocol describes may have another value then, or may need a variable.
        let isMade = binding.value?.call?.made.type.lastName == singleton.name.lastName
        let isObject =
            binding.type.map { $0.code.lastName == singleton.name.lastName || isMade && !isConstant } ?? true
        let isAssigned = index.paths(saying: accessor.name).contains { path in
            guard let user = index.file(path), !user.hasError else { return true }
            return user.tokens(accessor.name).contains { isWritten($0, of: type.owner, in: user, isObject: isObject) }
        }
        return isAssigned ? nil : (file, decl)
    }

    /// Returns whether a name may be that of the accessor, and something sets it there.
    private func isWritten(_ token: TokenNode, of type: OwnerDecl, in file: ParsedFile, isObject: Bool) -> Bool {
        guard let name = token.nameNode else { return false }
        let base = name.base
        if base.map({ ["Self", "self"].contains($0.code) }) ?? !name.isMember {
            // Without a type before it, the name is one of those around it.
            let isOwn = file.owners(of: name.expression).contains { owner in
                index.isSame(owner, type) || index.inherits(owner, from: type)
                    || index.declaration(of: owner)?.owner.kind ?? .protocol == .protocol
            }
            guard isOwn else { return false }
        } else if let base {
            guard !index.isAnother(base, than: index.id(of: type), in: file) else { return false }
        }
        return isObject ? name.expression.isWritten : name.expression.isChanged
    }
}

extension CodeTree {
    /// Returns the declarations of an accessor that returns a private variable which nothing sets, so that it has one instance: it, the
    /// variable, and the functions that would set that, which nothing calls. Nil for another accessor.
    func declarations(computing accessor: Singleton.Accessor, of singleton: Singleton) -> [DeclarationNode]? {
        let owner = type(of: singleton)?.owner
        guard let file = file(accessor.file), file.isEditable,
            let property = file.token(line: accessor.line, column: accessor.column)?.memberDeclaration?.property,
            property.part?.isGetOnly == true, property.attributeList.isEmpty, !property.isVisibleOutside,
            let (name, stored, place) = property.returnedVariable(in: file, of: owner), stored.isPrivate,
            place?.kind == .file || place?.name == owner?.name
        else { return nil }
        let mentions = file.tokens(name).map { (token: $0, decl: $0.outerDeclaration) }
        guard
            mentions.allSatisfy({ token, decl in
                if let own = decl?.property { return own == property || own == stored }
                return decl?.function?.block?.list.count == 1
                    && BeforeReplacement.isNeverReached((file, token), index: self)
            })
        else { return nil }
        var seen: Set<Int> = []
        let all = [property.plainNode.memberAround] + mentions.map(\.decl)
        return all.compactMap(\.self).filter { seen.insert($0.offset).inserted }
    }
}
