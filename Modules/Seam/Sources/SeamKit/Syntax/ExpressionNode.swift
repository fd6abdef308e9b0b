package import SwiftSyntax

// What is asked about expressions.
extension ExprSyntax {
    /// An expression that isn't written.
    package static var missing: ExprSyntax { ExprSyntax(MissingExprSyntax(placeholder: .identifier(""))) }

    /// The place of the expression in a call.
    package struct Passed {
        package let label: String?
        package let call: FunctionCallExprSyntax
    }

    /// The call that it is an argument of; nil if it is none.
    package var passed: Passed? {
        guard let argument = parent?.as(LabeledExprSyntax.self),
            let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
        else { return nil }
        return Passed(label: argument.label?.text, call: call)
    }

    /// The type that a literal has without context; nil for another expression.
    package var literalType: String? {
        switch kind {
        case .booleanLiteralExpr: "Bool"
        case .integerLiteralExpr: "Int"
        case .floatLiteralExpr: "Double"
        case .stringLiteralExpr, .simpleStringLiteralExpr: "String"
        case .prefixOperatorExpr: self.as(PrefixOperatorExprSyntax.self)?.expression.literalType
        default: nil
        }
    }

    package var isNil: Bool { self.is(NilLiteralExprSyntax.self) }

    /// Whether it is a literal without computed parts: a number, a text, `true` or `nil`.
    package var isLiteral: Bool {
        if let text = self.as(StringLiteralExprSyntax.self) {
            return text.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
        }
        return [.integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr].contains(kind)
    }

    /// Whether it is a literal, also one with computed parts, a collection or a tuple.
    package var isCollectionOrLiteral: Bool {
        [.arrayExpr, .dictionaryExpr, .tupleExpr].contains(kind)
            || literalType != nil && kind != .prefixOperatorExpr
    }

    /// What is tried: the value of `try! make()`; nil for another expression.
    package var forcedAttempt: ExprSyntax? {
        let attempt = self.as(TryExprSyntax.self)
        return attempt?.questionOrExclamationMark?.text == "!" ? attempt?.expression : nil
    }

    /// Whether making the value does no more than make a constant.
    package var isConstant: Bool {
        if isLiteral || self.is(ClosureExprSyntax.self) { return true }
        if let elements = arrayElements { return elements.allSatisfy(\.isConstant) }
        if let negative = self.as(PrefixOperatorExprSyntax.self) { return negative.expression.isConstant }
        if let sequence = self.as(SequenceExprSyntax.self) {
            // `60 * 60`, `-1 as TimeInterval`
            return sequence.elements.allSatisfy { part in
                part.isConstant || part.is(BinaryOperatorExprSyntax.self) || part.is(UnresolvedAsExprSyntax.self)
                    || part.is(TypeExprSyntax.self)
            }
        }
        return code == "[:]"
    }

    /// The elements of an array that is written; nil for another expression.
    package var arrayElements: [ExprSyntax]? { self.as(ArrayExprSyntax.self)?.elements.map(\.expression) }

    /// Whether it has operators.
    package var isOperation: Bool { self.is(SequenceExprSyntax.self) }

