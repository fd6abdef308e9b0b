@_spi(RawSyntax) import SwiftSyntax

/// Operands with operators between them, in the order of the text: assignments, casts, fallbacks, comparisons.
struct OperandSequence {
    private let elements: [RawSyntax]

    init(_ elements: [RawSyntax]) { self.elements = elements }

    /// Creates the sequence of a node, and records what falls back to what in it.
    init(_ node: RawSequenceExprSyntax, in facts: inout FactsCollector) {
        elements = Array(Children<RawSyntax>(node.elements))
        for (offset, element) in elements.enumerated()
        where offset > 0 && offset + 1 < elements.count && element.isFallback {
            guard let last = elements[offset - 1].lastToken,
                [.identifier, .dollarIdentifier, .keyword].contains(last.rawKind)
            else { continue }
            let name = facts.table.names.index(of: last.rawText.name)
            let place = facts.place(of: elements[offset + 1])
            facts.tables.fallbacks.append(FileFacts.FallbackFact(name: name, place: place))
        }
    }

    /// The type that the sequence is cast to; nil if it doesn't end in a cast.
    var castType: RawTypeExprSyntax? {
        guard elements.count >= 3, elements[elements.count - 2].kind == .unresolvedAsExpr else { return nil }
        return elements.last.flatMap { RawTypeExprSyntax($0) }
    }

    /// The operators, without assignments, casts and ternary ones.
    private var operators: [SyntaxText] { elements.compactMap { RawBinaryOperatorExprSyntax($0)?.operator.tokenText } }

    private var assignment: Int? { elements.firstIndex { $0.isAssignment } }

    // MARK: Values

    /// Records a sequence whose value gets a name. Returns the chains that the value may come from.
    func recordValues(in facts: inout FactsCollector, expected: FactsCollector.Expected) -> [FileFacts.Index] {
        if assignment != nil {
            record(in: &facts, expected: expected)
            return []
        }
        if let castType { return recordCast(in: &facts, to: castType, ending: .alias) }
        if elements.count == 3, let ternary = RawUnresolvedTernaryExprSyntax(elements[1]) {
            elements[0].recordValue(in: &facts)
            return ternary.thenExpression.raw.recordValues(in: &facts, expected: expected)
                + elements[2].recordValues(in: &facts, expected: expected)
        }
        let operators = operators
        if !operators.isEmpty, operators.allSatisfy({ $0 == "??" }) {
            var found: [FileFacts.Index] = []
            for (offset, element) in elements.enumerated() where offset % 2 == 0 {
                var other = expected
                if offset > 0, case .nothing = expected, let first = found.first { other = .chain(first) }
                found += element.recordValues(in: &facts, expected: other)
            }
            return found
        }
        record(in: &facts, expected: expected)
        return []
    }

    /// Records a cast, which preserves the object: `legacy as Service` is the same object. Returns the chain of the result.
    private func recordCast(
        in facts: inout FactsCollector,
        to type: RawTypeExprSyntax,
        ending: FileFacts.ChainFact.Ending
    ) -> [FileFacts.Index] {
        for element in elements where element.kind == .typeExpr { element.recordNames(in: &facts) }
        let base = facts.table.written(ofType: type.type)
        let casts = stride(from: 1, to: elements.count, by: 2)
        guard casts.allSatisfy({ elements[$0].kind == .unresolvedAsExpr }) else {
            for element in elements.dropLast(2) { element.recordOperand(in: &facts) }
            return base >= 0 ? [facts.append(root: .typed, base: base, ending: ending, at: facts.place(of: type))] : []
        }
        let found = elements[0].recordValues(in: &facts)
        guard base >= 0 else { return found }
        guard let operand = found.first, found.count == 1 else {
            guard found.isEmpty else { return found }
            return [facts.append(root: .typed, base: base, ending: ending, at: facts.place(of: type))]
        }
        facts.tables.chains[Int(operand)].ending = .base
        let place = facts.place(of: elements[0])
        return [facts.append(root: .typed, base: base, ending: ending, at: place, expected: .chain(operand))]
    }

    // MARK: Reading

    func record(in facts: inout FactsCollector, expected: FactsCollector.Expected) {
        if let assignment {
            recordAssignment(in: &facts, at: assignment)
            return
        }
        guard let first = elements.first else { return }
        if let castType {
            _ = recordCast(in: &facts, to: castType, ending: .read)
            return
        }
        let operators = operators
        if operators.contains(where: { $0 != "??" }), elements.contains(where: \.isComparison) {
            recordComparisons(in: &facts, whole: expected)
            return
        }
        var others = expected
        if case .nothing = expected, first.unwrapped.isPostfix {
            others = .chain(first.unwrapped.recordChain(in: &facts, ending: .read))
        } else if elements.contains(where: { $0.kind == .unresolvedTernaryExpr }) {
            first.recordOperand(in: &facts)
        } else {
            if !operators.contains("??") { others = .nothing }
            first.recordOperand(in: &facts, expected: others)
        }
        for element in elements.dropFirst() { element.recordOperand(in: &facts, expected: others) }
    }

