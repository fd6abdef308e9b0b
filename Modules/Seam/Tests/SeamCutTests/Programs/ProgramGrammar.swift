/// Writes expressions that use the singletons of a program.
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
