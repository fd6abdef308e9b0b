/// Writes members of types.
extension ProgramGrammar {
    /// Returns a member, and the statements that use it through `variable`.
    mutating func part(_ kind: Kind, _ name: String, _ variable: String, _ made: [Made]) -> ProgramPart {
        switch dice.below(12) {
        case 0...3: return method(kind, variable)
        case 4: return asyncMethod(kind, variable)
        case 5, 6: return property(kind, name, variable)
        case 7: return staticMember(kind, name)
        case 8: return valued(kind, variable)
        case 9: return lazily(kind, variable)
        case 10:
            guard let other = made.isEmpty ? nil : dice.pick(made), kind != .actor else {
                return method(kind, variable)
            }
            return making(kind, name, variable, other)
        default: return rare(kind, name, variable)
        }
    }

    private func scope(_ kind: Kind) -> Scope {
        switch kind {
        case .final, .plain, .derived, .generic, .nested, .witness: Scope(own: "self.size", isClass: true)
        case .structure, .enumeration, .synthesized: Scope(own: "self.size")
        case .actor: Scope(own: "self.size", isActor: true)
        case .number: Scope(own: "self")
        }
    }

    private func wait(_ kind: Kind) -> String { kind == .actor ? "await " : "" }

    private mutating func method(_ kind: Kind, _ variable: String) -> ProgramPart {
        let name = fresh("method")
        var scope = scope(kind)
        scope.leave = "return -5"
        scope.canThrow = dice.chance(25)
        scope.hasLater = kind != .actor
        let effects = scope.canThrow ? " throws" : ""
        let parameters = scope.hasLater ? "_ later: Later" : ""
        let arguments = scope.hasLater ? "later" : ""
        let lines =
            ["func \(name)(\(parameters))\(effects) -> Int {"]
            + statements(scope, dice.below(4)).map { "    " + $0 } + ["    return \(int(scope))", "}"]
        var call = "\(wait(kind))\(variable).\(name)(\(arguments))"
        if scope.canThrow { call = "(try? \(call)) ?? -7" }
        var calls = ["out(\"\(name)\", \(call))"]
        if dice.chance(30), let service = service(where: \.isReplaceable) { calls += [service.replacement] + calls }
        return ProgramPart(lines: lines, calls: calls)
    }

    private mutating func asyncMethod(_ kind: Kind, _ variable: String) -> ProgramPart {
        let name = fresh("method")
        var scope = scope(kind)
        (scope.isAsync, scope.leave) = (true, "return -5")
        let lines =
            ["func \(name)() async -> Int {"] + statements(scope, 1 + dice.below(3)).map { "    " + $0 }
            + ["    return \(int(scope))", "}"]
        return ProgramPart(lines: lines, calls: ["out(\"\(name)\", await \(variable).\(name)())"])
    }

    private mutating func property(_ kind: Kind, _ type: String, _ variable: String) -> ProgramPart {
        let name = fresh("property")
        let scope = scope(kind)
        let read = "out(\"\(name)\", \(wait(kind))\(variable).\(name))"
        switch dice.below(5) {
        case 0, 1: return ProgramPart(lines: ["var \(name): Int { \(int(scope)) }"], calls: [read])
        case 2:
            var body = scope
            body.leave = "return -4"
            return ProgramPart(
                lines: ["var \(name): Int {", "    get {"] + statements(body, 1).map { "        " + $0 }
                    + ["        return \(int(scope))", "    }", "}"],
                calls: [read]
            )
        case 3 where [.final, .plain, .derived, .generic, .nested, .witness, .structure].contains(kind):
            return ProgramPart(
                lines: ["var \(name) = 1 {", "    didSet { \(output(scope)) }", "}"],
                calls: kind == .structure ? [] : ["\(variable).\(name) = 3", read]
            )
        default:
            let label = fresh("at")
            return ProgramPart(
                lines: ["subscript(\(label) number: Int) -> Int { number &+ \(int(scope)) }"],
                calls: ["out(\"\(label)\", \(wait(kind))\(variable)[\(label): 2])"]
            )
        }
    }

