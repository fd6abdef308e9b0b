/// Where a file names types, and which it declares.
extension FileFacts {
    /// A mention, and the scope that it is in.
    struct ScopedMention {
        var mention: Mention
        var scope: Index
    }

    /// Returns the places that name one of these types, in order of place. Type names are without the types around them.
    func mentions(of types: Set<String>) -> [ScopedMention] {
        // Most names have another length, which is known without a look at their bytes.
        let lengths = Set(types.map(\.utf8.count))
        let wanted = Set(
            names.indices.filter { lengths.contains(names[$0].utf8.count) && types.contains(names[$0]) }.map {
                Index($0)
            }
        )
        guard !wanted.isEmpty else { return [] }
        var found: [Named: ScopedMention] = [:]
        for fact in typeNames where wanted.contains(fact.name) {
            let (line, column) = location(of: fact.place)
            let mention = Mention(
                name: names[Int(fact.name)],
                qualifier: name(fact.qualifier) ?? "",
                member: name(fact.member) ?? "",
                enclosing: enclosing(fact.scope),
                line: line,
                column: column
            )
            found[Named(name: fact.name, place: fact.place)] = ScopedMention(mention: mention, scope: fact.scope)
        }
        for chain in chains where chain.root == .name {
            // A place within an expression says more than the type that stands there.
            for (name, mention) in mentions(in: chain, wanted) {
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
        var place: Place
    }

    /// `LegacyAccount.AccountService.shared`: a type, what stands before it, and the member behind it.
    private func mentions(in chain: ChainFact, _ wanted: Set<Index>) -> [(Index, Mention)] {
        let steps = steps[chain.steps.indices]
        let row = [chain.base] + steps.prefix { $0.kind == .member }.map(\.name)
        return row.indices.filter { wanted.contains(row[$0]) }.map { position in
            (row[position], mention(at: position, of: row, steps, chain))
        }
    }

    private func mention(
        at position: Int,
        of row: [Index],
        _ steps: ArraySlice<StepFact>,
        _ chain: ChainFact
    ) -> Mention {
        var member = ""
        if position + 1 < row.count {
            member = names[Int(row[position + 1])]
        } else if steps.dropFirst(position).first?.kind == .call {
            member = "init"
        }
        let (line, column) = location(of: chain.place)
        return Mention(
            name: names[Int(row[position])],
            qualifier: row[..<position].map { names[Int($0)] }.joined(separator: "."),
            member: member == "self" ? "" : member,
            enclosing: enclosing(chain.scope),
            line: line,
            column: column
        )
    }

    /// Returns those of these types that the file declares, sorted. Extensions declare nothing.
    func declarations(of types: Set<String>) -> [String] {
        let paths = self.types.filter { $0.kind != .extensionOf }.map(\.path) + aliases.map(\.path)
        return Set(paths.compactMap { name(self.paths[Int($0)].name) }).intersection(types).sorted()
    }

    /// The type and function of a scope: `Cart.load(_:)`; empty at top level.
    func enclosing(_ scope: Index) -> String {
        let scope = scopes[Int(scope)]
        var words: [String] = []
        var path = scope.type
        while path >= 0 {
            words.append(names[Int(paths[Int(path)].name)])
            path = paths[Int(path)].parent
        }
        words.reverse()
        if let function = name(scope.function) { words.append(function) }
        return words.joined(separator: ".")
    }
}
