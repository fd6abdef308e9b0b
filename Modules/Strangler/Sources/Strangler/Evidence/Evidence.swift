public import Foundation

/// The numbers that journals have about operations: the basis of a verdict.
///
/// Evidence can be added. Evidence of several machines, or of one journal at several times, can be joined with `+` in any
/// order; what both contain counts once.
public struct Evidence: Hashable, Sendable {
    package private(set) var counts: [Tally.Key: Int] = [:]
    /// The subject classes by the key of their tallies, whose number is 0.
    package private(set) var sets: [Tally.Key: SubjectSet] = [:]

    /// Creates empty evidence.
    public init() {}

    /// Creates evidence from tallies, in any order. Among tallies with equal keys the largest counts.
    public init(_ tallies: some Sequence<Tally>) {
        for tally in tallies { join(tally) }
    }

    /// Creates evidence from entries. A repeated entry counts once.
    ///
    /// Entries of one process that come in parts must be counted together: two parts that overlap would count the overlap
    /// twice.
    public init(_ entries: some Sequence<Entry>) {
        var seen: Set<Entry.ID> = []
        let entries = entries.filter { seen.insert($0.id).inserted }
        // The same entries always have the same writer, so that they count once even if they are joined later.
        let writer = entries.reduce(UInt64(0)) { $0 &+ ($1.id.writer ^ $1.id.number &* 0x9e37_79b9_7f4a_7c15) }
        for entry in entries { add(entry, by: String(writer, radix: 16)) }
    }

    /// Adds an entry's report to the tallies of a writer.
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
        guard tally.key.kind.isOfSubjects else {
            counts[tally.key] = max(counts[tally.key] ?? 0, tally.count)
            return
        }
        guard tally.count > 0 else { return }
        var key = tally.key
        key.number = 0
        sets[key, default: SubjectSet()].insert(tally.key.number)
    }

    /// Joins the subject classes of a day. The number of the key is 0.
    package mutating func join(_ set: SubjectSet, at key: Tally.Key) {
        sets[key, default: SubjectSet()].formUnion(set)
    }

    /// Returns the joined evidence of both.
    public static func + (left: Evidence, right: Evidence) -> Evidence {
        var joined = left
        joined.counts.merge(right.counts) { max($0, $1) }
        for (key, set) in right.sets { joined.sets[key, default: SubjectSet()].formUnion(set) }
        return joined
    }

    /// The tallies, in no particular order.
    public var tallies: [Tally] {
        counts.map { Tally(key: $0.key, count: $0.value) }
            + sets.flatMap { key, set in
                set.numbers.map { number in
                    var key = key
                    key.number = number
                    return Tally(key: key, count: 1)
                }
            }
    }

    private var keys: some Sequence<Tally.Key> {
        [counts.keys.map { $0 }, sets.keys.map { $0 }].joined()
    }
}

// MARK: - Parts of the evidence

extension Evidence {
    /// Returns the evidence about one operation, or about one pair of implementations. The loss of a whole journal, which has no
    /// operation, is about all of them.
    public func of(_ operation: String, between sides: Sides? = nil) -> Evidence {
        filtered { $0.operation.isEmpty || ($0.operation == operation && (sides == nil || $0.sides == sides)) }
    }

    /// Returns the evidence about calls with a label. Evidence without any labels, such as lost comparisons, is about every
    /// call.
    public func labelled(_ label: String, _ value: String) -> Evidence {
        var part = filtered { $0.labels[label] == value || ($0.labels.isEmpty && $0.kind.isOfNoCall) }
        part.note("\(label) \(value)")
        return part
    }

    /// Returns the evidence of a time; tallies count from the time at which they start.
    public func from(_ start: Date, to end: Date = .distantFuture) -> Evidence {
        var part = within(start, end)
        part.note("a part of the time")
        return part
    }

    /// What this evidence was cut to: a label, or a time. A verdict on a part says so, also after the evidence was written and read.
    var parts: [String] { sums(.part).keys.sorted() }

    private mutating func note(_ part: String) {
        join(
            Tally(key: Tally.Key(writer: "", operation: "", sides: nil, start: 0, kind: .part, detail: part), count: 1)
        )
    }

