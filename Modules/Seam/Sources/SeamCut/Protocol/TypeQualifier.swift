import SeamKit

/// Writes the types of a declaration so that code outside of its type can read them.
struct TypeQualifier {
    let index: CodeTree
    /// The types in which the names are looked up, from the inside out.
    let scopes: [String]
    /// The file that the names stand in.
    let file: ParsedFile
    /// The module in which the text is written; nil for the file's own.
    let target: String?

    /// Returns the texts for the names of types in a declaration that have to be written in another way, or why the types can't be
    /// named.
    func names(in declaration: DeclarationNode) -> Result<[TokenNode: String], MemberRefusal> {
        var result: [TokenNode: String] = [:]
        let generic = declaration.genericNames
        for token in declaration.namedTypes {
            let name = token.code.withoutBackticks
            if name == "Self" { return .failure(MemberRefusal("it names Self")) }
            if generic.contains(name) { continue }
            if let full = nested(name) {
                guard full.isVisible else { return .failure(MemberRefusal("\(name) is private")) }
                result[token] = full.name
            } else if file.owners.contains(where: { $0.simpleName == name && $0.isPrivate }) {
                return .failure(MemberRefusal("\(name) is private"))
            }
            if let target, !isVisible(name, from: target) {
                return .failure(MemberRefusal("\(name) can't be seen from \(target)"))
            }
        }
        return .success(result)
    }

    /// Returns the full name of a type or alias that is declared in one of the scopes.
    private func nested(_ name: String) -> (name: String, isVisible: Bool)? {
        for scope in scopes {
            let full = "\(scope).\(name)"
            if let found = index.id(full, inFile: file.path), index.graph.name(of: found) == full,
                let type = index.parts(of: found).first(where: { $0.owner.kind != .extension })
            {
                return (full, !type.owner.isPrivate)
            }
            for part in index.id(scope, inFile: file.path).map({ index.parts(of: $0) }) ?? [] {
                guard let alias = part.owner.memberDecls.first(where: { $0.aliasName == name }) else { continue }
                return (full, !alias.modifierList.says("private", "fileprivate"))
            }
        }
        return nil
    }

    /// Returns whether `target` sees a type: it declares it, or can import the module that does.
    private func isVisible(_ name: String, from target: String) -> Bool {
        let homes = index.lastNames.homes(ofType: name)
        guard homes.isEmpty else {
            return homes.contains { $0.module == target || $0.isPublic && index.isSeen($0.module, from: target) }
        }
        let hidden = index.imports(of: file).packages.filter { !index.isSeen($0, from: target) }
        return hidden.isEmpty || ProtocolImports.standard.contains(name) || isSaid(name, without: hidden)
    }

    /// Returns whether a file says a name that imports none of these modules.
    private func isSaid(_ name: String, without modules: Set<String>) -> Bool {
        index.paths(saying: name).contains { path in
            guard let file = index.file(path) else { return false }
            return file.imports.isDisjoint(with: modules) && file.hasName(name)
        }
    }
}

/// Why a protocol can't have a member.
struct MemberRefusal: Error, Equatable {
    var text: String
    init(_ text: String) { self.text = text }
}
