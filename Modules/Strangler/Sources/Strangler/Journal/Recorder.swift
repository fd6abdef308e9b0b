public import Foundation

/// Accepts entries from calls immediately and passes them to journals later.
///
/// A call never waits for a journal and never fails because of one: entries go into bounded buffers, one for each journal, and
/// a separate task empties each buffer. When a buffer is full, or a journal throws, that journal loses entries, and the next
/// ones it gets say how many comparisons were among them. A slow journal doesn't affect the others.
public final class Recorder: Sendable {
    private let outlets: [Outlet]
    let now: @Sendable () -> Date

    /// - Parameters:
    ///   - journals: The journals. Each gets every entry.
    ///   - capacity: How many entries may wait for each journal.
    ///   - now: Returns the current date and time.
    public init(to journals: any Journal..., capacity: Int = 4_096, now: @escaping @Sendable () -> Date = { Date() }) {
        outlets = journals.map { Outlet($0, capacity: max(1, capacity), now: now) }
        self.now = now
    }

    /// Waits until the journals have received every entry recorded before: before a program ends, and in tests.
    ///
    /// It waits as long as the journals take, but not for entries recorded in the meantime.
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
            fact: fact,
            comparison: call?.comparison
        )
        for (number, outlet) in outlets.enumerated() { outlet.take(entry, token: call?.tokens?[number] ?? nil) }
    }

    /// Counts a call that was not compared. Equal skips are combined into one entry, so that they take no space in the buffer.
    ///
    /// - Parameter call: The call, if it was chosen for a comparison.
    func skip(_ origin: Origin, _ reason: SkipReason, _ call: CallMark? = nil) {
        for outlet in outlets { outlet.skip(origin, reason, call) }
    }

    /// Returns the mark of a run whose beginning is logged. `record` with the mark ends it once the journals have the entry.
    func begin(_ origin: Origin, _ call: CallMark) -> CallMark {
        guard outlets.contains(where: { $0.runs != nil }) else { return call }
        let run = Run(operation: origin.operation, sides: origin.sides, subject: call.subject)
        return call.with(tokens: outlets.map { $0.runs?.begin(run) })
    }

    /// Removes the log of a run that has no outcome.
    func end(_ call: CallMark) {
        guard let tokens = call.tokens else { return }
        for (outlet, token) in zip(outlets, tokens) { token.map { outlet.runs?.end($0) } }
    }
}

/// The hand-over that an entry comes from.
struct Origin: Hashable, Sendable {
    let operation: String
    let sides: Sides
    /// Computed once: seven texts are hashed for each call that is not sampled, otherwise.
    private let stamp: Int

    init(operation: String, sides: Sides) {
        self.operation = operation
        self.sides = sides
        var hasher = Hasher()
        hasher.combine(operation)
        hasher.combine(sides)
        stamp = hasher.finalize()
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(stamp)
    }
}

/// The recorded parts of a call: its subject's class, its labels, the identity of the comparison, and the tokens of its run.
struct CallMark: Hashable, Sendable {
    let subject: SubjectClass
    let labels: [String: String]
    let comparison: String?
    /// One for each journal; nil if no journal logs runs.
    private(set) var tokens: [Int?]?

    init(subject: SubjectClass, labels: [String: String], comparison: String? = nil) {
        self.subject = subject
        self.labels = labels
        self.comparison = comparison
    }

    func with(tokens: [Int?]?) -> CallMark {
        var mark = self
        mark.tokens = tokens
        return mark
    }

    /// For a second record of the same call.
    var withoutTokens: CallMark { with(tokens: nil) }
}
