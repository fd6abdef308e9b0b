@_spi(RawSyntax) import SwiftSyntax

// Expressions: the chains in them, those that are written to, and where their values go.

extension RawSyntax {
    /// Records an expression.
    func recordValue(in facts: inout FactsCollector, expected: FactsCollector.Expected = .nothing) {
        let expression = unwrapped
        if expression.isPostfix {
            _ = expression.recordChain(in: &facts, ending: .read, expected: expected)
        } else if let sequence = RawSequenceExprSyntax(expression) {
            OperandSequence(sequence, in: &facts).record(in: &facts, expected: expected)
        } else if let path = RawKeyPathExprSyntax(expression) {
            path.record(in: &facts, expected: expected)
        } else if let array = RawArrayExprSyntax(expression) {
            // The elements of a literal have the element type of its own type.
            var element = FactsCollector.Expected.nothing
            if case .array(let type)? = facts.table.type(at: expected.type) { element = .init(type: type) }
            for item in Children<RawArrayElementSyntax>(array.elements) {
                item.expression.raw.recordValue(in: &facts, expected: element)
            }
        } else if case .dictionary(let type)? = facts.table.type(at: expected.type),
            let content = RawDictionaryExprSyntax(expression)?.content
        {
            for item in Children<RawDictionaryElementSyntax>(RawDictionaryElementListSyntax(content)) {
                item.key.raw.recordValue(in: &facts)
                item.value.raw.recordValue(in: &facts, expected: .init(type: type))
            }
        } else {
            expression.record(in: &facts)
        }
    }

    /// Records an expression that something is assigned to.
    func recordWrite(in facts: inout FactsCollector) {
        let expression = unwrapped
        if let tuple = RawTupleExprSyntax(expression) {
            for element in Children<RawLabeledExprSyntax>(tuple.elements) {
                element.expression.raw.recordWrite(in: &facts)
            }
        } else if expression.isPostfix {
            _ = expression.recordChain(in: &facts, ending: .write)
        } else {
            expression.record(in: &facts)
        }
    }

    /// Records an expression whose value gets a name. Returns the chains that the value may come from.
    func recordValues(
        in facts: inout FactsCollector,
        expected: FactsCollector.Expected = .nothing,
        isStatement: Bool = false
    ) -> [FileFacts.Index] {
        let expression = unwrapped
        if let call = RawFunctionCallExprSyntax(expression),
            let closure = RawClosureExprSyntax(call.calledExpression)
        {
            for argument in Children<RawLabeledExprSyntax>(call.arguments) {
                argument.expression.raw.recordValue(in: &facts)
            }
            return closure.recordClosure(in: &facts, returning: expected.type)
        }
        if expression.isPostfix {
            return [expression.recordChain(in: &facts, ending: isStatement ? .read : .alias, expected: expected)]
        }
        if let sequence = RawSequenceExprSyntax(expression) {
            return OperandSequence(sequence, in: &facts).recordValues(in: &facts, expected: expected)
        }
        if let closure = RawClosureExprSyntax(expression) {
            var type: FileFacts.Index = -1
            if case .function(let result)? = facts.table.type(at: expected.type) { type = result }
            _ = closure.recordClosure(in: &facts, returning: type)
            return []
        }
        expression.recordValue(in: &facts, expected: expected)
        return []
    }
}

extension RawKeyPathExprSyntax {
    fileprivate func record(in facts: inout FactsCollector, expected: FactsCollector.Expected) {
        let first = facts.chains.steps.count
        for component in Children<RawKeyPathComponentSyntax>(components) {
            if let property = RawKeyPathPropertyComponentSyntax(component.component) {
                facts.chains.open(.keyPathMember, facts.index(of: property.declName.baseName))
            } else if let call = RawKeyPathSubscriptComponentSyntax(component.component) {
                for argument in Children<RawLabeledExprSyntax>(call.arguments) {
                    argument.expression.raw.recordValue(in: &facts)
                }
                facts.chains.open(.subscriptCall)
            }
        }
        guard facts.chains.steps.count > first else { return }
        facts.chains.reverseSteps(from: first)
        root?.recordNames(in: &facts, member: facts.chains.steps[facts.chains.steps.count - 1].name)
        let base = facts.table.written(ofType: root)
        let place = facts.place(of: self)
        _ = facts.append(
            root: .keyPath,
            base: base,
            stepsFrom: first,
            ending: .read,
            at: place,
            expected: expected
        )
    }
}

// MARK: - Kinds

extension RawSyntax {
    /// The expression without `try`, `await` and parentheses.
    var unwrapped: RawSyntax {
        var current = self
        while let inner = current.inner { current = inner }
        return current
    }

    private var inner: RawSyntax? {
        switch kind {
        case .tryExpr: return RawTryExprSyntax(self)?.expression.raw
        case .awaitExpr: return RawAwaitExprSyntax(self)?.expression.raw
        case .unsafeExpr: return RawUnsafeExprSyntax(self)?.expression.raw
        case .consumeExpr: return RawConsumeExprSyntax(self)?.expression.raw
        case .copyExpr: return RawCopyExprSyntax(self)?.expression.raw
        case .tupleExpr:
            var elements = Children<RawLabeledExprSyntax>(RawTupleExprSyntax(self)?.elements)
            guard let only = elements.next(), elements.next() == nil, only.label == nil else { return nil }
            return only.expression.raw
        default: return nil
        }
    }

    /// Whether an expression is a chain.
    var isPostfix: Bool {
        switch kind {
        case .memberAccessExpr, .functionCallExpr, .subscriptCallExpr, .optionalChainingExpr, .forceUnwrapExpr,
            .genericSpecializationExpr, .declReferenceExpr, .postfixIfConfigExpr:
            true
        default: false
        }
    }

    var isLiteral: Bool {
        switch unwrapped.kind {
        case .arrayExpr, .dictionaryExpr, .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr,
            .booleanLiteralExpr, .tupleExpr, .prefixOperatorExpr:
            true
        default: false
        }
    }
}