    private mutating func staticMember(_ kind: Kind, _ type: String) -> ProgramPart {
        let name = fresh("common")
        let owner =
            kind == .number
            ? "Int" : kind == .generic ? "\(type)<String>" : kind == .nested ? "Around\(type).\(type)" : type
        if kind == .generic || kind == .number || dice.chance(70) { return staticFunction(name, through: owner + ".") }
        return ProgramPart(
            lines: ["static let \(name): Int = \(int(Scope()))"],
            calls: ["out(\"\(name)\", \(owner).\(name))"]
        )
    }

    /// A function outside of types.
    mutating func freeFunction() -> ProgramPart {
        var part = staticFunction(fresh("free"), through: "", "\(setting.mark)func")
        part.place = .file
        return part
    }

    private mutating func staticFunction(
        _ name: String,
        through prefix: String,
        _ word: String = "static func"
    ) -> ProgramPart {
        let value = int(Scope())
        let plain = "\(word) \(name)(_ number: Int) -> Int { number &+ \(value) }"
        let call = "out(\"\(name)\", \(prefix)\(name)"
        // A function of an actor is no value for code that is on none.
        switch dice.below(setting.isMain ? 6 : 7) {
        case 0: return ProgramPart(lines: ["\(word) \(name)() -> Int { \(value) }"], calls: [call + "())"])
        case 1:
            return ProgramPart(
                lines: ["\(word) \(name)(_ number: Int) -> Int { number > 0 ? \(name)(number - 1) : \(value) }"],
                calls: [call + "(2))"]
            )
        case 2:
            return ProgramPart(
                lines: [plain, "\(word) \(name)(_ number: Int, twice: Bool) -> Int { number }"],
                calls: [call + "(2))", call + "(3, twice: true))"]
            )
        case 3:
            return ProgramPart(
                lines: ["\(word) \(name)(_ number: Int, then body: (Int) -> Int) -> Int { body(\(value)) }"],
                calls: [call + "(2) { $0 &+ 1 })", call + "(3, then: { $0 &- 1 }))"]
            )
        case 4:
            let body = statements(Scope(leave: "return -5"), 1).map { "    " + $0 }
            return ProgramPart(
                lines: ["\(word) \(name)(", "    first: Int,", "    second: Int = 1", ") -> Int {"] + body
                    + ["    return first &+ second &+ \(value)", "}"],
                calls: [call + "(first: 2))", call + "(first: 3, second: 4))"]
            )
        case 5:
            return ProgramPart(lines: ["\(word) \(name)() -> () -> Int { { \(value) } }"], calls: [call + "()())"])
        default:
            return ProgramPart(
                lines: [plain],
                calls: ["out(\"\(name)\", [1, 2].map(\(prefix)\(name)).reduce(0, &+))"]
            )
        }
    }

    /// A property with an initial value, or a default argument.
    private mutating func valued(_ kind: Kind, _ variable: String) -> ProgramPart {
        let name = fresh("initial")
        let isOpen = !(setting.mode == .swift5 && setting.isMain)
        guard isOpen else { return method(kind, variable) }
        let canStore = [.final, .plain, .derived, .generic, .nested, .witness, .structure].contains(kind)
        if canStore, dice.chance(50) {
            if dice.chance(40),
                let service = service(where: { $0.isReference && $0.shape != .optional && $0.shape != .forced })
            {
                return ProgramPart(
                    lines: ["let \(name) = \(service.access)"],
                    calls: ["out(\"\(name)\", \(variable).\(name).count)"]
                )
            }
            if dice.chance(30) {
                return ProgramPart(
                    lines: ["let \(name): () -> Int = { \(int(Scope())) }"],
                    calls: ["out(\"\(name)\", \(variable).\(name)())"]
                )
            }
            return ProgramPart(
                lines: ["let \(name): Int = \(int(Scope()))"],
                calls: ["out(\"\(name)\", \(variable).\(name))"]
            )
        }
        let value = int(Scope())
        return ProgramPart(
            lines: ["func \(name)(_ number: Int = \(value)) -> Int { number &+ \(int(scope(kind), 1)) }"],
            calls: ["out(\"\(name)\", \(wait(kind))\(variable).\(name)())"]
        )
    }

