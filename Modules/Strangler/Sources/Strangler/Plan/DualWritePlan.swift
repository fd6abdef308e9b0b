/// Who carries out the calls of an operation that writes on both sides, in the order a `DualWrite` goes through.
///
/// All machines have to be on one plan: what one of them writes in `legacy` the candidate misses permanently.
public enum DualWritePlan: Hashable, Sendable {
    /// Control writes. The candidate is never called, and nothing is noted for it: before `both`, copy what is there.
    case legacy
    /// Both write, one after the other. For a share of the subjects the candidate is the primary: it writes first and its
    /// answer goes to the caller. For the others control is.
    case both(candidateFirst: Share = .none)
    /// The candidate writes. Control is never called, and misses what is written from now on.
    case replacement

    /// Whether callers get more of the candidate than by a former plan: it serves more of them, or control doesn't write any
    /// more. From `legacy` to `both` they get no more: control's result is theirs.
    public func givesMore(than former: DualWritePlan) -> Bool {
        exposure > former.exposure || (self == .replacement && former != .replacement)
    }

    /// The share of the subjects for whom the candidate writes first.
    var exposure: Share {
        switch self {
        case .legacy: .none
        case .both(let share): share
        case .replacement: .all
        }
    }

    /// The plan before this one; `legacy` has none before it and stays.
    public var oneStepBack: DualWritePlan {
        switch self {
        case .legacy, .both(.none): .legacy
        case .both: .both()
        case .replacement: .both(candidateFirst: .all)
        }
    }
}

extension DualWritePlan: LosslessStringConvertible, Codable {
    /// The plan in words: `legacy`, `both`, `both candidate first 25%`, `replacement`.
    public var description: String {
        switch self {
        case .legacy: "legacy"
        case .both(.none): "both"
        case .both(let share): "both candidate first \(share)"
        case .replacement: "replacement"
        }
    }

    /// Reads what `description` writes, and nothing else.
    public init?(_ description: String) {
        let start = "both candidate first "
        switch description {
        case "legacy": self = .legacy
        case "both": self = .both()
        case "replacement": self = .replacement
        default:
            guard description.hasPrefix(start), let share = Share(String(description.dropFirst(start.count))),
                share > .none
            else { return nil }
            self = .both(candidateFirst: share)
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

extension DualWritePlan: PlanWord {
    var word: UInt64 {
        switch self {
        case .legacy: 0
        case .both(let share): 1 << 32 | UInt64(share.basisPoints)
        case .replacement: 2 << 32
        }
    }

    init(word: UInt64) {
        switch word >> 32 {
        case 0: self = .legacy
        case 1: self = .both(candidateFirst: Share(unchecked: Int(word & 0xffff)))
        default: self = .replacement
        }
    }

    var isShared: Bool {
        if case .both = self { true } else { false }
    }
}