    /// Records operands, and comparisons among them. Both sides of a comparison have one type, whatever is expected of the whole.
    private func recordComparisons(in facts: inout FactsCollector, whole: FactsCollector.Expected) {
        var last = FactsCollector.Expected.nothing
        for (offset, element) in elements.enumerated() {
            let isChosen = offset > 0 && elements[offset - 1].kind == .unresolvedTernaryExpr
            let isCompared = offset > 0 && elements[offset - 1].isComparison
            let expected = isChosen || element.kind == .unresolvedTernaryExpr ? whole : isCompared ? last : .nothing
            let operand = element.unwrapped
            if operand.isPostfix {
                last = .chain(operand.recordChain(in: &facts, ending: .read, expected: expected))
            } else {
                element.recordOperand(in: &facts, expected: expected)
                if offset % 2 == 0 { last = .nothing }
            }
        }
    }

    private func recordAssignment(in facts: inout FactsCollector, at assignment: Int) {
        let target = recordTarget(in: &facts, before: assignment)
        let rest = Array(elements[(assignment + 1)...])
        guard let target, elements[assignment].kind == .assignmentExpr else {
            for element in rest { element.recordOperand(in: &facts) }
            return
        }
        let expected = FactsCollector.Expected.chain(target)
        var found: [FileFacts.Index] = []
        if rest.count == 1 {
            found = rest[0].recordValues(in: &facts, expected: expected)
        } else if rest.count == 3, rest[1].isFallback {
            found = rest[0].recordValues(in: &facts, expected: expected)
            found += rest[2].recordValues(in: &facts, expected: expected)
        } else if rest.count == 3, let ternary = RawUnresolvedTernaryExprSyntax(rest[1]) {
            rest[0].recordOperand(in: &facts)
            found = ternary.thenExpression.raw.recordValues(in: &facts, expected: expected)
            found += rest[2].recordValues(in: &facts, expected: expected)
        } else {
            for element in rest { element.recordOperand(in: &facts) }
        }
        guard !found.isEmpty else { return }
        let values = facts.list(of: found)
        facts.tables.flows.append(FileFacts.FlowFact(chain: target, values: values))
    }

    /// Records what is assigned to. Returns its chain, if it is one.
    private func recordTarget(in facts: inout FactsCollector, before assignment: Int) -> FileFacts.Index? {
        guard assignment == 1 else {
            for element in elements[..<assignment] { element.recordOperand(in: &facts) }
            return nil
        }
        let only = elements[0].unwrapped
        guard only.isPostfix else {
            only.recordWrite(in: &facts)
            return nil
        }
        let target = only.recordChain(in: &facts, ending: .write)
        let fact = facts.tables.chains[Int(target)]
        if fact.root == .binding, fact.steps.count == 0 {
            facts.tables.bindings[Int(fact.base)].isReassigned = true
        }
        return target
    }
}

extension RawSyntax {
    /// Records an operand or an operator of a sequence.
    fileprivate func recordOperand(in facts: inout FactsCollector, expected: FactsCollector.Expected = .nothing) {
        switch kind {
        case .binaryOperatorExpr, .assignmentExpr, .unresolvedAsExpr, .unresolvedIsExpr: break
        case .typeExpr: recordNames(in: &facts)
        case .unresolvedTernaryExpr:
            RawUnresolvedTernaryExprSyntax(self)?.thenExpression.raw.recordValue(in: &facts, expected: expected)
        default: recordValue(in: &facts, expected: expected)
        }
    }

    fileprivate var isFallback: Bool { RawBinaryOperatorExprSyntax(self)?.operator.tokenText == "??" }

    /// Whether both operands have one type.
    fileprivate var isComparison: Bool {
        switch RawBinaryOperatorExprSyntax(self)?.operator.tokenText {
        case "==", "!=", "===", "!==", "~=", "<", ">", "<=", ">=", "??": true
        default: false
        }
    }

    fileprivate var isAssignment: Bool {
        if kind == .assignmentExpr { return true }
        guard let text = RawBinaryOperatorExprSyntax(self)?.operator.tokenText, text.hasSuffix("=") else {
            return false
        }
        switch text {
        case "==", "!=", "<=", ">=", "===", "!==", "~=": return false
        default: return true
        }
    }
}
