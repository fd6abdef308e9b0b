import SeamKit

/// What is in the way of calls that rely on a default, and what would change it.
struct CallCause {
    /// What is in the way, without its place.
    let text: String
    /// The reason, for the page of reasons.
    let reason: Reason
    /// What a person can do about it.
    let change: String
    /// The calls, in order of place.
    let calls: [MakingCall]

    /// Where it is, if that isn't at the calls themselves: `path:line`, in the order of the calls.
    var places: [String] {
        var seen: Set<String> = []
        return calls.compactMap(\.cause).filter { seen.insert($0).inserted }
    }

    /// Returns the causes of calls, the one of the most calls first.
    static func all(of calls: [MakingCall]) -> [CallCause] {
        let grouped = Dictionary(grouping: calls.filter { $0.obstacle != nil }) { call in
            [call.obstacle?.cause, call.obstacle?.change, call.reason?.code]
        }
        let causes = grouped.values.compactMap { calls in
            calls[0].obstacle.map { CallCause(text: $0.cause, reason: $0.reason, change: $0.change, calls: calls) }
        }
        return causes.sorted { ($1.calls.count, $0.text, $0.change) < ($0.calls.count, $1.text, $1.change) }
    }

    /// A few lines for people: the cause and what would change it, and the first calls.
    private var lines: [String] {
        let count = "\(calls.count) \(calls.count == 1 ? "call" : "calls")"
        let others = places.count > 1 ? " and \(places.count - 1) more" : ""
        let place = places.first.map { " (\($0)\(others))" } ?? ""
        let first = "         \(count): \(text)\(place). \(change)"
        let shown = calls.prefix(3).map { call in
            let maker = call.maker.isEmpty ? "the file" : call.maker
            let verb = call.callee.hasSuffix("()") ? "calls" : "makes"
            return "           \(call.file):\(call.line): \(maker) in \(call.module) \(verb) \(call.callee)"
        }
        return [first] + shown + (calls.count > 3 ? ["           and \(calls.count - 3) more"] : [])
    }

    /// Says how many calls of a plan rely on a default, before and after, and for what causes; nothing for other stages.
    static func lines(of plan: CutPlan) -> [String] {
        guard plan.stage == .thread, !plan.calls.isEmpty else { return [] }
        let causes = all(of: plan.calls)
        let relying = causes.reduce(0) { $0 + $1.calls.count }
        let count = "\(plan.calls.count) \(plan.calls.count == 1 ? "call" : "calls")"
        let verb = relying == 1 ? "relies" : "rely"
        let end = relying == 0 ? "" : ":"
        let first = "         Of \(count) without an instance, \(relying) \(verb) on a default after this\(end)"
        let lines = [first] + causes.prefix(10).flatMap(\.lines)
        let rest = causes.dropFirst(10)
        guard !rest.isEmpty else { return lines }
        let more = rest.reduce(0) { $0 + $1.calls.count }
        return lines + ["         \(more) more, for \(rest.count) other causes: --format json lists them all"]
    }
}
