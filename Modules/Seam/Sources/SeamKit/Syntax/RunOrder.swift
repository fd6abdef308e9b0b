package import SwiftSyntax

// What has certainly run by the time that something else does.
extension FunctionCallExprSyntax {
    /// What has run when it is called, in the member around it, as far as each runs whenever the code around it does: its own arguments,
    /// the statements before it in all lists around it, and the conditions around it.
    package var ranBefore: [Syntax] { values.map { Syntax($0) } + ranAround }
}

extension SyntaxProtocol {
    /// What has run when it does, in the member around it: the statements before it in all lists around it, and the conditions around it.
    package var ranAround: [Syntax] {
        var found: [Syntax] = []
        for child in andAround {
            guard let parent = child.parent, !parent.is(MemberBlockItemSyntax.self) else { break }
            if let list = parent.as(CodeBlockItemListSyntax.self) {
                found += list.prefix { $0.id != child.id }.map { Syntax($0.item) }
            } else if let condition = parent.conditionBefore(child) {
                found.append(condition)
            }
            // A local function may be called before the statements that stand before it.
            if parent.is(FunctionDeclSyntax.self) { break }
        }
        return found
    }
}

extension ExprSyntax {
    /// Returns whether it is computed whenever the code around it is.
    ///
    /// - Parameter computesArguments: returns whether a function computes its arguments, and makes no closures of them.
    package func isCertain(in code: Syntax, where computesArguments: (String) -> Bool) -> Bool {
        andAround.prefix { $0.id != code.id }.allSatisfy { child in
            child.parent.map { child.runs(in: $0, computesArguments: computesArguments) } ?? false
        }
    }

    /// Whether something before the last name may be nothing: `a?.b`.
    fileprivate var isOptionallyChained: Bool { allTokens.contains { $0.tokenKind == .postfixQuestionMark } }
}

extension Syntax {
    /// Returns what a statement computes before it runs a part of it.
    fileprivate func conditionBefore(_ child: Syntax) -> Syntax? {
        let conditions: ConditionElementListSyntax?
        switch self.as(SyntaxEnum.self) {
        case .ifExpr(let node): conditions = node.conditions
        case .guardStmt(let node): conditions = node.conditions
        case .whileStmt(let node): conditions = node.conditions
        case .switchExpr(let node): return node.subject.id == child.id ? nil : Syntax(node.subject)
        case .forStmt(let node): return node.body.id == child.id ? Syntax(node.sequence) : nil
        default: return nil
        }
        return conditions?.id == child.id ? nil : conditions?.first.map { Syntax($0) }
    }

    /// Returns whether it is computed whenever what it is directly in is.
    fileprivate func runs(in parent: Syntax, computesArguments: (String) -> Bool) -> Bool {
        switch parent.as(SyntaxEnum.self) {
        case .exprList(let list):
            // What stands behind `??`, `&&`, `||` or `?` may not be computed.
            guard parent.parent?.is(SequenceExprSyntax.self) == true else { return true }
            return list.prefix { $0.id != id }.allSatisfy { element in
                !element.is(UnresolvedTernaryExprSyntax.self)
                    && element.as(BinaryOperatorExprSyntax.self).map { Self.plain.contains($0.operator.text) } ?? true
            }
        case .memberAccessExpr(let node): return node.base?.id == id
        case .functionCallExpr(let node):
            if node.calledExpression.id == id { return true }
            let name = node.calledExpression.lastToken(viewMode: .sourceAccurate)?.text ?? ""
            // Behind `?` nothing runs if there is nothing, and some closures are made of an argument.
            return node.arguments.id == id && !node.calledExpression.isOptionallyChained && computesArguments(name)
        case .conditionElementList(let list): return list.first?.id == id
        // `lazy`, `async` and wrapped ones compute it later; behind `try?`, something before it may have failed.
        case .variableDecl(let node): return node.modifiers.isEmpty && node.attributes.isEmpty
        case .tryExpr(let node): return node.questionOrExclamationMark == nil
        case .labeledExprList, .labeledExpr, .initializerClause, .patternBinding, .patternBindingList,
            .conditionElement, .optionalBindingCondition, .expressionStmt, .sequenceExpr, .forceUnwrapExpr,
            .optionalChainingExpr, .awaitExpr, .tupleExpr, .arrayExpr, .arrayElementList, .arrayElement,
            .asExpr, .codeBlockItem:
            return true
        case .guardStmt(let node): return node.conditions.id == id
        case .ifExpr(let node): return node.conditions.id == id
        case .switchExpr(let node): return node.subject.id == id
        case .forStmt(let node): return node.sequence.id == id
        default: return false
        }
    }

    private static let plain: Set<String> = [
        "=", "==", "!=", "===", "!==", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "...", "..<", "+=", "-=",
    ]
}
