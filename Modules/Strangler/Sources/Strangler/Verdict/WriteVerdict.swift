public import Foundation

/// Whether the evidence about a `DualWrite` meets a rule: both sides responded in the same way, what was read back was the same,
/// and neither side misses a write.
///
/// The rule is held for the responses and for the checks apart, each with the whole risk: if either rate is above the limit,
/// its own verdict is met with a probability of at most the risk, and both have to be met.
public struct WriteVerdict: Hashable, Sendable, Codable {
    /// The verdict on what the two sides responded with.
    public let responses: Verdict
    /// The verdict on what the two sides held after a write.
    public let state: Verdict
    /// The writes that are not known to be carried out on both sides.
    public let open: OpenWrites

    /// Judges the evidence about one operation and one pair of implementations.
    ///
    /// - Parameters:
    ///   - operation: The name of the dual write.
    ///   - sides: The pair to judge.
    ///   - comparison: The identity of the comparison of responses; by default the one of most runs.
    ///   - stateComparison: The identity of the comparison of what both sides hold; by default the one of most checks.
    ///   - evidence: What the journals of all machines have.
    ///   - open: What the ledger says is open, of all machines: `try await write.openWrites()`.
    ///   - rule: What a team asks for of the responses.
    ///   - stateRule: What it asks for of the checks; by default the same. They are a sample of the writes, so its
    ///     number of runs may be smaller.
    ///   - now: Where the rule's period ends.
    public init(
        of operation: String,
        between sides: Sides,
        comparison: String? = nil,
        stateComparison: String? = nil,
        in evidence: Evidence,
        open: OpenWrites,
        by rule: Rule,
        stateRule: Rule? = nil,
        now: Date
    ) {
        responses = Verdict(
            of: operation,
            between: sides,
            comparison: comparison,
            in: evidence,
            by: rule,
            now: now
        )
        state = Verdict(
            of: stateOperation(of: operation),
            between: sides,
            comparison: stateComparison,
            in: evidence,
            by: stateRule ?? rule,
            now: now
        )
        self.open = open
    }

    /// Whether the rule is met on all counts.
    public var isMet: Bool {
        responses.isMet && state.isMet && open.isEmpty
    }
}

extension WriteVerdict: CustomStringConvertible {
    /// The verdict for a log.
    public var description: String {
        "\(responses.operation) (\(responses.sides)): \(lines.joined(separator: "; "))"
    }

    /// The verdict, with a line for the responses, one for the checks, and one for open writes.
    public var lines: [String] {
        let parts = [
            "\(isMet ? "met" : "not met"): responses \(responses.words) [\(responses.ground)]",
            "state \(state.words) [\(state.ground)]",
        ]
        return open.isEmpty ? parts : parts + [open.words]
    }
}

extension OpenWrites {
    fileprivate var words: String {
        let counts = [
            (missedByCandidate, "missed by the candidate"), (missedByControl, "missed by control"),
            (uncertain, "uncertain"), (dropped, "dropped by the ledger"),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
        return "writes not on both sides: " + parts.joined(separator: ", ")
    }
}
