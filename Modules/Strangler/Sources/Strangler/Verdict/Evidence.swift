public import Foundation

/// What journal entries say about one operation: counts and latencies, the ground of a verdict.
public struct Evidence: Hashable, Sendable {
    /// Comparisons in which both sides did the same.
    public private(set) var matched = 0
    /// Comparisons in which they did not.
    public private(set) var mismatched = 0
    /// Comparisons in which control answered and the candidate failed.
    public private(set) var candidateFailed = 0
    /// Comparisons in which the candidate did not answer before the deadline.
    public private(set) var timedOut = 0
    /// Comparisons with a known and accepted difference, by the name of the rule.
    public private(set) var ignored: [String: Int] = [:]
    /// Calls that had no comparison, by reason.
    public private(set) var skipped: [SkipReason: Int] = [:]
    /// Comparisons whose entries did not reach the journal. Nobody knows what came of them.
    public private(set) var lost = 0
    /// Calls that one side answered in a rollout or after a replacement.
    public private(set) var answered: [Side: Int] = [:]
    /// Of these, the calls whose caller got an error.
    public private(set) var failed: [Side: Int] = [:]
    /// Calls in which the candidate's fault was hidden from the caller.
    public private(set) var fellBack = 0
    /// Control's latencies; nil without any.
    public private(set) var control: Latencies?
    /// The candidate's latencies, also of calls that fell back or timed out; nil without any.
    public private(set) var candidate: Latencies?

    /// Counts the entries of `operation` dated `from` or later.
    public init(_ entries: some Sequence<Entry>, operation: String, from: Date = .distantPast) {
        var samples: [Side: [Duration]] = [:]
        for entry in entries where entry.operation == operation && entry.date >= from {
            add(entry)
            for (side, latency) in entry.fact.latencies { samples[side, default: []].append(latency) }
        }
        control = Latencies(of: samples[.control] ?? [])
        candidate = Latencies(of: samples[.candidate] ?? [])
    }

    /// Comparisons that say something: all but the ignored, the skipped and the lost.
    public var runs: Int {
        matched + disagreements
    }

    /// Runs in which a caller of the candidate would have been worse off, or at least otherwise.
    public var disagreements: Int {
        mismatched + candidateFailed + timedOut
    }

    private mutating func add(_ entry: Entry) {
        switch entry.fact {
        case .compared(let outcome, _, _): add(outcome, entry.count)
        case .answered(let side, _, let failure):
            answered[side, default: 0] += entry.count
            if failure != nil { failed[side, default: 0] += entry.count }
        case .fellBack: fellBack += entry.count
        case .lost(let comparisons): lost += comparisons
        case .planChanged, .killSwitch, .effectInComparison: break
        }
    }

    private mutating func add(_ outcome: Outcome, _ count: Int) {
        switch outcome {
        case .matched: matched += count
        case .mismatched: mismatched += count
        case .candidateFailed: candidateFailed += count
        case .timedOut: timedOut += count
        case .ignored(let rule): ignored[rule, default: 0] += count
        case .skipped(let reason): skipped[reason, default: 0] += count
        }
    }
}

extension Fact {
    var latencies: [(Side, Duration)] {
        switch self {
        case .compared(_, let control, let candidate):
            [control.map { (.control, $0) }, candidate.map { (.candidate, $0) }].compactMap { $0 }
        case .answered(let side, let latency, _): [(side, latency)]
        case .fellBack(_, let latency): [(.candidate, latency)]
        case .planChanged, .killSwitch, .effectInComparison, .lost: []
        }
    }
}
