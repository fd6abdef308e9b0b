/// Writes expressions and statements that use the singletons of a program.
struct ProgramGrammar {
    /// What code at a place may say.
    struct Scope {
        var isAsync = false
        var canThrow = false
        /// The expression for the caller's own number; nil where there is no `self`.
        var own: String?
        /// Whether an escaping closure may hold `self`.
        var isClass = false
        /// Whether there is a parameter `later` for closures that run after the caller is gone.
        var hasLater = false
        /// How a member that returns a number returns early; empty for code that returns nothing.
        var leave = "return"
        /// Whether the code is isolated to an actor of its own.
        var isActor = false
        var isInClosure = false
        /// Whether it is in an initializer of a value, whose `self` no stored closure can capture.
        var isMakingValue = false

        /// The same place inside a closure that runs at once.
        var inside: Scope {
            var scope = self
            (scope.isAsync, scope.canThrow, scope.leave, scope.isInClosure) = (false, false, "", true)
            return scope
        }
    }

    var dice: Dice
    let setting: ProgramSetting
    let services: [ProgramService]
    private var names = 0

    init(seed: UInt64, mode: Compiler.Mode) {
        var dice = Dice(seed: seed)
        let setting = ProgramSetting(
            mode: mode,
            isMain: mode != .mainActor && dice.chance(25),
            printsStructs: seed.isMultiple(of: 2)
        )
        let shapes = ProgramService.Shape.allCases.filter(setting.allows)
        services = ["Store", "Clock", "Log"].prefix(1 + dice.below(3)).map { name in
            ProgramService(dice.pick(shapes), name, setting, &dice)
        }
        (self.dice, self.setting) = (dice, setting)
    }

    /// Returns a name that the program doesn't have yet.
    mutating func fresh(_ prefix: String) -> String {
        names += 1
        return "\(prefix)\(names)_#"
    }

    /// A service that code outside of async functions can use; nil if there is none.
    mutating func service(where condition: (ProgramService) -> Bool = { _ in true }) -> ProgramService? {
        let fitting = services.filter { !$0.isAsync && condition($0) }
        return fitting.isEmpty ? nil : dice.pick(fitting)
    }

    // MARK: Expressions

    /// Returns an expression for a number.
    mutating func int(_ scope: Scope, _ depth: Int = 2) -> String {
        guard depth > 0, dice.chance(80) else { return leaf(scope) }
        if scope.canThrow, dice.chance(12), let service = service() {
            return "(try \(service.member("fail(\(dice.below(4)))")))"
        }
        if scope.isAsync, dice.chance(12), !setting.isMain || setting.mode == .mainActor, let service = service() {
            return asyncCall(service)
        }
        return dice.chance(55) ? using(scope, depth) : around(scope, depth)
    }

    private mutating func asyncCall(_ service: ProgramService) -> String {
        guard service.isReference, service.shape != .optional else { return "(await soon(2))" }
        return "(await \(service.member("later(\(dice.below(9)))")))"
    }

    private mutating func leaf(_ scope: Scope) -> String {
        if dice.chance(25), let own = scope.own { return own }
        if dice.chance(50), let service = service() { return service.member(dice.pick(["count", "next()"])) }
        return "\(dice.below(9))"
    }

    /// An expression in which a member of a service is used.
    private mutating func using(_ scope: Scope, _ depth: Int) -> String {
        guard let service = service() else { return leaf(scope) }
        let inner = int(scope.inside, depth - 1)
        let access = service.access
        switch dice.below(20) {
        case 0: return service.member("add(\(inner), twice: true)")
        case 1: return service.hasDefaults ? service.member("add()") : service.member("count")
        case 2: return service.member("[\(inner)]")
        case 3: return "((try? \(service.member("fail(\(inner))"))) ?? -1)"
        case 4: return service.member("each { $0 &+ \(inner) }")
        case 5: return service.member("each { number in number &+ \(inner) }")
        case 6: return service.member("same(\(inner))")
        case 7 where service.shape != .optional: return service.member("(\(inner))")
        case 8 where service.shape != .optional && service.hasDefaults: return "\(access)[keyPath: \\.count]"
        case 9 where service.shape != .optional: return "[1, 2].map { $0 &+ \(access).next() }.reduce(0, +)"
        case 10 where service.isReference && service.shape != .optional && !setting.isIsolated:
            return "(\(access).next)()"
        case 11 where service.isReference && service.shape != .optional && service.shape != .forced:
            return "(\(access) === \(access) ? \(inner) : 0)"
        case 12 where service.shape != .optional: return "\(access)\n            .add(\(inner), twice: false)"
        case 13 where service.shape != .optional: return "\"\\(\(access).count)\".count"
        case 14 where service.shape != .optional && service.shape != .forced: return "[\(access)][0].count"
        case 15: return "auto(\(service.member("next()")))"
        case 16 where service.shape != .optional: return "\(access).list.map { [\(inner), $0][0] }.count"
        case 17 where service.shape != .optional && service.shape != .forced:
            return "({ $0.count &+ 1 }(\(access)))"
        case 18:
            guard let implicit = service.implicit else { return service.member("count") }
            return "read\(service.name)#(\(implicit))"
        default: return service.member("next()")
        }
    }

