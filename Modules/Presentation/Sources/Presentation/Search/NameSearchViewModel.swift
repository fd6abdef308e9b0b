public import Domain
public import Observation

/// A search field over a database of registered names, and what it found.
///
/// Invariant: the last query wins. A new query cancels the one under way, whose answer never lands, whenever it arrives.
/// What was found before stays on screen until there is an answer to the new one; nothing stays beside a failure, or
/// when there is no query.
@MainActor @Observable
public final class NameSearchViewModel {
    /// How long the field must rest before its query is asked.
    public static let pause = Duration.milliseconds(300)

    private var text = ""
    private var answer: Result<Snapshot<NameMatches>, SearchNamesError>?

    /// The query that is under way or has brought the last answer; to repeat it asks nothing.
    private var asked: NameQuery?
    /// The query that is asked when the field has rested.
    @ObservationIgnored private var resting: (query: NameQuery, task: Task<Void, Never>)?

    private let latest: Latest
    private let searchNames: any SearchNames
    private let formats: Formats
    private let clock: any Clock<Duration>

    /// Creates a search without a query.
    ///
    /// - Parameters:
    ///   - indicator: shared with others; it counts this search while a request is under way.
    ///   - clock: measures the pause after a key.
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

    /// What is in the field, set at every key. The search follows when the field has rested for `pause`; what
    /// `NameQuery` takes out makes no difference.
    public var query: String {
        get { text }
        set {
            guard newValue != text else { return }
            text = newValue
            follow(NameQuery(newValue))
        }
    }

    /// Asks for the query at once, also if it was asked before: the recovery from a failure. Returns when that has ended;
    /// cancelling the calling task cancels it. Does nothing without a query.
    public func search() async {
        guard let query = NameQuery(text) else { return }
        rest(nil)
        await ask(query)
    }

    /// Gives up what is under way or would follow. What is on screen stays.
    public func cancel() {
        rest(nil)
        giveUp()
    }
}

// MARK: - What is on screen

extension NameSearchViewModel {
    /// The heading.
    public var title: String { formats.wording(Noun.names.title) }

    /// What was found last; `nil` before the first answer, after a failure and without a query.
    public var results: ListContent<NameMatchRow>? {
        found.map { found in
            ListContent(
                found.map(\.matches),
                of: .names,
                formats: formats,
                row: NameMatchRow.init
            )
        }
    }

    /// How many names there are in all, and how long the database took: "11,906 names in 152 ms". `nil` without names.
    public var summary: String? {
        guard let found = found?.value, found.total > 0 else { return nil }
        return formats.wording(
            .searchSummary,
            formats.argument(found.total),
            .text(formats.duration(found.duration))
        )
    }

    /// How many names there are in all; `results` may have only the first of them.
    public var total: Int? { found?.value.total }

    /// How long the database took.
    public var duration: Duration? { found?.value.duration }

    /// What to say in place of results; `nil` when there are some, and before the first answer.
    public var message: String? {
        if NameQuery(text) == nil {
            return isBlank
                ? formats.wording(.searchNothing)
                : formats.wording(.searchTooLong, formats.argument(NameQuery.maximumLength))
        }
        return problem.map { formats.wording($0) } ?? results?.emptyNote
    }

    /// Why the last search failed, and what to offer; `nil` otherwise.
    public var problem: Problem? {
        if case .failure(let error)? = answer { Problem(error, reading: .names) } else { nil }
    }

    /// Whether a request is under way.
    public var isActive: Bool { latest.activity == .loading }

    /// Whether what is on screen is the answer to the query in the field.
    public var isSettled: Bool { NameQuery(text) == asked && !isActive }

    private var found: Snapshot<NameMatches>? {
        if case .success(let found)? = answer { found } else { nil }
    }

    /// Whether nothing in the text could be part of a query.
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

    /// Waits with `query` until the field has rested, in place of the one that waits now.
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
        // A search that was cancelled from outside has no answer, so to repeat it is to ask.
        if Task.isCancelled, asked == query, !isActive { asked = nil }
    }

    private func giveUp() {
        guard isActive else { return }
        latest.cancel()
        asked = nil
    }
}
