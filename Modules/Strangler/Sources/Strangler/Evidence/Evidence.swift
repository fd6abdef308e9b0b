public import Foundation

/// What journals know about operations, in numbers: the ground of a verdict.
///
/// Evidence adds up. Evidence of several machines, or of one journal at several times, can be joined with `+` in any
/// order; what both hold counts once.
public struct Evidence: Hashable, Sendable {
    private(set) var counts: [Tally.Key: Int] = [:]

    /// Creates evidence of nothing.
    public init() {}

    /// Creates evidence from tallies, in any order. Of tallies with equal keys the largest counts.
    public init(_ tallies: some Sequence<Tally>) {
        for tally in tallies { join(tally) }
    }

    /// Counts entries. An entry that comes twice counts once.
    ///
    /// Entries of one process that come in parts must be counted together: two parts that overlap would count what they
    /// share twice.
    public init(_ entries: some Sequence<Entry>) {
        var seen: Set<Entry.ID> = []
        let entries = entries.filter { seen.insert($0.id).inserted }
        // The same entries always have the same writer, so that they count once also when joined later.
        let writer = entries.reduce(UInt64(0)) { $0 &+ ($1.id.writer ^ $1.id.number &* 0x9e37_79b9_7f4a_7c15) }
        for entry in entries { add(entry, by: String(writer, radix: 16)) }
    }

    /// Adds what an entry reports to the tallies of a writer.
    public mutating func add(_ entry: Entry, by writer: String, grain: Int = 3_600) {
        for tally in entry.tallies(by: writer, grain: grain) {
            if tally.key.kind.isOfSubjects {
                join(tally)
            } else {
                counts[tally.key, default: 0] += tally.count
            }
        }
    }

    /// Joins a tally: of two with equal keys the larger one counts.
    public mutating func join(_ tally: Tally) {
        counts[tally.key] = max(counts[tally.key] ?? 0, tally.count)
    }

    /// Joins the evidence of two places.
    public static func + (left: Evidence, right: Evidence) -> Evidence {
        var joined = left
        joined.counts.merge(right.counts) { max($0, $1) }
        return joined
    }

    /// The tallies, in no particular order.
    public var tallies: [Tally] {
        counts.map { Tally(key: $0.key, count: $0.value) }
    }
}

// MARK: - Parts of the evidence

extension Evidence {
    /// The evidence about one operation, or of one pair of implementations.
    public func of(_ operation: String, between sides: Sides? = nil) -> Evidence {
        filtered { $0.operation == operation && (sides == nil || $0.sides == sides) }
    }

    /// The evidence about calls with a label. What has no labels at all, such as lost comparisons, is about every call.
    public func labelled(_ label: String, _ value: String) -> Evidence {
        filtered { $0.labels[label] == value || ($0.labels.isEmpty && $0.kind.isOfNoCall) }
    }

    /// The evidence of a time; tallies count from the time at which they start.
    public func from(_ start: Date, to end: Date = .distantFuture) -> Evidence {
        let (start, end) = (start.timeIntervalSince1970, end.timeIntervalSince1970)
        return filtered { Double($0.start) >= start && Double($0.start) < end }
    }

    /// The names of the operations that there is evidence about, in alphabetical order.
    public var operations: [String] {
        Set(counts.keys.map(\.operation)).subtracting([""]).sorted()
    }

    /// The pairs of implementations that there is evidence about, the newest last. Newer is what began later.
    public var pairs: [Sides] {
        var first: [Sides: Int] = [:]
        for key in counts.keys {
            if let sides = key.sides { first[sides] = min(first[sides] ?? .max, key.start) }
        }
        return first.sorted { ($0.value, $0.key.description) < ($1.value, $1.key.description) }.map(\.key)
    }

    /// The start of the oldest tally; nil without any.
    public var start: Date? {
        counts.keys.map(\.start).min().map { Date(timeIntervalSince1970: Double($0)) }
    }

    private func filtered(_ isIncluded: (Tally.Key) -> Bool) -> Evidence {
        var part = Evidence()
        part.counts = counts.filter { isIncluded($0.key) }
        return part
    }
}

// MARK: - Numbers

