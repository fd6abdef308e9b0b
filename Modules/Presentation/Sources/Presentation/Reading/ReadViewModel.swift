public import Domain
public import Foundation
public import Observation

/// A list of a user's records.
public typealias ListViewModel<Entity: Sendable, Row> = ReadViewModel<[Entity], ListContent<Row>>

/// What a screen that loads has, whatever it shows.
@MainActor
public protocol ScreenModel<Content>: AnyObject {
    /// What is on screen.
    associatedtype Content

    /// The heading.
    var title: String { get }
    /// The last good answer, ready to be shown; `nil` before the first.
    var content: Content? { get }
    /// Whether work for this screen is under way.
    var activity: Activity { get }
    /// Why the last load failed; `nil` once one has succeeded.
    var problem: Problem? { get }
    /// Loads what is shown, and returns when that has ended.
    func load() async
}

/// A screen that reads one thing: the last good answer, whether a load is under way, and what went wrong.
///
/// What was on screen stays there while a load is under way and after one that failed; it no longer counts as live after a
/// failure. Only the newest load changes anything (`Latest`), and a cancelled one leaves everything as it was.
///
/// A feature adds its noun, its row and an initialiser:
///
///     public typealias InvoiceListViewModel = ListViewModel<Invoice, InvoiceRow>
///
///     extension InvoiceListViewModel {
///         convenience init(user: UserID, fetch: any FetchInvoices, formats: Formats, now: @escaping @Sendable () -> Date) {
///             self.init(.invoices, of: user, read: fetch.invoices, row: InvoiceRow.init, formats: formats, now: now)
///         }
///     }
@MainActor @Observable
public final class ReadViewModel<Value: Sendable, Content>: ScreenModel {
    /// The last good answer, as it came. It survives a failed refresh, but no longer counts as live after one.
    public private(set) var snapshot: Snapshot<Value>?
    /// Why the last load failed; it stays until a load succeeds, or fails for another reason.
    public private(set) var problem: Problem?

    /// When the load began that brought the last good answer.
    @ObservationIgnored private var askedAt: Date?
    private let noun: Noun
    private let source: Source
    private let makeContent: (Snapshot<Value>) -> Content
    private let formats: Formats
    private let now: @Sendable () -> Date
    private let latest = Latest()

    private enum Source: Sendable {
        case read(@Sendable () async throws(ReadError) -> Snapshot<Value>)
        case observed(
            observe: @Sendable () -> AsyncStream<ReadUpdate<Value>>,
            refresh: @Sendable () async throws(ReadError) -> Void
        )
    }

    private init(
        _ noun: Noun,
        _ source: Source,
        _ formats: Formats,
        _ now: @escaping @Sendable () -> Date,
        _ content: @escaping (Snapshot<Value>) -> Content
    ) {
        self.noun = noun
        self.source = source
        self.formats = formats
        self.now = now
        makeContent = content
    }

    /// Creates a screen of what `read` returns for `input`; it is empty until its first `load()`.
    ///
    /// - Parameters:
    ///   - content: Creates what is shown from an answer.
    ///   - now: Called when a load begins; its answer is from then if a later load fails.
    public convenience init<Input: Sendable>(
        _ noun: Noun,
        of input: Input,
        read: @escaping @Sendable (Input) async throws(ReadError) -> Snapshot<Value>,
        formats: Formats,
        now: @escaping @Sendable () -> Date,
        content: @escaping (Snapshot<Value>) -> Content
    ) {
        let source = Source.read { () async throws(ReadError) in try await read(input) }
        self.init(noun, source, formats, now, content)
    }

    /// Creates a screen of a use case that sends updates; it is empty until its first `load()` or `follow()`.
    public convenience init(
        _ noun: Noun,
        observe: @escaping @Sendable () -> AsyncStream<ReadUpdate<Value>>,
        refresh: @escaping @Sendable () async throws(ReadError) -> Void,
        formats: Formats,
        now: @escaping @Sendable () -> Date,
        content: @escaping (Snapshot<Value>) -> Content
    ) {
        self.init(noun, .observed(observe: observe, refresh: refresh), formats, now, content)
    }

