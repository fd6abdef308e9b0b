public import Domain

/// A `SearchNames` with given names and hooks. Calls may be held and released in any order, each with its own result.
public typealias MockSearchNames = MockRead<NameQuery, NameMatches>

extension MockSearchNames: SearchNames {
    /// Creates a mock from the names of the database, in its order. A query finds the names that contain it in either spelling,
    /// ignoring case. `duration`, `freshness` and `unreadable` apply to every result.
    ///
    /// - Parameters:
    ///   - names: The names of the database, in its order.
    ///   - limit: The maximum number of matches in a result; its `total` counts them all.
    ///   - duration: The duration of a search, as the database reports it.
    ///   - freshness: The age of each result.
    ///   - unreadable: The fields that each result reports as unreadable.
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

    /// Returns the names that match, or the outcome that `calls` prescribes.
    public func names(matching query: NameQuery) async throws(ReadError) -> Snapshot<NameMatches> {
        try await calls(query)
    }
}
