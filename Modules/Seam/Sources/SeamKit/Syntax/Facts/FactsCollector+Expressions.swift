@_spi(RawSyntax) import SwiftSyntax

/// Expressions: the chains in them, those that are written to, and where their values go.
extension FactsCollector {
    mutating func read(_ expression: RawSyntax, expected: Expected) {
        let expression = Self.unwrapped(expression)
        if Self.isPostfix(expression) {
            _ = chain(of: expression, ending: .read, expected: expected)
        } else if let sequence = RawSequenceExprSyntax(expression) {
            readSequence(sequence, expected: expected)
        } else if let path = RawKeyPathExprSyntax(expression) {
            readKeyPath(path, expected: expected)
        } else if let array = RawArrayExprSyntax(expression) {
            // The elements of a literal have the element type of its own type.
            var element = Expected.nothing
            if case .array(let type)? = table.type(at: expected.type) { element = Expected(type: type) }
            for item in Children<RawArrayElementSyntax>(array.elements) { read(item.expression.raw, expected: element) }
        } else if case .dictionary(let type)? = table.type(at: expected.type),
            let content = RawDictionaryExprSyntax(expression)?.content
        {
            for item in Children<RawDictionaryElementSyntax>(RawDictionaryElementListSyntax(content)) {
                read(item.key.raw, expected: .nothing)
                read(item.value.raw, expected: Expected(type: type))
            }
        } else {
            walk(expression)
        }
    }

    mutating func write(_ expression: (some RawSyntaxNodeProtocol)?) {
        guard let expression = expression.map({ Self.unwrapped($0.raw) }) else { return }
        if let tuple = RawTupleExprSyntax(expression) {
            for element in Children<RawLabeledExprSyntax>(tuple.elements) { write(element.expression) }
        } else if Self.isPostfix(expression) {
            _ = chain(of: expression, ending: .write, expected: .nothing)
        } else {
            walk(expression)
        }
    }

    /// Reads an expression whose value gets a name. Returns the chains that the value may come from.
    mutating func values(of expression: RawSyntax, expected: Expected, isStatement: Bool = false) -> [Index] {
        let expression = Self.unwrapped(expression)
        if let call = RawFunctionCallExprSyntax(expression),
            let closure = RawClosureExprSyntax(call.calledExpression)
        {
            for argument in Children<RawLabeledExprSyntax>(call.arguments) {
                read(argument.expression.raw, expected: .nothing)
            }
            return self.closure(closure, type: expected.type)
        }
        if Self.isPostfix(expression) {
            return [chain(of: expression, ending: isStatement ? .read : .alias, expected: expected)]
        }
        if let sequence = RawSequenceExprSyntax(expression) { return values(of: sequence, expected: expected) }
        if let closure = RawClosureExprSyntax(expression) {
            var type: Index = -1
            if case .function(let result)? = table.type(at: expected.type) { type = result }
            _ = self.closure(closure, type: type)
            return []
        }
        read(expression, expected: expected)
        return []
    }

    // MARK: Sequences

    mutating func values(of sequence: RawSequenceExprSyntax, expected: Expected) -> [Index] {
        let elements = elements(of: sequence)
        if elements.contains(where: { Self.isAssignment($0) }) {
            readSequence(elements, expected: expected)
            return []
        }
        if let type = Self.castType(in: elements) { return cast(elements, to: type, ending: .alias) }
        if elements.count == 3, let ternary = RawUnresolvedTernaryExprSyntax(elements[1]) {
            read(elements[0], expected: .nothing)
            return values(of: ternary.thenExpression.raw, expected: expected)
                + values(of: elements[2], expected: expected)
        }
        let operators = elements.compactMap { RawBinaryOperatorExprSyntax($0) }
        if !operators.isEmpty, operators.allSatisfy({ $0.operator.tokenText == "??" }) {
            var found: [Index] = []
            for (offset, element) in elements.enumerated() where offset % 2 == 0 {
                found += values(of: element, expected: offset > 0 ? fallback(for: expected, found: found) : expected)
            }
            return found
        }
        readSequence(elements, expected: expected)
        return []
    }

    /// Returns the type that a sequence is cast to; nil if it doesn't end in a cast.
    static func castType(in elements: [RawSyntax]) -> RawTypeExprSyntax? {
        guard elements.count >= 3, elements[elements.count - 2].kind == .unresolvedAsExpr else { return nil }
        return elements.last.flatMap { RawTypeExprSyntax($0) }
    }

