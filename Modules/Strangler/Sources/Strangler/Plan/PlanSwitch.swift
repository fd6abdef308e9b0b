import Synchronization

/// A plan that fits in one machine word, so that reading it is one atomic load.
protocol PlanWord: Hashable, Sendable, LosslessStringConvertible {
    var word: UInt64 { get }
    init(word: UInt64)
    /// Whether the candidate serves a share of the subjects.
    var isShared: Bool { get }
    /// Whether callers get more of the candidate than by a former plan.
    func givesMore(than former: Self) -> Bool
    var oneStepBack: Self { get }
}

/// The plan of one hand-over, which every call reads without a lock.
final class PlanSwitch<Plan: PlanWord>: Sendable {
    private let word: Atomic<UInt64>
    private let hasServed = Atomic<Bool>(false)

    init(_ plan: Plan) {
        word = Atomic(plan.word)
    }

    /// Whether only control serves calls. `legacy` is the zero word of every kind of plan.
    @inline(__always)
    var isLegacy: Bool {
        word.load(ordering: .relaxed) == 0
    }

    /// Whether this is asked for the first time.
    var isFirstServing: Bool {
        !hasServed.load(ordering: .relaxed) && !hasServed.exchange(true, ordering: .relaxed)
    }

    var plan: Plan {
        Plan(word: word.load(ordering: .acquiring))
    }

    /// Sets the plan and returns the previous one.
    func exchange(_ plan: Plan) -> Plan {
        Plan(word: word.exchange(plan.word, ordering: .acquiringAndReleasing))
    }
}

extension Decoder {
    func inWords<Value: LosslessStringConvertible>() throws -> Value {
        let words = try singleValueContainer().decode(String.self)
        guard let value = Value(words) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "not the words of a \(Value.self)")
            )
        }
        return value
    }
}

extension Encoder {
    func encodeInWords(_ value: some LosslessStringConvertible) throws {
        var container = singleValueContainer()
        try container.encode(value.description)
    }
}
