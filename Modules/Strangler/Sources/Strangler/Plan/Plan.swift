/// Who answers the calls of an operation that only reads, in the order a hand-over goes through.
public enum Plan: Hashable, Sendable {
    /// Control answers. The candidate is never called.
    case legacy
    /// Control answers; for a sample of the calls the candidate runs beside it and the two answers are compared.
    case compare(sample: Share)
    /// The candidate answers for a share of the subjects, and control for the others and where the candidate fails.
    ///
    /// For `comparing`, a sample of the calls that the candidate answers, control runs beside it and the two are
    /// compared, so that a regression shows during the rollout too.
    case rollout(Share, comparing: Share = .none)
    /// The candidate answers. Control is never called.
    case replacement

    /// The plan before this one; `legacy` has none before it and stays.
    ///
    /// The candidate sees no more traffic after a step back than before: `rollout(25%)` becomes a comparison of 25%.
    public var oneStepBack: Plan {
        switch self {
        case .legacy, .compare: .legacy
        case .rollout(let share, _): .compare(sample: share)
        case .replacement: .rollout(.all)
        }
    }
}

extension Plan: LosslessStringConvertible, Codable {
    /// The plan in words: `legacy`, `compare 50%`, `rollout 25%`, `rollout 25% comparing 10%`, `replacement`.
    public var description: String {
        switch self {
        case .legacy: "legacy"
        case .compare(let sample): "compare \(sample)"
        case .rollout(let share, .none): "rollout \(share)"
        case .rollout(let share, let sample): "rollout \(share) comparing \(sample)"
        case .replacement: "replacement"
        }
    }

    /// Reads what `description` writes, and nothing else.
    public init?(_ description: String) {
        let words = description.split(separator: " ", omittingEmptySubsequences: false)
        switch (words.first, words.count) {
        case ("legacy", 1): self = .legacy
        case ("replacement", 1): self = .replacement
        case ("compare", 2):
            guard let sample = Share(String(words[1])) else { return nil }
            self = .compare(sample: sample)
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
        case .compare(let sample): 1 << 32 | UInt64(sample.basisPoints)
        case .rollout(let share, let sample):
            2 << 32 | UInt64(sample.basisPoints) << 16 | UInt64(share.basisPoints)
        case .replacement: 3 << 32
        }
    }

    init(word: UInt64) {
        let share = Share(unchecked: Int(word & 0xffff))
        let sample = Share(unchecked: Int(word >> 16 & 0xffff))
        switch word >> 32 {
        case 0: self = .legacy
        case 1: self = .compare(sample: share)
        case 2: self = .rollout(share, comparing: sample)
        default: self = .replacement
        }
    }
}
