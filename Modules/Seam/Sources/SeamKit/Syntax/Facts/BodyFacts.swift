@_spi(RawSyntax) import SwiftSyntax

extension RawAccessorBlockSyntax {
    /// Records accessors. Returns the chains that the getter returns.
    func record(in facts: inout FactsCollector, type: FileFacts.Index) -> [FileFacts.Index] {
        if let statements = RawCodeBlockItemListSyntax(accessors) {
            return statements.recordFunction(in: &facts, returning: type)
        }
        var returned: [FileFacts.Index] = []
        for accessor in Children<RawAccessorDeclSyntax>(RawAccessorDeclListSyntax(accessors)) {
            guard let body = accessor.body else { continue }
            let kind = accessor.accessorSpecifier.tokenText
            let outer = facts.scopes.names
            if let parameter = accessor.parameters?.name {
                facts.declare(facts.index(of: parameter), type: type, isParameter: true)
            } else if kind == "set" || kind == "willSet" {
                facts.declare(facts.index(of: "newValue"), type: type, isParameter: true)
            } else if kind == "didSet" {
                facts.declare(facts.index(of: "oldValue"), type: type, isParameter: true)
            }
            let isGetter = kind == "get"
            let found = body.statements.recordFunction(in: &facts, returning: isGetter ? type : -1)
            if isGetter { returned = found }
            facts.scopes.forgetNames(since: outer)
        }
        return returned
    }
}

extension RawCodeBlockItemListSyntax {
    /// Records the body of a function or closure. Returns the chains that it returns.
    func recordFunction(in facts: inout FactsCollector, returning type: FileFacts.Index = -1) -> [FileFacts.Index] {
        facts.bodies.enterFunction(returning: type)
        facts.inBody { facts in
            var items = Children<RawCodeBlockItemSyntax>(self)
            if let only = items.next(), items.next() == nil, only.item.is(RawExprSyntax.self) {
                let expected = FactsCollector.Expected(type: type)
                let found = only.item.raw.recordValues(in: &facts, expected: expected, isStatement: type < 0)
                facts.bodies.noteReturn(found)
            } else {
                record(in: &facts)
            }
        }
        return facts.bodies.leaveFunction()
    }
}

extension RawClosureExprSyntax {
    /// Records a closure. Returns the chains that it returns.
    ///
    /// - Parameters:
    ///   - type: the type that it is expected to return; -1 for none.
    ///   - element: the chains that its first parameter may come from.
    func recordClosure(
        in facts: inout FactsCollector,
        returning type: FileFacts.Index = -1,
        element: [FileFacts.Index] = []
    ) -> [FileFacts.Index] {
        let captured = recordCaptures(in: &facts)
        let outer = facts.scopes.names
        for (name, values) in captured { facts.declare(name, values: values) }
        declareParameters(in: &facts, element: element)
        let wasMapping = facts.bodies.enterClosure(isMapping: !element.isEmpty)
        let returned = facts.index(ofType: signature?.returnClause?.type)
        signature?.effectSpecifiers?.recordNames(in: &facts)
        let found = statements.recordFunction(in: &facts, returning: returned >= 0 ? returned : type)
        facts.scopes.forgetNames(since: outer)
        facts.bodies.leaveClosure(wasMapping: wasMapping)
        return found
    }

    /// Records what is captured. Returns the names that are bound to values, with the chains of these.
    private func recordCaptures(in facts: inout FactsCollector) -> [(FileFacts.Index, [FileFacts.Index])] {
        guard let signature else { return [] }
        var captured: [(FileFacts.Index, [FileFacts.Index])] = []
        signature.attributes.record(in: &facts)
        for capture in Children<RawClosureCaptureSyntax>(signature.capture?.items) {
            let name = facts.index(of: capture.name)
            guard name != facts.table.selfValue else { continue }
            if let value = capture.initializer?.value {
                captured.append((name, value.raw.recordValues(in: &facts)))
            } else if capture.specifier == nil {
                _ = facts.append(root: name, ending: .read, at: facts.place(of: capture.name))
            }
        }
        return captured
    }

    private func declareParameters(in facts: inout FactsCollector, element: [FileFacts.Index]) {
        let parameters = signature?.parameterClause
        if let names = parameters.flatMap({ RawClosureShorthandParameterListSyntax($0) }) {
            for (place, parameter) in Children<RawClosureShorthandParameterSyntax>(names).enumerated() {
                let name = facts.index(of: parameter.name)
                facts.declare(name, values: place == 0 ? element : [], isParameter: true)
            }
        } else if let clause = parameters.flatMap({ RawClosureParameterClauseSyntax($0) }) {
            for parameter in Children<RawClosureParameterSyntax>(clause.parameters) {
                let type = facts.index(ofType: parameter.type)
                let name = facts.index(of: parameter.secondName ?? parameter.firstName)
                facts.declare(name, type: type, isParameter: true)
            }
        } else if !element.isEmpty || facts.bodies.isMapping {
            // A closure in one that maps has a first parameter of its own.
            facts.declare(facts.index(of: "$0"), values: element, isParameter: true)
        }
    }
}
