import SwiftSyntax

/// Reads the expressions of code: what they do, which goes to the reader of the code around them, and the chain of names and calls
/// that their value comes from.
struct ValueReader {
    let code: CodeReader

    /// Adds what an expression does, and returns its value.
    @discardableResult
    func read(_ node: ExprSyntax, isWritten: Bool = false) -> CodeBody.Chain {
        switch node.as(ExprSyntaxEnum.self) {
        case .tryExpr(let node):
            let mark = node.questionOrExclamationMark?.text
            if mark == "!", !isSafe(node.expression) { code.add(.trap("try!"), at: node) }
            return code.mayThrow(leaves: mark == nil) { read(node.expression) }
        case .awaitExpr(let node): return read(node.expression)
        case .unsafeExpr(let node): return read(node.expression)
        case .tupleExpr(let node):
            let values = node.elements.map { read($0.expression) }
            return values.count == 1 ? values[0] : CodeBody.Chain(root: .literal("tuple"))
        case .inOutExpr(let node): return read(node.expression, isWritten: true)
        case .sequenceExpr(let node): return sequence(node)
        case .ternaryExpr(let node):
            read(node.condition)
            return code.inBranch {
                read(node.elseExpression)
                return read(node.thenExpression)
            }
        case .asExpr(let node): return cast(node.expression, to: node.type, mark: node.questionOrExclamationMark)
        default: break
        }
        if let literal = literal(node) { return literal }
        guard var chain = chain(of: node) else {
            code.walk(node)
            return CodeBody.Chain(root: .other)
        }
        chain.isWritten = isWritten
        // A closure that nobody calls does nothing here.
        if case .closure = chain.root, chain.steps.isEmpty { return chain }
        if case .other = chain.root, chain.steps.isEmpty { return chain }
        code.add(.chain(chain), at: node)
        return chain
    }

    private func cast(_ node: ExprSyntax, to type: TypeSyntax, mark: TokenSyntax?) -> CodeBody.Chain {
        let found = read(node)
        if mark?.text == "!" { code.add(.chain(found.forced), at: node) }
        return CodeBody.Chain(root: .cast(TypeStructure(type)))
    }

    /// Returns whether an expression that may fail has nothing but literals, so that it fails always or never.
    private func isSafe(_ node: ExprSyntax) -> Bool {
        guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
        return !call.arguments.isEmpty
            && call.arguments.allSatisfy { argument in
                argument.expression.as(StringLiteralExprSyntax.self)?.segments.allSatisfy {
                    $0.is(StringSegmentSyntax.self)
                }
                    ?? (argument.expression.is(ArrayExprSyntax.self)
                        || argument.expression.is(MemberAccessExprSyntax.self)
                        || argument.expression.is(IntegerLiteralExprSyntax.self))
            }
    }

    /// Operators of the standard library that only compute a value.
    private static let operators: Set<String> = [
        "+", "-", "*", "/", "%", "&+", "&-", "&*", "&", "|", "^", "<<", ">>", "&&", "||", "??", "==", "!=", "===",
        "!==",
        "<", ">", "<=", ">=", "...", "..<", "~=", "!", "~",
    ]

    func check(_ name: TokenSyntax) {
        let text = name.text
        let plain = text.hasSuffix("=") ? String(text.dropLast()) : text
        if !Self.operators.contains(text), !Self.operators.contains(plain) { code.add(.unknown(text), at: name) }
    }

