public import Foundation

extension DualWrite {
    /// Judges this write's own pair of implementations, comparisons and rules, with the writes that its ledger says are open. The
    /// look is recorded.
    ///
    /// - Parameters:
    ///   - evidence: What the journals of all machines have.
    ///   - now: The end of the rule's period; by default the date of the recorder.
    public func verdict(in evidence: Evidence, now: Date? = nil) async throws -> WriteVerdict {
        let verdict = WriteVerdict(
            of: name,
            between: sides,
            comparison: comparison,
            stateComparison: stateComparison,
            in: evidence,
            open: try await openWrites(),
            by: rule,
            stateRule: stateRule,
            now: now ?? recorder.now()
        )
        for (operation, part) in [(name, verdict.responses), (stateOperation(of: name), verdict.state)] {
            let origin = Origin(operation: operation, sides: sides)
            recorder.record(origin, .looked(rule: part.rule.description, isMet: verdict.isMet))
        }
        return verdict
    }

    /// Writes on both sides from now on, control first. Its answer goes to the caller, so no verdict is needed.
    public func writeBoth() {
        steps.change(to: .both())
    }

    /// Changes the plan to one that gives callers more of the candidate, on a verdict. A change applies to calls that begin after
    /// it, and is recorded. It also closes the kill switch, except from one share of `both` to another.
    ///
    /// - Throws: `Refusal` if the verdict is not met, is of another write, other sides, another comparison or another rule, is more
    ///   than a day old, or if the kill switch is not closed. The plan then stays as it is.
    public func release(_ plan: DualWritePlan, on verdict: WriteVerdict) throws(Refusal) {
        func reason(_ verdict: Verdict, _ operation: String, _ comparison: String?, _ rule: Rule) -> Refusal? {
            verdict.reasonToRefuse(
                operation,
                sides,
                comparison,
                rule,
                now: recorder.now(),
                killSwitch: killSwitch
            )
        }
        if let reason = reason(verdict.responses, name, comparison, rule) { throw reason }
        if let reason = reason(verdict.state, stateOperation(of: name), stateComparison, stateRule) { throw reason }
        if !verdict.isMet { throw .notMet(verdict.lines.joined(separator: "; ")) }
        steps.release(plan, on: verdict.description)
    }

    /// Changes the plan to one that gives callers more of the candidate, although no verdict says that it may. That there was
    /// none is recorded, and every later verdict says so.
    public func releaseWithoutVerdict(_ plan: DualWritePlan) {
        steps.releaseWithoutVerdict(plan)
    }

    /// Changes the plan to one that gives callers no more of the candidate than before: by default the one before. From `both` back
    /// to `legacy` the candidate misses what is written from then on.
    ///
    /// - Returns: Whether it did. A plan that would give more leaves everything as it is.
    @discardableResult
    public func stepBack(to plan: DualWritePlan? = nil) -> Bool {
        steps.stepBack(to: plan)
    }
}
