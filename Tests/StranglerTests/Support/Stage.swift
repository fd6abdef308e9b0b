import Foundation
import Synchronization

@testable import Strangler

/// A hand-over between two fakes, with a stopped clock and a journal in memory.
struct Stage: Sendable {
    static let today = Date(timeIntervalSince1970: 1_750_000_000)

    let control: FakeSide
    let candidate: FakeSide
    let clock = ManualClock()
    let journal = MemoryJournal()
    let recorder: Recorder
    let handover: Handover<Int, Int, Trouble>

    init(
        _ plan: Plan,
        control: FakeSide = FakeSide(.success(1)),
        candidate: FakeSide = FakeSide(.success(1)),
        comparison: Comparison<Int, Int, Trouble> = Comparison(),
        safeguards: Safeguards<Trouble> = Safeguards(),
        cancellation: Cancellation<Trouble> = .error(.cancelled),
        redactor: Redactor = .unredacted,
        random: @escaping @Sendable (Range<Int>) -> Int = { $0.lowerBound }
    ) {
        self.control = control
        self.candidate = candidate
        recorder = Recorder(to: journal, now: { Stage.today })
        handover = Handover(
            "numbers",
            between: .test,
            plan: plan,
            subject: { String($0) },
            control: { (input) async throws(Trouble) in try await control(input) },
            candidate: { (input) async throws(Trouble) in try await candidate(input) },
            cancellation: cancellation,
            comparison: comparison,
            safeguards: safeguards,
            redactor: redactor,
            recorder: recorder,
            clock: clock,
            random: random
        )
    }

    /// Calls the hand-over in a task of its own.
    func call(_ input: Int = 7) -> Task<Result<Int, Trouble>, Never> {
        Task { await answer(input) }
    }

    func answer(_ input: Int = 7) async -> Result<Int, Trouble> {
        await Result { () async throws(Trouble) in try await handover(input) }
    }

    /// Returns the contents of the journal once everything has ended, without the plan that the hand-over began with.
    func facts() async -> [Fact] {
        await handover.settle()
        await recorder.flush()
        return journal.entries.map(\.fact).filter {
            if case .began = $0 { false } else { true }
        }
    }

    /// Returns the outcomes of comparisons in the journal once everything has ended.
    func outcomes() async -> [Outcome] {
        await facts().compactMap { fact in
            guard case .compared(let outcome, _, _) = fact else { return nil }
            return outcome
        }
    }
}

extension Rule {
    /// A rule without what entries that are made in one moment can't have: a span, and a log of begun runs.
    static func test(
        maximumRate: Double = 0.001,
        confidence: Double = 0.95,
        minimumRuns: Int = 3_000,
        period: Duration = .seconds(7 * 86_400),
        looks: Looks = .anytime,
        noise: Noise = .ofOneSide,
        maximumUnseenShare: Double = 0.01,
        span: Span = .none,
        requiresCrashLog: Bool = false
    ) -> Rule {
        do {
            return try Rule(
                maximumRate: maximumRate,
                confidence: confidence,
                minimumRuns: minimumRuns,
                period: period,
                looks: looks,
                noise: noise,
                maximumUnseenShare: maximumUnseenShare,
                span: span,
                requiresCrashLog: requiresCrashLog
            )
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension Sides {
    /// The sides of hand-overs under test.
    static let test = sides(control: Identity("old", version: "1"), candidate: Identity("new", version: "1"))

    static func sides(control: Identity, candidate: Identity) -> Sides {
        do {
            return try Sides(control: control, candidate: candidate)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension Origin {
    static func test(_ operation: String) -> Origin {
        Origin(operation: operation, sides: .test)
    }
}

extension Evidence {
    /// Creates tallies from the entries of one operation.
    init(_ entries: some Sequence<Entry>, operation: String) {
        self = Evidence(entries).of(operation)
    }
}

extension Entry {
    /// Returns one comparison for each of a number of subjects, from a number on.
    static func comparisons(
        _ outcome: Outcome,
        _ count: Int,
        from first: Int = 0,
        of operation: String = "numbers",
        sides: Sides = .test,
        date: Date = Stage.today
    ) -> [Entry] {
        (first..<first + count).map { number in
            Entry(
                operation: operation,
                sides: sides,
                subject: SubjectClass(number: number),
                date: date,
                fact: .compared(outcome)
            )
        }
    }

    /// Returns the same for a calibration.
    static func calibrations(_ outcome: Outcome, _ count: Int, from first: Int = 0) -> [Entry] {
        comparisons(
            outcome,
            count,
            from: first,
            of: Calibration.operation(of: "numbers"),
            sides: Sides.test.calibration
        )
    }
}
