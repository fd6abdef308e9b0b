/// The plan for an operation that only reads: which side serves its calls. The cases are in the order of a hand-over.
///
/// Reasons: docs/adr/plans-and-the-kill-switch.md.
public enum Plan: Hashable, Sendable {
    /// Control serves all calls. The candidate is never called.
    case legacy
    /// Control serves all calls. For a sample of the calls the candidate runs in addition and the two results are compared.
    ///
    /// For `calibrating`, another sample of the same calls, control runs twice instead and is compared with itself: what differs
    /// there is noise, and a verdict takes it off.
    case compare(sample: Share, calibrating: Share = .none)
    /// The candidate serves a share of the subjects. Control serves the others, and calls for which the candidate fails.
    ///
    /// For `comparing`, a sample of the calls that the candidate serves, control runs in addition and the two results are
    /// compared, so that a regression is also visible during the rollout.
    case rollout(Share, comparing: Share = .none)
    /// The candidate serves all calls. Control is never called.
    case replacement

    /// How much of the candidate callers get. A rollout of no share is more than none, because of its targets.
    var reach: Int {
        switch self {
        case .legacy, .compare: 0
        case .rollout(let share, _): 1 + share.basisPoints
        case .replacement: 2 + Share.whole
        }
    }

    /// Whether callers get more of the candidate than by a former plan: those that are its targets, a larger share, or no fall-back
    /// any more.
    public func givesMore(than former: Plan) -> Bool {
        reach > former.reach
    }

    /// The plan before this one; `legacy` has none before it and stays `legacy`.
    ///
    /// After a step back the candidate gets no more traffic than before: `rollout(25%)` becomes a comparison of 25%.
    public var oneStepBack: Plan {
        switch self {
        case .legacy, .compare: .legacy
        case .rollout(let share, _): .compare(sample: share)
        case .replacement: .rollout(.all)
        }
    }
}

extension Plan: LosslessStringConvertible, Codable {
    /// The plan in words: `legacy`, `compare 50%`, `compare 50% calibrating 2%`, `rollout 25%`, `rollout 25% comparing 10%`, `replacement`.
    public var description: String {
        switch self {
        case .legacy: "legacy"
        case .compare(let sample, .none): "compare \(sample)"
        case .compare(let sample, let noise): "compare \(sample) calibrating \(noise)"
        case .rollout(let share, .none): "rollout \(share)"
        case .rollout(let share, let sample): "rollout \(share) comparing \(sample)"
        case .replacement: "replacement"
        }
    }

    /// Reads only what `description` writes.
    public init?(_ description: String) {
        let words = description.split(separator: " ", omittingEmptySubsequences: false)
        switch (words.first, words.count) {
        case ("legacy", 1): self = .legacy
        case ("replacement", 1): self = .replacement
        case ("compare", 2):
            guard let sample = Share(String(words[1])) else { return nil }
            self = .compare(sample: sample)
        case ("compare", 4):
            guard words[2] == "calibrating", let sample = Share(String(words[1])), let noise = Share(String(words[3])),
                noise > .none
            else { return nil }
            self = .compare(sample: sample, calibrating: noise)
        case ("rollout", 2):
            guard let share = Share(String(words[1])) else { return nil }
            self = .rollout(share)
        case ("rollout", 4):
            guard words[2] == "comparing", let share = Share(String(words[1])), let sample = Share(String(words[3])),
                sample > .none
            else { return nil }
            self = .rollout(share, comparing: sample)
        default: return nil
        }
    }

    /// Reads the plan from its words.
    public init(from decoder: any Decoder) throws {
        self = try decoder.inWords()
    }

    /// Writes the plan in words.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeInWords(self)
    }
}

extension Plan: PlanWord {
    var word: UInt64 {
        switch self {
        case .legacy: 0
        case .compare(let sample, let noise):
            1 << 32 | UInt64(noise.basisPoints) << 16 | UInt64(sample.basisPoints)
        case .rollout(let share, let sample):
            2 << 32 | UInt64(sample.basisPoints) << 16 | UInt64(share.basisPoints)
        case .replacement: 3 << 32
        }
    }

    var isShared: Bool {
        if case .rollout = self { true } else { false }
    }

    init(word: UInt64) {
        let share = Share(unchecked: Int(word & 0xffff))
        let sample = Share(unchecked: Int(word >> 16 & 0xffff))
        switch word >> 32 {
        case 0: self = .legacy
        case 1: self = .compare(sample: share, calibrating: sample)
        case 2: self = .rollout(share, comparing: sample)
        default: self = .replacement
        }
    }
}
