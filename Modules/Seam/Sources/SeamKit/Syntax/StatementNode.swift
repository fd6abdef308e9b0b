package import SwiftSyntax

// What is asked about statements.
extension CodeBlockItemSyntax {
    /// Returns whether it only stores something, with nothing behind it: the value of a name (`self.name = name`), or what names,
    /// constants and types give.
    ///
    /// - Parameter names: nil if nothing but the value of a name may be stored.
    package func stores(_ names: Set<String>?) -> Bool {
        guard let parts = item.as(SequenceExprSyntax.self).map({ Array($0.elements) }), parts.count >= 3,
            parts[1].is(AssignmentExprSyntax.self), trailingTrivia.allSatisfy(\.isWhitespace),
            tokens(viewMode: .sourceAccurate).dropFirst().allSatisfy({ $0.text != "self" })
        else { return false }
        if parts.count == 3, parts[2].is(DeclReferenceExprSyntax.self) { return true }
        guard let names, parts[0].code.hasPrefix("self.") else { return false }
        return parts.dropFirst(2).flatMap { $0.tokens(viewMode: .sourceAccurate) }.allSatisfy { token in
            guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return true }
            let isMember = reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id == reference.id
            return isMember || names.contains(token.text) || token.text.first?.isUppercase == true
        }
    }

    /// The name that it assigns, without `self`; nil if it doesn't assign one.
    package var assignedName: String? {
        guard let parts = item.as(SequenceExprSyntax.self).map({ Array($0.elements) }), parts.count >= 3,
            parts[1].is(AssignmentExprSyntax.self)
        else { return nil }
        let name = parts[0].code
        return name.hasPrefix("self.") ? String(name.dropFirst(5)) : name
    }

    /// Returns whether nothing else is computed in it before an expression: `let name = expression.name`, `guard expression.isThere`.
    package func computesFirst(_ expression: ExprSyntax) -> Bool {
        let harmless = ["let", "var", "return", "try", "await", "if", "guard", "switch", "=", "_", "!", "("]
        return tokens(viewMode: .sourceAccurate).prefix { $0.offset < expression.offset }.allSatisfy {
            harmless.contains($0.text) || $0.parent?.is(IdentifierPatternSyntax.self) == true
        }
    }

    /// The place behind it, without a semicolon, in bytes of UTF-8.
    package var endOfStatement: Int { item.end }

    /// Returns whether it declares one constant of a name, and nothing else.
    package func isConstant(_ name: String) -> Bool {
        guard let variable = item.as(DeclSyntax.self)?.property else { return false }
        return variable.isLet && variable.part?.written == name
    }

    /// The target and the value, if it is an assignment; nil for another statement.
    package var assignment: (target: ExprSyntax, value: ExprSyntax)? {
        guard let parts = item.as(SequenceExprSyntax.self).map({ Array($0.elements) }), parts.count == 3,
            parts[1].is(AssignmentExprSyntax.self)
        else { return nil }
        return (parts[0], parts[2])
    }

    /// Whether it is an expression, which may be the value of the code around it, and says no `return`.
    package var mayBeValue: Bool {
        (item.is(ExprSyntax.self) || item.is(ExpressionStmtSyntax.self)) && !words.contains("return")
    }

    /// The statements that it is one of.
    package var siblings: CodeBlockItemListSyntax? { parent?.as(CodeBlockItemListSyntax.self) }

    /// The statements behind it.
    package var following: [CodeBlockItemSyntax] { Array((siblings ?? []).drop { $0.id != id }.dropFirst()) }

    /// Whether more statements can come before it: it isn't a value of the code around it.
    package var canGrow: Bool {
        guard let list = siblings, let around = list.parent else { return false }
        let isAssignment = item.as(SequenceExprSyntax.self)?.elements.contains { $0.is(AssignmentExprSyntax.self) }
        let isValue = list.count == 1 && item.is(ExprSyntax.self) && isAssignment != true
        if around.is(ClosureExprSyntax.self) || around.is(AccessorBlockSyntax.self) { return list.count > 1 }
        if around.is(IfConfigClauseSyntax.self) { return !isValue }
        if around.is(SwitchCaseSyntax.self) || around.parent?.is(IfExprSyntax.self) == true {
            guard isValue else { return true }
            let outer = around.andAround.first { $0.is(ExpressionStmtSyntax.self) || $0.is(CodeBlockItemSyntax.self) }
            guard outer?.is(ExpressionStmtSyntax.self) == true, let item = outer?.parent?.as(CodeBlockItemSyntax.self)
            else { return false }
            return (item.siblings?.count ?? 0) > 1 || item.isInFunctionWithoutResult
        }
        return around.is(CodeBlockSyntax.self) && (!isValue || isInFunctionWithoutResult)
    }

    /// Whether it is a statement of a function's body, directly, and the function returns nothing.
    private var isInFunctionWithoutResult: Bool {
        guard let block = siblings?.parent?.as(CodeBlockSyntax.self), let around = block.parent else { return false }
        if let function = around.as(FunctionDeclSyntax.self) { return function.signature.returnClause == nil }
        return !around.is(AccessorDeclSyntax.self)
    }

    /// The member of a type, or the function of the file, that it is in.
    package var bodyAround: Syntax? {
        andAround.first { node in
            node.parent?.is(MemberBlockItemSyntax.self) == true
                || node.is(FunctionDeclSyntax.self) && node.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
        }
    }
}