    private mutating func lazily(_ kind: Kind, _ variable: String) -> ProgramPart {
        guard [.final, .plain, .derived, .generic, .nested, .witness].contains(kind) else {
            return property(kind, "", variable)
        }
        let name = fresh("lazy")
        let scope = scope(kind)
        switch dice.below(4) {
        case 0:
            return ProgramPart(
                lines: ["lazy var \(name): Int = \(int(scope))"],
                calls: ["out(\"\(name)\", \(variable).\(name))"]
            )
        case 1:
            return ProgramPart(
                lines: ["lazy var \(name): () -> Int = { [unowned self] in \(int(Scope(own: "size"))) }"],
                calls: ["out(\"\(name)\", \(variable).\(name)())"]
            )
        case 2:
            return ProgramPart(
                lines: ["lazy var \(name): () -> Int = { \(int(Scope())) }"],
                calls: ["out(\"\(name)\", \(variable).\(name)())"]
            )
        default:
            return ProgramPart(
                lines: ["lazy var \(name): Int = {"]
                    + statements(Scope(own: "self.size", isClass: true, leave: "return 3", isInClosure: true), 1)
                    .map { "    " + $0 } + ["    return \(int(scope))", "}()"],
                calls: ["out(\"\(name)\", \(variable).\(name))"]
            )
        }
    }

    /// A member that makes another caller.
    private mutating func making(_ kind: Kind, _ type: String, _ variable: String, _ other: Made) -> ProgramPart {
        let name = fresh("make")
        let (made, call) = (other.expression, other.call)
        let expression = made + call
        let body = dice.pick([
            expression, "[1].map { $0 &+ \(expression) }[0]", "{ \(expression) }()", "[\(made)][0]\(call)",
            "(Optional(\(made)) ?? \(made))\(call)", "(1 > 2 ? \(made) : \(made))\(call)", "auto(\(expression))",
        ])
        if [.final, .plain, .derived].contains(kind), dice.chance(30) {
            return valuedMaker(name, variable, other, body)
        }
        if [.final, .plain, .derived, .structure, .enumeration, .number].contains(kind), dice.chance(30) {
            return ProgramPart(
                lines: ["static func \(name)() -> Int { \(body) }"],
                calls: ["out(\"\(name)\", \(kind == .number ? "Int" : type).\(name)())"]
            )
        }
        return ProgramPart(
            lines: ["func \(name)() -> Int { \(body) }"],
            calls: ["out(\"\(name)\", \(variable).\(name)())"]
        )
    }

    /// A property or a default argument of a class that makes another caller.
    private mutating func valuedMaker(_ name: String, _ variable: String, _ other: Made, _ body: String) -> ProgramPart
    {
        let (made, call) = (other.expression, other.call)
        let isOpen = !(setting.mode == .swift5 && setting.isMain)
        let read = "out(\"\(name)\", \(variable).\(name)\(call))"
        switch dice.below(6) {
        case 0: return ProgramPart(lines: ["lazy var \(name) = \(made)"], calls: [read])
        case 1 where isOpen: return ProgramPart(lines: ["let \(name) = \(made)"], calls: [read])
        case 2:
            return ProgramPart(
                lines: ["var \(name): Int { \(body) }"],
                calls: ["out(\"\(name)\", \(variable).\(name))"]
            )
        case 3:
            return ProgramPart(
                lines: ["subscript(\(name) number: Int) -> Int { number &+ \(body) }"],
                calls: ["out(\"\(name)\", \(variable)[\(name): 2])"]
            )
        case 4 where other.type != nil && isOpen:
            return ProgramPart(
                lines: ["func \(name)(_ made: \(other.type ?? "") = \(made)) -> Int { made\(call) &+ made.size }"],
                calls: ["out(\"\(name)\", \(variable).\(name)())", "out(\"\(name)\", \(variable).\(name)(\(made)))"]
            )
        default:
            return ProgramPart(
                lines: [
                    "func \(name)() -> Int {", "    let made = \(made)",
                    "    defer { out(\"\(name)\", \(made)\(call)) }",
                    "    switch (\(made))\(call) {", "    case 3: return 1", "    default: return made\(call)", "    }",
                    "}",
                ],
                calls: ["out(\"\(name)\", \(variable).\(name)())"]
            )
        }
    }

