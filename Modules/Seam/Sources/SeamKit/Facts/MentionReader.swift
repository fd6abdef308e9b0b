/// Finds out where a file names some types, and which of them it declares.
struct MentionReader {
    typealias Index = FileFacts.Index

    let facts: FileFacts
    /// Types, without the types around them.
    let types: Set<String>

    /// A mention, and the scope that it is in.
    struct ScopedMention {
        var mention: Mention
        var scope: Index
    }

    /// Returns the places that name one of the types, in order of place.
    func mentions() -> [ScopedMention] {
        // Most names have another length, which is known without a look at their bytes.
        let lengths = Set(types.map(\.utf8.count))
        let named = facts.names.enumerated().filter {
            lengths.contains($0.element.utf8.count) && types.contains($0.element)
        }
        let wanted = Set(named.map { Index($0.offset) })
        guard !wanted.isEmpty else { return [] }
        var found: [Named: ScopedMention] = [:]
        for fact in facts.typeNames where wanted.contains(fact.name) {
            let (line, column) = facts.location(of: fact.place)
            let mention = Mention(
                name: facts.names[Int(fact.name)],
                qualifier: facts.name(at: fact.qualifier) ?? "",
                member: facts.name(at: fact.member) ?? "",
                enclosing: facts.enclosing(fact.scope),
                line: line,
                column: column
            )
            found[Named(name: fact.name, place: fact.place)] = ScopedMention(mention: mention, scope: fact.scope)
        }
        for chain in facts.chains where chain.root == .name {
            // A place within an expression says more than the type that stands there.
            for (name, mention) in mentions(in: chain, of: wanted) {
                found[Named(name: name, place: chain.place)] = ScopedMention(mention: mention, scope: chain.scope)
            }
        }
        return found.values.sorted { left, right in
            let (left, right) = (left.mention, right.mention)
            return (left.line, left.column, left.name) < (right.line, right.column, right.name)
        }
    }

    private struct Named: Hashable {
        var name: Index
        var place: FileFacts.Place
    }

    /// `LegacyAccount.AccountService.shared`: a type, what stands before it, and the member behind it.
    private func mentions(in chain: FileFacts.ChainFact, of wanted: Set<Index>) -> [(Index, Mention)] {
        let steps = facts.steps[chain.steps.indices]
        let row = [chain.base] + steps.prefix { $0.kind == .member }.map(\.name)
        return row.indices.filter { wanted.contains(row[$0]) }.map { position in
            (row[position], mention(at: position, of: row, steps: steps, chain: chain))
        }
    }

    private func mention(
        at position: Int,
        of row: [Index],
        steps: ArraySlice<FileFacts.StepFact>,
        chain: FileFacts.ChainFact
    ) -> Mention {
        var member = ""
        if position + 1 < row.count {
            member = facts.names[Int(row[position + 1])]
        } else if steps.dropFirst(position).first?.kind == .call {
            member = "init"
        }
        let (line, column) = facts.location(of: chain.place)
        return Mention(
            name: facts.names[Int(row[position])],
            qualifier: row[..<position].map { facts.names[Int($0)] }.joined(separator: "."),
            member: member == "self" ? "" : member,
            enclosing: facts.enclosing(chain.scope),
            line: line,
            column: column
        )
    }

    /// Returns those of the types that the file declares, sorted. Extensions declare nothing.
    func declarations() -> [String] {
        let paths = facts.types.filter { $0.kind != .extensionOf }.map(\.path) + facts.aliases.map(\.path)
        return Set(paths.compactMap { facts.name(at: facts.paths[Int($0)].name) }).intersection(types).sorted()
    }
}
