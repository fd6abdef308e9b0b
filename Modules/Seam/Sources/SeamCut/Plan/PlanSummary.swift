import SeamKit

extension CutPlan {
    /// The edits as a unified diff.
    public var diff: String { changes.map(\.diff).joined() }

    /// A few lines for people about what happens to the uses.
    public var summary: String { PlanSummary(plan: self).text }

    /// Every use and every edit, as JSON.
    public var json: String { JSONText.of(PlanDocument(self)) }
}

/// What happens to the uses of a plan, for people.
private struct PlanSummary {
    let plan: CutPlan

    /// A few lines.
    var text: String {
        ([heading] + rewritten + left + besides).joined(separator: "\n") + "\n"
    }

    private var heading: String { "\(name): \(plan.rows.count) \(plan.rows.count == 1 ? "use" : "uses")" }

    private static func line(_ count: Int, _ text: String) -> String {
        "  " + String(repeating: " ", count: max(0, 5 - "\(count)".count)) + "\(count)  \(text)"
    }

    private var rewritten: [String] {
        var lines: [String] = []
        func line(_ count: Int, _ text: String) { lines.append(Self.line(count, text)) }
        let edits = plan.changes.reduce(0) { $0 + $1.edits.count }
        let places = "\(plan.changes.count) \(plan.changes.count == 1 ? "file" : "files")"
        line(plan.rewritten, "rewritten (\(edits) \(edits == 1 ? "edit" : "edits") in \(places))")
        if plan.stage == .inject {
            line(
                plan.callers.filter { $0.obstacle == nil }.reduce(0) { $0 + $1.uses },
                "of them in callers that take an instance"
            )
            for form in CallerForm.allCases {
                let uses = plan.callers.filter { $0.form == form }.reduce(0) { $0 + $1.uses }
                if uses > 0 { line(uses, "of them \(form.text)") }
            }
            for made in Set(plan.callers.compactMap(\.made)).sorted() {
                lines.append("         early: the instance is made before, at \(made)")
            }
            let reasons = plan.callers.compactMap { caller in
                caller.because.map {
                    "\(caller.form == .variable ? "variable" : "late"): \($0.text) (\($0.reason.code))"
                }
            }
            lines += Set(reasons).sorted().map { "         \($0)" }
            for obstacle in Reason.callers {
                let uses = plan.callers.filter { $0.obstacle == obstacle }.reduce(0) { $0 + $1.uses }
                if uses > 0 { line(uses, "of them gathered only: \(obstacle.code)\(Self.hint(for: obstacle))") }
            }
        }
        for (reason, count) in plan.throughType {
            line(count, "of them by a static property: \(reason.code). No instance can be passed to it.")
        }
        return lines
    }

    private var left: [String] {
        var lines: [String] = []
        func line(_ count: Int, _ text: String) { lines.append(Self.line(count, text)) }
        if plan.outside > 0 { line(plan.outside, "not in this slice") }
        for (reason, count) in plan.left {
            // An obstacle says why nothing can be passed to the caller.
            let hint = Self.hint(for: reason)
            let obstacle = "Nothing can be passed to the caller\(hint.isEmpty ? "." : hint)"
            let advice = reason.advice.isEmpty ? obstacle : reason.advice
            line(count, reason == .held ? "held already. \(advice)" : "left: \(reason.code). \(advice)")
            let shapes = plan.shapes(of: reason)
            if let common = shapes.first, common.uses > 1 {
                let texts = shapes.prefix(3).map { "\($0.uses) \($0.code)" }
                let rest = shapes.count > 3 ? ", and \(shapes.count - 3) other shapes" : ""
                lines.append("         \(texts.joined(separator: ", "))\(rest)")
            }
        }
        for obstacle in Reason.callers {
            let count = plan.gathered.count { $0.obstacle == obstacle }
            let what =
                count == 1 ? "caller that was gathered before accepts" : "callers that were gathered before accept"
            if count > 0 { line(count, "\(what) no instance: \(obstacle.code)\(Self.hint(for: obstacle))") }
        }
        return lines
    }

    private var besides: [String] {
        var lines = CallCause.lines(of: plan)
        for name in plan.names {
            lines.append("         \(name.file):\(name.line): \(name.isNote ? "note: " : "")\(name.text)")
        }
        if !plan.api.isEmpty { lines.append("         Public declarations that change, for the release notes:") }
        lines += plan.api.map { "           \($0.file):\($0.line): \($0.text)" }
        if let abstraction = plan.abstraction { lines += abstraction.summary }
        for carrier in plan.carriers {
            let verb = carrier.isNew ? "goes into" : "is in"
            lines.append("         \(carrier.name) for --style \(plan.style.rawValue) \(verb) \(carrier.file)")
        }
        if (plan.abstraction?.isForXcode ?? false) || plan.carriers.contains(where: \.isForXcode) {
            lines.append("         In Xcode, add new files to their targets where folders are not synchronized.")
        }
        // With threading, each call says why.
        let said = Set(plan.calls.compactMap(\.obstacle?.message))
        let failures = plan.failures.filter { !said.contains($0.message) }
        let shown = plan.stage == .thread ? failures.prefix(Self.failures) : failures[...]
        lines += shown.map { "         \($0.caller.name): \($0.message)" }
        let rest = failures.count - shown.count
        if rest > 0 { lines.append("         and \(rest) more keep their default") }
        return lines
    }

    /// How many callers are listed that keep their default when threading: a tree may have hundreds.
    private static let failures = 10

    /// What the singleton is called in code: a type, or the globals.
    private var name: String {
        guard plan.singleton.shape == .global || plan.singleton.shape == .world else { return plan.singleton.name }
        return Set(plan.singleton.accessors.map(\.name)).sorted().joined(separator: ", ")
    }

    private static func hint(for obstacle: Reason) -> String {
        obstacle == .structure ? ". If nothing depends on what print shows, use --structs." : ""
    }
}

extension ProtocolPlan {
    /// A few lines for people.
    fileprivate var summary: [String] {
        if let problem { return ["         \(name): \(problem)"] }
        let verb = isReused ? "is in" : "goes into"
        let count = "\(members.count) \(members.count == 1 ? "member" : "members")"
        let first = "         protocol \(name), \(count), \(verb) \(file)"
        return [first] + refused.map { "         without \($0.member): \($0.message)" }
    }
}