    /// Functions of the file that make another caller, call each other, and may be values.
    mutating func freeMakers(of other: Made) -> ProgramPart {
        let (inner, outer) = (fresh("made"), fresh("made"))
        let expression = other.expression + other.call
        let call = dice.pick(["\(inner)(1)", "[1, 2].map { \(inner)($0) }[1]", "[1].map(\(inner))[0]"])
        var part = ProgramPart(
            lines: [
                "\(setting.mark)func \(inner)(_ number: Int) -> Int { number &+ \(expression) }",
                "\(setting.mark)func \(outer)() -> Int { \(call) &+ \(expression) }",
            ],
            calls: ["out(\"\(outer)\", \(outer)())"]
        )
        part.place = .file
        return part
    }

    private mutating func rare(_ kind: Kind, _ type: String, _ variable: String) -> ProgramPart {
        let name = fresh("rare")
        let scope = scope(kind)
        switch dice.below(7) {
        case 0:
            return ProgramPart(
                lines: ["func \(name)() -> () -> Int { { \(int(Scope())) } }"],
                calls: kind == .actor ? [] : ["out(\"\(name)\", \(variable).\(name)()())"]
            )
        case 1:
            return ProgramPart(
                lines: ["func \(name)<Other>(_ other: Other) -> Int { \"\\(other)\".count &+ \(int(scope)) }"],
                calls: ["out(\"\(name)\", \(wait(kind))\(variable).\(name)(\(variable == "" ? "1" : "12")))"]
            )
        case 2 where kind == .structure:
            return ProgramPart(
                lines: ["mutating func \(name)() -> Int { keep(&self); return \(int(scope)) }"],
                calls: ["out(\"\(name)\", \(variable).\(name)())"]
            )
        case 3:
            return ProgramPart(
                lines: ["func \(name)(_ body: (Int) throws -> Int) rethrows -> Int { try body(\(int(scope, 1))) }"],
                calls: kind == .actor ? [] : ["out(\"\(name)\", \(variable).\(name) { $0 })"]
            )
        case 4:
            return ProgramPart(
                lines: ["func \(name)(_ number: inout Int) { number &+= \(int(scope)) }"],
                calls: kind == .actor
                    ? [] : ["var \(name) = 1", "\(variable).\(name)(&\(name))", "out(\"\(name)\", \(name))"]
            )
        case 5 where kind != .generic:
            return ProgramPart(
                lines: [
                    "\(setting.mark)struct In\(name) {", "    func go() -> Int { \(int(Scope())) }", "}",
                    "func \(name)() -> Int { In\(name)().go() &+ \(int(scope, 1)) }",
                ],
                calls: ["out(\"\(name)\", \(wait(kind))\(variable).\(name)())"]
            )
        default:
            guard let service = service() else { return method(kind, variable) }
            // A member with the name that a property may want.
            return ProgramPart(
                lines: ["func \(name)(\(service.likelyProperty) number: Int) -> Int { number &+ \(int(scope)) }"],
                calls: ["out(\"\(name)\", \(wait(kind))\(variable).\(name)(\(service.likelyProperty): 3))"]
            )
        }
    }
}
