@_spi(RawSyntax) import SwiftSyntax

/// Chains: a root, and the members and calls after it.
extension FactsCollector {
    /// Reads a postfix expression from its end to its root, in a loop, because chains may be longer than the stack is deep.
    mutating func chain(
        of expression: RawSyntax,
        ending: FileFacts.ChainFact.Ending,
        expected: Expected
    ) -> Index {
        let firstStep = openSteps.count
        let firstCall = openCalls.count
        var root = Self.unwrapped(expression)
        while let base = openStep(root) { root = Self.unwrapped(base) }
        let steps = openSteps.count - firstStep
        for call in firstCall..<openCalls.count {
            openCalls[call].step = steps - 1 - (openCalls[call].step - firstStep)
        }
        let index = close(root, stepsFrom: firstStep, ending: ending, expected: expected)
        followCalls(from: firstCall, of: index)
        return index
    }

    /// Opens the last step of an expression. Returns the expression that it is a step from; nil for a root.
    private mutating func openStep(_ expression: RawSyntax) -> RawSyntax? {
        switch expression.kind {
        case .memberAccessExpr:
            guard let access = RawMemberAccessExprSyntax(expression) else { return nil }
            let name = index(of: access.declName.baseName)
            openSteps.append(FileFacts.StepFact(kind: .member, name: name))
            return access.base?.raw
        case .functionCallExpr:
            guard let call = RawFunctionCallExprSyntax(expression) else { return nil }
            if let value = Self.typeOf(call) {
                openSteps.append(FileFacts.StepFact(kind: .metatype, name: -1))
                return value
            }
            openCalls.append(
                OpenCall(
                    step: openSteps.count,
                    arguments: call.arguments,
                    trailing: call.trailingClosure,
                    others: call.additionalTrailingClosures
                )
            )
            let count = (call.arguments.layoutView.children.count) + (call.trailingClosure == nil ? 0 : 1)
            openSteps.append(FileFacts.StepFact(kind: .call, name: -1, arguments: Int16(clamping: count)))
            return call.calledExpression.raw
        case .subscriptCallExpr:
            guard let call = RawSubscriptCallExprSyntax(expression) else { return nil }
            openCalls.append(
                OpenCall(
                    step: openSteps.count,
                    arguments: call.arguments,
                    trailing: call.trailingClosure,
                    others: call.additionalTrailingClosures
                )
            )
            var arguments = Children<RawLabeledExprSyntax>(call.arguments)
            let first = arguments.next()
            if first?.label?.tokenText == "keyPath", arguments.next() == nil, let path = properties(in: first) {
                // `x[keyPath: \.name]` is `x.name`.
                openCalls.removeLast()
                openSteps += path.reversed().map { FileFacts.StepFact(kind: .member, name: $0) }
                return call.calledExpression.raw
            }
            let label = first?.label.map { index(of: $0) } ?? -1
            let count = Int16(clamping: call.arguments.layoutView.children.count)
            openSteps.append(FileFacts.StepFact(kind: .subscriptCall, name: label, arguments: count))
            return call.calledExpression.raw
        case .optionalChainingExpr: return RawOptionalChainingExprSyntax(expression)?.expression.raw
        case .forceUnwrapExpr: return RawForceUnwrapExprSyntax(expression)?.expression.raw
        case .genericSpecializationExpr:
            guard let special = RawGenericSpecializationExprSyntax(expression) else { return nil }
            noteNames(in: special.genericArgumentClause)
            return special.expression.raw
        case .postfixIfConfigExpr:
            // The members in its branches come after the base, whose first member is all that counts.
            return RawPostfixIfConfigExprSyntax(expression)?.base?.raw
        default: return nil
        }
    }

    /// Returns the names in a key path that has only properties; nil for another argument.
    private mutating func properties(in argument: RawLabeledExprSyntax?) -> [Index]? {
        guard let path = argument.flatMap({ RawKeyPathExprSyntax($0.expression.raw) }) else { return nil }
        var found: [Index] = []
        for component in Children<RawKeyPathComponentSyntax>(path.components) {
            if let property = RawKeyPathPropertyComponentSyntax(component.component) {
                found.append(index(of: property.declName.baseName))
            } else if component.component.raw.kind != .keyPathOptionalComponent {
                return nil
            }
        }
        guard let first = found.first, table.name(at: first) != "self" else { return nil }
        noteNames(in: path.root, member: first)
        return found
    }

