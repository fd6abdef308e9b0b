import SwiftSyntax

/// Reads initializers, and decides whether it is observable when an instance is created.
///
/// Only initializers that set stored properties to literals, empty collections, locks and the like count as quiet: creating the
/// instance earlier then makes no difference, and can't close a cycle of initializers.
struct InitializerEffects {
    let index: TypeIndex

    private static let makers: Set<String> = [
        "Set", "Array", "Dictionary", "NSLock", "NSRecursiveLock", "DispatchQueue", "DispatchSemaphore",
        "OperationQueue", "NSCache", "JSONDecoder", "JSONEncoder", "Mutex", "OSAllocatedUnfairLock",
        "PassthroughSubject", "CurrentValueSubject", "CharacterSet", "Data", "String", "NSMutableDictionary",
        "NSMutableArray", "NSMapTable", "NSHashTable",
    ]

    /// Returns whether `value` creates an instance of the type, and creating it is quiet.
    func areNone(making value: ExprSyntax, ofType type: String) -> Bool {
        guard let call = value.as(FunctionCallExprSyntax.self), call.trailingClosure == nil else { return false }
        let callee = call.calledExpression.trimmedDescription
        let simple = type.split(separator: ".").last.map(String.init) ?? type
        guard ["Self", ".init", simple, type, "\(simple).init"].contains(callee) else { return false }
        guard call.arguments.allSatisfy({ isQuiet($0.expression) }), let found = index.type(type) else { return false }
        let owner = found.owner
        if found.file.hasError { return false }
        let hasUnknownAttribute = owner.attributes.contains { attribute in
            guard let name = attribute.as(AttributeSyntax.self)?.attributeName else { return true }
            let text = OwnerDecl.plain(name)
            return text.first?.isUppercase == true && !text.hasSuffix("Actor")
        }
        if hasUnknownAttribute { return false }
        // A superclass has an initializer of its own.
        if owner.kind == .class {
            for name in owner.inherited where name != "NSObject" {
                if let other = index.type(name) {
                    if other.owner.kind != .protocol { return false }
                } else if !Self.protocols.contains(name) {
                    return false
                }
            }
        }
        let declarations = index.declarations(of: type).filter { $0.owner.name == owner.name }
        let members = declarations.flatMap { $0.owner.memberDecls }
        let stored = Set(members.flatMap(Self.storedNames))
        return members.allSatisfy { isQuiet($0, storing: stored) }
    }

    private static func storedNames(_ decl: DeclSyntax) -> [String] {
        guard let variable = decl.as(VariableDeclSyntax.self) else { return [] }
        return variable.bindings.filter { $0.accessorBlock == nil }.compactMap {
            $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        }
    }

    private static let protocols: Set<String> = [
        "Sendable", "ObservableObject", "Codable", "Equatable", "Hashable", "Identifiable",
        "CustomStringConvertible",
    ]

    private func isQuiet(_ decl: DeclSyntax, storing stored: Set<String>) -> Bool {
        if let variable = decl.as(VariableDeclSyntax.self) {
            let isInstance = !variable.modifiers.contains { ["static", "class", "lazy"].contains($0.name.text) }
            guard isInstance else { return true }
            // A wrapper has an initializer of its own.
            let isWrapped = variable.attributes.contains { attribute in
                guard let name = attribute.as(AttributeSyntax.self)?.attributeName else { return true }
                let text = OwnerDecl.plain(name)
                return text.first?.isUppercase == true && !text.hasSuffix("Actor") && text != "Published"
            }
            return !isWrapped && variable.bindings.allSatisfy { $0.initializer.map { isQuiet($0.value) } ?? true }
        }
        guard let initializer = decl.as(InitializerDeclSyntax.self) else { return true }
        let parameters = initializer.signature.parameterClause.parameters
        guard parameters.allSatisfy({ $0.defaultValue.map { isQuiet($0.value) } ?? true }) else { return false }
        let names = Set(parameters.map { ($0.secondName ?? $0.firstName).text })
        return (initializer.body?.statements ?? []).allSatisfy { item in
            let text = item.item.trimmedDescription
            if text == "super.init()" { return true }
            guard let sequence = item.item.as(SequenceExprSyntax.self) else { return false }
            let parts = Array(sequence.elements)
            guard parts.count == 3, parts[1].is(AssignmentExprSyntax.self) else { return false }
            let target = parts[0].trimmedDescription
            // A setter is code of its own.
            guard stored.contains(target.hasPrefix("self.") ? String(target.dropFirst(5)) : target) else {
                return false
            }
            return isQuiet(parts[2]) || names.contains(parts[2].trimmedDescription)
        }
    }

    private func isQuiet(_ value: ExprSyntax) -> Bool {
        if value.is(IntegerLiteralExprSyntax.self) || value.is(BooleanLiteralExprSyntax.self)
            || value.is(FloatLiteralExprSyntax.self) || value.is(NilLiteralExprSyntax.self)
        {
            return true
        }
        if let text = value.as(StringLiteralExprSyntax.self) {
            return text.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
        }
        if let array = value.as(ArrayExprSyntax.self) { return array.elements.allSatisfy { isQuiet($0.expression) } }
        if let dictionary = value.as(DictionaryExprSyntax.self) {
            guard case .elements(let elements) = dictionary.content else { return true }
            return elements.allSatisfy { isQuiet($0.key) && isQuiet($0.value) }
        }
        // A closure is only created, not run.
        if value.is(ClosureExprSyntax.self) { return true }
        guard let call = value.as(FunctionCallExprSyntax.self), call.trailingClosure == nil else { return false }
        let callee = call.calledExpression
        guard call.arguments.allSatisfy({ isQuiet($0.expression) }) else { return false }
        if callee.is(ArrayExprSyntax.self) || callee.is(DictionaryExprSyntax.self) { return true }
        let name =
            callee.as(GenericSpecializationExprSyntax.self)?.expression.trimmedDescription
            ?? callee.trimmedDescription
        return Self.makers.contains(name) && index.type(name) == nil
    }
}
