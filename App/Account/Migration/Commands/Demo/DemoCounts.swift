import Foundation
import Strangler

/// What happened how often, without what differs from run to run: dates, latencies and the order within a plan.
enum DemoCounts {
    static func of(_ contents: JournalContents) -> [String: Int] {
        var counts: [String: Int] = [:]
        for tally in contents.evidence.tallies where tally.key.kind.isOfOutcomes {
            let key = tally.key
            let name = [key.operation, version(key), key.kind.rawValue, key.detail].filter { !$0.isEmpty }
            counts[name.joined(separator: " "), default: 0] += tally.count
        }
        for entry in contents.entries {
            guard let word = word(entry.fact) else { continue }
            counts["\(entry.operation) \(word)", default: 0] += entry.count
        }
        return counts
    }

    /// The build of the candidate; empty for a calibration.
    private static func version(_ key: Tally.Key) -> String {
        guard let sides = key.sides, sides.control != sides.candidate else { return "" }
        return "build \(sides.candidate.version)"
    }

    private static func word(_ fact: Fact) -> String? {
        switch fact {
        case .compared(.mismatched(let difference), _, _): "mismatched at \(difference.path)"
        case .planChanged(_, let plan): "plan set to \(plan)"
        case .killSwitch(.opened(let reason, let calls)): "kill switch opened by \(reason) in \(calls) calls"
        case .killSwitch(.probing): "kill switch probing"
        case .killSwitch(.closed): "kill switch closed"
        case .released(let plan, let verdict): "released to \(plan) \(verdict == nil ? "without" : "on") a verdict"
        case .compared, .answered, .fellBack, .effectInComparison, .missed, .backfilled, .unended, .interrupted, .lost,
            .looked, .began, .truncated:
            nil
        }
    }
}

extension Tally.Kind {
    /// Whether it counts what happened to calls.
    fileprivate var isOfOutcomes: Bool {
        !isOfSubjects && ![.latency, .chosen, .logged, .look, .released, .began, .part].contains(self)
    }
}