    /// Returns a chain for what a closure gets that maps a delegate: `app.delegate.map { $0 as? AppDelegate }`,
    /// `scenes.map(\.delegate).compactMap { $0 as? SceneDelegate }`. Other elements have no value that anybody follows.
    private mutating func element(of chain: Index, at call: OpenCall, among calls: [OpenCall]) -> [Index] {
        let fact = facts.chains[Int(chain)]
        func word(of step: Int) -> String {
            step < 0 ? "" : table.name(at: facts.steps[Int(fact.steps.start) + step].name) ?? ""
        }
        let maps = ["map", "flatMap", "compactMap"]
        guard maps.contains(word(of: call.step - 1)) else { return [] }
        var length = call.step - 1
        var path: [Index] = []
        if let earlier = calls.first(where: { $0.step == length - 1 }), maps.contains(word(of: length - 2)) {
            var arguments = Children<RawLabeledExprSyntax>(earlier.arguments)
            path = properties(in: arguments.next()) ?? []
            length -= 2
        }
        guard path.last.flatMap({ table.name(at: $0) }) ?? word(of: length - 1) == "delegate" else { return [] }
        var copy = fact
        let steps = Array(facts.steps[Int(fact.steps.start)..<Int(fact.steps.start) + length])
        copy.steps = FileFacts.Slice(start: Index(facts.steps.count), count: Index(length + path.count))
        facts.steps += steps + path.map { FileFacts.StepFact(kind: .member, name: $0) }
        copy.ending = .copy
        facts.chains.append(copy)
        return [Index(facts.chains.count - 1)]
    }

    /// Returns `x` for `type(of: x)`.
    private static func typeOf(_ call: RawFunctionCallExprSyntax) -> RawSyntax? {
        guard RawDeclReferenceExprSyntax(call.calledExpression)?.baseName.tokenText == "type" else { return nil }
        var arguments = Children<RawLabeledExprSyntax>(call.arguments)
        guard let only = arguments.next(), arguments.next() == nil, only.label?.tokenText == "of" else {
            return nil
        }
        return only.expression.raw
    }

    /// Ends a chain at its root.
    private mutating func close(
        _ root: RawSyntax,
        stepsFrom first: Int,
        ending: FileFacts.ChainFact.Ending,
        expected: Expected
    ) -> Index {
        var alternatives: [Index] = []
        switch root.kind {
        case .declReferenceExpr:
            guard let name = RawDeclReferenceExprSyntax(root)?.baseName else { break }
            return chain(root: index(of: name), at: place(of: root), stepsFrom: first, ending: ending)
        case .typeExpr:
            let type = index(ofType: RawTypeExprSyntax(root)?.type)
            if type >= 0 { return chain(type: type, at: place(of: root), stepsFrom: first, ending: ending) }
            walk(root)
        case .memberAccessExpr:
            let at = place(of: root)
            let base = expected.type
            return append(
                root: .implicit,
                base: base,
                stepsFrom: first,
                ending: ending,
                at: at,
                expected: expected
            )
        case .superExpr:
            return append(
                root: .superValue,
                stepsFrom: first,
                ending: ending,
                at: place(of: root),
                expected: expected
            )
        case .sequenceExpr: alternatives = RawSequenceExprSyntax(root).map { values(of: $0, expected: .nothing) } ?? []
        case .closureExpr: alternatives = RawClosureExprSyntax(root).map { closure($0, type: -1) } ?? []
        // Without a base it contains nothing that counts.
        case .postfixIfConfigExpr: break
        default: walk(root)
        }
        let at = place(of: root)
        guard !alternatives.isEmpty else {
            return append(root: .unknown, stepsFrom: first, ending: ending, at: at, expected: expected)
        }
        let slice = list(of: alternatives)
        for inner in alternatives { facts.chains[Int(inner)].ending = .base }
        let index = append(root: .alternatives, base: slice.start, stepsFrom: first, ending: ending, at: at)
        facts.chains[Int(index)].contextPosition = slice.count
        return index
    }

    /// Returns a chain whose root is a type.
    private mutating func chain(
        type: Index,
        at place: FileFacts.Place,
        stepsFrom first: Int,
        ending: FileFacts.ChainFact.Ending
    ) -> Index {
        switch table.written[Int(type)] {
        case .own: return chain(root: table.selfType, at: place, stepsFrom: first, ending: ending)
        case .named(let path) where table.paths[Int(path)].parent < 0:
            return chain(root: table.paths[Int(path)].name, at: place, stepsFrom: first, ending: ending)
        default: return append(root: .type, base: type, stepsFrom: first, ending: ending, at: place)
        }
    }

