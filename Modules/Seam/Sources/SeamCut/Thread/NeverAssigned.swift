import SeamKit
import SwiftSyntax

extension CutRequest {
    /// Returns the declaration of an accessor that is a variable and that nothing in the tree assigns, so that it may be a constant; nil
    /// if something does, or might.
    func neverAssigned(_ accessor: Singleton.Accessor) -> (file: ParsedFile, decl: VariableDeclSyntax)? {
        guard let type = index.type(singleton.name), [.class, .actor].contains(type.owner.kind),
            let file = index.file(accessor.file), file.isEditable,
            let decl = index.declarations(of: singleton.name).filter({ $0.file.path == file.path })
                .flatMap(\.owner.memberDecls).compactMap({ $0.as(VariableDeclSyntax.self) })
                .first(where: { $0.bindings.first?.pattern.trimmedDescription == accessor.name }),
            decl.bindingSpecifier.text == "var", decl.bindings.count == 1, decl.attributes.isEmpty,
            let binding = decl.bindings.first, binding.accessorBlock == nil, binding.initializer != nil,
            binding.typeAnnotation?.type.trimmedDescription.last.map({ "?!".contains($0) }) != true,
            // Code that isn't in the tree may set what is public.
            Set(decl.modifiers.map(\.name.text)).isSubset(of: ["static", "private", "fileprivate", "internal"]),
            decl.modifiers.allSatisfy({ $0.detail == nil }), !type.owner.isForObjectiveC
        else { return nil }
        let isAssigned = index.paths(saying: accessor.name).contains { path in
            guard let user = index.file(path), !user.hasError else { return true }
            return user.tokens(accessor.name).contains(where: isWritten)
        }
        return isAssigned ? nil : (file, decl)
    }

    /// Returns whether a name may be that of the accessor, and something sets it there.
    private func isWritten(_ token: TokenSyntax) -> Bool {
        guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return false }
        var expression = Syntax(reference)
        if let member = reference.parent?.as(MemberAccessExprSyntax.self), member.declName.id == reference.id {
            let base = member.base?.trimmedDescription.split(separator: ".").last.map(String.init)
            let own = singleton.name.split(separator: ".").last.map(String.init)
            // Another name of the type is another type's, as far as the tree has that.
            guard base == nil || base == own || ["Self", "self"].contains(base) || index.type(base ?? "") == nil else {
                return false
            }
            expression = Syntax(member)
        }
        for node in sequence(first: expression, next: \.parent) {
            if node.is(InOutExprSyntax.self) || node.is(KeyPathExprSyntax.self) { return true }
            if let list = node.parent?.as(ExprListSyntax.self) {
                let parts = Array(list)
                guard let position = parts.firstIndex(where: { $0.id == node.id }), position + 1 < parts.count else {
                    return false
                }
                return parts[position + 1].is(AssignmentExprSyntax.self)
            }
            let isPart =
                node.is(MemberAccessExprSyntax.self) && node.id == expression.id || node.id == expression.id
                || node.is(TupleExprSyntax.self) || node.is(LabeledExprSyntax.self)
                || node.is(LabeledExprListSyntax.self)
                || node.is(OptionalChainingExprSyntax.self) || node.is(ForceUnwrapExprSyntax.self)
            if !isPart { return false }
        }
        return false
    }
}