    /// An expression with others in it.
    private mutating func around(_ scope: Scope, _ depth: Int) -> String {
        let (first, second) = (int(scope, depth - 1), int(scope, depth - 1))
        let inner = int(scope.inside, depth - 1)
        switch dice.below(9) {
        case 0: return "(\(first) &+ \(second))"
        case 1: return "(\(first) > 4 ? \(second) : 1)"
        case 2: return "{ \(inner) }()"
        case 3: return "auto(\(inner))"
        case 4: return "(\(first) > 3 && \(inner) > 2 ? 1 : 2)"
        case 5: return "[\(first), \(second)].count"
        case 6: return "half(\(first)) { $0 &+ \(inner) }"
        case 7: return "(Optional(\(first)) ?? \(inner))"
        default: return "small(\(first))"
        }
    }

    // MARK: Statements

    /// Returns statements that print what they find.
    mutating func statements(_ scope: Scope, _ count: Int, _ depth: Int = 2) -> [String] {
        (0..<count).flatMap { _ in statement(scope, depth) }
    }

    private mutating func statement(_ scope: Scope, _ depth: Int) -> [String] {
        guard depth > 0 else { return [output(scope)] }
        switch dice.below(10) {
        case 0...3: return plain(scope)
        case 4, 5: return branch(scope, depth)
        case 6, 7: return closure(scope, depth)
        case 8 where scope.isAsync: return concurrent(scope)
        default: return scope.hasLater ? escaping(scope, depth) : [output(scope)]
        }
    }

    mutating func output(_ scope: Scope) -> String { "out(\"\(fresh("at "))\", \(int(scope)))" }

    private mutating func plain(_ scope: Scope) -> [String] {
        let name = fresh("value")
        let service = service()
        switch dice.below(9) {
        case 0: return ["let \(name) = \(int(scope))", "out(\"\(name)\", \(name))"]
        case 1: return ["var \(name) = \(int(scope))", "bump(&\(name))", "out(\"\(name)\", \(name))"]
        case 2:
            guard let service, service.shape != .optional else { return [output(scope)] }
            return ["\(service.access).count &+= \(int(scope.inside, 1))"]
        case 3:
            guard let service, service.shape != .optional else { return [output(scope)] }
            // Not to itself, which is an error.
            return ["\(service.access).count = 0 &+ (\(int(scope.inside, 1)))"]
        case 4:
            guard let service, service.shape != .optional else { return [output(scope)] }
            return ["bump(&\(service.access).count)"]
        case 5: return ["_ = \(int(scope))"]
        case 6 where !setting.isIsolated: return ["defer { out(\"\(name)\", \(int(scope.inside, 1))) }"]
        case 7:
            // A name that a property may want.
            guard let service else { return [output(scope)] }
            let local = service.likelyProperty
            return ["do {", "    let \(local) = \(int(scope.inside, 1))", "    out(\"\(name)\", \(local) &+ 1)", "}"]
        default:
            guard let service, service.isReference else { return [output(scope)] }
            return [
                "let \(name) = \(service.access)",
                "out(\"\(name)\", \(name)\(service.shape == .optional || service.shape == .forced ? "?" : "").count\(service.shape == .optional || service.shape == .forced ? " ?? 0" : ""))",
            ]
        }
    }

    private mutating func branch(_ scope: Scope, _ depth: Int) -> [String] {
        let inner = statements(scope, 1 + dice.below(2), depth - 1).map { "    " + $0 }
        let condition = "(\(int(scope.inside, 1)) > \(dice.below(8)))"
        let name = fresh("each")
        switch dice.below(9) {
        case 0: return ["if \(condition) {"] + inner + ["} else {", "    \(output(scope))", "}"]
        case 1: return ["for \(name) in 0..<2 {"] + inner + ["    out(\"\(name)\", \(name))", "}"]
        case 2:
            guard let service = service() else { return [output(scope)] }
            return [
                "switch small(\(int(scope, 1))) {", "case 0: out(\"\(name)\", 0)", "case \(service.member("count")):",
            ] + inner
                + ["default: \(output(scope))", "}"]
        case 3:
            guard let service = service() else { return [output(scope)] }
            return ["do {", "    out(\"\(name)\", try \(service.member("hard(\(int(scope.inside, 1)))")))"] + inner
                + ["} catch {", "    \(output(scope.inside))", "}"]
        case 4 where !scope.leave.isEmpty:
            return ["guard (\(int(scope.inside, 1)) >= 0) else {"] + inner + ["    \(scope.leave)", "}"]
        case 5: return ["if let \(name) = Optional(\(int(scope, 1))), \(name) > 1 {"] + inner + ["}"]
        case 6: return ["#if DEBUG", output(scope), "#else", output(scope), "#endif"]
        case 7:
            return ["var \(name) = 0", "while \(name) < 2 {"] + inner + ["    \(name) += 1", "}"]
        default:
            // The compiler takes a function in a closure for nonisolated.
            if scope.isInClosure, setting.isIsolated { return [output(scope)] }
            return ["func \(name)() -> Int {"] + statements(valued(scope), 1, depth - 1).map { "    " + $0 }
                + ["    return \(int(scope.inside))", "}", "out(\"\(name)\", \(name)())"]
        }
    }

