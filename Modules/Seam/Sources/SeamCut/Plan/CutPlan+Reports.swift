import Foundation
import SeamKit

extension CutPlan {
    /// The edits as a unified diff.
    public var diff: String { changes.map(\.diff).joined() }

    /// A few lines for people about what happens to the uses.
    public var summary: String {
        var lines = ["\(name): \(rows.count) \(rows.count == 1 ? "use" : "uses")"]
        let edits = changes.reduce(0) { $0 + $1.edits.count }
        func line(_ count: Int, _ text: String) {
            lines.append("  " + String(repeating: " ", count: max(0, 5 - "\(count)".count)) + "\(count)  \(text)")
        }
        let places = "\(changes.count) \(changes.count == 1 ? "file" : "files")"
        line(rewritten, "rewritten (\(edits) \(edits == 1 ? "edit" : "edits") in \(places))")
        if stage == .inject {
            line(
                callers.filter { $0.obstacle == nil }.reduce(0) { $0 + $1.uses },
                "of them in callers that take an instance"
            )
            for form in CallerForm.allCases {
                let uses = callers.filter { $0.form == form }.reduce(0) { $0 + $1.uses }
                if uses > 0 { line(uses, "of them \(form.text)") }
            }
            for lateness in Set(callers.compactMap(\.lateness)).sorted(by: { $0.text < $1.text }) {
                lines.append("         late: \(lateness.text) (\(lateness.reason.code))")
            }
            for obstacle in Reason.callers {
                let uses = callers.filter { $0.obstacle == obstacle }.reduce(0) { $0 + $1.uses }
                if uses > 0 { line(uses, "of them gathered only: \(obstacle.code)\(Self.hint(for: obstacle))") }
            }
        }
        for (reason, count) in throughType {
            line(count, "of them by a static property: \(reason.code). No instance can be passed to it.")
        }
        if outside > 0 { line(outside, "not in this slice") }
        for (reason, count) in left {
            line(
                count,
                reason == .held ? "held already. \(reason.advice)" : "left: \(reason.code). \(reason.advice)"
            )
        }
        for obstacle in Reason.callers {
            let count = gathered.count { $0.obstacle == obstacle }
            let what =
                count == 1 ? "caller that was gathered before accepts" : "callers that were gathered before accept"
            if count > 0 { line(count, "\(what) no instance: \(obstacle.code)\(Self.hint(for: obstacle))") }
        }
        lines += callLines
        for name in names {
            lines.append("         \(name.file):\(name.line): \(name.isNote ? "note: " : "")\(name.text)")
        }
        if let abstraction { lines += abstraction.summary }
        for carrier in carriers {
            let verb = carrier.isNew ? "goes into" : "is in"
            lines.append("         \(carrier.name) for --style \(style.rawValue) \(verb) \(carrier.file)")
        }
        if (abstraction?.isForXcode ?? false) || carriers.contains(where: \.isForXcode) {
            lines.append("         In Xcode, add new files to their targets where folders are not synchronized.")
        }
        // With threading, each call says why.
        let said = Set(calls.map(\.message))
        for failure in failures where !said.contains(failure.message) {
            lines.append("         \(failure.caller.name): \(failure.message)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// With threading: how many calls rely on a default, before and after, and why each of those does that stay.
    private var callLines: [String] {
        guard stage == .thread, !calls.isEmpty else { return [] }
        let relying = calls.filter { $0.reason != nil }
        let verb = relying.count == 1 ? "relies" : "rely"
        let count = "\(calls.count) \(calls.count == 1 ? "call" : "calls")"
        var lines = ["         Of \(count) without an instance, \(relying.count) \(verb) on a default after this:"]
        for call in relying {
            lines.append("         \(call.message). \(call.reason?.advice ?? "")")
        }
        return lines
    }

    /// What the singleton is called in code: a type, or the globals.
    private var name: String {
        guard singleton.shape == .global || singleton.shape == .world else { return singleton.name }
        return Set(singleton.accessors.map(\.name)).sorted().joined(separator: ", ")
    }

    private static func hint(for obstacle: Reason) -> String {
        obstacle == .structure ? ". If nothing depends on what print shows, use --structs." : ""
    }

    /// Returns every use and every edit, as JSON.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(Document(self)), as: UTF8.self) + "\n"
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

/// The JSON of a plan.
private struct Document: Encodable {
    struct UseRow: Encodable {
        var file: String
        var line: Int
        var column: Int
        var member: String
        var kind: String
        /// How the use reaches the instance, as in the map.
        var path: String
        var caller: String
        var group: String
        var property: String?
        /// Why the property is static.
        var `static`: Reason?
        var reason: Reason?
        var advice: String?
        var message: String?
    }

    struct Edit: Encodable {
        var file: String
        var offset: Int
        var length: Int
        var old: String
        var new: String
    }

    struct Caller: Encodable {
        var name: String
        var file: String
        var property: String
        var uses: Int?
        var obstacle: Reason?
        var form: String?
        /// Why the accessor is read late, and what a person can see there.
        var late: Reason?
        var because: String?

        init(_ caller: CutPlan.Caller) {
            (name, file, property) = (caller.name, caller.file, caller.property)
            (uses, obstacle) = (caller.uses == 0 ? nil : caller.uses, caller.obstacle)
            (form, late, because) = (caller.form?.rawValue, caller.lateness?.reason, caller.lateness?.text)
        }
    }

    /// A call that makes a caller without an instance.
    struct Call: Encodable {
        var file: String
        var line: Int
        var module: String
        var maker: String
        var callee: String
        var label: String
        /// Why it keeps relying on the default; nil if it passes an instance after the slice.
        var reason: Reason?
        var advice: String?
        var message: String?

        init(_ call: MakingCall) {
            (file, line, module, maker) = (call.file, call.line, call.module, call.maker)
            (callee, label, reason) = (call.callee, call.label, call.reason)
            (advice, message) = (call.reason?.advice, call.reason.map { _ in call.message })
        }
    }

    struct Abstraction: Encodable {
        var name: String
        var file: String
        var isNew: Bool
        var members: [String]
        /// The members that it can't have, with the reason for each.
        var refused: [String: String]

        init(_ plan: ProtocolPlan) {
            (name, file, isNew, members) = (plan.name, plan.file, !plan.isReused, plan.members)
            refused = Dictionary(plan.refused.map { ($0.member, $0.message) }, uniquingKeysWith: { first, _ in first })
        }
    }

    struct Carrier: Encodable {
        var name: String
        var file: String
        var isNew: Bool
    }

    struct Name: Encodable {
        var file: String
        var line: Int
        var text: String
        /// Whether it keeps the accessor.
        var keeps: Bool
    }

    struct Counts: Encodable {
        var uses: Int
        var rewritten: Int
        var left: Int
        var outside: Int
        var reasons: [String: Int]
    }

    var format = "seam-cut"
    var version = 1
    var singleton: String
    var stage: String
    /// The form in which callers take the instance; nil for other stages.
    var style: String?
    /// What carries the instance to them, beside their initializers.
    var carriers: [Carrier]?
    var counts: Counts
    var `protocol`: Abstraction?
    var callers: [Caller]
    /// The callers that had their property before, and accept no instance.
    var gathered: [Caller]
    /// The calls that rely on a default before the slice; left out for other stages.
    var calls: [Call]?
    /// What else names the accessor that would go; left out for other stages.
    var names: [Name]?
    var uses: [UseRow]
    var edits: [Edit]

    init(_ plan: CutPlan) {
        singleton = plan.singleton.id
        stage = plan.stage.rawValue
        style = plan.stage == .inject ? plan.style.rawValue : nil
        if plan.style != .initializer {
            carriers = plan.carriers.map { Carrier(name: $0.name, file: $0.file, isNew: $0.isNew) }
        }
        let left = plan.left
        counts = Counts(
            uses: plan.rows.count,
            rewritten: plan.rewritten,
            left: left.reduce(0) { $0 + $1.count },
            outside: plan.outside,
            reasons: Dictionary(uniqueKeysWithValues: left.map { ($0.reason.code, $0.count) })
        )
        callers = plan.callers.map(Caller.init)
        gathered = plan.gathered.map(Caller.init)
        if plan.stage == .retire {
            names = plan.names.map { Name(file: $0.file, line: $0.line, text: $0.text, keeps: !$0.isNote) }
        }
        if plan.stage == .thread { calls = plan.calls.map(Call.init) }
        let messages = Dictionary(
            plan.failures.map { ("\($0.caller.file) \($0.caller.name)", $0.message) },
            uniquingKeysWith: { first, _ in first }
        )
        `protocol` = plan.abstraction.map(Abstraction.init)
        let refused = `protocol`?.refused ?? [:]
        uses = plan.rows.map { row in
            var result = UseRow(
                file: row.use.file,
                line: row.use.line,
                column: row.use.column,
                member: row.use.member,
                kind: row.use.kind.rawValue,
                path: row.use.path.rawValue,
                caller: row.use.enclosingType,
                group: "outside"
            )
            switch row.outcome {
            case .rewritten(let property, let reason):
                result.group = "rewritten"
                (result.property, result.static) = (property, reason)
            case .left(let reason):
                (result.group, result.reason, result.advice) = ("left", reason, reason.advice)
                if reason == .member { result.message = refused[row.use.member] }
                if reason == .verify { result.message = messages["\(row.use.file) \(row.use.enclosingType)"] }
            case .outside: break
            }
            return result
        }
        edits = plan.changes.flatMap { change in
            change.edits.map { edit in
                Edit(file: change.path, offset: edit.offset, length: edit.old.utf8.count, old: edit.old, new: edit.new)
            }
        }
    }
}