    /// Returns the same for a window, which the verdict states itself.
    func within(_ start: Date, _ end: Date = .distantFuture) -> Evidence {
        let (start, end) = (start.timeIntervalSince1970, end.timeIntervalSince1970)
        return filtered { Double($0.start) >= start && Double($0.start) < end }
    }

    /// Returns the evidence of these kinds.
    func only(_ isIncluded: (Tally.Kind) -> Bool) -> Evidence {
        filtered { isIncluded($0.kind) }
    }

    /// The names of the operations with evidence, in alphabetical order.
    public var operations: [String] {
        Set(keys.map(\.operation)).subtracting([""]).sorted()
    }

    /// The pairs of implementations with evidence, in the order in which they began.
    public var pairs: [Sides] {
        var first: [Sides: Int] = [:]
        for key in keys {
            if let sides = key.sides { first[sides] = min(first[sides] ?? .max, key.start) }
        }
        return first.sorted { ($0.value, $0.key.description) < ($1.value, $1.key.description) }.map(\.key)
    }

    /// The start of the oldest tally; nil without any.
    public var start: Date? {
        keys.filter { $0.kind != .part }.map(\.start).min().map { Date(timeIntervalSince1970: Double($0)) }
    }

    private func filtered(_ isIncluded: (Tally.Key) -> Bool) -> Evidence {
        var part = Evidence()
        part.counts = counts.filter { $0.key.kind == .part || isIncluded($0.key) }
        part.sets = sets.filter { isIncluded($0.key) }
        return part
    }
}

// MARK: - Numbers

extension Evidence {
    /// The number of comparisons in which both sides returned the same value.
    public var matched: Int { sum(.matched) }
    /// The number of comparisons in which both sides failed with the same error. They are not runs.
    public var matchedFailures: Int { sum(.matchedFailure) }
    /// The number of comparisons in which both sides succeeded or both failed, and differed.
    public var mismatched: Int { sum(.mismatched) }
    /// The number of comparisons in which only control failed.
    public var controlFailed: Int { sum(.controlFailed) }
    /// The number of comparisons in which only the candidate failed.
    public var candidateFailed: Int { sum(.candidateFailed) }
    /// The number of comparisons in which the candidate did not return before the deadline.
    public var timedOut: Int { sum(.timedOut) }
    /// The numbers of comparisons with an accepted difference, by the name of the rule.
    public var ignored: [String: Int] { sums(.ignored) }
    /// The numbers of comparisons with results that can't be compared, by reason.
    public var notComparable: [String: Int] { sums(.notComparable) }
    /// The numbers of calls without a comparison, by reason.
    public var skipped: [SkipReason: Int] { byCase(.skipped) }
    /// The number of comparisons whose entries did not reach the journal.
    public var lost: Int { sum(.lost) }
    /// The number of runs whose process ended before they did: of each process one, which may have ended it.
    public var unended: Int { sum(.unended) }
    /// The number of runs that were under way beside such a run.
    public var interrupted: Int { sum(.interrupted) }
    /// The number of calls that were chosen for a comparison, by the identity of the comparison. Evidence of versions that
    /// didn't account for every call has none.
    public var chosen: [String: Int] { sums(.chosen) }
    /// The number of those whose beginning was noted in a log that survives the process.
    public var logged: Int { sum(.logged) }
    /// The number of operations that write and that a compared candidate tried to call.
    public var effects: Int { sum(.effect) }
    /// The numbers of looks at the verdict, by the rule in words.
    public var looks: [String: Int] { sums(.look) }
    /// The number of steps of the plan that gave callers more of the candidate without a verdict.
    public var releasedWithoutVerdict: Int {
        sums(.released).reduce(0) { $0 + ($1.key.hasSuffix("no verdict") ? $1.value : 0) }
    }
    /// The plans, in words, with which processes began to give callers more of the candidate than any step released.
    public var unreleasedPlans: [String] {
        func reach(_ words: Substring) -> Int {
            Plan(String(words))?.reach ?? DualWritePlan(String(words))?.exposure.basisPoints ?? 0
        }
        let released = sums(.released).keys.map { reach($0.prefix { $0 != "," }) }.max() ?? 0
        let begun = sums(.began).keys.filter { reach($0[...]) > released }.sorted()
        let isUnknown = begun.isEmpty && released == 0 && answered[.candidate, default: 0] > 0
        return isUnknown ? ["of an unknown plan"] : begun
    }
    /// The number of entries about differences that didn't fit in the journal.
    public var truncated: Int { sum(.truncated) }
    /// The numbers of calls that one side served in a rollout or after a replacement.
    public var answered: [Side: Int] { byCase(.answered) }
    /// The numbers of those whose caller got an error.
    public var failed: [Side: Int] { byCase(.failed) }
    /// The number of calls in which the candidate's fault was hidden from the caller.
    public var fellBack: Int { sum(.fellBack) }
    /// Writes that a side missed when the other one carried them out.
    public var missed: [Side: Int] { byCase(.missed) }
    /// Of these, the writes that the side carried out later.
    public var backfilled: [Side: Int] { byCase(.backfilled) }

