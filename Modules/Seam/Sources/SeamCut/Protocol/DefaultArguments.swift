import SeamKit
import SwiftSyntax

/// An overload of a requirement that has the default arguments of its declaration.
///
/// A requirement can't have default arguments. The overload is in an extension, and has one more parameter than the
/// requirement: otherwise the compiler would take it for the requirement of a type that has none, and it would call itself.
struct DefaultArguments {
    let index: TypeIndex
    let scopes: [String]
    let parameters: [FunctionParameterSyntax]
    let names: [SyntaxIdentifier: String]

    /// Returns whether a call leaves an argument out.
    func areRelied(on uses: [MemberUse]) -> Bool {
        let required = parameters.count { $0.defaultValue == nil && $0.ellipsis == nil }
        guard parameters.contains(where: { $0.defaultValue != nil }) else { return false }
        return uses.contains { use in
            use.arguments.map { $0 >= required && $0 < parameters.count } ?? false
        }
    }

    /// Returns the parameters with their default values.
    func list() throws(MemberRefusal) -> String {
        var texts: [String] = []
        for parameter in parameters {
            if parameter.ellipsis != nil { throw MemberRefusal("it is variadic, and calls rely on default arguments") }
            var text = parameter.attributes.isEmpty ? "" : CodeText.line(parameter.attributes) + " "
            text += parameter.firstName.text
            if let second = parameter.secondName { text += " " + second.text }
            text += ": " + CodeText.line(parameter.type, replacing: names)
            if let value = parameter.defaultValue?.value {
                guard isClear(value) else {
                    throw MemberRefusal(
                        "the default argument \(CodeText.line(value)) may mean something else elsewhere"
                    )
                }
                text += " = " + CodeText.line(value)
            }
            texts.append(text)
        }
        return texts.joined(separator: ", ")
    }

    /// Returns the arguments that pass all parameters on.
    func arguments() throws(MemberRefusal) -> String {
        var texts: [String] = []
        for parameter in parameters {
            let name = (parameter.secondName ?? parameter.firstName).text
            if name == "_" { throw MemberRefusal("a parameter without a name can't be passed on") }
            let label = parameter.firstName.text == "_" ? "" : "\(parameter.firstName.text): "
            let type = CodeText.line(parameter.type)
            let value = type.hasPrefix("inout ") ? "&\(name)" : type.contains("@autoclosure") ? "\(name)()" : name
            texts.append(label + value)
        }
        return texts.joined(separator: ", ")
    }

    /// Returns whether an expression means the same in an extension of a protocol.
    private func isClear(_ value: ExprSyntax) -> Bool {
        if value.is(NilLiteralExprSyntax.self) || value.is(IntegerLiteralExprSyntax.self)
            || value.is(FloatLiteralExprSyntax.self) || value.is(BooleanLiteralExprSyntax.self)
            || value.is(MacroExpansionExprSyntax.self)
        {
            return true
        }
        if let text = value.as(StringLiteralExprSyntax.self) {
            return text.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
        }
        if let array = value.as(ArrayExprSyntax.self) { return array.elements.allSatisfy { isClear($0.expression) } }
        if let dictionary = value.as(DictionaryExprSyntax.self) { return dictionary.content.is(TokenSyntax.self) }
        if let negative = value.as(PrefixOperatorExprSyntax.self) { return isClear(negative.expression) }
        if let closure = value.as(ClosureExprSyntax.self) { return closure.statements.isEmpty }
        if let call = value.as(FunctionCallExprSyntax.self) {
            return call.trailingClosure == nil && isClear(call.calledExpression)
                && call.arguments.allSatisfy { isClear($0.expression) }
        }
        if let member = value.as(MemberAccessExprSyntax.self) {
            guard let base = member.base else { return true }
            return isClear(base) && !isPrivate(member.declName.baseName.text, in: base.trimmedDescription)
        }
        if let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text, name.first?.isUppercase == true {
            return name != "Self" && !scopes.contains { isNested(name, in: $0) }
        }
        return false
    }

    private func isPrivate(_ member: String, in type: String) -> Bool {
        index.declarations(of: type).flatMap(\.owner.memberDecls).contains { decl in
            let variable = decl.as(VariableDeclSyntax.self)
            let names = variable?.bindings.map(\.pattern.trimmedDescription) ?? []
            let named = decl.asProtocol((any NamedDeclSyntax).self)?.name.text
            let modifiers = decl.modifierList
            return (names.contains(member) || named == member)
                && modifiers.says("private", "fileprivate")
        }
    }

    private func isNested(_ name: String, in scope: String) -> Bool {
        index.declarations(of: name).contains { $0.owner.name == "\(scope).\(name)" }
            || index.declarations(of: scope).contains { $0.owner.memberNames.contains(name) }
    }
}

/// How a property or subscript can be accessed.
struct Accessors {
    /// Whether code outside of the file can assign it.
    let isSettable: Bool
    private let effects: String

    init(of block: AccessorBlockSyntax?, modifiers: DeclModifierListSyntax, isLet: Bool, isStored: Bool) {
        let isHidden = modifiers.contains { ["private", "fileprivate"].contains($0.name.text) && $0.detail != nil }
        var effects = ""
        switch block?.accessors {
        case nil: isSettable = isStored && !isLet && !isHidden
        case .getter: isSettable = false
        case .accessors(let list):
            let words = list.map(\.accessorSpecifier.text)
            let isObserved = !words.contains("get") && !words.contains("_read")
            isSettable = (words.contains("set") || words.contains("_modify") || isObserved) && !isHidden
            let getter = list.first { $0.accessorSpecifier.text == "get" }
            effects = CodeText.line(getter?.effectSpecifiers)
        }
        self.effects = effects.isEmpty ? "" : " " + effects
    }

    /// Returns what follows the type in a protocol.
    func text(isSettable: Bool, isAsync isOnActor: Bool) -> String {
        if isSettable { return " { get set }" }
        let waits = isOnActor && !effects.contains("async") ? " async" : ""
        return " { get\(waits)\(effects) }"
    }
}

/// The types of simple initial values.
enum InferredType {
    /// Returns the name of the type of a literal, or of `Type(...)`; nil for others.
    static func name(of value: ExprSyntax?) -> String? {
        guard let value else { return nil }
        if value.is(BooleanLiteralExprSyntax.self) { return "Bool" }
        if value.is(IntegerLiteralExprSyntax.self) { return "Int" }
        if value.is(FloatLiteralExprSyntax.self) { return "Double" }
        if value.is(StringLiteralExprSyntax.self) { return "String" }
        if let negative = value.as(PrefixOperatorExprSyntax.self) { return name(of: negative.expression) }
        // `0 as TimeInterval`
        let parts = value.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? []
        if parts.count == 3, let cast = parts[1].as(UnresolvedAsExprSyntax.self), cast.questionOrExclamationMark == nil,
            let type = parts[2].as(TypeExprSyntax.self)?.type, type.is(IdentifierTypeSyntax.self)
        {
            return CodeText.line(type)
        }
        return nil
    }
}
