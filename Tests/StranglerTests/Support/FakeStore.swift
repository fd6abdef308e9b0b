import Synchronization

@testable import Strangler

/// A write under test: changes the list of one subject.
struct Change: Codable, Hashable, Sendable {
    var key: String
    var subject = "ada"
    var value: String

    init(_ key: String, _ value: String? = nil, of subject: String = "ada") {
        (self.key, self.subject, self.value) = (key, subject, value ?? key)
    }
}

/// The store of one side: appends the value of each key once, and can fail in every way in which a store does.
final class FakeStore: Sendable {
    enum Failing: Sendable {
        /// Before anything is done.
        case before(Trouble)
        /// After the write was stored: its caller can't know.
        case after(Trouble)
        /// The write gets a response and is not stored.
        case forgets
        /// The write waits until `go` is called.
        case waits
    }

    private struct State {
        var lists: [String: [String]] = [:]
        var answers: [String: Int] = [:]
        var calls: [String] = []
        var failing: Failing?
    }

    private let state = Mutex(State())
    private let begun = Promise<Void>()
    private let released = Promise<Void>()

    var calls: [String] { state.withLock { $0.calls } }

    func fail(_ failing: Failing?) {
        state.withLock { $0.failing = failing }
    }

    func list(of subject: String = "ada") -> [String] {
        state.withLock { $0.lists[subject] ?? [] }
    }

    /// Waits until a write waits.
    func hasBegun() async { await begun.value }
    /// Lets waiting writes go on.
    func go() { released.keep(()) }

    func write(_ change: Change, _ key: IdempotencyKey) async throws(Trouble) -> Int {
        let failing = state.withLock { state in
            state.calls.append(key.value)
            return state.failing
        }
        switch failing {
        case .before(let trouble): throw trouble
        case .after(let trouble):
            _ = stored(change, key)
            throw trouble
        case .forgets: return list(of: change.subject).count + 1
        case .waits:
            begun.keep(())
            await released.value
            return stored(change, key)
        case nil: return stored(change, key)
        }
    }

    private func stored(_ change: Change, _ key: IdempotencyKey) -> Int {
        state.withLock { state in
            if let answer = state.answers[key.value] { return answer }
            state.lists[change.subject, default: []].append(change.value)
            let answer = state.lists[change.subject]?.count ?? 0
            state.answers[key.value] = answer
            return answer
        }
    }
}

/// A dual write between two stores, with a journal and a ledger in memory.
struct WriteStage: Sendable {
    let control = FakeStore()
    let candidate = FakeStore()
    let clock = ManualClock()
    let journal = MemoryJournal()
    let recorder: Recorder
    let write: DualWrite<Change, Int, Trouble>

    init(
        _ plan: DualWritePlan = .both(),
        ledger: any WriteLedger = MemoryLedger(),
        maximumUnderWay: Int = 64,
        sample: Share = .all,
        rule: Rule = .test(maximumRate: 0.05, minimumRuns: 300),
        safeguards: Safeguards<Trouble> = Safeguards(isFault: { $0 != .unknownUser }, killSwitch: nil)
    ) {
        let (control, candidate) = (control, candidate)
        recorder = Recorder(to: journal, now: { Stage.today })
        write = DualWrite(
            "changes",
            between: .test,
            plan: plan,
            subject: \.subject,
            keyInSharedLedger: { IdempotencyKey($0.key) },
            sharedLedger: ledger,
            control: { (change, key) async throws(Trouble) in try await control.write(change, key) },
            candidate: { (change, key) async throws(Trouble) in try await candidate.write(change, key) },
            check: ConsistencyCheck(
                sample: sample,
                control: { (change) async throws(Trouble) in control.list(of: change.subject) },
                candidate: { (change) async throws(Trouble) in candidate.list(of: change.subject) },
                comparison: Comparison()
            ),
            cancellation: .error(.cancelled),
            comparison: Comparison(maximumUnderWay: maximumUnderWay),
            rule: rule,
            provesNothingDone: { $0 == .refused },
            safeguards: safeguards,
            redactor: .unredacted,
            recorder: recorder,
            clock: clock
        )
    }

    /// Writes, and waits until the second side has too.
    func answer(_ change: Change) async -> Result<Int, Trouble> {
        let result = await Result { () async throws(Trouble) in try await write(change) }
        await write.settle()
        return result
    }

    func evidence() async -> Evidence {
        await write.settle()
        await recorder.flush()
        return journal.evidence
    }
}
