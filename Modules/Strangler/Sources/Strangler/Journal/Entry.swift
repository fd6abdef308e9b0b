public import Foundation

/// One row of a journal: what happened in one hand-over, without any value that a redactor did not write.
public struct Entry: Hashable, Sendable {
    /// The name of the hand-over.
    public let operation: String
    /// When it was recorded.
    public let date: Date
    /// What happened.
    public let fact: Fact
    /// How many times: 1, except where alike skips or losses were gathered into one entry.
    public let count: Int

    /// Makes an entry.
    public init(operation: String, date: Date, fact: Fact, count: Int = 1) {
        self.operation = operation
        self.date = date
        self.fact = fact
        self.count = count
    }
}

/// What an entry tells.
public enum Fact: Hashable, Sendable {
    /// A comparison was asked for and ended, with the latencies of both sides unless it was skipped. A candidate that
    /// timed out has its deadline for a latency.
    case compared(Outcome, control: Duration? = nil, candidate: Duration? = nil)
    /// A call in a rollout or after a replacement was answered; `failure` is there if the caller got an error.
    case answered(by: Side, latency: Duration, failure: Recorded? = nil)
    /// The candidate's fault was hidden from the caller: control was called in its place.
    case fellBack(Fault, latency: Duration)
    /// The plan was changed, from and to in words.
    case planChanged(from: String, to: String)
    /// The kill switch changed its state.
    case killSwitch(KillSwitch.Event)
    /// An operation that writes was called from inside a candidate that was being compared; control acted, perhaps
    /// for the second time. The candidate is not fit for comparison.
    case effectInComparison
    /// Entries that did not reach this journal; `count` of the entry is their number.
    case lost(comparisons: Int)
}

/// The two implementations that a hand-over joins.
public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The legacy implementation.
    case control
    /// The replacement.
    case candidate
}

/// What a candidate did wrong in a rollout.
public enum Fault: Hashable, Sendable {
    /// It failed, with the error as far as it may be recorded.
    case failed(Recorded)
    /// It did not answer within the caller's patience.
    case timedOut
}
