package import SwiftSyntax

// What is asked about closures.
extension ClosureExprSyntax {
    /// A name in the capture list.
    package struct Capture {
        package let name: String
        /// What it stands for, as it is written; nil if that is what it means outside.
        package let value: String?
        /// The word before it: `weak`, `unowned`.
        package let specifier: String?
    }

    package var captures: [Capture] {
        (signature?.capture?.items ?? []).map {
            Capture(
                name: $0.name.text,
                value: $0.initializer?.value.code,
                specifier: $0.specifier?.specifier.text
            )
        }
    }

    /// The place where the capture list gets names, and what stands before and behind them.
    package var captureSlot: (offset: Int, before: String, after: String) {
        guard let signature else {
            let isSpaced = !leftBrace.trailingTrivia.isEmpty || statements.first?.leadingTrivia.isEmpty == false
            return (leftBrace.end, " [", "] in" + (isSpaced ? "" : " "))
        }
        if let capture = signature.capture {
            return (capture.rightSquare.offset, capture.items.isEmpty ? "" : ", ", "")
        }
        let next =
            signature.parameterClause?.offset ?? signature.effectSpecifiers?.offset ?? signature.returnClause?.offset
            ?? signature.inKeyword.offset
        return (next, "[", "] ")
    }

    /// Whether it is what is called: `{ b }()`.
    package var isCalled: Bool { parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == id }

    /// The call that it is passed to.
    package var call: FunctionCallExprSyntax? {
        parent?.as(FunctionCallExprSyntax.self) ?? parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    }

    /// The name of what it is passed to; nil if that has none.
    package var calleeName: String? {
        guard let callee = call?.calledExpression else { return nil }
        if let generic = callee.as(GenericSpecializationExprSyntax.self) { return generic.expression.code }
        return callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            ?? callee.as(DeclReferenceExprSyntax.self)?.baseName.text
    }

    /// Whether it is what the main queue does, which runs on the main actor.
    package var isOfMainQueue: Bool { call?.calledExpression.code == "DispatchQueue.main.async" }

    /// Whether it is what a task does, which runs on the actor that makes it: `Task { }`, `Task<Int, any Error> { }`.
    package var isOfTask: Bool { calleeName == "Task" && !isPassedToMember }

    /// The name of the variable that gets it as its value; nil if it is no value.
    package var assignedName: String? {
        if let binding = parent?.parent?.as(PatternBindingSyntax.self) { return binding.pattern.code }
        let parts = parent?.parent?.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? []
        guard parts.count == 3, parts[1].is(AssignmentExprSyntax.self), parts[2].id == id else { return nil }
        return parts[0].lastToken(viewMode: .sourceAccurate)?.text
    }

    /// Whether it is passed to a member of something.
    package var isPassedToMember: Bool { call?.calledExpression.is(MemberAccessExprSyntax.self) == true }

    /// Returns whether it was made sure, before a node in it, that a weak `self` is there.
    package func unwrapsSelf(before node: some SyntaxProtocol) -> Bool {
        var child = Syntax(node)
        while let parent = child.parent, child.id != id {
            if let list = parent.as(CodeBlockItemListSyntax.self) {
                let before = list.prefix { $0.id != child.id }.lazy.compactMap { $0.item.as(GuardStmtSyntax.self) }
                if before.contains(where: { Self.bindSelf($0.conditions) }) { return true }
            } else if let condition = parent.as(IfExprSyntax.self), condition.body.id == child.id,
                Self.bindSelf(condition.conditions)
            {
                return true
            }
            child = parent
        }
        return false
    }

    private static func bindSelf(_ conditions: ConditionElementListSyntax) -> Bool {
        conditions.contains { element in
            guard let binding = element.condition.as(OptionalBindingConditionSyntax.self) else { return false }
            let value = binding.initializer?.value.code
            return binding.pattern.code.withoutBackticks == "self" && (value == nil || value == "self")
        }
    }

    /// Returns whether it captures `self` strongly, by its name or by that of a member.
    package func capturesSelf(orMember isMember: @escaping (String) -> Bool) -> Bool {
        statements.saysSelf(orMember: isMember)
    }
}

extension FunctionDeclSyntax {
    /// Whether a local function captures `self`.
    package var capturesSelf: Bool { body?.saysSelf { _ in false } == true }

    /// Whether a local function is only called by the code that it stands in, itself included, and in closures that are called at once:
    /// what it captures lives no longer than that code.
    package var isOnlyCalledHere: Bool {
        guard attributes.isEmpty, let list = parent?.parent?.as(CodeBlockItemListSyntax.self) else { return false }
        return list.tokens(viewMode: .sourceAccurate).allSatisfy { token in
            guard token.text == name.text, token.id != name.id else { return true }
            guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return false }
            if reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id == reference.id { return true }
            guard reference.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == reference.id else {
                return false
            }
            return reference.andAround.prefix { $0.id != list.id }.allSatisfy { node in
                if let closure = node.as(ClosureExprSyntax.self) { return closure.isCalled }
                let isLater =
                    node.is(AccessorBlockSyntax.self)
                    || node.as(VariableDeclSyntax.self)?.modifiers.says("async") == true
                return node.id == id || !isLater && !node.is(FunctionDeclSyntax.self)
            }
        }
    }
}

extension SyntaxProtocol {
    fileprivate func saysSelf(orMember isMember: @escaping (String) -> Bool) -> Bool {
        var found = false
        walk { node in
            switch node.kind {
            // A closure with a capture list of its own may capture `self` in another way.
            case .closureExpr: return node.as(ClosureExprSyntax.self)?.signature?.capture == nil
            // Where the branches of `#if` aren't compiled, they capture nothing.
            case .ifConfigDecl, .classDecl, .structDecl, .enumDecl: return false
            default: break
            }
            guard !found, let reference = node.as(DeclReferenceExprSyntax.self) else { return !found }
            let name = reference.baseName.text
            let isOfOther = reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id == reference.id
            found = name == "self" || !isOfOther && isMember(name)
            return false
        }
        return found
    }
}