extension Evidence {
    /// Comparisons in which both sides answered the same.
    public var matched: Int { sum(.matched) }
    /// Comparisons in which both sides failed with the same error. They are no runs.
    public var matchedFailures: Int { sum(.matchedFailure) }
    /// Comparisons in which both sides answered or both failed, and differed.
    public var mismatched: Int { sum(.mismatched) }
    /// Comparisons in which control alone failed.
    public var controlFailed: Int { sum(.controlFailed) }
    /// Comparisons in which the candidate alone failed.
    public var candidateFailed: Int { sum(.candidateFailed) }
    /// Comparisons in which the candidate did not answer before the deadline.
    public var timedOut: Int { sum(.timedOut) }
    /// Comparisons with an accepted difference, by the name of the rule.
    public var ignored: [String: Int] { sums(.ignored) }
    /// Comparisons of answers that can't be compared, by reason.
    public var notComparable: [String: Int] { sums(.notComparable) }
    /// Calls without a comparison, by reason.
    public var skipped: [SkipReason: Int] { byCase(.skipped) }
    /// Comparisons whose entries did not reach the journal.
    public var lost: Int { sum(.lost) }
    /// Runs that began in a process which ended before they did.
    public var unended: Int { sum(.unended) }
    /// Entries about differences that the journal had no room for.
    public var truncated: Int { sum(.truncated) }
    /// Calls that one side answered in a rollout or after a replacement.
    public var answered: [Side: Int] { byCase(.answered) }
    /// Of these, the calls whose caller got an error.
    public var failed: [Side: Int] { byCase(.failed) }
    /// Calls in which the candidate's fault was hidden from the caller.
    public var fellBack: Int { sum(.fellBack) }

    /// Comparisons that show something: both sides answered and could be compared, or one of them did wrong.
    public var runs: Int {
        matched + disagreements
    }

    /// Runs in which a caller of the candidate would have got something else than from control.
    public var disagreements: Int {
        mismatched + controlFailed + candidateFailed + timedOut
    }

    /// Runs of which nobody knows what came of them. Each counts as one that disagreed.
    public var unseen: Int {
        lost + unended
    }

    /// Control's latencies; nil without any.
    public var control: Latencies? { latencies(of: .control) }
    /// The candidate's latencies, including calls that fell back or timed out; nil without any.
    public var candidate: Latencies? { latencies(of: .candidate) }

    /// The subject classes that had runs, each with the kinds of runs it had.
    var subjects: [Int: SubjectRuns] {
        var subjects: [Int: SubjectRuns] = [:]
        for key in counts.keys {
            if let runs = SubjectRuns(key.kind) { subjects[key.number, default: []].insert(runs) }
        }
        return subjects
    }

    func sum(_ kind: Tally.Kind) -> Int {
        counts.reduce(0) { $1.key.kind == kind ? $0 + $1.value : $0 }
    }

    private func sums(_ kind: Tally.Kind) -> [String: Int] {
        counts.reduce(into: [:]) { sums, count in
            if count.key.kind == kind { sums[count.key.detail, default: 0] += count.value }
        }
    }

    private func byCase<Case: RawRepresentable & Hashable>(_ kind: Tally.Kind) -> [Case: Int]
    where Case.RawValue == String {
        sums(kind).reduce(into: [:]) { sums, sum in
            if let key = Case(rawValue: sum.key) { sums[key] = sum.value }
        }
    }

    private func latencies(of side: Side) -> Latencies? {
        var steps: [Int: Int] = [:]
        for (key, count) in counts where key.kind == .latency && key.detail == side.rawValue {
            steps[key.number, default: 0] += count
        }
        return Latencies(steps: steps)
    }
}

extension Evidence: Codable {
    /// Reads a list of tallies.
    public init(from decoder: any Decoder) throws {
        self.init(try [Tally](from: decoder))
    }

    /// Writes a list of tallies, in an order of its own: the same evidence is written the same.
    public func encode(to encoder: any Encoder) throws {
        try tallies.sorted { $0.key < $1.key }.encode(to: encoder)
    }
}

extension Tally.Key: Comparable {
    /// By operation, time and kind, so that a file of tallies can be read.
    public static func < (left: Tally.Key, right: Tally.Key) -> Bool {
        left.order.lexicographicallyPrecedes(right.order)
    }

    private var order: [String] {
        func padded(_ number: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
        }
        let labels = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return [operation, padded(start), kind.rawValue, detail, padded(number), writer, sides?.description ?? ""]
            + labels
    }
}

/// The kinds of runs that one subject class had.
struct SubjectRuns: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let matched = SubjectRuns(rawValue: 1)
    static let mismatched = SubjectRuns(rawValue: 2)
    static let controlFailed = SubjectRuns(rawValue: 4)
    static let candidateFailed = SubjectRuns(rawValue: 8)

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init?(_ kind: Tally.Kind) {
        switch kind {
        case .subjectMatched: self = .matched
        case .subjectMismatched: self = .mismatched
        case .subjectControlFailed: self = .controlFailed
        case .subjectCandidateFailed: self = .candidateFailed
        default: return nil
        }
    }
}
