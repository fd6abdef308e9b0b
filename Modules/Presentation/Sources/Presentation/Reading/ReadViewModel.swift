public import Domain
public import Foundation
public import Observation

/// A screen that reads a list.
public typealias ListViewModel<Entity: Sendable> = ReadViewModel<[Entity]>

/// A screen that loads its content.
@MainActor
public protocol ScreenModel<Content>: AnyObject {
    /// The content of the screen.
    associatedtype Content

    /// The heading.
    var title: String { get }
    /// The result of the last successful load, ready to be shown; `nil` before the first.
    var content: Content? { get }
    /// Whether this screen is working.
    var activity: Activity { get }
    /// Why the last load failed; `nil` after one that succeeded.
    var problem: Problem? { get }
    /// Loads the content, and returns when that has ended.
    func load() async
}

/// A screen that reads one thing: the last successful result, whether a load is running, and what went wrong.
///
/// The content stays on the screen while a load is running and after one that failed; after a failure it no longer counts as
/// live. Only the newest load changes anything (`Latest`), and a cancelled one changes nothing.
///
/// A feature adds its noun and the texts of its rows:
///
///     public typealias InvoiceListViewModel = ListViewModel<Invoice>
///
///     let list = InvoiceListViewModel(.invoices, of: user, read: fetch.invoices, formats: formats, now: { Date() })
///
/// Reasons: docs/adr/reading-kit.md.
@MainActor @Observable
public final class ReadViewModel<Value: Sendable>: ScreenModel {
    /// The last successful result, unchanged. It survives a failed refresh, but no longer counts as live after one.
    public private(set) var snapshot: Snapshot<Value>?
    /// Why the last load failed. The problem stays until a load succeeds, or fails for another reason.
    public private(set) var problem: Problem?

    /// When the load began that returned the last successful result.
    @ObservationIgnored private var askedAt: Date?
    private let noun: Noun
    private let source: Source
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
        _ now: @escaping @Sendable () -> Date
    ) {
        self.noun = noun
        self.source = source
        self.formats = formats
        self.now = now
    }

    /// Creates a screen of what `read` returns for `input`. The screen is empty until its first `load()`.
    ///
    /// - Parameters:
    ///   - noun: The name of what is read, for messages.
    ///   - input: The input of each read, a user for example.
    ///   - read: The use case.
    ///   - formats: The conversion of values to text.
    ///   - now: Called when a load begins. If a later load fails, the result has the age of that moment.
    public convenience init<Input: Sendable>(
        _ noun: Noun,
        of input: Input,
        read: @escaping @Sendable (Input) async throws(ReadError) -> Snapshot<Value>,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        let source = Source.read { () async throws(ReadError) in try await read(input) }
        self.init(noun, source, formats, now)
    }

    /// Creates a screen of a use case that sends updates. The screen is empty until its first `load()` or `follow()`.
    public convenience init(
        _ noun: Noun,
        observe: @escaping @Sendable () -> AsyncStream<ReadUpdate<Value>>,
        refresh: @escaping @Sendable () async throws(ReadError) -> Void,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.init(noun, .observed(observe: observe, refresh: refresh), formats, now)
    }

    /// The heading.
    public var title: String { formats.wording(noun.title) }

    /// The last successful result, ready to be shown; `nil` before the first.
    public var content: ReadContent<Value>? { snapshot.map { ReadContent($0, of: noun, formats: formats) } }

    /// Whether a load is running.
    public var activity: Activity { latest.activity }

    /// Loads, and returns when that has ended.
    ///
    /// A newer load supersedes an older one, which is cancelled and whose result never lands. Cancelling the calling task
    /// cancels the load. A task that is already cancelled does not disturb a running load.
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

    /// Shows every update, independent of its cause, until the calling task is cancelled. Returns at once if the use case sends
    /// none.
    public func follow() async {
        guard case .observed(let observe, _) = source else { return }
        for await update in observe() { show(update) }
    }

    /// Shows a result that didn't come from `load()`, such as that of a change.
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
                freshness: .cached(asOf: askedAt),
                unreadable: snapshot.unreadable
            )
        }
    }

    /// Returns the update that a refresh has caused. If the refresh fails, the known value is shown first.
    nonisolated private func refreshed(
        _ updates: AsyncStream<ReadUpdate<Value>>,
        _ refresh: @Sendable () async throws(ReadError) -> Void
    ) async throws(ReadError) -> Snapshot<Value> {
        do throws(ReadError) {
            try await refresh()
        } catch {
            guard error != .cancelled else { throw error }
            // Observers receive the known value first, and without one the failure. A newer value may have replaced the failure, so
            // that waiting for it might never end.
            for await update in updates {
                if case .success = update { await show(update) }
                break
            }
            throw error
        }
        // For observers that were registered by then, the update replaces the known value.
        for await update in updates {
            if case .success(let news) = update { return news }
        }
        throw .cancelled
    }
}