    /// Reads a cast, which preserves the object: `legacy as Service` is the same object. Returns the chain of the result.
    private mutating func cast(
        _ elements: [RawSyntax],
        to type: RawTypeExprSyntax,
        ending: FileFacts.ChainFact.Ending
    ) -> [Index] {
        for element in elements where element.kind == .typeExpr { noteNames(in: element) }
        let base = table.written(ofType: type.type)
        let casts = stride(from: 1, to: elements.count, by: 2)
        guard casts.allSatisfy({ elements[$0].kind == .unresolvedAsExpr }) else {
            for element in elements.dropLast(2) { readElement(element, expected: .nothing) }
            return base >= 0 ? [append(root: .typed, base: base, ending: ending, at: place(of: type))] : []
        }
        let found = values(of: elements[0], expected: .nothing)
        guard base >= 0 else { return found }
        guard let operand = found.first, found.count == 1 else {
            return found.isEmpty ? [append(root: .typed, base: base, ending: ending, at: place(of: type))] : found
        }
        facts.chains[Int(operand)].ending = .base
        let at = place(of: elements[0])
        return [append(root: .typed, base: base, ending: ending, at: at, expected: .chain(operand))]
    }

    /// Returns the chain of what a pattern casts to a type; of a part of what is matched, only the type is known.
    mutating func cast(_ subject: [Index], to type: RawTypeExprSyntax, at place: FileFacts.Place) -> [Index] {
        let base = table.written(ofType: type.type)
        guard base >= 0 else { return subject }
        let expected = subject.count == 1 ? Expected.chain(subject[0]) : .nothing
        return [append(root: .typed, base: base, ending: .alias, at: place, expected: expected)]
    }

    private func fallback(for expected: Expected, found: [Index]) -> Expected {
        if case .nothing = expected, let first = found.first { return .chain(first) }
        return expected
    }

    /// Returns the elements of a sequence, and records what falls back to what in it.
    private mutating func elements(of sequence: RawSequenceExprSyntax) -> [RawSyntax] {
        let elements = Array(Children<RawSyntax>(sequence.elements))
        for (offset, element) in elements.enumerated()
        where offset > 0 && offset + 1 < elements.count
            && RawBinaryOperatorExprSyntax(element)?.operator.tokenText == "??"
        {
            guard let last = elements[offset - 1].lastToken,
                [.identifier, .dollarIdentifier, .keyword].contains(last.rawKind)
            else { continue }
            let name = table.names.index(of: last.rawText.name)
            facts.fallbacks.append(FileFacts.FallbackFact(name: name, place: place(of: elements[offset + 1])))
        }
        return elements
    }

    private mutating func readSequence(_ sequence: RawSequenceExprSyntax, expected: Expected) {
        readSequence(elements(of: sequence), expected: expected)
    }

    private mutating func readSequence(_ elements: [RawSyntax], expected: Expected) {
        if let assignment = elements.firstIndex(where: { Self.isAssignment($0) }) {
            readAssignment(elements, at: assignment)
            return
        }
        guard let first = elements.first else { return }
        if let type = Self.castType(in: elements) {
            _ = cast(elements, to: type, ending: .read)
            return
        }
        let operators = elements.compactMap { RawBinaryOperatorExprSyntax($0)?.operator.tokenText }
        if operators.contains(where: { $0 != "??" }), elements.contains(where: { Self.isComparison($0) }) {
            readComparisons(elements, whole: expected)
            return
        }
        var others = expected
        if case .nothing = expected, Self.isPostfix(Self.unwrapped(first)) {
            others = .chain(chain(of: Self.unwrapped(first), ending: .read, expected: .nothing))
        } else if elements.contains(where: { $0.kind == .unresolvedTernaryExpr }) {
            readElement(first, expected: .nothing)
        } else {
            if !elements.contains(where: { RawBinaryOperatorExprSyntax($0)?.operator.tokenText == "??" }) {
                others = .nothing
            }
            readElement(first, expected: others)
        }
        for element in elements.dropFirst() { readElement(element, expected: others) }
    }

    /// Reads operands, and comparisons among them. Both sides of a comparison have one type, whatever is expected of the whole.
    private mutating func readComparisons(_ elements: [RawSyntax], whole: Expected) {
        var last = Expected.nothing
        for (offset, element) in elements.enumerated() {
            let isChosen = offset > 0 && elements[offset - 1].kind == .unresolvedTernaryExpr
            let isCompared = offset > 0 && Self.isComparison(elements[offset - 1])
            let expected = isChosen || element.kind == .unresolvedTernaryExpr ? whole : isCompared ? last : .nothing
            let operand = Self.unwrapped(element)
            if Self.isPostfix(operand) {
                last = .chain(chain(of: operand, ending: .read, expected: expected))
            } else {
                readElement(element, expected: expected)
                if offset % 2 == 0 { last = .nothing }
            }
        }
    }

    /// Whether both operands have one type.
    private static func isComparison(_ element: RawSyntax) -> Bool {
        switch RawBinaryOperatorExprSyntax(element)?.operator.tokenText {
        case "==", "!=", "===", "!==", "~=", "<", ">", "<=", ">=", "??": true
        default: false
        }
    }

