package import SwiftSyntax

// What is asked about declarations of members, about functions and about initializers.
extension DeclSyntax {
    package var property: VariableDeclSyntax? { self.as(VariableDeclSyntax.self) }
    package var function: FunctionDeclSyntax? { self.as(FunctionDeclSyntax.self) }
    package var initializer: InitializerDeclSyntax? { self.as(InitializerDeclSyntax.self) }
    package var isSubscript: Bool { self.is(SubscriptDeclSyntax.self) }
    package var isCase: Bool { self.is(EnumCaseDeclSyntax.self) }
    package var isDeinitializer: Bool { self.is(DeinitializerDeclSyntax.self) }
    /// Whether it declares or extends a type.
    package var isType: Bool { isProtocol((any DeclGroupSyntax).self) }
    /// The other name that it declares for a type, as it is written; nil for another declaration.
    package var aliasName: String? { self.as(TypeAliasDeclSyntax.self)?.name.text }

    /// The type that a property has or a function returns, if it is written.
    package var resultType: TypeSyntax? {
        property?.bindings.first?.typeAnnotation?.type ?? function?.resultType
    }

    /// The parameters of a function, an initializer or a subscript.
    package var parameters: [FunctionParameterSyntax] {
        function?.parameters ?? initializer?.parameters
            ?? Array(self.as(SubscriptDeclSyntax.self)?.parameterClause.parameters ?? [])
    }

    /// The names that it declares.
    package var declaredNames: [String] {
        if let property { return property.bindings.compactMap(\.name?.withoutBackticks) }
        if let cases = self.as(EnumCaseDeclSyntax.self) { return cases.elements.map(\.name.text.withoutBackticks) }
        return asProtocol((any NamedDeclSyntax).self).map { [$0.name.text.withoutBackticks] } ?? []
    }

    /// The type for which it declares another name, as it is written; nil for another declaration.
    package var aliasedText: String? { self.as(TypeAliasDeclSyntax.self)?.initializer.value.code }

    /// Returns whether it declares a function, a property or a subscript of this name.
    package func declares(_ name: String) -> Bool {
        if let function { return function.name.text.withoutBackticks == name }
        if isSubscript { return name == "subscript" }
        return property?.bindings.contains { $0.written.withoutBackticks == name } == true
    }
}

extension FunctionParameterSyntax {
    /// The label in calls as it is written; `_` for none.
    package var label: String { firstName.text }
    /// The name in the body as it is written.
    package var innerName: String { (secondName ?? firstName).text }
    package var typeNode: TypeSyntax { type }
    package var typeText: String { type.code }
    /// The type on one line.
    package var typeLine: String { type.line() }
    package var isVariadic: Bool { ellipsis != nil }
    package var isNilByDefault: Bool { value?.isNil == true }
    /// The place of the default with its equals sign, in bytes of UTF-8; empty without one.
    package var defaultRange: Range<Int> {
        let start = ellipsis?.end ?? type.end
        return start..<(defaultValue?.end ?? start)
    }
    package var hasComma: Bool { trailingComma != nil }
    /// Its text without the comma behind it, on one line.
    package var withoutComma: String { with(\.trailingComma, nil).line() }
    /// The place of its names, its type and its default, in bytes of UTF-8.
    package var namesToValue: Range<Int> { firstName.offset..<(defaultValue?.end ?? type.end) }
    /// What it has without an argument.
    package var value: ExprSyntax? { defaultValue?.value }
}

extension FunctionParameterClauseSyntax {
    package var list: [FunctionParameterSyntax] { Array(parameters) }
    /// The place between the parentheses, in bytes of UTF-8.
    package var inside: Range<Int> { leftParen.end..<rightParen.offset }
}

extension FunctionDeclSyntax {
    package var parameterList: FunctionParameterClauseSyntax { signature.parameterClause }
    package var bodyNode: Syntax? { body.map { Syntax($0) } }
    package var block: CodeBlockSyntax? { body }
    package var resultType: TypeSyntax? { signature.returnClause?.type }
    /// The signature with what it says about generic parameters.
    package var signatureText: String {
        (genericParameterClause?.code ?? "") + (genericWhereClause?.code ?? "") + signature.code
    }
    package var effects: Declaration.Effects {
        Declaration.Effects(
            async: signature.effectSpecifiers?.asyncSpecifier,
            throws: signature.effectSpecifiers?.throwsClause
        )
    }
    /// The type that it returns; nil if it isn't written, or depends on the call.
    package var ownResult: TypeSyntax? { isGeneric ? nil : resultType }
    package var statements: CodeBlockItemListSyntax? { body?.statements }
    /// The name as it is written.
    package var ownName: String { name.text }
    package var hasEffects: Bool { signature.effectSpecifiers != nil }
    package var parameters: [FunctionParameterSyntax] { Array(signature.parameterClause.parameters) }
}

extension InitializerDeclSyntax {
    package var block: CodeBlockSyntax? { body }
    package var parameterList: FunctionParameterClauseSyntax { signature.parameterClause }
    /// Whether something else decides what it takes.
    package var isFixed: Bool { modifiers.says("required", "override") }
    /// Whether what it makes is an optional.
    package var isFailable: Bool { optionalMark != nil }
    package var parameters: [FunctionParameterSyntax] { Array(signature.parameterClause.parameters) }

    /// The word by which only its file or its type sees it, up to what follows, in bytes of UTF-8; nil without one.
    package var privateRange: Range<Int>? {
        let word = modifiers.first { ["private", "fileprivate"].contains($0.name.text) }
        return word.map { $0.offset..<($0.nextToken(viewMode: .sourceAccurate)?.offset ?? $0.end) }
    }