    /// The sides of `a ?? b`; nil for another expression.
    package var choice: (first: ExprSyntax, fallback: ExprSyntax)? {
        guard let parts = self.as(SequenceExprSyntax.self).map({ Array($0.elements) }), parts.count == 3,
            parts[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
        else { return nil }
        return (parts[0], parts[2])
    }

    /// The type that it is certainly cast to: `0 as TimeInterval`; nil for another expression.
    package var castType: TypeSyntax? {
        guard let cast, cast.mark == nil, cast.type.is(IdentifierTypeSyntax.self) else { return nil }
        return cast.type
    }

    /// A name in an expression, which may mean something else elsewhere.
    package enum Meaning {
        case type(String)
        case member(String, of: String)
    }

    /// The names on which the meaning of an expression depends; nil if it depends on more, such as the name of a value.
    package var meanings: [Meaning]? {
        if isLiteral || self.is(MacroExpansionExprSyntax.self) { return [] }
        if let array = self.as(ArrayExprSyntax.self) { return Self.meanings(of: array.elements.map(\.expression)) }
        if let dictionary = self.as(DictionaryExprSyntax.self) {
            return dictionary.content.is(TokenSyntax.self) ? [] : nil
        }
        if let negative = self.as(PrefixOperatorExprSyntax.self) { return negative.expression.meanings }
        if let closure = self.as(ClosureExprSyntax.self) { return closure.statements.isEmpty ? [] : nil }
        if let call = self.as(FunctionCallExprSyntax.self), call.trailingClosure == nil {
            return Self.meanings(of: [call.calledExpression] + call.arguments.map(\.expression))
        }
        if let member = self.as(MemberAccessExprSyntax.self) {
            guard let base = member.base else { return [] }
            return base.meanings.map { $0 + [.member(member.declName.baseName.text, of: base.code)] }
        }
        let name = self.as(DeclReferenceExprSyntax.self)?.baseName.text
        return name.flatMap { $0.first?.isUppercase == true ? [.type($0)] : nil }
    }

    private static func meanings(of all: [ExprSyntax]) -> [Meaning]? {
        let found = all.map(\.meanings)
        return found.contains { $0 == nil } ? nil : found.flatMap { $0 ?? [] }
    }

    /// Whether it is all of an initial value or a default argument.
    package var isValue: Bool { parent?.is(InitializerClauseSyntax.self) == true }

    /// Returns what is written in its place for an expression, with parentheses if that has operators and isn't all of an argument or a
    /// value.
    package func replacement(_ expression: String) -> String {
        let isWhole =
            isValue || assignmentTarget != nil || parent?.is(LabeledExprSyntax.self) == true
            || parent?.is(ReturnStmtSyntax.self) == true || parent?.is(ArrayElementSyntax.self) == true
        return isWhole || !expression.contains(" ") ? expression : "(\(expression))"
    }

    /// The name that it is the value of; nil if it is no whole value.
    package var binding: PatternBindingSyntax? {
        parent?.as(InitializerClauseSyntax.self)?.parent?.as(PatternBindingSyntax.self)
    }

    /// The variable or property that it is the value of; nil if it is no whole value.
    package var valued: VariableDeclSyntax? { binding?.parent?.parent?.as(VariableDeclSyntax.self) }

    /// The call of what it is; nil if it isn't called.
    package var calling: FunctionCallExprSyntax? {
        let call = parent?.as(FunctionCallExprSyntax.self)
        return call?.calledExpression.id == id ? call : nil
    }

    /// Whether `&` stands before it.
    package var isPassedInOut: Bool {
        firstToken(viewMode: .sourceAccurate)?.previousToken(viewMode: .sourceAccurate)?.tokenKind == .prefixAmpersand
    }

    /// Whether it is in a key path.
    package var isInKeyPath: Bool { andAround.contains { $0.is(KeyPathExprSyntax.self) } }

    /// Returns whether it stands among the arguments of an attribute.
    package func isArgument(ofAttribute name: String) -> Bool {
        andAround.contains { $0.as(AttributeSyntax.self)?.attributeName.code == name }
    }

    /// The parameter that it is the default of; nil if it is no whole default.
    package var defaulted: FunctionParameterSyntax? { parent?.parent?.as(FunctionParameterSyntax.self) }

    /// The name on the left side of the last `??`, which it is the right side of, and the place of `?? .shared`, if the expression does
    /// no more than choose or store the result: `a ?? .shared`, `self.b = a ?? .shared`; nil in another place.
    package var lastChoice: (name: String, fallback: Range<Int>)? {
        guard let name = nameBeforeFallback, let parts = operation.map({ Array($0.elements) }) else { return nil }
        let isOnly = parts.count == 3 || parts.count == 5 && parts[1].is(AssignmentExprSyntax.self)
        return isOnly && parts.last?.id == id ? (name, parts[parts.count - 3].end..<end) : nil
    }

    /// What it is assigned to: `self.row` for the second part of `self.row = row`; nil in another place.
    package var assignmentTarget: ExprSyntax? {
        guard let parts = parent?.as(ExprListSyntax.self).map({ Array($0) }), parts.count == 3,
            parts[1].is(AssignmentExprSyntax.self), parts[2].id == id
        else { return nil }
        return parts[0]
    }

    /// The expression that it is a part of, with operators around it.
    package var operation: SequenceExprSyntax? { parent?.parent?.as(SequenceExprSyntax.self) }

    /// Whether something is compared with it.
    package var isCompared: Bool {
        parent?.as(ExprListSyntax.self)?.contains { ["==", "!=", "===", "!=="].contains($0.code) } == true
    }

    /// The member of it that is read: `a.b` of `a`; nil if none is.
    package var readMember: (name: String, expression: ExprSyntax)? {
        guard let member = parent?.as(MemberAccessExprSyntax.self), member.base?.id == id else { return nil }
        return (member.declName.baseName.text, ExprSyntax(member))
    }

    /// Whether it is a name of the type of a collection that is made: `[Screen]()`, `[String: Screen]()`.
    package var isInCollectionType: Bool {
        let kinds: [SyntaxKind] = [.arrayExpr, .dictionaryExpr, .functionCallExpr]
        let around = andAround.dropFirst().first { kinds.contains($0.kind) }
        return around?.is(FunctionCallExprSyntax.self) == false && around?.as(ExprSyntax.self)?.calling != nil
    }

    /// Whether it is what a subscript is called on.
    package var isSubscripted: Bool { parent?.is(SubscriptCallExprSyntax.self) == true }

    /// It without generic arguments: `Row` of `Row<Int>`.
    package var unspecialized: ExprSyntax { self.as(GenericSpecializationExprSyntax.self)?.expression ?? self }

    /// The type that it seems to name: `Row<Int>`; nil for another expression.
    package var namedType: TypeStructure? {
        guard let name = unspecialized.plainName, name.first?.isUppercase == true else { return nil }
        let clause = self.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause
        let arguments = (clause?.arguments ?? []).compactMap { $0.argument.as(TypeSyntax.self).map(TypeStructure.init) }
        return arguments.count == clause?.arguments.count ?? 0
            ? TypeStructure(named: name).specialized(by: arguments) : nil
    }

    /// The name that it is, with nothing before it; nil for another expression.
    package var plainName: String? { self.as(DeclReferenceExprSyntax.self)?.baseName.text }

    /// It without parentheses, `try`, `await`, `!` and `?`.
    package var unwrapped: ExprSyntax {
        switch self.as(ExprSyntaxEnum.self) {
        case .tupleExpr(let tuple):
            tuple.elements.count == 1 ? tuple.elements.first?.expression.unwrapped ?? self : self
        case .tryExpr(let marked): marked.expression.unwrapped
        case .awaitExpr(let marked): marked.expression.unwrapped
        case .forceUnwrapExpr(let forced): forced.expression.unwrapped
        case .optionalChainingExpr(let chained): chained.expression.unwrapped
        default: self
        }
    }

    /// The name of what takes a value: a function, a type or a property whose declaration says the type; nil if the code around it does.
    package var takerName: String? {
        for node in andAround {
            guard let parent = node.parent else { return nil }
            if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id != node.id {
                return call.calledExpression.lastToken(viewMode: .sourceAccurate)?.text
            }
            if let parts = parent.as(ExprListSyntax.self).map({ Array($0) }), parts.count > 2,
                parts[1].is(AssignmentExprSyntax.self)
            {
                return parts[0].lastToken(viewMode: .sourceAccurate)?.text
            }
            if parent.is(DeclSyntax.self) || parent.is(PatternBindingSyntax.self) { return nil }
        }
        return nil
    }

    /// The call that it is; nil for another expression.
    package var call: FunctionCallExprSyntax? { self.as(FunctionCallExprSyntax.self) }

    /// Whether the type before a member is left out: `.shared`, `.shared()`.
    package var isImplicitMember: Bool {
        let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self
        return callee.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
    }

    /// Whether it is passed `inout`.
    package var isPassedInout: Bool { parent?.is(InOutExprSyntax.self) == true }

    /// Whether it is assigned or passed `inout`.
    package var isAssigned: Bool {
        guard let parent else { return false }
        if isPassedInout { return true }
        guard let list = parent.as(ExprListSyntax.self), let position = list.index(of: self) else { return false }
        let next = list.index(after: position)
        return next < list.endIndex && list[next].isAssignment
    }

    /// Whether something sets it, or a part of a tuple that it is in, or may do so: `a = 1`, `(a, b) = c`, `&a`, `\.a`.
    package var isWritten: Bool {
        let parts: [SyntaxKind] = [
            .tupleExpr, .labeledExpr, .labeledExprList, .optionalChainingExpr, .forceUnwrapExpr,
        ]
        for node in andAround {
            if node.is(InOutExprSyntax.self) || node.is(KeyPathExprSyntax.self) { return true }
            guard node.id == id || parts.contains(node.kind) else { return false }
            if let list = node.parent?.as(ExprListSyntax.self) {
                return list.drop { $0.id != node.id }.dropFirst().first?.is(AssignmentExprSyntax.self) == true
            }
        }
        return false
    }

    /// Whether something sets it, or a member of it: `a.b = 1` changes `a` too, if that is a value.
    package var isChanged: Bool {
        if isWritten { return true }
        guard let outer = parent?.as(MemberAccessExprSyntax.self), outer.base?.id == id else { return false }
        return ExprSyntax(outer).isChanged
    }

    /// Whether it is an operator that assigns: `=`, `+=`.
    var isAssignment: Bool {
        if self.is(AssignmentExprSyntax.self) { return true }
        guard let text = self.as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
        return text.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(text)
    }

    /// Whether it is the right side of `??`.
    package var isFallback: Bool { operands?.operator == "??" }

    /// The name on the left side of `??`, if it is the right side of that.
    package var nameBeforeFallback: String? {
        guard let operands, operands.operator == "??" else { return nil }
        return operands.left?.as(DeclReferenceExprSyntax.self)?.baseName.text
    }

    /// The operator before it, and what stands before that; nil if it is no right side.
    private var operands: (left: ExprSyntax?, operator: String)? {
        guard let list = parent?.as(ExprListSyntax.self) else { return nil }
        let before = Array(list.prefix { $0.id != id }.suffix(2))
        guard let text = before.last?.as(BinaryOperatorExprSyntax.self)?.operator.text else { return nil }
        return (before.count == 2 ? before[0] : nil, text)
    }

    /// It and what is read of it, without values: `Store.shared.log(_:)`, `f(store: Store.shared)`.
    package var shape: String {
        let own = code.filter { !$0.isWhitespace }
        if let member = parent?.as(MemberAccessExprSyntax.self), member.base?.id == id {
            let text = "\(own).\(member.declName.baseName.text)"
            guard let call = member.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == member.id
            else { return text }
            let labels = call.arguments.map { ($0.label?.text ?? "_") + ":" }
            return "\(text)(\(labels.joined()))"
        }
        guard let passed else { return own }
        let name = Array(passed.call.calledExpression.tokens(viewMode: .sourceAccurate)).last {
            if case .identifier = $0.tokenKind { true } else { false }
        }
        return "\(name?.text ?? "")(\(passed.label.map { $0 + ": " } ?? "")\(own))"
    }

    /// Whether white space or a sign stands before it, so that a name can take its place.
    package var isApart: Bool {
        let before = previousToken(viewMode: .sourceAccurate)
        return before?.trailingTrivia.isEmpty == false || before?.text.last?.isLetter != true
    }

    /// Whether it is in the text of a string, as a part that is computed.
    private var isInText: Bool { aroundInStatement.contains { $0.is(ExpressionSegmentSyntax.self) } }

    /// Returns whether it is in an interpolated text that a member with one of these names is called with.
    package func isInText(passedTo names: Set<String>) -> Bool {
        isInText
            && aroundInStatement.contains { node in
                let callee = node.as(FunctionCallExprSyntax.self)?.calledExpression
                let name = callee?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
                return name.map(names.contains) ?? false
            }
    }

    /// Whether it is in an expression that waits: what it calls may run on another actor.
    package var waits: Bool { aroundInStatement.contains { $0.is(AwaitExprSyntax.self) } }

    private var aroundInStatement: [Syntax] { andAround.prefix { !$0.is(CodeBlockItemSyntax.self) } }

    /// The parts of an expression with operators, as they are written; the expression itself for another.
    package var operandTexts: [String] {
        self.as(SequenceExprSyntax.self)?.elements.map(\.trimmedDescription) ?? [trimmedDescription]
    }

    /// Whether something in the member or statement around it gets a name.
    package func isHidden(by name: String) -> Bool {
        let inside = andAround.prefix { !$0.is(MemberBlockItemListSyntax.self) }
        return inside.last?.tokens(viewMode: .sourceAccurate).contains { token in
            guard token.text == name, let parent = token.parent else { return false }
            return parent.is(IdentifierPatternSyntax.self) || parent.is(FunctionParameterSyntax.self)
                || parent.is(ClosureParameterSyntax.self) || parent.is(ClosureShorthandParameterSyntax.self)
                || parent.is(ClosureCaptureSyntax.self)
        } == true
    }

}

extension SyntaxProtocol {
    package var asExpression: ExprSyntax? { self.as(ExprSyntax.self) }
    /// Whether it is a member of something: `a.b`.
    package var isMember: Bool { self.is(MemberAccessExprSyntax.self) }

    /// Whether it is what is called.
    package var isCallee: Bool { parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == id }

    /// The call of it without arguments; nil if it isn't called so.
    package var emptyCall: ExprSyntax? {
        guard let call = parent?.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
            call.calledExpression.id == id, call.trailingClosure == nil
        else { return nil }
        return ExprSyntax(call)
    }

    /// The name that an expression is, and what stands before its dot; nil for another node, and for a name with labels.
    package var reference: (name: String, base: ExprSyntax?)? {
        if let reference = self.as(DeclReferenceExprSyntax.self), reference.argumentNames == nil {
            return (reference.baseName.text.withoutBackticks, nil)
        }
        guard let member = self.as(MemberAccessExprSyntax.self) else { return nil }
        return (member.declName.baseName.text.withoutBackticks, member.base)
    }
}
