import Foundation

/// One number of the evidence: how often something happened. A tally never decreases, and only its writer increases it.
///
/// That is why evidence can be joined in any order and more than once: of two tallies with equal keys the larger one counts,
/// and tallies of different writers are added.
///
/// Reasons: docs/adr/journals-and-evidence.md.
public struct Tally: Hashable, Sendable, Codable {
    /// What a tally counts.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Comparisons in which both sides returned the same value.
        case matched
        /// Comparisons in which both sides failed with the same error. They show nothing about results.
        case matchedFailure
        /// Comparisons in which both sides succeeded or both failed, and differed.
        case mismatched
        /// Comparisons in which only control failed.
        case controlFailed
        /// Comparisons in which only the candidate failed.
        case candidateFailed
        /// Comparisons in which the candidate did not return before the deadline.
        case timedOut
        /// Comparisons with an accepted difference; `detail` is the name of the rule.
        case ignored
        /// Comparisons with results that can't be compared; `detail` is the reason.
        case notComparable
        /// Calls without a comparison; `detail` is the reason.
        case skipped
        /// Calls that were chosen for a comparison and whose end is known, in whatever way they ended; `detail` is the identity
        /// of the comparison. Evidence of versions that didn't account for every call has none.
        case chosen
        /// Of these, the calls whose beginning was noted in a log that survives the process.
        case logged
        /// Comparisons whose entries did not reach the journal.
        case lost
        /// Runs whose process ended before they did: of each process one, which may have ended it, and those without a subject.
        case unended
        /// Runs that were under way beside such a run. Each is settled if its subject is compared.
        case interrupted
        /// Operations that write and that a compared candidate tried to call.
        case effect
        /// Looks at the verdict; `detail` is the rule.
        case look
        /// Steps of the plan that give callers more of the candidate; `detail` is the plan, and what the step rests on.
        case released
        /// Processes that began to give callers some of the candidate; `detail` is the plan.
        case began
        /// Entries about differences that didn't fit in the journal.
        case truncated
        /// That evidence was cut; `detail` is to what. It is part of no journal.
        case part
        /// Calls that one side served; `detail` is the side.
        case answered
        /// Of these, the calls whose caller got an error; `detail` is the side.
        case failed
        /// Calls in which the candidate's fault was hidden from the caller.
        case fellBack
        /// Writes that a side missed when the other one carried them out; `detail` is the side.
        case missed
        /// Writes that a side carried out later; `detail` is the side.
        case backfilled
        /// Latencies; `detail` is the side, `number` the step of `Histogram`.
        case latency
        /// Whether a subject class had a run of this kind; `number` is the class and the count is 1.
        case subjectMatched, subjectMismatched, subjectControlFailed, subjectCandidateFailed
        /// Whether a subject class had a call that was chosen and not compared, or a run that was interrupted; `number` is the
        /// class and the count is 1.
        case subjectUnseen, subjectInterrupted
    }

    /// The identity of a tally.
    public struct Key: Hashable, Sendable, Codable {
        /// The writer: a journal's random name.
        public var writer: String
        /// The name of the hand-over.
        public var operation: String
        /// The implementations; nil if the entries did not contain them.
        public var sides: Sides?
        /// The labels of the calls.
        public var labels: [String: String]
        /// The start of the counted interval, in seconds since 1970: of an hour, or of a day for subject classes and latencies.
        public var start: Int
        /// What the tally counts.
        public var kind: Kind
        /// Details that depend on the kind.
        public var detail: String
        /// A number that depends on the kind.
        public var number: Int

        /// Creates a key.
        public init(
            writer: String,
            operation: String,
            sides: Sides?,
            labels: [String: String] = [:],
            start: Int,
            kind: Kind,
            detail: String = "",
            number: Int = 0
        ) {
            self.writer = writer
            self.operation = operation
            self.sides = sides
            self.labels = labels
            self.start = start
            self.kind = kind
            self.detail = detail
            self.number = number
        }
    }

    /// The identity of the tally.
    public let key: Key
    /// How often it happened.
    public let count: Int

    /// Creates a tally.
    public init(key: Key, count: Int) {
        self.key = key
        self.count = count
    }
}

extension Tally.Key {
    /// The start of its hour, in seconds since 1970.
    var hour: Int { Int((Double(start) / 3_600).rounded(.down)) * 3_600 }
}

extension Tally {
    /// The largest count that is accepted from a file or another machine. Sums of millions of them don't overflow.
    package static let largestCount = 1 << 40
    /// The times that are accepted from a file or another machine, in seconds since 1970: 500 years before and after.
    package static let times = -(1 << 34)...(1 << 34)

    /// Whether every number of the tally is one that a journal can have counted.
    package var isPossible: Bool {
        (0...Self.largestCount).contains(count) && Self.times.contains(key.start)
            && (-1..<SubjectClass.numbers.upperBound).contains(key.number)
    }
}

extension Tally.Kind {
    /// Whether it counts subject classes, for each day.
    public var isOfSubjects: Bool {
        switch self {
        case .subjectMatched, .subjectMismatched, .subjectControlFailed, .subjectCandidateFailed, .subjectUnseen,
            .subjectInterrupted:
            true
        default: false
        }
    }
}