    /// Where another word about it can stand.
    package var wordOffset: Int { initKeyword.offset }

    /// The places of the words by which it is the one that a superclass or Objective-C asks for: `override`, `@objc`.
    package var foreignRanges: [Range<Int>] {
        // Not `filter`, which makes another tree, where the places are others.
        let marks = attributes.compactMap {
            $0.as(AttributeSyntax.self)?.attributeName.code == "objc" ? Syntax($0) : nil
        }
        let words = modifiers.compactMap { $0.name.text == "override" ? Syntax($0) : nil }
        return (marks + words).compactMap { node in
            let last = node.lastToken(viewMode: .sourceAccurate)
            return last?.nextToken(viewMode: .sourceAccurate).map { node.offset..<$0.offset }
        }
    }

    package var bodyNode: Syntax? { body.map { Syntax($0) } }

    /// Whether it calls another initializer of `self`, or may have to.
    package var isDelegating: Bool { modifiers.says("convenience") || says("self", ".", "init") }

    /// The call of another initializer of the same object; nil if there is none, or several.
    package var delegation: FunctionCallExprSyntax? {
        let calls = initializerCalls(of: "self")
        return calls.count == 1 ? calls[0] : nil
    }

    /// The calls of initializers of the superclass.
    package var superCalls: [FunctionCallExprSyntax] { initializerCalls(of: "super") }

    private func initializerCalls(of object: String) -> [FunctionCallExprSyntax] {
        nodes(FunctionCallExprSyntax.self).filter { call in
            call.calledMember.map { $0.name == "init" && $0.base?.code == object } == true
        }
    }

    /// Whether its body may end somewhere else than behind its last statement: with `return`, or in a `defer`.
    package var mayEndElsewhere: Bool { body?.mayEndBody == true }

    /// Whether its body assigns `self`.
    package var replacesSelf: Bool { says("self", "=") }

    private func says(_ words: String...) -> Bool {
        body?.tokens(viewMode: .sourceAccurate).contains { first in
            var token: TokenSyntax? = first
            return words.allSatisfy { word in
                defer { token = token?.nextToken(viewMode: .sourceAccurate) }
                return token?.text == word
            }
        } == true
    }

    /// Whether it does nothing but end the process: `required init?(coder:) { fatalError() }`.
    package var endsProcess: Bool {
        guard let body, body.statements.count == 1,
            let call = body.statements.first?.item.as(FunctionCallExprSyntax.self)
        else { return false }
        return ["fatalError", "preconditionFailure"].contains(call.calleeText)
    }

    /// Returns the names of the properties that its statements set before a place; nil if they call another initializer, so that all
    /// are set.
    package func assigned(before offset: Int) -> Set<String>? {
        var names: Set<String> = []
        for item in body?.statements ?? [] {
            if item.extent.contains(offset) { break }
            let text = item.item.code
            if text.hasPrefix("super.init(") || text.hasPrefix("self.init(") { return nil }
            guard let parts = item.item.as(SequenceExprSyntax.self)?.elements.map(\.code), parts.count >= 3,
                parts[1] == "="
            else { continue }
            names.insert(parts[0].hasPrefix("self.") ? String(parts[0].dropFirst(5)) : parts[0])
        }
        return names
    }

    /// The statements of its body that are expressions.
    package var expressions: [ExprSyntax] { (body?.statements ?? []).compactMap { $0.item.as(ExprSyntax.self) } }

    /// The assignments of its body, as they are written: `store`, `=`, `store`. `_store = StateObject(wrappedValue: store)` is one.
    package var assignments: [[String]] {
        (body?.statements ?? []).compactMap { $0.item.as(SequenceExprSyntax.self) }.map(Self.unwrapped).filter {
            $0.count >= 3 && $0[1] == "="
        }
    }

    private static func unwrapped(_ assignment: SequenceExprSyntax) -> [String] {
        let parts = assignment.elements.map(\.code)
        guard parts.count == 3, let call = assignment.elements.last?.as(FunctionCallExprSyntax.self),
            call.arguments.count == 1, let value = call.arguments.first, value.label?.text == "wrappedValue",
            let target = ["_", "self._"].first(where: parts[0].hasPrefix)
        else { return parts }
        return [String(parts[0].dropFirst(target.count)), parts[1]] + value.expression.operandTexts
    }

    /// Returns the value of a local name of its body: what `let store = store ?? .shared` has.
    package func localValue(of name: String) -> ExprSyntax? {
        (body?.statements ?? []).lazy.compactMap { $0.item.as(VariableDeclSyntax.self)?.bindings.first }
            .first { $0.written == name && $0.initializer != nil }?.value
    }

    /// Whether it calls a closure where the compiler may make another one around it: `a ?? { b }()`.
    package var callsClosureInOperand: Bool {
        nodes(ClosureExprSyntax.self).contains { closure in
            guard closure.isCalled else { return false }
            return closure.andAround.prefix { $0.id != id }.contains { node in
                let parts = node.as(SequenceExprSyntax.self)?.elements.map(\.code) ?? []
                return node.is(LabeledExprSyntax.self) || parts.contains { ["??", "&&", "||"].contains($0) }
            }
        }
    }
}

extension SyntaxProtocol {
    /// Whether the body of a function may end in this part of it: with `return`, but for `return nil`, or in a `defer`.
    package var mayEndBody: Bool {
        let kinds: [SyntaxKind] = [.closureExpr, .accessorBlock, .functionDecl, .classDecl, .structDecl, .enumDecl]
        var found = false
        walk { node in
            found =
                found || node.is(DeferStmtSyntax.self)
                || node.as(ReturnStmtSyntax.self).map { $0.expression?.isNil != true } == true
            return !kinds.contains(node.kind)
        }
        return found
    }
}
