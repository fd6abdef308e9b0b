@_spi(RawSyntax) import SwiftSyntax

// Property wrappers: the value of `@Setting(\.name) var name` is that of `Setting(\.name).wrappedValue`.

extension RawAttributeListSyntax {
    /// Records the attributes of a variable. Returns the chain of the value that its outermost wrapper provides; -1 for none.
    ///
    /// - Parameter type: the type that the variable is declared with.
    func recordWrappers(in facts: inout FactsCollector, type: RawTypeSyntax?) -> FileFacts.Index {
        var outermost: FileFacts.Index = -1
        for node in Children<RawSyntax>(self) {
            if let chain = RawAttributeSyntax(node)?.recordWrapper(in: &facts, type: type) {
                if outermost < 0 { outermost = chain }
            } else {
                node.record(in: &facts)
            }
        }
        return outermost
    }
}

extension RawAttributeSyntax {
    fileprivate func recordWrapper(in facts: inout FactsCollector, type: RawTypeSyntax?) -> FileFacts.Index? {
        // The attributes of the language begin with a small letter.
        let name = RawIdentifierTypeSyntax(attributeName)?.name
        guard let name = name ?? RawMemberTypeSyntax(attributeName)?.name else { return nil }
        let number = Int(facts.index(of: name))
        guard facts.table.names.capitals[number] else { return nil }
        let list = arguments.flatMap { RawLabeledExprListSyntax($0) }
        let base = facts.index(ofType: attributeName)
        guard base >= 0, arguments == nil || list != nil else { return nil }
        let all = Array(Children<RawLabeledExprSyntax>(list))
        if facts.table.names.names[number].hasSuffix("DelegateAdaptor") {
            let named = all.first.map { facts.table.written(ofMetatype: $0.expression.raw) }
            let delegate = named ?? facts.table.written(ofType: type)
            if delegate >= 0 { return recordAdaptor(in: &facts, of: base, for: delegate) }
        }
        let first = facts.chains.steps.count
        facts.chains.open(.member, facts.index(of: "wrappedValue"))
        facts.chains.open(.call, arguments: all.count)
        let place = facts.place(of: attributeName)
        let chain = facts.append(root: .type, base: base, stepsFrom: first, ending: .read, at: place)
        for (position, argument) in all.enumerated() {
            let label = argument.label.map { facts.index(of: $0) } ?? -1
            argument.expression.raw.recordValue(
                in: &facts,
                expected: .argument(chain: chain, step: 0, label: label, position: FileFacts.Index(position))
            )
        }
        return chain
    }

    /// Records `@UIApplicationDelegateAdaptor(AppDelegate.self)`: its value is what a cast of the delegate finds.
    private func recordAdaptor(
        in facts: inout FactsCollector,
        of base: FileFacts.Index,
        for delegate: FileFacts.Index
    ) -> FileFacts.Index {
        arguments?.record(in: &facts)
        let first = facts.chains.steps.count
        facts.chains.open(.member, facts.index(of: "delegate"))
        let place = facts.place(of: attributeName)
        let application = facts.append(root: .type, base: base, stepsFrom: first, ending: .base, at: place)
        return facts.append(root: .typed, base: delegate, ending: .read, at: place, expected: .chain(application))
    }
}