    /// The number of comparisons with a meaningful result: both sides returned something that could be compared, or one of them
    /// failed.
    public var runs: Int {
        matched + disagreements
    }

    /// The number of runs in which a caller of the candidate would have got a different result than from control.
    public var disagreements: Int {
        mismatched + controlFailed + candidateFailed + timedOut
    }

    /// The number of runs with an unknown outcome that count as subjects that disagreed: runs whose entries were lost, runs
    /// that may have ended their process, and of the runs beside those one for each subject class that was not compared at
    /// another time.
    public var unseen: Int {
        var open = classes(.subjectInterrupted)
        open.subtract(comparedClasses)
        return lost + unended + open.count
    }

    /// The number of subject classes that were chosen for a comparison and never compared.
    public var unseenSubjects: Int {
        var open = classes(.subjectUnseen)
        open.formUnion(classes(.subjectInterrupted))
        open.subtract(comparedClasses)
        return open.count
    }

    /// Control's latencies; nil without any.
    public var control: Latencies? { latencies(of: .control) }
    /// The candidate's latencies, including calls that fell back or timed out; nil without any.
    public var candidate: Latencies? { latencies(of: .candidate) }

    /// The subject classes with runs, and the kinds of runs of each.
    var subjects: [Int: SubjectRuns] {
        var subjects: [Int: SubjectRuns] = [:]
        for kind in Tally.Kind.allCases {
            guard let runs = SubjectRuns(kind) else { continue }
            for number in classes(kind).numbers { subjects[number, default: []].insert(runs) }
        }
        return subjects
    }

    /// The subject classes with runs.
    var comparedClasses: SubjectSet {
        classes { SubjectRuns($0) != nil }
    }

    /// The subject classes with a run that disagreed. Of these each counts, also if two may be of one subject.
    var disagreeingClasses: SubjectSet {
        classes { SubjectRuns($0) != nil && $0 != .subjectMatched }
    }

    private func classes(_ kind: Tally.Kind) -> SubjectSet {
        classes { $0 == kind }
    }

    private func classes(_ isIncluded: (Tally.Kind) -> Bool) -> SubjectSet {
        sets.reduce(into: SubjectSet()) { union, set in
            if isIncluded(set.key.kind) { union.formUnion(set.value) }
        }
    }

    /// The starts of hours in which calls were compared, in seconds since 1970.
    var comparedHours: Set<Int> {
        Set(counts.keys.lazy.filter { $0.kind.isRun }.map(\.hour))
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
    /// Reads a list of tallies. Throws if one has numbers that no journal can have counted.
    public init(from decoder: any Decoder) throws {
        let tallies = try [Tally](from: decoder)
        guard tallies.allSatisfy(\.isPossible) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "A number is out of bounds.")
            )
        }
        self.init(tallies)
    }

    /// Writes a list of tallies in a fixed order: the same evidence has the same encoding.
    public func encode(to encoder: any Encoder) throws {
        try tallies.sorted { $0.key < $1.key }.encode(to: encoder)
    }
}

extension Tally.Key: Comparable {
    /// Orders keys by operation, time and kind, so that a file of tallies is readable.
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

/// The kinds of runs of one subject class.
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
