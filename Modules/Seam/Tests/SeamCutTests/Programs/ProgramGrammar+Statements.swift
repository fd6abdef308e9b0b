/// Writes statements.
extension ProgramGrammar {
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
