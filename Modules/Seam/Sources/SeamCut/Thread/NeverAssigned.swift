import SeamKit

extension CutRequest {
    /// Returns the declaration of an accessor that is a variable and that nothing in the tree assigns, so that it may be a constant; nil
    /// if something does, or might.
    func neverAssigned(_ accessor: Singleton.Accessor) -> (file: ParsedFile, decl: PropertyNode)? {
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
        let isAssigned = index.paths(saying: accessor.name).contains { path in
            guard let user = index.file(path), !user.hasError else { return true }
            return user.tokens(accessor.name).contains(where: isWritten)
        }
        return isAssigned ? nil : (file, decl)
    }

    /// Returns whether a name may be that of the accessor, and something sets it there.
    private func isWritten(_ token: TokenNode) -> Bool {
        guard let name = token.nameNode else { return false }
        if let base = name.base?.code.lastName {
            // Another name of the type is another type's, as far as the tree has that.
            guard
                [singleton.name.lastName, "Self", "self"].contains(base)
                    || index.declarations(of: base).allSatisfy({ $0.owner.kind == .extension })
            else {
                return false
            }
        }
        return name.expression.isWritten
    }
}
