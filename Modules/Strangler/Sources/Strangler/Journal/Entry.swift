public import Foundation
import Synchronization

/// One record of a journal: what happened in one hand-over, without any value that a redactor did not write.
public struct Entry: Hashable, Sendable, Codable, Identifiable {
    /// Which entry it is: unique over all processes and machines, so that one that arrives twice counts once.
    public let id: ID
    /// The name of the hand-over.
    public let operation: String
    /// Which implementations it joins; nil in records of a version that did not say.
    public let sides: Sides?
    /// The class of the subject of the call; nil if the record is not of one call.
    public let subject: SubjectClass?
    /// What else is known of the call, such as its region, as far as the redactor lets it be recorded.
    public let labels: [String: String]
    /// When it was recorded.
    public let date: Date
    /// What happened.
    public let fact: Fact
    /// How many times: 1, unless equal skips or losses were gathered into one entry.
    public let count: Int

    /// Creates an entry.
    public init(
        id: ID = .next(),
        operation: String,
        sides: Sides? = nil,
        subject: SubjectClass? = nil,
        labels: [String: String] = [:],
        date: Date,
        fact: Fact,
        count: Int = 1
    ) {
        self.id = id
        self.operation = operation
        self.sides = sides
        self.subject = subject
        self.labels = labels
        self.date = date
        self.fact = fact
        self.count = count
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

        /// A new identifier.
        public static func next() -> ID {
            ID(writer: process, number: counter.wrappingAdd(1, ordering: .relaxed).newValue)
        }

        private static let process = UInt64.random(in: .min ... .max)
        private static let counter = Atomic<UInt64>(0)
    }
}

/// What an entry reports.
public enum Fact: Hashable, Sendable, Codable {
    /// A comparison ended, with the latencies of both sides unless it was skipped. A candidate that timed out has its
    /// deadline as its latency.
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
    /// Runs of the candidate that began in a process which ended before they did.
    case unended
    /// Entries that did not reach this journal; `count` of the entry is their number.
    case lost(comparisons: Int)
    /// Entries about differences that the journal had no room for; `count` of the entry is their number.
    case truncated
}

/// The two implementations that a hand-over joins.
public enum Side: String, Hashable, Sendable, Codable, CaseIterable {
    /// The legacy implementation.
    case control
    /// The replacement.
    case candidate
}

/// What a candidate did wrong in a rollout.
public enum Fault: Hashable, Sendable, Codable {
    /// It failed, with the error as far as it may be recorded.
    case failed(Recorded)
    /// It did not answer within the caller's patience.
    case timedOut
}
