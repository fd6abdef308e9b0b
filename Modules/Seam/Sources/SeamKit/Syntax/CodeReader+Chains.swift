import SwiftSyntax

/// Reads names, calls and closures.
extension CodeReader {
    func literal(_ node: ExprSyntax) -> CodeBody.Chain? {
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
                for element in part.expressions { value(of: element.expression) }
            }
            return CodeBody.Chain(root: isComputed ? .cast(TypeStructure(named: "String")) : .literal("String"))
        case .arrayExpr(let list):
            return CodeBody.Chain(root: .list(list.elements.map { value(of: $0.expression) }.first))
        case .dictionaryExpr(let dictionary):
            if case .elements(let elements) = dictionary.content {
                for element in elements {
                    value(of: element.key)
                    value(of: element.value)
                }
            }
            return CodeBody.Chain(root: .literal("Dictionary"))
        default: return nil
        }
    }

    /// Returns the chain of names and calls that an expression is; nil for another expression. Adds what its arguments do.
    func chain(of node: ExprSyntax) -> CodeBody.Chain? {
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
            let all = inCall(of: chain) { arguments(of: node.arguments, trailing: node.trailingClosure) }
            chain.steps.append(.element(all))
            return chain
        case .functionCallExpr(let node):
            // `[Int]()`
            let isCollection =
                node.calledExpression.is(ArrayExprSyntax.self)
                || node.calledExpression.is(DictionaryExprSyntax.self)
            if isCollection { return literal(node.calledExpression) }
            var chain = base(of: node.calledExpression)
            var all = inCall(of: chain) { arguments(of: node.arguments, trailing: node.trailingClosure) }
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

    private func base(of node: ExprSyntax) -> CodeBody.Chain { chain(of: node) ?? value(of: node) }

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
    func call(_ attribute: AttributeSyntax, isWithValue: Bool) {
        let names = attribute.attributeName.trimmedDescription.prefix { $0 != "<" }.split(separator: ".")
        var chain = CodeBody.Chain(root: .name(names.first.map(String.init) ?? ""))
        chain.steps = names.dropFirst().map { .member(String($0)) }
        let value = CodeBody.Argument(label: "wrappedValue", value: CodeBody.Chain(root: .other))
        var all = isWithValue ? [value] : []
        if case .argumentList(let list)? = attribute.arguments {
            all += inCall(of: chain) { arguments(of: list, trailing: nil) }
        }
        chain.steps.append(.call(all))
        add(.chain(chain), at: attribute)
    }

    private func arguments(of list: LabeledExprListSyntax, trailing: ClosureExprSyntax?) -> [CodeBody.Argument] {
        var all = list.map {
            CodeBody.Argument(label: $0.label?.text.withoutBackticks, value: value(of: $0.expression))
        }
        if let trailing {
            all.append(CodeBody.Argument(value: CodeBody.Chain(root: .closure(closure(trailing))), isTrailing: true))
        }
        return all
    }

    private func closure(_ node: ClosureExprSyntax) -> CodeBody {
        // Captured values are read when the closure is made.
        for capture in node.signature?.capture?.items ?? [] {
            if let initial = capture.initializer?.value { value(of: initial) }
        }
        var inner = Self.read(node.statements)
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

extension SyntaxProtocol {
    /// The place without white space and comments around it, in bytes of UTF-8.
    var bytes: Range<Int> {
        let start = positionAfterSkippingLeadingTrivia.utf8Offset
        return start..<max(start, endPositionBeforeTrailingTrivia.utf8Offset)
    }
}
