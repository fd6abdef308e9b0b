@_spi(RawSyntax) import SwiftSyntax

/// Types by their names, wherever a type may stand: annotations, generic arguments, casts, imports.
///
/// Names within expressions are the roots of chains.
extension FactsCollector {
    /// Notes every type that a node names.
    ///
    /// - Parameter member: for the root of a key path, the member behind it; else -1.
    mutating func noteNames(in node: (some RawSyntaxNodeProtocol)?, member: Index = -1) {
        if let raw = node?.raw { noteNames(in: raw, member: member) }
    }

    private mutating func noteNames(in node: RawSyntax, member: Index) {
        switch node.kind {
        case .token, .attributeList: break
        case .identifierType:
            guard let type = RawIdentifierTypeSyntax(node) else { break }
            noteName(type.name, qualifier: -1, member: member, at: place(node))
            noteNames(in: type.genericArgumentClause)
        case .memberType:
            guard let type = RawMemberTypeSyntax(node) else { break }
            noteName(type.name, qualifier: index(text(type.baseType)), member: member, at: place(node))
            noteNames(in: type.baseType)
            noteNames(in: type.genericArgumentClause)
        default:
            guard let children = node.layoutView?.children.makeIterator() else { break }
            for child in IteratorSequence(children) {
                if let child { noteNames(in: child, member: -1) }
            }
        }
    }

    /// Notes what an import names within a module: `AccountService` of `import class LegacyAccount.AccountService`.
    mutating func noteImport(_ node: RawImportDeclSyntax) {
        var qualifier: Index = -1
        for component in Children<RawImportPathComponentSyntax>(node.path) {
            if qualifier >= 0 {
                noteName(component.name, qualifier: qualifier, member: -1, at: place(component.name))
            } else {
                qualifier = index(component.name)
            }
        }
    }

    private mutating func noteName(
        _ name: RawTokenSyntax,
        qualifier: Index,
        member: Index,
        at place: FileFacts.Place
    ) {
        facts.typeNames.append(
            FileFacts.TypeNameFact(
                name: index(name),
                qualifier: qualifier,
                member: member,
                scope: scopes.last ?? 0,
                place: place
            )
        )
    }

    /// Returns the text of a node, without the trivia around it.
    func text(_ node: some RawSyntaxNodeProtocol) -> String {
        let raw = node.raw
        let length = raw.byteLength - raw.leadingTriviaByteLength - raw.trailingTriviaByteLength
        guard let start = raw.firstToken?.rawText.baseAddress, length > 0 else { return "" }
        return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
    }
}
