public import Foundation

/// Takes entries from calls at once and brings them to journals afterwards.
///
/// A call never waits for a journal and never fails with one: entries go into bounded buffers, one for each journal, that
/// a task of its own empties. When a buffer is full, or a journal throws, that journal loses entries, and the next that
/// it gets say how many comparisons were among them. A slow journal costs the others nothing.
public final class Recorder: Sendable {
    private let outlets: [Outlet]
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - journals: Where entries go. Each gets everything.
    ///   - capacity: How many entries may wait for each journal.
    ///   - now: The current date and time.
    public init(to journals: any Journal..., capacity: Int = 4_096, now: @escaping @Sendable () -> Date = { Date() }) {
        outlets = journals.map { Outlet($0, capacity: max(1, capacity), now: now) }
        self.now = now
    }

    /// Waits until every entry recorded before has been brought to the journals: before a program ends, and in tests.
    ///
    /// It waits as long as the journals take, and not for entries recorded meanwhile.
    public func flush() async {
        for outlet in outlets { await outlet.flush() }
    }

    func record(_ origin: Origin, _ fact: Fact, of call: CallMark? = nil) {
        let entry = Entry(
            operation: origin.operation,
            sides: origin.sides,
            subject: call?.subject,
            labels: call?.labels ?? [:],
            date: now(),
            fact: fact
        )
        for (number, outlet) in outlets.enumerated() { outlet.take(entry, token: call?.tokens?[number]) }
    }

    /// Counts a call that was not compared. Equal skips become one entry, so that they cost no room.
    func skip(_ origin: Origin, _ reason: SkipReason) {
        for outlet in outlets { outlet.skip(origin, reason) }
    }

    /// Notes that a run begins. What `record` gets it with ends it once the journals have the entry.
    func begin(_ origin: Origin, _ subject: SubjectClass, labels: [String: String]) -> CallMark {
        let run = Run(operation: origin.operation, sides: origin.sides, subject: subject)
        let isLogged = outlets.contains { $0.runs != nil }
        return CallMark(
            subject: subject,
            labels: labels,
            tokens: isLogged ? outlets.map { $0.runs?.begin(run) } : nil
        )
    }

    /// Takes back that a run began: its call was cancelled, so it has no outcome.
    func end(_ call: CallMark) {
        guard let tokens = call.tokens else { return }
        for (outlet, token) in zip(outlets, tokens) { token.map { outlet.runs?.end($0) } }
    }
}

/// Which hand-over an entry comes from.
struct Origin: Hashable, Sendable {
    let operation: String
    let sides: Sides
}

/// What is recorded of a call: its subject's class, its labels, and the notes that its run began.
struct CallMark: Sendable {
    let subject: SubjectClass
    let labels: [String: String]
    /// One for each journal; nil if no journal notes runs.
    let tokens: [Int?]?
}
