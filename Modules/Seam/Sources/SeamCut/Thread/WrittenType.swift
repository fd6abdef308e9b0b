import SeamKit
import SwiftSyntax

/// Finds the type that is written for a value whose own text leaves it out: `let row: Row = .init()`.
struct WrittenType {
    let index: TypeIndex

    /// Returns the last name of the type, without marks of optionals and generic arguments; nil if it isn't written.
    func type(of value: ExprSyntax) -> String? {
        guard let parent = value.parent else { return nil }
        if let declaration = parent.as(InitializerClauseSyntax.self)?.parent {
            return name(of: annotation(of: declaration))
        }
        if let array = parent.parent?.parent?.as(ArrayExprSyntax.self), parent.is(ArrayElementSyntax.self) {
            let declaration = array.parent?.as(InitializerClauseSyntax.self)?.parent
            return name(of: declaration.flatMap(annotation)?.as(ArrayTypeSyntax.self)?.element)
        }
        if let list = parent.as(ExprListSyntax.self) { return assigned(value, in: Array(list)) }
        if parent.is(ReturnStmtSyntax.self) { return returned(around: parent) }
        if let item = parent.as(CodeBlockItemSyntax.self),
            item.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
        {
            return returned(around: parent)
        }
        if let argument = parent.as(LabeledExprSyntax.self), let label = argument.label?.text,
            let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
        {
            let called = call.calledExpression.trimmedDescription
            return (called == ".init" ? type(of: ExprSyntax(call)) : called).flatMap { taken(label, by: $0) }
        }
        return nil
    }

    private func annotation(of declaration: Syntax) -> TypeSyntax? {
        declaration.as(PatternBindingSyntax.self)?.typeAnnotation?.type
            ?? declaration.as(FunctionParameterSyntax.self)?.type
    }

    private func name(of type: TypeSyntax?) -> String? {
        if let optional = type?.as(OptionalTypeSyntax.self) { return name(of: optional.wrappedType) }
        if let optional = type?.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return name(of: optional.wrappedType) }
        let name = type?.as(IdentifierTypeSyntax.self)?.name.text
        return name == "Optional" ? nil : name
    }

    /// `self.row = .init()`, where the type around it declares the property with its type.
    private func assigned(_ value: ExprSyntax, in parts: [ExprSyntax]) -> String? {
        guard parts.count == 3, parts[1].is(AssignmentExprSyntax.self), parts[2].id == value.id else { return nil }
        let target = parts[0].trimmedDescription
        let property = target.hasPrefix("self.") ? String(target.dropFirst(5)) : target
        guard property.isPlainName,
            let owner = sequence(first: Syntax(value), next: \.parent).lazy.compactMap({ OwnerDecl($0) }).first
        else { return nil }
        // A local of the name would hide the property.
        let member = sequence(first: Syntax(value), next: \.parent).lazy
            .first { $0.parent?.is(MemberBlockItemSyntax.self) == true }
        let isHidden =
            property == target
            && member?.tokens(viewMode: .sourceAccurate).contains {
                $0.text == property && $0.parent?.is(IdentifierPatternSyntax.self) == true
            } == true
        if isHidden { return nil }
        let bindings = owner.memberDecls.compactMap { $0.as(VariableDeclSyntax.self) }.flatMap { Array($0.bindings) }
        return name(of: bindings.first { $0.pattern.trimmedDescription == property }?.typeAnnotation?.type)
    }

    /// The result of the function or property around a `return`, or around the only expression of its body.
    private func returned(around node: Syntax) -> String? {
        for around in sequence(first: node, next: \.parent) {
            if around.is(ClosureExprSyntax.self) || around.is(AccessorDeclSyntax.self) { return nil }
            if let function = around.as(FunctionDeclSyntax.self) {
                return name(of: function.signature.returnClause?.type)
            }
            if let binding = around.as(PatternBindingSyntax.self) { return name(of: binding.typeAnnotation?.type) }
            if around.is(InitializerDeclSyntax.self) || around.is(SubscriptDeclSyntax.self) { return nil }
        }
        return nil
    }

    /// The type of an argument that the initializers of a type take.
    private func taken(_ label: String, by type: String) -> String? {
        guard type.isPlainName, type.first?.isUppercase == true, let declared = index.type(type) else { return nil }
        let parts = index.declarations(of: type).map(\.owner)
        let initializers = parts.flatMap(\.memberDecls).compactMap { $0.as(InitializerDeclSyntax.self) }
        var types = initializers.flatMap { Array($0.signature.parameterClause.parameters) }
            .filter { $0.firstName.text == label }.map { name(of: $0.type) }
        if declared.owner.kind == .struct, initializers.isEmpty {
            types = declared.owner.memberDecls.compactMap { $0.as(VariableDeclSyntax.self) }
                .flatMap { Array($0.bindings) }.filter { $0.pattern.trimmedDescription == label }
                .map { name(of: $0.typeAnnotation?.type) }
        }
        return Set(types).count == 1 ? types[0] : nil
    }
}
