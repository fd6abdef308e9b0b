import Domain
import DomainContracts
import Synchronization
import TestSupport

/// An observed list that can be exchanged: what a refresh fetches, how the store is set, and how observers are notified.
struct ObservedParts<Record: Identifiable & Sendable>: Sendable {
    /// How observers are notified: wrong in all but the first.
    enum Manner {
        case right
        case newsAlone, everything, nobodyButTheFirst, noFailures, latestAlone, cancellationsToo
        case endingAtFailures, forgettingAtFailures, endingTogether
    }

    typealias Fetch = @Sendable () async throws(ReadError) -> Snapshot<[Record]>
    typealias Setting = @Sendable (ReadSituation<UserID, [Record]>) -> Void

    var fetch: Fetch
    var set: Setting
    var manner = Manner.right
    var hang: Hang = {}

    init(fetch: @escaping Fetch, set: @escaping Setting) {
        self.fetch = fetch
        self.set = set
    }

    /// The parts put together, over a store in this situation.
    func read(in situation: ReadSituation<UserID, [Record]>) -> ObservedRead<[Record]> {
        let hub = Hub(self)
        set(situation)
        return ObservedRead(observe: hub.observe, refresh: hub.refresh, set: set)
    }
}

/// Observers of refreshes, notified in one of several ways.
private final class Hub<Record: Identifiable & Sendable>: Sendable {
    typealias Update = ReadUpdate<[Record]>

    private struct State {
        var known: Update?
        var observers: [(tell: @Sendable (Update) -> Void, end: @Sendable () -> Void)] = []
        /// Whether somebody will never hear what they wait for.
        var hangs = false
    }

    private let parts: ObservedParts<Record>
    private let state = Mutex(State())

    init(_ parts: ObservedParts<Record>) {
        self.parts = parts
    }

    @Sendable func observe() -> AsyncStream<Update> {
        let observer = observer
        let hangs = state.withLock { state in
            if parts.manner == .nobodyButTheFirst, !state.observers.isEmpty {
                state.hangs = true
                return false
            }
            state.observers.append((observer.tell, observer.end))
            guard let known = state.known else { return state.hangs }
            if parts.manner != .newsAlone { observer.tell(known) }
            return parts.manner == .newsAlone
        }
        if hangs { parts.hang() }
        return observer.updates
    }

    private typealias Observer = (
        updates: AsyncStream<Update>, tell: @Sendable (Update) -> Void, end: @Sendable () -> Void
    )

    private var observer: Observer {
        switch parts.manner {
        case .everything, .latestAlone, .endingTogether:
            let (updates, continuation) = AsyncStream<Update>.makeStream(
                bufferingPolicy: parts.manner == .everything ? .unbounded : .bufferingNewest(1)
            )
            if parts.manner == .endingTogether { continuation.onTermination = { [weak self] _ in self?.end() } }
            return (updates, { continuation.yield($0) }, { continuation.finish() })
        default:
            let mailbox = ReadMailbox<[Record]>()
            return (mailbox.updates(), mailbox.put, mailbox.close)
        }
    }

    @Sendable func refresh() async throws(ReadError) {
        do throws(ReadError) {
            let news = Update.success(try await parts.fetch())
            tell(news)
            state.withLock { $0.known = news }
        } catch {
            fail(error)
            throw error
        }
        if state.withLock(\.hangs) { parts.hang() }
    }

    private func fail(_ error: ReadError) {
        switch parts.manner {
        case .noFailures: parts.hang()
        case .forgettingAtFailures:
            state.withLock { state in
                state.hangs = state.known != nil
                state.known = nil
            }
            fallthrough
        default: if error != .cancelled || parts.manner == .cancellationsToo { tell(.failure(error)) }
        }
        if parts.manner == .endingAtFailures { end() }
    }

    private func tell(_ update: Update) {
        for observer in state.withLock(\.observers) { observer.tell(update) }
    }

    private func end() {
        let observers = state.withLock { state in
            defer { state.observers = [] }
            return state.observers
        }
        for observer in observers { observer.end() }
    }
}

extension PartsMutant {
    /// The mutants of any observed list.
    static func ofObservers<Record>() -> [PartsMutant] where Parts == ObservedParts<Record> {
        let keepsList = "A failure does not replace a list that was not read yet"
        let replacesFailure = "A list replaces a failure that was not read yet"
        let gone = "What the store no longer offers is gone after the next refresh"
        let latest = "A slow observer gets the latest update, and not all of them"
        let newsAfterFailure = "After a failure the next news still come"
        let othersStay = "An observer that leaves gets no more news, and the others still do"
        let silent = "A cancelled refresh is not reported to observers"
        let takesNothing = "A failure takes nothing back"

        func telling(_ manner: ObservedParts<Record>.Manner, failing rows: String...) -> PartsMutant {
            PartsMutant("tells observers wrongly: \(manner)", failing: rows) { parts, hang in
                parts.manner = manner
                parts.hang = hang
            }
        }
        return [
            PartsMutant("keeps what the store no longer offers", failing: gone, latest) { parts in
                let all = Mutex<[Record]>([])
                parts.set = { [set = parts.set] situation in
                    guard case .stored(let stored) = situation else { return set(situation) }
                    let records = all.withLock { all in
                        all += stored[UserID("ada"), default: []]
                        return all
                    }
                    set(.stored([UserID("ada"): records]))
                }
            },
            telling(.newsAlone, failing: "A later observer gets what is known at once", takesNothing),
            telling(.nobodyButTheFirst, failing: "Every observer gets the news", othersStay),
            telling(.everything, failing: latest, gone, replacesFailure),
            telling(.endingTogether, failing: othersStay, keepsList),
            telling(
                .noFailures,
                failing: "A store out of reach is reported to observers",
                "A damaged answer is reported to observers",
                "A refused sign-in is reported to observers",
                newsAfterFailure,
                keepsList
            ),
            telling(.latestAlone, failing: keepsList),
            telling(.endingAtFailures, failing: newsAfterFailure, silent, replacesFailure),
            telling(.forgettingAtFailures, failing: takesNothing),
            telling(.cancellationsToo, failing: silent),
        ]
    }
}