    /// The heading.
    public var title: String { formats.wording(noun.title) }

    /// The last good answer, ready to be shown; `nil` before the first.
    public var content: Content? { snapshot.map(makeContent) }

    /// Whether a load is under way.
    public var activity: Activity { latest.activity }

    /// Loads, and returns when that has ended.
    ///
    /// A newer load supersedes an older one, which is cancelled and whose result never lands. Cancelling the calling
    /// task cancels the load. A task that is cancelled before does not disturb a load that is under way.
    public func load() async {
        await latest.run { [source] () async throws(ReadError) in
            switch source {
            case .read(let read): try await read()
            case .observed(let observe, let refresh): try await self.refreshed(observe(), refresh)
            }
        } land: { [startedAt = now()] result in
            self.land(result, startedAt: startedAt)
        }
    }

    /// Shows every update, whatever caused it, until the calling task is cancelled. Returns at once if the use case sends
    /// none.
    public func follow() async {
        guard case .observed(let observe, _) = source else { return }
        for await update in observe() { show(update) }
    }

    /// Shows an answer that came by another way than `load()`, such as that of a change.
    public func show(_ update: ReadUpdate<Value>) {
        land(update, startedAt: now())
    }
}

// MARK: - How

extension ReadViewModel {
    private func land(_ result: ReadUpdate<Value>, startedAt: Date) {
        switch result {
        case .success(let answer):
            snapshot = answer
            askedAt = startedAt
            problem = nil
        case .failure(let failure):
            let screen: Problem.Screen = snapshot == nil ? .blank : .filled
            guard let problem = Problem(failure, reading: noun, on: screen) else { return }
            self.problem = problem
            guard let snapshot, let askedAt, snapshot.freshness == .live else { return }
            self.snapshot = Snapshot(
                snapshot.value,
                freshness: .kept(asOf: askedAt),
                unreadable: snapshot.unreadable
            )
        }
    }

    /// Returns the news that a refresh has brought. If it fails, what was known is shown first.
    nonisolated private func refreshed(
        _ updates: AsyncStream<ReadUpdate<Value>>,
        _ refresh: @Sendable () async throws(ReadError) -> Void
    ) async throws(ReadError) -> Snapshot<Value> {
        do throws(ReadError) {
            try await refresh()
        } catch {
            guard error != .cancelled else { throw error }
            // Observers receive the failure too, after what was known.
            for await update in updates {
                guard case .success = update else { break }
                await show(update)
            }
            throw error
        }
        // The news replaces what was known before in the updates of whoever observed by then.
        for await update in updates {
            if case .success(let news) = update { return news }
        }
        throw .cancelled
    }
}

extension ReadViewModel {
    /// Creates a list of what `read` returns for `input`, a row for each entity; it is empty until its first `load()`.
    public convenience init<Input: Sendable, Entity: Sendable, Row>(
        _ noun: Noun,
        of input: Input,
        read: @escaping @Sendable (Input) async throws(ReadError) -> Snapshot<[Entity]>,
        row: @escaping @Sendable (Entity, Formats) -> Row,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) where Value == [Entity], Content == ListContent<Row> {
        self.init(noun, of: input, read: read, formats: formats, now: now) { snapshot in
            ListContent(snapshot, of: noun, formats: formats, row: row)
        }
    }

    /// Creates a screen of one value that `read` returns for `input`; it is empty until its first `load()`.
    public convenience init<Input: Sendable>(
        _ noun: Noun,
        of input: Input,
        read: @escaping @Sendable (Input) async throws(ReadError) -> Snapshot<Value>,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) where Content == ValueContent<Value> {
        self.init(noun, of: input, read: read, formats: formats, now: now) { snapshot in
            ValueContent(snapshot, of: noun, formats: formats)
        }
    }
}
