public import Foundation
import Synchronization

/// One record of a journal: what happened in one hand-over, without any value except those that a redactor wrote.
public struct Entry: Hashable, Sendable, Codable, Identifiable {
    /// The identifier of the entry: unique across all processes and machines, so that an entry that arrives twice counts once.
    public let id: ID
    /// The name of the hand-over.
    public let operation: String
    /// The implementations that it joins; nil in records of a version that did not contain them.
    public let sides: Sides?
    /// The class of the call's subject; nil if the record is not about one call.
    public let subject: SubjectClass?
    /// Other information about the call, such as its region, as far as the redactor permits recording it.
    public let labels: [String: String]
    /// When it was recorded.
    public let date: Date
    /// What happened.
    public let fact: Fact
    /// How many times it happened: 1, unless equal skips or losses were combined into one entry.
    public let count: Int
    /// The identity of the comparison, for the end of a call that was chosen for one.
    public let comparison: String?
    /// Whether the beginning of the run was noted in a log of this journal that survives the process. It is counted, and not
    /// part of the stored entry.
    public internal(set) var isLogged = false

    private enum CodingKeys: CodingKey {
        case id, operation, sides, subject, labels, date, fact, count, comparison
    }

    /// Creates an entry.
    public init(
        id: ID = .next(),
        operation: String,
        sides: Sides? = nil,
        subject: SubjectClass? = nil,
        labels: [String: String] = [:],
        date: Date,
        fact: Fact,
        count: Int = 1,
        comparison: String? = nil
    ) {
        self.id = id
        self.operation = operation
        self.sides = sides
        self.subject = subject
        self.labels = labels
        self.date = date
        self.fact = fact
        self.count = count
        self.comparison = comparison
    }
}

extension Entry {
    /// The identifier of an entry: a random number of the process that wrote it, and the entry's number there.
    public struct ID: Hashable, Sendable, Codable {
        /// The process that wrote the entry.
        public let writer: UInt64
        /// The number of the entry in that process.
        public let number: UInt64

        /// Creates an identifier from its parts.
        public init(writer: UInt64, number: UInt64) {
            self.writer = writer
            self.number = number
        }

        /// Returns a new identifier.
        public static func next() -> ID {
            ID(writer: process, number: counter.wrappingAdd(1, ordering: .relaxed).newValue)
        }

        private static let process = UInt64.random(in: .min ... .max)
        private static let counter = Atomic<UInt64>(0)
    }
}

/// The contents of an entry.
public enum Fact: Hashable, Sendable, Codable {
    /// A comparison ended, with the latencies of both sides unless it was skipped. The latency of a candidate that timed out is
    /// its deadline.
    case compared(Outcome, control: Duration? = nil, candidate: Duration? = nil)
    /// A call in a rollout or after a replacement ended; `failure` is set if the caller got an error.
    case answered(by: Side, latency: Duration, failure: Recorded? = nil)
    /// The candidate's fault was hidden from the caller: control was called instead.
    case fellBack(Fault, latency: Duration)
    /// A dual write was carried out on the other side, and this one didn't carry it out when it should have.
    case missed(by: Side)
    /// A side has carried out a write that it had missed.
    case backfilled(Side)
    /// The plan was changed; both plans in words.
    case planChanged(from: String, to: String)
    /// A process began to give callers some of the candidate, by this plan in words.
    case began(String)
    /// The kill switch changed its state.
    case killSwitch(KillSwitch.Event)
    /// A candidate that was being compared tried to call an operation that writes, and was stopped. It is not suitable for
    /// comparison.
    case effectInComparison
    /// A run of the candidate whose process ended before it did, and which may have ended it.
    case unended
    /// A run that was under way beside such a run.
    case interrupted
    /// Somebody looked at the verdict; the rule in words.
    case looked(rule: String, isMet: Bool)
    /// The plan was changed to one that gives callers more of the candidate; the plan and the verdict in words, if there was
    /// one.
    case released(String, verdict: String?)
    /// Entries that did not reach this journal; `count` of the entry is their number.
    case lost(comparisons: Int)
    /// Entries about differences that didn't fit in the journal; `count` of the entry is their number.
    case truncated
}

/// The two implementations that a hand-over joins.
public enum Side: String, Hashable, Sendable, Codable, CaseIterable {
    /// The legacy implementation.
    case control
    /// The replacement.
    case candidate
}

/// A fault of the candidate in a rollout.
public enum Fault: Hashable, Sendable, Codable {
    /// It failed; the error as far as it may be recorded.
    case failed(Recorded)
    /// It did not return within the caller's patience.
    case timedOut
}
