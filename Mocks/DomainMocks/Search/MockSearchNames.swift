public import Domain

/// A `SearchNames` over given names, with hooks. Calls may be held and released in any order, each with its own answer.
public typealias MockSearchNames = MockRead<NameQuery, NameMatches>

extension MockSearchNames: SearchNames {
    /// Takes the names there are, in the order of the database. A query finds those that contain it in either spelling,
    /// whatever the case. `duration`, `freshness` and `unreadable` are those of every answer.
    ///
    /// - Parameter limit: How many matches an answer has at most; its `total` counts them all.
    public init(
        names: [NameMatch],
        limit: Int = 50,
        duration: Duration = .milliseconds(152),
        freshness: Freshness = .live,
        unreadable: [FieldPath] = []
    ) {
        self.init { query throws(ReadError) in
            let sought = query.text.lowercased()
            let found = names.filter { match in
                [match.name.text, match.name.unicode].contains { $0.lowercased().contains(sought) }
            }
            return Snapshot(found, freshness: freshness, unreadable: unreadable).withoutRepetitions().map { found in
                NameMatches(matches: Array(found.prefix(max(0, limit))), total: found.count, duration: duration)
            }
        }
    }

    /// Returns what was found, or does as `calls` says.
    public func names(matching query: NameQuery) async throws(ReadError) -> Snapshot<NameMatches> {
        try await calls(query)
    }
}
