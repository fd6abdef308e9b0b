import SeamKit
import SwiftSyntax

/// Finds out whether code has certainly read an accessor by the time that a call is made.
struct ReadBefore {
    let index: TypeIndex
    /// The names of the accessor: `Store`, `shared`; one for a global.
    let access: [String]

    /// Returns the line of a read that certainly runs before a call, in the member around it; nil if there is none.
    ///
    /// The statements before it in all lists around it have run, and so have the conditions around it, and its own arguments.
    func line(before call: FunctionCallExprSyntax, in file: ParsedFile) -> Int? {
        for argument in call.arguments {
            if let line = line(in: argument.expression, of: file) { return line }
        }
        var child = Syntax(call)
        while let parent = child.parent, !parent.is(MemberBlockItemSyntax.self) {
            if let list = parent.as(CodeBlockItemListSyntax.self) {
                for item in list.prefix(while: { $0.id != child.id }) {
                    if let line = line(in: item.item, of: file) { return line }
                }
            } else if let condition = Self.condition(of: parent, around: child) {
                if let line = line(in: condition, of: file) { return line }
            }
            // A local function may be called before the statements that stand before it.
            if parent.is(FunctionDeclSyntax.self) { return nil }
            child = parent
        }
        return nil
    }

    /// Returns what a statement computes before it runs what is in it.
    private static func condition(of statement: Syntax, around child: Syntax) -> Syntax? {
        let conditions: ConditionElementListSyntax?
        switch statement.as(SyntaxEnum.self) {
        case .ifExpr(let node): conditions = node.conditions
        case .guardStmt(let node): conditions = node.conditions
        case .whileStmt(let node): conditions = node.conditions
        case .switchExpr(let node): return node.subject.id == child.id ? nil : Syntax(node.subject)
        case .forStmt(let node): return node.body.id == child.id ? Syntax(node.sequence) : nil
        default: return nil
        }
        return conditions?.id == child.id ? nil : conditions?.first.map { Syntax($0) }
    }

    /// Returns the line of a read that certainly runs when a piece of code does; nil if there is none.
    private func line(in code: some SyntaxProtocol, of file: ParsedFile) -> Int? {
        guard let name = access.last else { return nil }
        for token in file.tokens(name, in: Syntax(code)) {
            guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { continue }
            var read = Syntax(reference)
            if access.count > 1 {
                guard let member = reference.parent?.as(MemberAccessExprSyntax.self),
                    member.declName.id == reference.id,
                    member.base?.trimmedDescription == access.dropLast().joined(separator: ".")
                else { continue }
                read = Syntax(member)
            } else if reference.parent?.is(MemberAccessExprSyntax.self) == true,
                reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id == reference.id
            {
                continue
            }
            if isCertain(read, in: Syntax(code)) {
                return file.line(of: token.positionAfterSkippingLeadingTrivia.utf8Offset)
            }
        }
        return nil
    }

    /// Returns whether an expression is computed whenever the code around it is.
    private func isCertain(_ read: Syntax, in code: Syntax) -> Bool {
        var child = read
        while child.id != code.id {
            guard let parent = child.parent, runs(child, in: parent) else { return false }
            child = parent
        }
        return true
    }

    private func runs(_ child: Syntax, in parent: Syntax) -> Bool {
        switch parent.as(SyntaxEnum.self) {
        case .exprList:
            // What stands behind `??`, `&&`, `||` or `?` may not be computed.
            let sequence = parent.parent?.as(SequenceExprSyntax.self)?.elements
            return sequence.map { elements in
                elements.prefix { $0.id != child.id }.allSatisfy { element in
                    !element.is(UnresolvedTernaryExprSyntax.self)
                        && element.as(BinaryOperatorExprSyntax.self).map { Self.plain.contains($0.operator.text) }
                            ?? true
                }
            } ?? true
        case .memberAccessExpr(let node): return node.base?.id == child.id
        case .functionCallExpr(let node):
            if node.calledExpression.id == child.id { return true }
            let name = node.calledExpression.lastToken(viewMode: .sourceAccurate)?.text ?? ""
            // Behind `?` nothing runs if there is nothing, and some closures are made of an argument.
            return node.arguments.id == child.id && !node.calledExpression.isOptionallyChained
                && index.computesArguments(of: name)
        case .conditionElementList(let list): return list.first?.id == child.id
        // `lazy`, `async` and wrapped ones compute it later; behind `try?`, something before it may have failed.
        case .variableDecl(let node): return node.modifiers.isEmpty && node.attributes.isEmpty
        case .tryExpr(let node): return node.questionOrExclamationMark == nil
        case .labeledExprList, .labeledExpr, .initializerClause, .patternBinding, .patternBindingList,
            .conditionElement, .optionalBindingCondition, .expressionStmt, .sequenceExpr, .forceUnwrapExpr,
            .optionalChainingExpr, .awaitExpr, .tupleExpr, .arrayExpr, .arrayElementList, .arrayElement,
            .asExpr, .codeBlockItem:
            return true
        case .guardStmt(let node): return node.conditions.id == child.id
        case .ifExpr(let node): return node.conditions.id == child.id
        case .switchExpr(let node): return node.subject.id == child.id
        case .forStmt(let node): return node.sequence.id == child.id
        default: return false
        }
    }

    private static let plain: Set<String> = [
        "=", "==", "!=", "===", "!==", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "...", "..<", "+=", "-=",
    ]
}

extension ExprSyntax {
    /// Whether something before the last name may be nothing: `a?.b`.
    fileprivate var isOptionallyChained: Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .postfixQuestionMark }
    }
}
