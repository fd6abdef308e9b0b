@_spi(RawSyntax) import SwiftSyntax

// Chains: a root, and the members and calls after it.

extension RawSyntax {
    /// Records a postfix expression, from its end to its root, in a loop, because chains may be longer than the stack is deep.
    func recordChain(
        in facts: inout FactsCollector,
        ending: FileFacts.ChainFact.Ending,
        expected: FactsCollector.Expected = .nothing
    ) -> FileFacts.Index {
        let (firstStep, firstCall) = (facts.chains.steps.count, facts.chains.calls.count)
        var root = unwrapped
        while let base = root.openStep(in: &facts) { root = base.unwrapped }
        facts.chains.numberCalls(from: firstCall)
        let index = root.recordRoot(in: &facts, stepsFrom: firstStep, ending: ending, expected: expected)
        facts.recordCalls(from: firstCall, of: index)
        return index
    }

    /// Opens the last step of an expression. Returns the expression that it is a step from; nil for a root.
    private func openStep(in facts: inout FactsCollector) -> RawSyntax? {
        switch kind {
        case .memberAccessExpr:
            guard let access = RawMemberAccessExprSyntax(self) else { return nil }
            facts.chains.open(.member, facts.index(of: access.declName.baseName))
            return access.base?.raw
        case .functionCallExpr: return RawFunctionCallExprSyntax(self)?.openStep(in: &facts)
        case .subscriptCallExpr: return RawSubscriptCallExprSyntax(self)?.openStep(in: &facts)
        case .optionalChainingExpr: return RawOptionalChainingExprSyntax(self)?.expression.raw
        case .forceUnwrapExpr: return RawForceUnwrapExprSyntax(self)?.expression.raw
        case .genericSpecializationExpr:
            guard let special = RawGenericSpecializationExprSyntax(self) else { return nil }
            special.genericArgumentClause.recordNames(in: &facts)
            return special.expression.raw
        case .postfixIfConfigExpr:
            // The members in its branches come after the base, whose first member is all that counts.
            return RawPostfixIfConfigExprSyntax(self)?.base?.raw
        default: return nil
        }
    }

    /// Records a chain, whose root this is.
    private func recordRoot(
        in facts: inout FactsCollector,
        stepsFrom first: Int,
        ending: FileFacts.ChainFact.Ending,
        expected: FactsCollector.Expected
    ) -> FileFacts.Index {
        var alternatives: [FileFacts.Index] = []
        let place = facts.place(of: self)
        switch kind {
        case .declReferenceExpr:
            guard let name = RawDeclReferenceExprSyntax(self)?.baseName else { break }
            return facts.append(root: facts.index(of: name), stepsFrom: first, ending: ending, at: place)
        case .typeExpr:
            let type = facts.index(ofType: RawTypeExprSyntax(self)?.type)
            if type >= 0 { return facts.append(type: type, stepsFrom: first, ending: ending, at: place) }
            record(in: &facts)
        case .memberAccessExpr:
            return facts.append(
                root: .implicit,
                base: expected.type,
                stepsFrom: first,
                ending: ending,
                at: place,
                expected: expected
            )
        case .superExpr:
            return facts.append(root: .superValue, stepsFrom: first, ending: ending, at: place, expected: expected)
        case .sequenceExpr:
            guard let sequence = RawSequenceExprSyntax(self) else { break }
            alternatives = OperandSequence(sequence, in: &facts).recordValues(in: &facts, expected: .nothing)
        case .closureExpr: alternatives = RawClosureExprSyntax(self)?.recordClosure(in: &facts) ?? []
        // Without a base it contains nothing that counts.
        case .postfixIfConfigExpr: break
        default: record(in: &facts)
        }
        guard !alternatives.isEmpty else {
            return facts.append(root: .unknown, stepsFrom: first, ending: ending, at: place, expected: expected)
        }
        let slice = facts.list(of: alternatives)
        for inner in alternatives { facts.tables.chains[Int(inner)].ending = .base }
        let index = facts.append(
            root: .alternatives,
            base: slice.start,
            stepsFrom: first,
            ending: ending,
            at: place
        )
        facts.tables.chains[Int(index)].contextPosition = slice.count
        return index
    }
}

extension RawFunctionCallExprSyntax {
    fileprivate func openStep(in facts: inout FactsCollector) -> RawSyntax {
        if let typed {
            facts.chains.open(.metatype)
            return typed
        }
        facts.chains.openCall(arguments, trailingClosure, additionalTrailingClosures)
        let count = arguments.layoutView.children.count + (trailingClosure == nil ? 0 : 1)
        facts.chains.open(.call, arguments: count)
        return calledExpression.raw
    }

    /// The `x` of `type(of: x)`.
    private var typed: RawSyntax? {
        guard RawDeclReferenceExprSyntax(calledExpression)?.baseName.tokenText == "type" else { return nil }
        var all = Children<RawLabeledExprSyntax>(arguments)
        guard let only = all.next(), all.next() == nil, only.label?.tokenText == "of" else { return nil }
        return only.expression.raw
    }
}