extension Tally.Kind {
    /// Whether it counts runs: comparisons with a meaningful result.
    var isRun: Bool {
        switch self {
        case .matched, .mismatched, .controlFailed, .candidateFailed, .timedOut: true
        default: false
        }
    }

    /// Whether it counts something that can't be attributed to one call.
    var isOfNoCall: Bool {
        self == .lost || self == .unended || self == .interrupted || self == .truncated
    }
}

extension Entry {
    /// Returns what the entry adds to the evidence of a writer, in tallies that start at multiples of `grain` seconds.
    public func tallies(by writer: String, grain: Int = 3_600) -> [Tally] {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        func tally(_ kind: Tally.Kind, _ detail: String = "", _ number: Int = 0, _ count: Int? = nil) -> Tally {
            // Latencies have some hundred steps: by the hour they would be most of what a look reads.
            let isDaily = kind.isOfSubjects || (kind == .latency && grain >= 3_600)
            let grain = isDaily ? 86_400 : max(1, grain)
            let start = seconds - (seconds % grain + grain) % grain
            let key = Tally.Key(
                writer: writer,
                operation: operation,
                sides: sides,
                labels: labels,
                start: start,
                kind: kind,
                detail: detail,
                number: number
            )
            return Tally(key: key, count: count ?? self.count)
        }
        var tallies = fact.kinds.map { tally($0.kind, $0.detail, 0, $0.count) }
        for (side, latency) in fact.latencies {
            tallies.append(tally(.latency, side.rawValue, Histogram.step(of: latency)))
        }
        if fact.isOfChosenCall {
            tallies.append(tally(.chosen, comparison ?? ""))
            if isLogged { tallies.append(tally(.logged)) }
        }
        if let kind = fact.subjectKind {
            // Without a class all runs belong to one subject, because nothing shows that there are more.
            tallies.append(tally(kind, "", subject?.number ?? -1, 1))
        }
        return tallies
    }
}

extension Fact {
    /// The kinds of tallies of the fact, with a number if that is not the entry's.
    fileprivate var kinds: [(kind: Tally.Kind, detail: String, count: Int?)] {
        switch self {
        case .compared(let outcome, _, _):
            let (kind, detail) = outcome.tally
            return [(kind, detail, nil)]
        case .answered(let side, _, let failure):
            let answered = (kind: Tally.Kind.answered, detail: side.rawValue, count: Int?.none)
            return failure == nil ? [answered] : [answered, (.failed, side.rawValue, nil)]
        case .fellBack: return [(.fellBack, "", nil)]
        case .missed(let side): return [(.missed, side.rawValue, nil)]
        case .backfilled(let side): return [(.backfilled, side.rawValue, nil)]
        case .unended: return [(.unended, "", nil)]
        case .interrupted: return [(.interrupted, "", nil)]
        case .truncated: return [(.truncated, "", nil)]
        case .lost(let comparisons): return comparisons > 0 ? [(.lost, "", comparisons)] : []
        case .effectInComparison: return [(.effect, "", nil)]
        case .looked(let rule, _): return [(.look, rule, nil)]
        case .released(let plan, let verdict):
            return [(.released, verdict == nil ? "\(plan), no verdict" : "\(plan), a verdict", nil)]
        case .began(let plan): return [(.began, plan, nil)]
        case .planChanged, .killSwitch: return []
        }
    }

    /// Whether it ends a call that was chosen for a comparison.
    fileprivate var isOfChosenCall: Bool {
        guard case .compared(let outcome, _, _) = self else { return false }
        return outcome.isOfChosenCall
    }

    fileprivate var subjectKind: Tally.Kind? {
        if case .interrupted = self { return .subjectInterrupted }
        guard case .compared(let outcome, _, _) = self else { return nil }
        switch outcome {
        case .matched: return .subjectMatched
        case .mismatched(let difference):
            return difference.kind == .controlFailed ? .subjectControlFailed : .subjectMismatched
        case .candidateFailed, .timedOut: return .subjectCandidateFailed
        case .matchedFailure, .ignored, .notComparable, .skipped:
            return outcome.isOfChosenCall ? .subjectUnseen : nil
        }
    }

    var latencies: [(Side, Duration)] {
        switch self {
        case .compared(_, let control, let candidate):
            [control.map { (.control, $0) }, candidate.map { (.candidate, $0) }].compactMap { $0 }
        case .answered(let side, let latency, _): [(side, latency)]
        case .fellBack(_, let latency): [(.candidate, latency)]
        case .planChanged, .killSwitch, .effectInComparison, .missed, .backfilled, .unended, .interrupted, .lost,
            .looked, .released, .began, .truncated:
            []
        }
    }
}

extension Outcome {
    fileprivate var tally: (kind: Tally.Kind, detail: String) {
        switch self {
        case .matched: (.matched, "")
        case .matchedFailure: (.matchedFailure, "")
        case .ignored(let rule): (.ignored, rule)
        case .notComparable(let reason): (.notComparable, reason)
        case .mismatched(let difference): (difference.kind == .controlFailed ? .controlFailed : .mismatched, "")
        case .candidateFailed: (.candidateFailed, "")
        case .timedOut: (.timedOut, "")
        case .skipped(let reason): (.skipped, reason.rawValue)
        }
    }
}
