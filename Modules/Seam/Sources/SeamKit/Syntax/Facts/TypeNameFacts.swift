@_spi(RawSyntax) import SwiftSyntax

// Types by their names, wherever a type may stand: annotations, generic arguments, casts, imports. Names within expressions are
// the roots of chains.

extension FactsCollector {
    /// Records the names in a type, and returns its written type; -1 for one without a name, and for none.
    mutating func index(ofType type: RawTypeSyntax?) -> Index {
        type?.raw.recordNames(in: &self)
        return table.written(ofType: type)
    }

    fileprivate mutating func note(
        _ name: RawTokenSyntax,
        qualifier: Index = -1,
        member: Index = -1,
        at place: FileFacts.Place
    ) {
        tables.typeNames.append(
            FileFacts.TypeNameFact(
                name: index(of: name),
                qualifier: qualifier,
                member: member,
                scope: scopes.scope,
                place: place
            )
        )
    }
}

extension RawSyntaxNodeProtocol {
    /// Records every type that a node names.
    ///
    /// - Parameters:
    ///   - member: for the root of a key path, the member behind it; else -1.
    ///   - place: where the node begins, if that is known. In a chain, all types begin at the same place, and to look for it in
    ///     each takes a time by the square.
    func recordNames(
        in facts: inout FactsCollector,
        member: FileFacts.Index = -1,
        at place: FileFacts.Place? = nil
    ) {
        let node = raw
        switch node.kind {
        case .token, .attributeList: break
        case .identifierType:
            guard let type = RawIdentifierTypeSyntax(node) else { break }
            facts.note(type.name, member: member, at: place ?? facts.place(of: node))
            type.genericArgumentClause?.recordNames(in: &facts)
        case .memberType:
            guard let type = RawMemberTypeSyntax(node) else { break }
            let place = place ?? facts.place(of: node)
            // Nobody writes longer ones, and each would be stored.
            let qualifier = type.baseType.raw.byteLength > 1_000 ? -1 : facts.index(of: type.baseType.raw.text)
            facts.note(type.name, qualifier: qualifier, member: member, at: place)
            type.baseType.recordNames(in: &facts, at: place)
            type.genericArgumentClause?.recordNames(in: &facts)
        default:
            guard let children = node.layoutView?.children.makeIterator() else { break }
            for child in IteratorSequence(children) { child?.recordNames(in: &facts) }
        }
    }
}

extension RawSyntax {
    /// The text, without the trivia around it.
    var text: String {
        let length = byteLength - leadingTriviaByteLength - trailingTriviaByteLength
        guard let start = firstToken?.rawText.baseAddress, length > 0 else { return "" }
        return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
    }
}

extension RawImportDeclSyntax {
    /// Records what an import names within a module: `AccountService` of `import class LegacyAccount.AccountService`.
    func record(in facts: inout FactsCollector) {
        var qualifier: FileFacts.Index = -1
        for component in Children<RawImportPathComponentSyntax>(path) {
            if qualifier >= 0 {
                facts.note(component.name, qualifier: qualifier, at: facts.place(of: component.name))
            } else {
                qualifier = facts.index(of: component.name)
            }
        }
    }
}