    /// Returns a chain whose root is a name.
    mutating func chain(
        root name: Index,
        at place: FileFacts.Place,
        stepsFrom first: Int? = nil,
        ending: FileFacts.ChainFact.Ending
    ) -> Index {
        var name = name
        var ending = ending
        let text = table.names.names[Int(name)]
        if text.utf8.first == Byte.dollar, let second = text.utf8.dropFirst().first, second < 48 || second > 57 {
            // A projected value passes a binding to everything that follows.
            name = index(of: String(text.dropFirst()))
            if openSteps.count > first ?? openSteps.count { ending = .write }
        }
        let kind: FileFacts.ChainFact.Root
        var base: Index = -1
        if name == table.selfValue {
            kind = .selfValue
        } else if name == table.selfType {
            kind = .selfType
        } else if name == table.superValue {
            kind = .superValue
        } else if let found = binding(of: name) {
            kind = .binding
            base = found
        } else if let bound = generics[name] {
            kind = .generic
            base = bound
        } else if let local = localTypes[name] {
            kind = .localType
            base = local
        } else {
            kind = .name
            base = name
            if table.names.capitals[Int(name)] { noteTypes(name, stepsFrom: first) }
        }
        return append(root: kind, base: base, stepsFrom: first, ending: ending, at: place)
    }

    /// Records the paths that a name and the capitalised members after it may stand for. Types from outside the tree are known
    /// only by these paths.
    private mutating func noteTypes(_ root: Index, stepsFrom first: Int?) {
        var row = [root]
        for step in openSteps[(first ?? openSteps.count)...].reversed() {
            guard step.kind == .member, table.names.capitals[Int(step.name)] else { break }
            row.append(step.name)
        }
        _ = table.path(of: row)
        if row.count > 1 { table.noteSuffix(row) }
    }

    /// Records a chain, with the open steps from `first` on, which are then no longer open.
    mutating func append(
        root: FileFacts.ChainFact.Root,
        base: Index = -1,
        stepsFrom first: Int? = nil,
        ending: FileFacts.ChainFact.Ending,
        at place: FileFacts.Place,
        expected: Expected = .nothing
    ) -> Index {
        let start = Index(facts.steps.count)
        if let first, first < openSteps.count {
            facts.steps.append(contentsOf: openSteps[first...].reversed())
            openSteps.removeLast(openSteps.count - first)
        }
        var chain = FileFacts.ChainFact(
            root: root,
            base: base,
            steps: FileFacts.Slice(start: start, count: Index(facts.steps.count) - start),
            scope: scopes.last ?? 0,
            ending: ending,
            place: place
        )
        switch expected {
        case .nothing, .type: break
        case .argument(let outer, let step, let label, let position):
            chain.contextChain = outer
            chain.contextStep = step
            chain.contextLabel = label
            chain.contextPosition = position
        case .chain(let outer):
            chain.contextChain = outer
        }
        facts.chains.append(chain)
        return Index(facts.chains.count - 1)
    }

    /// Returns whether a chain calls a function that only takes the address of a key: `objc_getAssociatedObject(self, &key)`.
    private func readsKeys(_ chain: Index) -> Bool {
        let fact = facts.chains[Int(chain)]
        guard fact.root == .name, fact.steps.count == 1, let name = table.name(at: fact.base) else { return false }
        return ["objc_getAssociatedObject", "objc_setAssociatedObject"].contains(name)
    }

    /// Visits the arguments of a chain's calls, after the chain has an index.
    private mutating func followCalls(from first: Int, of chain: Index) {
        let isKeyed = readsKeys(chain)
        for open in stride(from: openCalls.count - 1, through: first, by: -1) {
            let call = openCalls[open]
            let element = element(of: chain, at: call, among: Array(openCalls[first...]))
            var position: Index = 0
            for argument in Children<RawLabeledExprSyntax>(call.arguments) {
                if !element.isEmpty, let closure = RawClosureExprSyntax(argument.expression) {
                    _ = self.closure(closure, type: -1, element: element)
                    continue
                }
                let label = argument.label.map { index(of: $0) } ?? -1
                // The address of a key changes nothing.
                let key = isKeyed ? RawInOutExprSyntax(argument.expression)?.expression.raw : nil
                read(
                    key ?? argument.expression.raw,
                    expected: .argument(chain: chain, step: Index(call.step), label: label, position: position)
                )
                position += 1
            }
            if let trailing = call.trailing { _ = closure(trailing, type: -1, element: element) }
            for other in Children<RawMultipleTrailingClosureElementSyntax>(call.others) { walk(other.closure) }
        }
        openCalls.removeLast(openCalls.count - first)
    }
}
