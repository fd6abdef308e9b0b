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

    package var expression: ExprSyntax { ExprSyntax(self) }

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

    /// Whether it is passed to a member of a collection, as far as its text and what is declared around it say.
    package var isPassedToCollection: Bool {
        guard let base = call?.calledExpression.as(MemberAccessExprSyntax.self)?.base else { return false }
        if base.is(ArrayExprSyntax.self) || base.is(DictionaryExprSyntax.self) { return true }
        let text = base.code
        let name = text.hasPrefix("self.") ? String(text.dropFirst(5)) : text
        guard name.isPlainName, let type = typeOfProperty(named: name)?.code else { return false }
        return ["[", "Set<", "Array<", "Dictionary<"].contains(where: type.hasPrefix)
    }

    /// Returns whether it was made sure, before a node in it, that a weak `self` is there.
    package func unwrapsSelf(before node: some SyntaxProtocol) -> Bool {
        namesOfSelf(before: node).contains("self")
    }

    /// Returns whether the condition that has a node unwraps a weak `self` before it: `guard let self, self.isOn`.
    package func unwrapsSelf(inConditionOf node: some SyntaxProtocol) -> Bool {
        var child = Syntax(node)
        while let parent = child.parent, child.id != id {
            let list = parent.as(ConditionElementListSyntax.self)
            let before = list.map { $0.prefix { $0.id != child.id } }
            if let before, Self.namesOfSelf(in: before).contains("self") { return true }
            child = parent
        }
        return false
    }

    /// Returns the name of its own that a weak `self` got before a node in it, where it is there: `guard let strongSelf = self`; nil
    /// without one.
    package func strongSelf(before node: some SyntaxProtocol) -> String? {
        namesOfSelf(before: node).first { $0 != "self" }
    }

    private func namesOfSelf(before node: some SyntaxProtocol) -> [String] {
        var child = Syntax(node)
        var names: [String] = []
        while let parent = child.parent, child.id != id {
            if let list = parent.as(CodeBlockItemListSyntax.self) {
                let before = list.prefix { $0.id != child.id }.lazy.compactMap { $0.item.as(GuardStmtSyntax.self) }
                names += before.flatMap { Self.namesOfSelf(in: $0.conditions) }
            } else if let condition = parent.as(IfExprSyntax.self), condition.body.id == child.id {
                names += Self.namesOfSelf(in: condition.conditions)
            } else if let list = parent.as(ConditionElementListSyntax.self) {
                names += Self.namesOfSelf(in: list.prefix { $0.id != child.id })
            }
            child = parent
        }
        return names
    }

    private static func namesOfSelf(in conditions: some Sequence<ConditionElementSyntax>) -> [String] {
        conditions.compactMap { element in
            guard let binding = element.condition.as(OptionalBindingConditionSyntax.self) else { return nil }
            let (name, value) = (binding.pattern.code.withoutBackticks, binding.initializer?.value.code)
            return value == "self" || value == nil && name == "self" ? name : nil
        }
    }

    /// Returns whether each run of it reads a member: a call among its statements does.
    package func alwaysSaysSelf(orMember isMember: @escaping (String) -> Bool) -> Bool {
        let calls = statements.compactMap { $0.item.as(FunctionCallExprSyntax.self) }
        let isSaid = calls.contains { call in
            call.saysSelf(orMember: isMember)
                && !call.allTokens.contains { ["?", "??", "&&", "||", "{"].contains($0.text) }
        }
        return isSaid && !statements.allTokens.contains { $0.tokenKind == .keyword(.return) }
    }

    /// Returns whether it says more members by their names alone than through `self`.
    package func prefersImplicitSelf(orMember isMember: @escaping (String) -> Bool) -> Bool {
        var (alone, through) = (0, 0)
        for case let reference? in statements.allTokens.map({ $0.parent?.as(DeclReferenceExprSyntax.self) }) {
            let member = reference.parent?.as(MemberAccessExprSyntax.self)
            if reference.baseName.text == "self", member?.base?.id == reference.id { through += 1 }
            if member?.declName.id != reference.id, isMember(reference.baseName.text) { alone += 1 }
        }
        return alone > through
    }

    /// Returns whether it captures `self` strongly, by its name or by that of a member.
    package func capturesSelf(orMember isMember: @escaping (String) -> Bool) -> Bool {
        statements.saysSelf(orMember: isMember)
    }

    /// Returns whether it says a member without `self`, also in closures inside, but not in tasks, which never have to say it.
    package func leavesOutSelf(of isMember: @escaping (String) -> Bool) -> Bool {
        var found = false
        statements.walk { node in
            if let closure = node.as(ClosureExprSyntax.self) {
                return !found && closure.signature?.capture == nil && !closure.isOfTask
            }
            guard !found, ![.ifConfigDecl, .classDecl, .structDecl, .enumDecl].contains(node.kind) else { return false }
            guard let reference = node.as(DeclReferenceExprSyntax.self) else { return true }
            let isOfOther = reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id == reference.id
            found = !isOfOther && isMember(reference.baseName.text)
            return false
        }
        return found
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
            // A closure with a capture list of its own may capture `self` in another way. What the list says is captured before.
            case .closureExpr:
                guard let list = node.as(ClosureExprSyntax.self)?.signature?.capture else { return true }
                found = found || list.tokens(viewMode: .sourceAccurate).contains { $0.text == "self" }
                return false
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
