public import Domain

/// A `SearchNames` over given names, with hooks.
///
/// Unless told otherwise by `calls`, it does all that the use case promises: the names that contain the query in
/// either spelling, whatever the case, in the order given, each once (a second match of one name is told as unreadable);
/// none found is an empty list; cancellable.
public struct MockSearchNames: SearchNames {
    /// Stubs, holds and counts the calls. A call gets its answer when it arrives, so that held calls may be released in
    /// any order, each with its own.
    public let calls: MockCalls<NameQuery, Snapshot<NameMatches>, SearchNamesError>

    /// Takes the names there are; `duration`, `freshness` and `unreadable` are those of every answer.
    ///
    /// - Parameter limit: How many matches an answer has at most; its `total` counts them all.
    public init(
        names: [NameMatch],
        limit: Int = 50,
        duration: Duration = .milliseconds(152),
        freshness: Freshness = .live,
        unreadable: [FieldPath] = []
    ) {
        calls = MockCalls(cancelled: .cancelled) { query throws(SearchNamesError) in
            let sought = query.text.lowercased()
            let found = names.filter { match in
                [match.name.text, match.name.unicode].contains { $0.lowercased().contains(sought) }
            }
            let (kept, repeated) = eachOnce(found, by: \.name, list: "matches", field: "name")
            return Snapshot(
                NameMatches(matches: Array(kept.prefix(max(0, limit))), total: kept.count, duration: duration),
                freshness: freshness,
                unreadable: unreadable + repeated
            )
        }
    }

    /// Answers from what was given, or as `calls` was told.
    public func names(matching query: NameQuery) async throws(SearchNamesError) -> Snapshot<NameMatches> {
        try await calls(query)
    }
}
