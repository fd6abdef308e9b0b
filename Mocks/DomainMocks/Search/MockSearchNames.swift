public import Domain

/// A `SearchNames` over given names, with hooks.
///
/// Unless told otherwise by `calls`, it does all that the use case promises: the names that contain the query, whatever
/// the case, in the order given; none found is an empty list; cancellable. Names are compared as `InternetName.text`.
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
            let found = names.filter { $0.name.text.lowercased().contains(sought) }
            return Snapshot(
                NameMatches(matches: Array(found.prefix(max(0, limit))), total: found.count, duration: duration),
                freshness: freshness,
                unreadable: unreadable
            )
        }
    }

    /// Answers from what was given, or as `calls` was told.
    public func names(matching query: NameQuery) async throws(SearchNamesError) -> Snapshot<NameMatches> {
        try await calls(query)
    }
}
