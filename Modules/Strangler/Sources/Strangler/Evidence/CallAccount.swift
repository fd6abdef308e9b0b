/// What became of the calls while plans compared: every call is in exactly one of the numbers.
///
/// Calls that the sample left out are left out by chance. Chosen calls that were not compared are *unseen*, for whatever reason:
/// nothing is known about them.
public struct CallAccount: Hashable, Sendable, Codable {
    /// Calls that the sample did not choose, and calls from inside a compared candidate.
    public let notChosen: Int
    /// Of these, the calls from inside a compared candidate.
    public let nested: Int
    /// Chosen calls in which both sides returned the same.
    public let equal: Int
    /// Chosen calls in which the sides differed, or one of them failed.
    public let different: Int
    /// Chosen calls that are unseen, by reason; only reasons that occurred.
    public let unseenReasons: [String: Int]

    /// Creates the account of evidence.
    init(_ evidence: Evidence) {
        let skipped = evidence.skipped
        func count(_ reasons: (SkipReason) -> Bool) -> Int {
            skipped.reduce(0) { $0 + (reasons($1.key) ? $1.value : 0) }
        }
        notChosen = count { !$0.isOfChosenCall }
        nested = skipped[.nested] ?? 0
        equal = evidence.matched
        different = evidence.disagreements
        var unseen: [String: Int] = [:]
        for (rule, count) in evidence.notComparable { unseen["excluded by \"\(rule)\""] = count }
        for (rule, count) in evidence.ignored { unseen["ignored by \"\(rule)\""] = count }
        for (reason, count) in skipped where reason.isOfChosenCall { unseen[reason.words] = count }
        unseen["failed on both sides"] = evidence.matchedFailures
        unseen["lost"] = evidence.lost
        unseen["never ended"] = evidence.unended + evidence.interrupted
        unseenReasons = unseen.filter { $0.value > 0 }
    }

    /// The number of chosen calls that were not compared.
    public var unseen: Int { unseenReasons.values.reduce(0, +) }
    /// The number of calls that were chosen for a comparison.
    public var chosen: Int { equal + different + unseen }
    /// The number of all calls.
    public var calls: Int { notChosen + chosen }
    /// The share of the chosen calls, 0 to 1, that is unseen; 0 without calls.
    public var unseenShare: Double { chosen > 0 ? Double(unseen) / Double(chosen) : 0 }
}

extension CallAccount: CustomStringConvertible {
    /// The account in one line: `60,000 calls: 54,000 not chosen, 5,990 equal, 2 different, 8 unseen (8 cancelled)`.
    public var description: String {
        let inside = nested > 0 ? " (\(nested.grouped) from inside a comparison)" : ""
        var parts = [
            "\(notChosen.grouped) not chosen\(inside)", "\(equal.grouped) equal", "\(different.grouped) different",
        ]
        let reasons = unseenReasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.value.grouped) \($0.key)" }
        parts.append("\(unseen.grouped) unseen" + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))"))
        return "\(calls.grouped) calls: " + parts.joined(separator: ", ")
    }
}

extension SkipReason {
    fileprivate var words: String {
        switch self {
        case .notSampled: "not sampled"
        case .nested: "nested"
        case .tooManyUnderWay: "skipped for load"
        case .controlTimedOut: "control timed out"
        case .cancelled: "cancelled"
        case .killSwitchOpen: "with the kill switch open"
        }
    }
}

extension Evidence {
    /// What became of the calls.
    public var account: CallAccount { CallAccount(self) }
}