extension ExprSyntax {
    /// The statement that computes it, if nothing else that counts is computed before it, and if it is computed whenever the statement
    /// runs.
    package var statementThatBegins: CodeBlockItemSyntax? {
        var node = Syntax(self)
        while let parent = node.parent {
            switch parent.as(SyntaxEnum.self) {
            case .codeBlockItem(let item): return item
            case .labeledExpr, .returnStmt, .arrayExpr, .arrayElement, .initializerClause, .sequenceExpr: break
            case .labeledExprList(let list):
                guard list.prefix(while: { $0.id != node.id }).allSatisfy(\.expression.isQuiet) else { return nil }
            case .arrayElementList(let list):
                guard list.prefix(while: { $0.id != node.id }).allSatisfy(\.expression.isQuiet) else { return nil }
            case .functionCallExpr(let call):
                guard call.calledExpression.id == node.id || call.calledExpression.isQuiet else { return nil }
            case .memberAccessExpr(let member):
                guard member.base?.id == node.id else { return nil }
            case .exprList(let list):
                guard node.as(ExprSyntax.self)?.assignmentTarget != nil, list.first?.isQuiet == true else { return nil }
            case .patternBinding(let binding):
                guard binding.accessorBlock == nil else { return nil }
            case .patternBindingList(let list):
                guard list.count == 1 else { return nil }
            case .variableDecl(let variable):
                guard variable.attributes.isEmpty, variable.modifiers.isEmpty else { return nil }
            default: return nil
            }
            node = parent
        }
        return nil
    }

    /// Returns whether a body computes it whenever it runs, in one of its own statements, and nothing before may leave it.
    package func isComputed(in body: CodeBlockSyntax) -> Bool {
        guard let part = certainPart(of: Syntax(body.statements)) else { return false }
        return body.statements.prefix { $0.id != part.id }.allSatisfy {
            Set($0.words).isDisjoint(with: ["return", "throw", "try"])
        }
    }

    /// Returns whether the initial value of a property computes it.
    package func isComputed(in property: VariableDeclSyntax) -> Bool { certainPart(of: Syntax(property)) != nil }

    /// Returns the part of a node that computes it whenever the part runs; nil if there is none.
    private func certainPart(of outer: Syntax) -> Syntax? {
        var node = Syntax(self)
        while let parent = node.parent, parent.id != outer.id {
            switch parent.as(SyntaxEnum.self) {
            case .closureExpr, .codeBlock, .switchCase, .ternaryExpr, .ifConfigClause, .memberBlock: return nil
            case .exprList(let list):
                let before = list.prefix { $0.id != node.id }
                let mayStop = before.contains { element in
                    let text = element.as(BinaryOperatorExprSyntax.self)?.operator.text
                    return element.is(UnresolvedTernaryExprSyntax.self)
                        || text.map(["??", "&&", "||"].contains) == true
                }
                if mayStop { return nil }
            default: break
            }
            node = parent
        }
        return node.parent?.id == outer.id ? node : nil
    }

    /// Whether computing it does nothing that counts: names, their members, literals.
    package var isQuiet: Bool {
        switch self.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr, .superExpr: true
        case .memberAccessExpr(let member): member.base?.isQuiet ?? true
        case .optionalChainingExpr(let chained): chained.expression.isQuiet
        case .forceUnwrapExpr(let forced): forced.expression.isQuiet
        default: isConstant && !self.is(ClosureExprSyntax.self)
        }
    }
}

extension GuardStmtSyntax {
    /// Whether all that it asks for is a value of names and calls, or that as another type: `guard let name = read() as? String`.
    var bindsOneChain: Bool {
        guard conditions.count == 1,
            let value = conditions.first?.condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value
        else { return false }
        let read = value.cast == nil ? value : value.as(SequenceExprSyntax.self)?.elements.first ?? value
        return read.is(FunctionCallExprSyntax.self) || read.is(MemberAccessExprSyntax.self)
    }
}