    private mutating func readAssignment(_ elements: [RawSyntax], at assignment: Int) {
        var targetChain: Index?
        if assignment == 1 {
            let only = Self.unwrapped(elements[0])
            if Self.isPostfix(only) {
                let target = chain(of: only, ending: .write, expected: .nothing)
                let fact = facts.chains[Int(target)]
                if fact.root == .binding, fact.steps.count == 0 {
                    facts.bindings[Int(fact.base)].isReassigned = true
                }
                targetChain = target
            } else {
                write(only)
            }
        } else {
            for element in elements[..<assignment] { readElement(element, expected: .nothing) }
        }
        let rest = Array(elements[(assignment + 1)...])
        guard let targetChain, elements[assignment].kind == .assignmentExpr else {
            for element in rest { readElement(element, expected: .nothing) }
            return
        }
        var found: [Index] = []
        if rest.count == 1 {
            found = values(of: rest[0], expected: .chain(targetChain))
        } else if rest.count == 3, RawBinaryOperatorExprSyntax(rest[1])?.operator.tokenText == "??" {
            found =
                values(of: rest[0], expected: .chain(targetChain)) + values(of: rest[2], expected: .chain(targetChain))
        } else if rest.count == 3, let ternary = RawUnresolvedTernaryExprSyntax(rest[1]) {
            readElement(rest[0], expected: .nothing)
            found =
                values(of: ternary.thenExpression.raw, expected: .chain(targetChain))
                + values(of: rest[2], expected: .chain(targetChain))
        } else {
            for element in rest { readElement(element, expected: .nothing) }
        }
        if !found.isEmpty { facts.flows.append(FileFacts.FlowFact(chain: targetChain, values: list(of: found))) }
    }

    private mutating func readElement(_ element: RawSyntax, expected: Expected) {
        switch element.kind {
        case .binaryOperatorExpr, .assignmentExpr, .unresolvedAsExpr, .unresolvedIsExpr: break
        case .typeExpr: noteNames(in: element)
        case .unresolvedTernaryExpr:
            if let ternary = RawUnresolvedTernaryExprSyntax(element) {
                read(ternary.thenExpression.raw, expected: expected)
            }
        default: read(element, expected: expected)
        }
    }

    private static func isAssignment(_ element: RawSyntax) -> Bool {
        if element.kind == .assignmentExpr { return true }
        guard let text = RawBinaryOperatorExprSyntax(element)?.operator.tokenText, text.hasSuffix("=") else {
            return false
        }
        switch text {
        case "==", "!=", "<=", ">=", "===", "!==", "~=": return false
        default: return true
        }
    }

    // MARK: Key paths

    private mutating func readKeyPath(_ path: RawKeyPathExprSyntax, expected: Expected) {
        let first = openSteps.count
        for component in Children<RawKeyPathComponentSyntax>(path.components) {
            if let property = RawKeyPathPropertyComponentSyntax(component.component) {
                let name = index(of: property.declName.baseName)
                openSteps.append(FileFacts.StepFact(kind: .keyPathMember, name: name))
            } else if let call = RawKeyPathSubscriptComponentSyntax(component.component) {
                for argument in Children<RawLabeledExprSyntax>(call.arguments) {
                    read(argument.expression.raw, expected: .nothing)
                }
                openSteps.append(FileFacts.StepFact(kind: .subscriptCall, name: -1))
            }
        }
        guard openSteps.count > first else { return }
        openSteps[first...].reverse()
        noteNames(in: path.root, member: openSteps[openSteps.count - 1].name)
        let base = table.written(ofType: path.root)
        let at = place(of: path)
        _ = append(root: .keyPath, base: base, stepsFrom: first, ending: .read, at: at, expected: expected)
    }

    // MARK: Kinds

    /// Returns the expression without `try`, `await` and parentheses.
    static func unwrapped(_ expression: RawSyntax) -> RawSyntax {
        var current = expression
        while let inner = inner(of: current) { current = inner }
        return current
    }

    private static func inner(of expression: RawSyntax) -> RawSyntax? {
        switch expression.kind {
        case .tryExpr: return RawTryExprSyntax(expression)?.expression.raw
        case .awaitExpr: return RawAwaitExprSyntax(expression)?.expression.raw
        case .unsafeExpr: return RawUnsafeExprSyntax(expression)?.expression.raw
        case .consumeExpr: return RawConsumeExprSyntax(expression)?.expression.raw
        case .copyExpr: return RawCopyExprSyntax(expression)?.expression.raw
        case .tupleExpr:
            var elements = Children<RawLabeledExprSyntax>(RawTupleExprSyntax(expression)?.elements)
            guard let only = elements.next(), elements.next() == nil, only.label == nil else { return nil }
            return only.expression.raw
        default: return nil
        }
    }

    static func isPostfix(_ expression: RawSyntax) -> Bool {
        switch expression.kind {
        case .memberAccessExpr, .functionCallExpr, .subscriptCallExpr, .optionalChainingExpr, .forceUnwrapExpr,
            .genericSpecializationExpr, .declReferenceExpr, .postfixIfConfigExpr:
            true
        default: false
        }
    }

    static func isLiteral(_ expression: RawSyntax) -> Bool {
        switch unwrapped(expression).kind {
        case .arrayExpr, .dictionaryExpr, .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr,
            .booleanLiteralExpr, .tupleExpr, .prefixOperatorExpr:
            true
        default: false
        }
    }
}
