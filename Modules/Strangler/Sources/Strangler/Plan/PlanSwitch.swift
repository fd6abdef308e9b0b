import Synchronization

/// A plan that fits one machine word, so that reading it is one atomic load.
protocol PlanWord: Hashable, Sendable, LosslessStringConvertible {
    var word: UInt64 { get }
    init(word: UInt64)
}

/// The plan of one hand-over, read by every call without a lock.
final class PlanSwitch<Plan: PlanWord>: Sendable {
    private let word: Atomic<UInt64>

    init(_ plan: Plan) {
        word = Atomic(plan.word)
    }

    /// Whether control alone answers. `legacy` is the zero word of every kind of plan.
    @inline(__always)
    var isLegacy: Bool {
        word.load(ordering: .relaxed) == 0
    }

    var plan: Plan {
        Plan(word: word.load(ordering: .acquiring))
    }

    /// Sets the plan and answers the one it took the place of.
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
