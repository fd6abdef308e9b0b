import SeamKit

/// The JSON of a plan.
struct PlanDocument: Encodable {
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
        /// The code around a use that stays: `Store.shared.log(_:)`.
        var shape: String?
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
        /// Why the accessor is read late; nil if it isn't, or if --late is in use.
        var late: Reason?
        /// Why no initializer can take the instance; nil if one does.
        var variable: Reason?
        /// What a person can see there.
        var because: String?
        /// The line by which the instance is certainly made before the caller.
        var made: String?

        init(_ caller: CutPlan.Caller) {
            (name, file, property) = (caller.name, caller.file, caller.property)
            (uses, obstacle) = (caller.uses == 0 ? nil : caller.uses, caller.obstacle)
            (form, because) = (caller.form?.rawValue, caller.because?.text)
            if caller.form == .variable { variable = caller.because?.reason } else { late = caller.because?.reason }
            made = caller.made
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
            (advice, message) = (call.obstacle?.change, call.obstacle?.message)
        }
    }

    /// What calls that rely on a default have in common.
    struct Cause: Encodable {
        var text: String
        var reason: Reason
        var advice: String
        var places: [String]
        var calls: Int

        init(_ cause: CallCause) {
            (text, reason, advice) = (cause.text, cause.reason, cause.change)
            (places, calls) = (cause.places, cause.calls.count)
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

        init(_ name: AccessorName) {
            (file, line, text, keeps) = (name.file, name.line, name.text, !name.isNote)
        }
    }

    /// A public declaration of a library that changes, or goes.
    struct API: Encodable {
        var file: String
        var line: Int
        var old: String
        /// The declaration after the slice; left out if it goes.
        var new: String?

        init(_ change: APIChange) {
            (file, line, old, new) = (change.file, change.line, change.old, change.new)
        }
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
    /// Why calls rely on a default after the slice, the cause of the most calls first; left out for other stages.
    var causes: [Cause]?
    /// What else names the accessor that would go; left out for other stages.
    var names: [Name]?
    /// The public declarations of libraries that change or go; left out for other stages.
    var api: [API]?
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
        if plan.stage == .retire { names = plan.names.map(Name.init) }
        if [.thread, .retire].contains(plan.stage) { api = plan.api.map(API.init) }
        if plan.stage == .thread {
            calls = plan.calls.map(Call.init)
            causes = CallCause.all(of: plan.calls).map(Cause.init)
        }
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
                result.shape = row.shape.isEmpty ? nil : row.shape
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