    private func valued(_ scope: Scope) -> Scope {
        var inside = scope.inside
        (inside.leave, inside.hasLater) = ("return 0", false)
        return inside
    }

    private mutating func closure(_ scope: Scope, _ depth: Int) -> [String] {
        let name = fresh("body")
        var inside = scope.inside
        inside.hasLater = false
        inside.leave = ""
        let form = dice.below(4)
        if scope.isMakingValue, form == 0 || form == 3 { inside.own = nil }
        switch form {
        case 0: return ["let \(name): () -> Int = { \(int(inside)) }", "out(\"\(name)\", \(name)())"]
        case 1:
            return [
                "for \(name) in [3, 4].map({ number in number &+ \(int(inside, 1)) }) { out(\"\(name)\", \(name)) }"
            ]
        case 2:
            return ["[1, 2].forEach { number in"] + statements(inside, 1, depth - 1).map { "    " + $0 }
                + ["    out(\"\(name)\", number)", "}"]
        default:
            var nested = inside
            nested.leave = ""
            return ["let \(name) = { (number: Int) -> Int in"] + statements(nested, 1, depth - 1).map { "    " + $0 }
                + ["    return number &+ \(int(inside, 1))", "}", "out(\"\(name)\", \(name)(2))"]
        }
    }

    /// A closure that runs later, when the caller may be gone.
    private mutating func escaping(_ scope: Scope, _ depth: Int) -> [String] {
        var inside = scope.inside
        inside.hasLater = false
        var head = ""
        var before: [String] = []
        if !scope.isClass {
            // A closure in a struct holds a copy of it.
            if dice.chance(50) { inside.own = nil }
        } else {
            switch dice.below(6) {
            case 0: inside.own = nil
            case 1: head = " [self] in"
            case 2: (head, inside.own) = (" [weak self] in", "(self?.size ?? 90)")
            case 3: (head, before) = (" [weak self] in", ["guard let self else { return }"])
            case 4: (head, inside.own) = (" [size] in", "size")
            default: break
            }
        }
        if dice.chance(25), head.isEmpty {
            var nested = inside
            nested.isClass = false
            let body = statements(nested, 1, 0).map { "        " + $0 }
            return ["later.add {", "    let nested: () -> Void = {"] + body + ["    }", "    nested()", "}"]
        }
        let body = statements(inside, 1 + dice.below(2), depth - 1).map { "    " + $0 }
        if body.count == 1, before.isEmpty, dice.chance(50) { return ["later.add {\(head) \(body[0].dropFirst(4)) }"] }
        return ["later.add {\(head)"] + before.map { "    " + $0 } + body + ["}"]
    }

    private mutating func concurrent(_ scope: Scope) -> [String] {
        let name = fresh("task")
        // What runs at the same time uses no `self`, and nothing that isn't `Sendable`.
        var inside = Scope()
        inside.leave = ""
        let isFree = setting.mode == .swift5 && !setting.isMain || setting.isIsolated
        if let service = services.first(where: \.isAsync), dice.chance(60) {
            switch dice.below(3) {
            case 0: return ["out(\"\(name)\", await \(service.access).next())"]
            case 1: return ["async let \(name) = \(service.access).later(4)", "out(\"\(name)\", await \(name))"]
            default:
                return [
                    "let \(name) = Task { await \(service.access).add(2, twice: true) }",
                    "out(\"\(name)\", await \(name).value)",
                ]
            }
        }
        guard isFree || setting.mode == .swift6 else { return [output(scope)] }
        return ["let \(name) = Task { \(int(inside, 1)) }", "out(\"\(name)\", await \(name).value)"]
    }
}

extension ProgramSetting {
    func allows(_ shape: ProgramService.Shape) -> Bool {
        switch shape {
        // A value that a nonisolated global holds may be anything; one of the main actor's can't be replaced from elsewhere.
        case .actor: !isIsolated
        default: true
        }
    }
}