    /// Values with operators between them, in the order of the text.
    private func sequence(_ node: SequenceExprSyntax) -> CodeBody.Chain {
        let parts = Array(node.elements)
        var values: [CodeBody.Chain] = []
        var targets: [(ExprSyntax)] = []
        var result: CodeBody.Chain?
        for (index, part) in parts.enumerated() {
            if part.is(AssignmentExprSyntax.self) || part.is(TypeExprSyntax.self) { continue }
            if let name = part.as(BinaryOperatorExprSyntax.self)?.operator {
                check(name)
            } else if let cast = part.as(UnresolvedAsExprSyntax.self) {
                if cast.questionOrExclamationMark?.text == "!" {
                    code.add((index == 1 ? values.last?.forced : nil).map { .chain($0) } ?? .trap("as!"), at: cast)
                }
                if parts.indices.contains(index + 1), let type = parts[index + 1].as(TypeExprSyntax.self)?.type {
                    result = CodeBody.Chain(root: .cast(TypeStructure(type)))
                }
            } else if let ternary = part.as(UnresolvedTernaryExprSyntax.self) {
                result = code.inBranch { read(ternary.thenExpression) }
            } else if part.is(UnresolvedIsExprSyntax.self) {
                result = CodeBody.Chain(root: .literal("Bool"))
            } else if index + 1 < parts.count, parts[index + 1].isAssignment {
                // What is assigned is computed before.
                targets.append(part)
            } else if index > 0, Self.mayStop(parts[index - 1]) || targets.contains(where: Self.isOptional) {
                code.inBranch { values.append(read(part)) }
            } else {
                values.append(read(part))
            }
        }
        for target in targets { read(target, isWritten: true) }
        let isChoice = parts.contains { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" }
        return result ?? (isChoice ? values.first : nil) ?? CodeBody.Chain(root: .cast(TypeStructure(named: "Double")))
    }

    /// Returns whether nothing is assigned if something isn't there: `window?.title = name`.
    private static func isOptional(_ target: ExprSyntax) -> Bool {
        target.tokens(viewMode: .sourceAccurate).contains { $0.parent?.is(OptionalChainingExprSyntax.self) == true }
    }

    /// Returns whether what follows an operator may not be computed.
    private static func mayStop(_ node: ExprSyntax) -> Bool {
        if node.is(UnresolvedTernaryExprSyntax.self) { return true }
        return ["??", "&&", "||"].contains(node.as(BinaryOperatorExprSyntax.self)?.operator.text)
    }

    // MARK: - Chains

    private func literal(_ node: ExprSyntax) -> CodeBody.Chain? {
        switch node.as(ExprSyntaxEnum.self) {
        case .integerLiteralExpr: return CodeBody.Chain(root: .literal("Int"))
        case .floatLiteralExpr: return CodeBody.Chain(root: .literal("Double"))
        case .booleanLiteralExpr: return CodeBody.Chain(root: .literal("Bool"))
        case .nilLiteralExpr: return CodeBody.Chain(root: .literal("nil"))
        case .regexLiteralExpr: return CodeBody.Chain(root: .literal("Regex"))
        case .keyPathExpr: return CodeBody.Chain(root: .literal("KeyPath"))
        case .stringLiteralExpr(let text):
            var isComputed = false
            for case .expressionSegment(let part) in text.segments {
                isComputed = true
                for element in part.expressions { read(element.expression) }
            }
            return CodeBody.Chain(root: isComputed ? .cast(TypeStructure(named: "String")) : .literal("String"))
        case .arrayExpr(let list):
            return CodeBody.Chain(root: .list(list.elements.map { read($0.expression) }.first))
        case .dictionaryExpr(let dictionary):
            if case .elements(let elements) = dictionary.content {
                for element in elements {
                    read(element.key)
                    read(element.value)
                }
            }
            return CodeBody.Chain(root: .literal("Dictionary"))
        default: return nil
        }
    }

    /// Returns the chain of names and calls that an expression is; nil for another expression. Adds what its arguments do.
    private func chain(of node: ExprSyntax) -> CodeBody.Chain? {
        switch node.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let node): return CodeBody.Chain(root: Self.root(of: node.baseName))
        case .superExpr: return CodeBody.Chain(root: .superValue)
        case .closureExpr(let node): return CodeBody.Chain(root: .closure(closure(node)))
        case .genericSpecializationExpr(let node): return base(of: node.expression)
        case .optionalChainingExpr(let node): return extended(node.expression, by: .optional)
        case .forceUnwrapExpr(let node): return extended(node.expression, by: .forced)
        case .memberAccessExpr(let node):
            let member = CodeBody.Chain.Step.member(node.declName.baseName.text.withoutBackticks)
            guard let base = node.base else { return CodeBody.Chain(root: .implied, steps: [member]) }
            return extended(base, by: member)
        case .subscriptCallExpr(let node):
            var chain = base(of: node.calledExpression)
            let all = code.inCall(of: chain) { arguments(of: node.arguments, trailing: node.trailingClosure) }
            chain.steps.append(.element(all))
            return chain
        case .functionCallExpr(let node):
            // `[Int]()`
            let isCollection =
                node.calledExpression.is(ArrayExprSyntax.self)
                || node.calledExpression.is(DictionaryExprSyntax.self)
            if isCollection { return literal(node.calledExpression) }
            var chain = base(of: node.calledExpression)
            var all = code.inCall(of: chain) { arguments(of: node.arguments, trailing: node.trailingClosure) }
            all += node.additionalTrailingClosures.map { more in
                CodeBody.Argument(
                    label: more.label.text,
                    value: CodeBody.Chain(root: .closure(closure(more.closure))),
                    isTrailing: true
                )
            }
            chain.steps.append(.call(all))
            return chain
        default: return nil
        }
    }

    private func base(of node: ExprSyntax) -> CodeBody.Chain { chain(of: node) ?? read(node) }

    private func extended(_ node: ExprSyntax, by step: CodeBody.Chain.Step) -> CodeBody.Chain {
        var chain = base(of: node)
        chain.steps.append(step)
        return chain
    }

    private static func root(of name: TokenSyntax) -> CodeBody.Chain.Root {
        switch name.text {
        case "self": .selfValue
        case "Self": .selfType
        default: .name(name.text.withoutBackticks)
        }
    }

    /// Adds the call that an attribute of a wrapper stands for.
    ///
    /// - Parameter isWithValue: whether the property has an initial value, which the wrapper gets first.
    func readWrapper(_ attribute: AttributeSyntax, isWithValue: Bool) {
        let names = attribute.attributeName.trimmedDescription.prefix { $0 != "<" }.split(separator: ".")
        var chain = CodeBody.Chain(root: .name(names.first.map(String.init) ?? ""))
        chain.steps = names.dropFirst().map { .member(String($0)) }
        let value = CodeBody.Argument(label: "wrappedValue", value: CodeBody.Chain(root: .other))
        var all = isWithValue ? [value] : []
        if case .argumentList(let list)? = attribute.arguments {
            all += code.inCall(of: chain) { arguments(of: list, trailing: nil) }
        }
        chain.steps.append(.call(all))
        code.add(.chain(chain), at: attribute)
    }

    private func arguments(of list: LabeledExprListSyntax, trailing: ClosureExprSyntax?) -> [CodeBody.Argument] {
        var all = list.map {
            CodeBody.Argument(label: $0.label?.text.withoutBackticks, value: read($0.expression))
        }
        if let trailing {
            all.append(CodeBody.Argument(value: CodeBody.Chain(root: .closure(closure(trailing))), isTrailing: true))
        }
        return all
    }

    private func closure(_ node: ClosureExprSyntax) -> CodeBody {
        // Captured values are read when the closure is made.
        for capture in node.signature?.capture?.items ?? [] {
            if let initial = capture.initializer?.value { read(initial) }
        }
        var inner = CodeReader.read(node.statements)
        let names: [String] =
            switch node.signature?.parameterClause {
            case .simpleInput(let list): list.map(\.name.text)
            case .parameterClause(let clause): clause.parameters.map { ($0.secondName ?? $0.firstName).text }
            case nil: []
            }
        inner.parameters = names.map(\.withoutBackticks)
        return inner
    }
}
