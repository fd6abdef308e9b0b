public import Domain
public import Observation

/// A search field over a database of registered names, and what it found.
///
/// Invariant: the last query wins. A new query cancels the running one, whose result never lands, even if it arrives later. The
/// earlier result stays on the screen until there is a result for the new query. After a failure, and when there is no query,
/// no result is shown.
@MainActor @Observable
public final class NameSearchViewModel {
    /// How long the field must be unchanged before its query is sent.
    public static let pause = Duration.milliseconds(300)

    private var text = ""
    private var answer: Result<Snapshot<NameMatches>, SearchNamesError>?

    /// The query that is running or has returned the last result. Repeating it sends nothing.
    private var asked: NameQuery?
    /// The query that is sent when the field has been unchanged long enough.
    @ObservationIgnored private var resting: (query: NameQuery, task: Task<Void, Never>)?

    private let latest: Latest
    private let searchNames: any SearchNames
    private let formats: Formats
    private let clock: any Clock<Duration>

    /// Creates a search without a query.
    ///
    /// - Parameters:
    ///   - searchNames: Searches the database.
    ///   - indicator: Counts this search while a request is running. It may be shared.
    ///   - formats: The conversion of values to text.
    ///   - clock: Measures the pause after a key.
    public init(
        searchNames: any SearchNames,
        indicator: ActivityIndicator,
        formats: Formats,
        clock: any Clock<Duration>
    ) {
        self.searchNames = searchNames
        self.formats = formats
        self.clock = clock
        latest = Latest(indicator: indicator)
    }

    /// The text of the field, set at every key. The search starts when the field has been unchanged for `pause`. Characters
    /// that `NameQuery` removes make no difference.
    public var query: String {
        get { text }
        set {
            guard newValue != text else { return }
            text = newValue
            follow(NameQuery(newValue))
        }
    }

    /// Sends the query at once, even if it was sent before: the recovery from a failure. Returns when that has ended.
    /// Cancelling the calling task cancels the request. Does nothing without a query.
    public func search() async {
        guard let query = NameQuery(text) else { return }
        rest(nil)
        await ask(query)
    }

    /// Cancels the running request and a planned one. The content of the screen stays.
    public func cancel() {
        rest(nil)
        giveUp()
    }
}

// MARK: - The content of the screen

extension NameSearchViewModel {
    /// The heading.
    public var title: String { formats.wording(Noun.names.title) }

    /// The last result; `nil` before the first one, after a failure and without a query.
    public var results: ListContent<NameMatch>? {
        found.map { ListContent($0.map(\.matches), of: .names, formats: formats) }
    }

    /// The number of matches, and how long the database took: "11,906 names in 152 ms". `nil` without matches.
    public var summary: String? {
        guard let found = found?.value, found.total > 0 else { return nil }
        return formats.wording(
            .searchSummary,
            formats.argument(found.total),
            .text(formats.duration(found.duration))
        )
    }

    /// The number of matches; `results` may contain only the first of them.
    public var total: Int? { found?.value.total }

    /// How long the database took.
    public var duration: Duration? { found?.value.duration }

    /// The text in place of results; `nil` if there are some, and before the first result.
    public var message: String? {
        if NameQuery(text) == nil {
            return isBlank
                ? formats.wording(.searchNothing)
                : formats.wording(.searchTooLong, formats.argument(NameQuery.maximumLength))
        }
        return problem.map { formats.wording($0) } ?? results?.emptyNote
    }

    /// Why the last search failed, and the recovery; `nil` otherwise.
    public var problem: Problem? {
        if case .failure(let error)? = answer { Problem(error, reading: .names) } else { nil }
    }

    /// Whether a request is running.
    public var isActive: Bool { latest.activity == .loading }

    /// Whether the screen shows the result for the query in the field.
    public var isSettled: Bool { NameQuery(text) == asked && !isActive }

    private var found: Snapshot<NameMatches>? {
        if case .success(let found)? = answer { found } else { nil }
    }

    /// Whether no character of the text could be part of a query.
    private var isBlank: Bool { !text.unicodeScalars.contains { NameQuery(String($0)) != nil } }
}

// MARK: - How

extension NameSearchViewModel {
    private func follow(_ query: NameQuery?) {
        guard let query else {
            cancel()
            asked = nil
            answer = nil
            return
        }
        if query == resting?.query { return }
        rest(nil)
        if query == asked { return }
        giveUp()
        rest(query)
    }

    /// Waits with `query` until the field has been unchanged long enough, and replaces the query that is waiting now.
    private func rest(_ query: NameQuery?) {
        resting?.task.cancel()
        resting = query.map { query in
            let rest = clock.wait(of: Self.pause)
            let task = Task {
                guard (try? await rest()) != nil, !Task.isCancelled else { return }
                resting = nil
                await ask(query)
            }
            return (query, task)
        }
    }

    private func ask(_ query: NameQuery) async {
        guard !Task.isCancelled else { return }
        asked = query
        await latest.run { [searchNames] () async throws(SearchNamesError) in
            try await searchNames.names(matching: query)
        } land: { result in
            self.answer = result
        }
        // A search that was cancelled from outside has no result, so repeating it must send it again.
        if Task.isCancelled, asked == query, !isActive { asked = nil }
    }

    private func giveUp() {
        guard isActive else { return }
        latest.cancel()
        asked = nil
    }
}
