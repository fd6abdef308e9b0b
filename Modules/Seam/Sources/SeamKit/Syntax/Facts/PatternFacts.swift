@_spi(RawSyntax) import SwiftSyntax

// The local names that patterns bind.

extension RawPatternBindingSyntax {
    /// Records a local variable or constant.
    func recordLocal(in facts: inout FactsCollector, isVariable: Bool, isWrapped: Bool) {
        let type = facts.index(ofType: typeAnnotation?.type)
        let expected = FactsCollector.Expected(type: type)
        let value = initializer?.value.raw
        if let name = RawIdentifierPatternSyntax(pattern) {
            let values = value?.recordValues(in: &facts, expected: expected) ?? []
            _ = accessorBlock?.record(in: &facts, type: type)
            facts.declare(
                facts.index(of: name.identifier),
                type: type,
                values: values,
                isVariable: isVariable,
                isWrapped: isWrapped
            )
        } else if let names = RawTuplePatternSyntax(pattern), let parts = value.flatMap({ RawTupleExprSyntax($0) }) {
            let patterns = Array(Children<RawTuplePatternElementSyntax>(names.elements))
            let values = Array(Children<RawLabeledExprSyntax>(parts.elements))
            guard patterns.count == values.count else {
                parts.raw.recordValue(in: &facts, expected: expected)
                pattern.declareNames(in: &facts)
                return
            }
            let found = values.map { $0.expression.raw.recordValues(in: &facts) }
            for (element, values) in zip(patterns, found) {
                if let name = RawIdentifierPatternSyntax(element.pattern) {
                    facts.declare(facts.index(of: name.identifier), values: values)
                } else {
                    element.pattern.declareNames(in: &facts)
                }
            }
        } else {
            value?.recordValue(in: &facts, expected: expected)
            pattern.declareNames(in: &facts)
        }
    }
}

extension RawSyntaxNodeProtocol {
    /// Declares the names in a pattern, and records the expressions in it.
    ///
    /// - Parameter subject: the chains of what is matched; none for a part of it.
    func declareNames(in facts: inout FactsCollector, of subject: [FileFacts.Index] = []) {
        let pattern = raw
        switch pattern.kind {
        case .token: break
        case .identifierPattern:
            if let name = RawIdentifierPatternSyntax(pattern) {
                facts.declare(facts.index(of: name.identifier), values: subject)
            }
        case .identifierType, .memberType: pattern.recordNames(in: &facts)
        case .memberAccessExpr, .declReferenceExpr, .closureExpr:
            pattern.recordValue(in: &facts, expected: FactsCollector.Expected(oneOf: subject))
        case .sequenceExpr:
            // `case let name as Service`
            let elements = Array(Children<RawSyntax>(RawSequenceExprSyntax(pattern)?.elements))
            guard elements.count == 3, let type = OperandSequence(elements).castType else { fallthrough }
            type.type.recordNames(in: &facts)
            let found = type.recordPattern(in: &facts, of: subject, at: facts.place(of: pattern))
            elements[0].declareNames(in: &facts, of: found)
        default:
            // `let` around a whole pattern puts its names into a pattern expression.
            guard let children = pattern.layoutView?.children.makeIterator() else { break }
            let isWhole = pattern.isWholePattern
            for child in IteratorSequence(children) { child?.declareNames(in: &facts, of: isWhole ? subject : []) }
        }
    }
}

extension RawTypeExprSyntax {
    /// Records the chain of what a pattern casts to this type. Of a part of what is matched, only the type is known.
    fileprivate func recordPattern(
        in facts: inout FactsCollector,
        of subject: [FileFacts.Index],
        at place: FileFacts.Place
    ) -> [FileFacts.Index] {
        let base = facts.table.written(ofType: type)
        guard base >= 0 else { return subject }
        let expected = FactsCollector.Expected(oneOf: subject)
        return [facts.append(root: .typed, base: base, ending: .alias, at: place, expected: expected)]
    }
}

extension RawSyntax {
    /// Whether what is in a pattern matches the whole subject, or what is in it as an optional.
    fileprivate var isWholePattern: Bool {
        switch kind {
        case .valueBindingPattern, .expressionPattern, .patternExpr, .optionalChainingExpr: return true
        case .tupleExpr, .tuplePattern:
            let elements = RawTupleExprSyntax(self)?.elements.raw ?? RawTuplePatternSyntax(self)?.elements.raw
            return elements?.layoutView?.children.count == 1
        case .labeledExprList, .tuplePatternElementList, .labeledExpr, .tuplePatternElement: return true
        case .functionCallExpr:
            let callee = RawFunctionCallExprSyntax(self).flatMap { RawMemberAccessExprSyntax($0.calledExpression) }
            return callee?.declName.baseName.tokenText == "some"
        default: return false
        }
    }
}
