package import SwiftSyntax

// What is asked about calls.
extension FunctionCallExprSyntax {
    /// The type that the call makes as it is written, and its generic arguments, if it calls an initializer: `Option` and `Bool` for
    /// `Option<Bool>(key: "t")`.
    package var made: (type: String, arguments: [TypeStructure]) {
        var callee = calledExpression
        if let access = callee.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "init",
            let base = access.base
        {
            callee = base
        }
        guard let special = callee.as(GenericSpecializationExprSyntax.self) else { return (callee.code, []) }
        let arguments = special.genericArgumentClause.arguments.map { argument -> TypeStructure in
            if case .type(let type) = argument.argument { type.structure } else { .unknown(argument.argument.code) }
        }
        return (special.expression.code, arguments)
    }

    package var expression: ExprSyntax { ExprSyntax(self) }
    package var hasClosure: Bool { trailingClosure != nil }
    /// Whether all its arguments are constants, and none is a closure.
    package var takesConstants: Bool {
        !hasClosure && arguments.allSatisfy { $0.expression.isConstant && !$0.expression.is(ClosureExprSyntax.self) }
    }
    /// The place where the closure behind the parentheses gets captures; nil without one.
    package var closureSlot: Int? { trailingClosure?.captureSlot.offset }
    /// The number of closures behind the parentheses.
    package var closureCount: Int { (trailingClosure == nil ? 0 : 1) + additionalTrailingClosures.count }
    /// The labels in its parentheses without backticks; `_` for none.
    package var labels: [String] { arguments.map { $0.label?.text.withoutBackticks ?? "_" } }
    /// The labels of the closures behind the parentheses; `_` for none.
    package var closureLabels: [String] {
        (trailingClosure == nil ? [] : ["_"]) + additionalTrailingClosures.map { $0.label.text.withoutBackticks }
    }
    /// What stands before each closure behind the parentheses, with the closing parenthesis or the closure's label, and the end of the
    /// last one; nil without closures, or if the last argument ends with a comma.
    package var closureGaps: (gaps: [Range<Int>], end: Int)? {
        guard let first = trailingClosure, arguments.last?.trailingComma == nil else { return nil }
        var gaps = [(arguments.last?.end ?? leftParen?.end ?? calledExpression.end)..<first.offset]
        var end = first.end
        for closure in additionalTrailingClosures {
            gaps.append(end..<closure.closure.offset)
            end = closure.closure.end
        }
        return (gaps, end)
    }
    /// The values in its parentheses.
    package var values: [ExprSyntax] { arguments.map(\.expression) }
    package var argumentsText: String { arguments.code }
    package var callee: ExprSyntax { calledExpression }

    /// What is called, as it is written.
    package var calleeText: String { calledExpression.trimmedDescription }

    /// The name of what is called; nil for another expression.
    package var calleeName: String? { calledExpression.reference?.name }

    /// The member that is called, and what it is a member of; nil if something else is called.
    package var calledMember: (name: String, base: ExprSyntax?)? {
        calledExpression.isMember ? calledExpression.reference : nil
    }

    /// Returns whether a function's body consists of nothing else: `f() { try await f(a: b) }`.
    package func isAll(of function: FunctionDeclSyntax) -> Bool {
        guard let body = function.body?.statements, body.count == 1 else { return false }
        return andAround.dropFirst().prefix { $0.id != body.id }.allSatisfy {
            $0.is(TryExprSyntax.self) || $0.is(AwaitExprSyntax.self) || $0.is(ReturnStmtSyntax.self)
                || $0.is(CodeBlockItemSyntax.self)
        }
    }

    /// Returns the value of the argument with this label; nil without one.
    package func argument(labelled label: String) -> ExprSyntax? {
        arguments.first { $0.label?.text.withoutBackticks == label }?.expression
    }

    /// What the type is asked of: `row` in `type(of: row)`; nil for another call.
    package var valueOfType: ExprSyntax? {
        calleeText == "type" ? arguments.first.flatMap { $0.label?.text == "of" ? $0.expression : nil } : nil
    }

    /// The places behind the opening parenthesis, of each argument with its comma, and of the closing parenthesis; nil without them.
    package var argumentPlaces: (open: Int, arguments: [Range<Int>], close: Int)? {
        guard let leftParen, let rightParen else { return nil }
        return (leftParen.end, arguments.map(\.span), rightParen.offset)
    }

    /// Returns where another argument goes, and what stands around it there.
    ///
    /// - Parameters:
    ///   - position: the number of the argument that it goes before; nil for the end.
    ///   - gap: returns what stands between two arguments, by the place of the second.
    package func slot(before position: Int?, gap: (Int) -> String) -> (offset: Int, before: String, after: String) {
        guard let leftParen else { return (calledExpression.end, "(", ")") }
        let all = Array(arguments)
        if let position { return (all[position].offset, "", "," + gap(all[position].offset)) }
        guard let last = all.last else { return (leftParen.end, "", "") }
        // Behind a comma at the end of the list there is another.
        if let comma = last.trailingComma { return (comma.end, gap(last.offset), ",") }
        return (last.end, "," + gap(last.offset), "")
    }
}

extension ParsedFile {
    /// All calls, from the outside to the inside.
    package var calls: [CallNode] { tree.nodes(FunctionCallExprSyntax.self) }

    /// All closures, from the outside to the inside.
    package var closures: [ClosureExprSyntax] { tree.nodes(ClosureExprSyntax.self) }

    /// The dots before the last member of a chain: the one before `info` in `Store.shared.log.info("a")`.
    package var lastDots: [Int] {
        tree.nodes(MemberAccessExprSyntax.self).filter { access in
            let isLast = access.parent?.is(MemberAccessExprSyntax.self) == false
            let isChain =
                access.base.map { !$0.is(DeclReferenceExprSyntax.self) && !$0.is(TypeExprSyntax.self) } == true
            return isLast && isChain && !ExprSyntax(access).isInText
        }.map(\.period.offset)
    }

    /// The question mark and the colon of each choice between two values: `a ? b : c`.
    package var choices: [[Int]] {
        tree.nodes(UnresolvedTernaryExprSyntax.self).filter { !Syntax($0).isInText }
            .map { [$0.questionMark.offset, $0.colon.offset] }
    }

    /// The statements of all bodies and closures, from the outside to the inside.
    package var bodies: [CodeBlockItemListSyntax] { tree.nodes(CodeBlockItemListSyntax.self) }
}