extension RawSubscriptCallExprSyntax {
    fileprivate func openStep(in facts: inout FactsCollector) -> RawSyntax {
        var all = Children<RawLabeledExprSyntax>(arguments)
        let first = all.next()
        if first?.label?.tokenText == "keyPath", all.next() == nil, let path = first?.properties(in: &facts) {
            // `x[keyPath: \.name]` is `x.name`.
            for name in path.reversed() { facts.chains.open(.member, name) }
            return calledExpression.raw
        }
        facts.chains.openCall(arguments, trailingClosure, additionalTrailingClosures)
        let label = first?.label.map { facts.index(of: $0) } ?? -1
        facts.chains.open(.subscriptCall, label, arguments: arguments.layoutView.children.count)
        return calledExpression.raw
    }
}

extension RawLabeledExprSyntax {
    /// Records a key path that has only properties, and returns their names; nil for another argument.
    fileprivate func properties(in facts: inout FactsCollector) -> [FileFacts.Index]? {
        guard let path = RawKeyPathExprSyntax(expression.raw) else { return nil }
        var found: [FileFacts.Index] = []
        for component in Children<RawKeyPathComponentSyntax>(path.components) {
            if let property = RawKeyPathPropertyComponentSyntax(component.component) {
                found.append(facts.index(of: property.declName.baseName))
            } else if component.component.raw.kind != .keyPathOptionalComponent {
                return nil
            }
        }
        guard let first = found.first, facts.table.name(at: first) != "self" else { return nil }
        path.root?.recordNames(in: &facts, member: first)
        return found
    }
}

extension FactsCollector {
    /// Records a chain whose root is a type.
    fileprivate mutating func append(
        type: Index,
        stepsFrom first: Int,
        ending: FileFacts.ChainFact.Ending,
        at place: FileFacts.Place
    ) -> Index {
        switch table.written[Int(type)] {
        case .own: return append(root: table.selfType, stepsFrom: first, ending: ending, at: place)
        case .named(let path) where table.paths[Int(path)].parent < 0:
            return append(root: table.paths[Int(path)].name, stepsFrom: first, ending: ending, at: place)
        default: return append(root: .type, base: type, stepsFrom: first, ending: ending, at: place)
        }
    }

    /// Records the arguments of a chain's calls, after the chain has an index.
    fileprivate mutating func recordCalls(from first: Int, of chain: Index) {
        let isKeyed = readsKeys(chain)
        for open in stride(from: chains.calls.count - 1, through: first, by: -1) {
            let call = chains.calls[open]
            let element = element(of: chain, at: call, among: Array(chains.calls[first...]))
            var position: Index = 0
            for argument in Children<RawLabeledExprSyntax>(call.arguments) {
                if !element.isEmpty, let closure = RawClosureExprSyntax(argument.expression) {
                    _ = closure.recordClosure(in: &self, element: element)
                    continue
                }
                let label = argument.label.map { index(of: $0) } ?? -1
                // The address of a key changes nothing.
                let key = isKeyed ? RawInOutExprSyntax(argument.expression)?.expression.raw : nil
                (key ?? argument.expression.raw).recordValue(
                    in: &self,
                    expected: .argument(chain: chain, step: Index(call.step), label: label, position: position)
                )
                position += 1
            }
            _ = call.trailing?.recordClosure(in: &self, element: element)
            for other in Children<RawMultipleTrailingClosureElementSyntax>(call.others) {
                _ = other.closure.recordClosure(in: &self)
            }
        }
        chains.closeCalls(from: first)
    }

    /// Returns whether a chain calls a function that only takes the address of a key: `objc_getAssociatedObject(self, &key)`.
    private func readsKeys(_ chain: Index) -> Bool {
        let fact = tables.chains[Int(chain)]
        guard fact.root == .name, fact.steps.count == 1, let name = table.name(at: fact.base) else { return false }
        return ["objc_getAssociatedObject", "objc_setAssociatedObject"].contains(name)
    }

    /// Returns a chain for what a closure gets that maps a delegate: `app.delegate.map { $0 as? AppDelegate }`,
    /// `scenes.map(\.delegate).compactMap { $0 as? SceneDelegate }`. Other elements have no value that anybody follows.
    private mutating func element(
        of chain: Index,
        at call: OpenChains.Call,
        among calls: [OpenChains.Call]
    ) -> [Index] {
        let fact = tables.chains[Int(chain)]
        func word(of step: Int) -> String {
            step < 0 ? "" : table.name(at: tables.steps[Int(fact.steps.start) + step].name) ?? ""
        }
        let maps = ["map", "flatMap", "compactMap"]
        guard maps.contains(word(of: call.step - 1)) else { return [] }
        var length = call.step - 1
        var path: [Index] = []
        if let earlier = calls.first(where: { $0.step == length - 1 }), maps.contains(word(of: length - 2)) {
            var arguments = Children<RawLabeledExprSyntax>(earlier.arguments)
            path = arguments.next()?.properties(in: &self) ?? []
            length -= 2
        }
        guard path.last.flatMap({ table.name(at: $0) }) ?? word(of: length - 1) == "delegate" else { return [] }
        var copy = fact
        let steps = Array(tables.steps[Int(fact.steps.start)..<Int(fact.steps.start) + length])
        copy.steps = FileFacts.Slice(start: Index(tables.steps.count), count: Index(length + path.count))
        tables.steps += steps + path.map { FileFacts.StepFact(kind: .member, name: $0) }
        copy.ending = .copy
        tables.chains.append(copy)
        return [Index(tables.chains.count - 1)]
    }
}
