/// The plan for an operation that writes: which side carries out its calls. There is no comparison, because it would write
/// twice.
public enum EffectPlan: Hashable, Sendable {
    /// Control acts. The candidate is never called.
    case legacy
    /// The candidate acts for a share of the subjects, control for the others.
    case rollout(Share)
    /// The candidate acts. Control is never called.
    case replacement

    /// Whether callers get more of the candidate than by a former plan: a larger share, or no fall-back any more.
    public func givesMore(than former: EffectPlan) -> Bool {
        Plan(self).givesMore(than: Plan(former))
    }

    /// The plan before this one; `legacy` has none before it and stays `legacy`.
    public var oneStepBack: EffectPlan {
        switch self {
        case .legacy, .rollout: .legacy
        case .replacement: .rollout(.all)
        }
    }
}

extension EffectPlan: LosslessStringConvertible, Codable {
    /// The plan in words: `legacy`, `rollout 25%`, `replacement`.
    public var description: String {
        Plan(self).description
    }

    /// Reads only what `description` writes. A comparison is not a plan for an operation that writes.
    public init?(_ description: String) {
        switch Plan(description) {
        case .legacy: self = .legacy
        case .rollout(let share, .none): self = .rollout(share)
        case .replacement: self = .replacement
        case .compare, .rollout, nil: return nil
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

extension EffectPlan: PlanWord {
    var word: UInt64 {
        Plan(self).word
    }

    var isShared: Bool {
        Plan(self).isShared
    }

    init(word: UInt64) {
        switch Plan(word: word) {
        case .legacy, .compare: self = .legacy
        case .rollout(let share, _): self = .rollout(share)
        case .replacement: self = .replacement
        }
    }
}

extension Plan {
    init(_ plan: EffectPlan) {
        switch plan {
        case .legacy: self = .legacy
        case .rollout(let share): self = .rollout(share)
        case .replacement: self = .replacement
        }
    }
}
