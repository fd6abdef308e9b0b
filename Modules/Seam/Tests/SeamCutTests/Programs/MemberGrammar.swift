/// Writes members of a type that uses the singletons of a program, and functions beside it.
struct MemberGrammar {
    var grammar: ProgramGrammar
    /// The type, and the variable with an instance of it.
    let kind: ProgramUnit.Kind
    let type: String
    let variable: String
    /// The types that members may make.
    let made: [ProgramUnit.Made]

    /// Returns a member, and the statements that use it through the variable.
    mutating func member() -> ProgramPart {
        switch grammar.dice.below(12) {
        case 0...3: return method()
        case 4: return asyncMethod()
        case 5, 6: return property()
        case 7: return staticMember()
        case 8: return valued()
        case 9: return lazily()
        case 10:
            guard let other = made.isEmpty ? nil : grammar.dice.pick(made), kind != .actor else {
                return method()
            }
            return making(other)
        default: return rare()
        }
    }

    private var scope: ProgramGrammar.Scope {
        switch kind {
        case .final, .plain, .derived, .generic, .nested, .witness:
            ProgramGrammar.Scope(own: "self.size", isClass: true)
        case .structure, .enumeration, .synthesized: ProgramGrammar.Scope(own: "self.size")
        case .actor: ProgramGrammar.Scope(own: "self.size", isActor: true)
        case .number: ProgramGrammar.Scope(own: "self")
        }
    }

    private var wait: String { kind == .actor ? "await " : "" }

    private mutating func method() -> ProgramPart {
        let name = grammar.fresh("method")
        var scope = self.scope
        scope.leave = "return -5"
        scope.canThrow = grammar.dice.chance(25)
        scope.hasLater = kind != .actor
        let effects = scope.canThrow ? " throws" : ""
        let parameters = scope.hasLater ? "_ later: Later" : ""
        let arguments = scope.hasLater ? "later" : ""
        let lines =
            ["func \(name)(\(parameters))\(effects) -> Int {"]
            + grammar.statements(scope, grammar.dice.below(4)).map { "    " + $0 } + [
                "    return \(grammar.int(scope))", "}",
            ]
        var call = "\(wait)\(variable).\(name)(\(arguments))"
        if scope.canThrow { call = "(try? \(call)) ?? -7" }
        var calls = ["out(\"\(name)\", \(call))"]
        if grammar.dice.chance(30), let service = grammar.service(where: \.isReplaceable) {
            calls += [service.replacement] + calls
        }
        return ProgramPart(lines: lines, calls: calls)
    }

    private mutating func asyncMethod() -> ProgramPart {
        let name = grammar.fresh("method")
        var scope = self.scope
        (scope.isAsync, scope.leave) = (true, "return -5")
        let lines =
            ["func \(name)() async -> Int {"] + grammar.statements(scope, 1 + grammar.dice.below(3)).map { "    " + $0 }
            + ["    return \(grammar.int(scope))", "}"]
        return ProgramPart(lines: lines, calls: ["out(\"\(name)\", await \(variable).\(name)())"])
    }

    private mutating func property() -> ProgramPart {
        let name = grammar.fresh("property")
        let scope = self.scope
        let read = "out(\"\(name)\", \(wait)\(variable).\(name))"
        switch grammar.dice.below(5) {
        case 0, 1: return ProgramPart(lines: ["var \(name): Int { \(grammar.int(scope)) }"], calls: [read])
        case 2:
            var body = scope
            body.leave = "return -4"
            return ProgramPart(
                lines: ["var \(name): Int {", "    get {"] + grammar.statements(body, 1).map { "        " + $0 }
                    + ["        return \(grammar.int(scope))", "    }", "}"],
                calls: [read]
            )
        case 3 where [.final, .plain, .derived, .generic, .nested, .witness, .structure].contains(kind):
            return ProgramPart(
                lines: ["var \(name) = 1 {", "    didSet { \(grammar.output(scope)) }", "}"],
                calls: kind == .structure ? [] : ["\(variable).\(name) = 3", read]
            )
        default:
            let label = grammar.fresh("at")
            return ProgramPart(
                lines: ["subscript(\(label) number: Int) -> Int { number &+ \(grammar.int(scope)) }"],
                calls: ["out(\"\(label)\", \(wait)\(variable)[\(label): 2])"]
            )
        }
    }

    private mutating func staticMember() -> ProgramPart {
        let name = grammar.fresh("common")
        let owner =
            kind == .number
            ? "Int" : kind == .generic ? "\(type)<String>" : kind == .nested ? "Around\(type).\(type)" : type
        if kind == .generic || kind == .number || grammar.dice.chance(70) {
            return staticFunction(name, through: owner + ".")
        }
        return ProgramPart(
            lines: ["static let \(name): Int = \(grammar.int(ProgramGrammar.Scope()))"],
            calls: ["out(\"\(name)\", \(owner).\(name))"]
        )
    }

    /// A function outside of types.
    mutating func freeFunction() -> ProgramPart {
        var part = staticFunction(grammar.fresh("free"), through: "", "\(grammar.setting.mark)func")
        part.place = .file
        return part
    }

    private mutating func staticFunction(
        _ name: String,
        through prefix: String,
        _ word: String = "static func"
    ) -> ProgramPart {
        let value = grammar.int(ProgramGrammar.Scope())
        let plain = "\(word) \(name)(_ number: Int) -> Int { number &+ \(value) }"
        let call = "out(\"\(name)\", \(prefix)\(name)"
        // A function of an actor is no value for code that is on none.
        switch grammar.dice.below(grammar.setting.isMain ? 6 : 7) {
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
            let body = grammar.statements(ProgramGrammar.Scope(leave: "return -5"), 1).map { "    " + $0 }
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
    private mutating func valued() -> ProgramPart {
        let name = grammar.fresh("initial")
        let isOpen = !(grammar.setting.mode == .swift5 && grammar.setting.isMain)
        guard isOpen else { return method() }
        let canStore = [.final, .plain, .derived, .generic, .nested, .witness, .structure].contains(kind)
        if canStore, grammar.dice.chance(50) {
            if grammar.dice.chance(40),
                let service = grammar.service(where: { $0.isReference && $0.shape != .optional && $0.shape != .forced })
            {
                return ProgramPart(
                    lines: ["let \(name) = \(service.access)"],
                    calls: ["out(\"\(name)\", \(variable).\(name).count)"]
                )
            }
            if grammar.dice.chance(30) {
                return ProgramPart(
                    lines: ["let \(name): () -> Int = { \(grammar.int(ProgramGrammar.Scope())) }"],
                    calls: ["out(\"\(name)\", \(variable).\(name)())"]
                )
            }
            return ProgramPart(
                lines: ["let \(name): Int = \(grammar.int(ProgramGrammar.Scope()))"],
                calls: ["out(\"\(name)\", \(variable).\(name))"]
            )
        }
        let value = grammar.int(ProgramGrammar.Scope())
        return ProgramPart(
            lines: ["func \(name)(_ number: Int = \(value)) -> Int { number &+ \(grammar.int(scope, 1)) }"],
            calls: ["out(\"\(name)\", \(wait)\(variable).\(name)())"]
        )
    }

    private mutating func lazily() -> ProgramPart {
        guard [.final, .plain, .derived, .generic, .nested, .witness].contains(kind) else {
            return property()
        }
        let name = grammar.fresh("lazy")
        let scope = self.scope
        switch grammar.dice.below(4) {
        case 0:
            return ProgramPart(
                lines: ["lazy var \(name): Int = \(grammar.int(scope))"],
                calls: ["out(\"\(name)\", \(variable).\(name))"]
            )
        case 1:
            return ProgramPart(
                lines: [
                    "lazy var \(name): () -> Int = { [unowned self] in \(grammar.int(ProgramGrammar.Scope(own: "size"))) }"
                ],
                calls: ["out(\"\(name)\", \(variable).\(name)())"]
            )
        case 2:
            return ProgramPart(
                lines: ["lazy var \(name): () -> Int = { \(grammar.int(ProgramGrammar.Scope())) }"],
                calls: ["out(\"\(name)\", \(variable).\(name)())"]
            )
        default:
            return ProgramPart(
                lines: ["lazy var \(name): Int = {"]
                    + grammar.statements(
                        ProgramGrammar.Scope(own: "self.size", isClass: true, leave: "return 3", isInClosure: true),
                        1
                    )
                    .map { "    " + $0 } + ["    return \(grammar.int(scope))", "}()"],
                calls: ["out(\"\(name)\", \(variable).\(name))"]
            )
        }
    }

    /// A member that makes another caller.
    private mutating func making(_ other: ProgramUnit.Made) -> ProgramPart {
        let name = grammar.fresh("make")
        let (made, call) = (other.expression, other.call)
        let expression = made + call
        let body = grammar.dice.pick([
            expression, "[1].map { $0 &+ \(expression) }[0]", "{ \(expression) }()", "[\(made)][0]\(call)",
            "(Optional(\(made)) ?? \(made))\(call)", "(1 > 2 ? \(made) : \(made))\(call)", "auto(\(expression))",
        ])
        if [.final, .plain, .derived].contains(kind), grammar.dice.chance(30) {
            return valuedMaker(name, other, body)
        }
        if [.final, .plain, .derived, .structure, .enumeration, .number].contains(kind), grammar.dice.chance(30) {
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
    private mutating func valuedMaker(_ name: String, _ other: ProgramUnit.Made, _ body: String) -> ProgramPart {
        let (made, call) = (other.expression, other.call)
        let isOpen = !(grammar.setting.mode == .swift5 && grammar.setting.isMain)
        let read = "out(\"\(name)\", \(variable).\(name)\(call))"
        switch grammar.dice.below(6) {
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
    mutating func freeMakers(of other: ProgramUnit.Made) -> ProgramPart {
        let (inner, outer) = (grammar.fresh("made"), grammar.fresh("made"))
        let expression = other.expression + other.call
        let call = grammar.dice.pick(["\(inner)(1)", "[1, 2].map { \(inner)($0) }[1]", "[1].map(\(inner))[0]"])
        var part = ProgramPart(
            lines: [
                "\(grammar.setting.mark)func \(inner)(_ number: Int) -> Int { number &+ \(expression) }",
                "\(grammar.setting.mark)func \(outer)() -> Int { \(call) &+ \(expression) }",
            ],
            calls: ["out(\"\(outer)\", \(outer)())"]
        )
        part.place = .file
        return part
    }

    private mutating func rare() -> ProgramPart {
        let name = grammar.fresh("rare")
        let scope = self.scope
        switch grammar.dice.below(7) {
        case 0:
            return ProgramPart(
                lines: ["func \(name)() -> () -> Int { { \(grammar.int(ProgramGrammar.Scope())) } }"],
                calls: kind == .actor ? [] : ["out(\"\(name)\", \(variable).\(name)()())"]
            )
        case 1:
            return ProgramPart(
                lines: ["func \(name)<Other>(_ other: Other) -> Int { \"\\(other)\".count &+ \(grammar.int(scope)) }"],
                calls: ["out(\"\(name)\", \(wait)\(variable).\(name)(\(variable == "" ? "1" : "12")))"]
            )
        case 2 where kind == .structure:
            return ProgramPart(
                lines: ["mutating func \(name)() -> Int { keep(&self); return \(grammar.int(scope)) }"],
                calls: ["out(\"\(name)\", \(variable).\(name)())"]
            )
        case 3:
            return ProgramPart(
                lines: [
                    "func \(name)(_ body: (Int) throws -> Int) rethrows -> Int { try body(\(grammar.int(scope, 1))) }"
                ],
                calls: kind == .actor ? [] : ["out(\"\(name)\", \(variable).\(name) { $0 })"]
            )
        case 4:
            return ProgramPart(
                lines: ["func \(name)(_ number: inout Int) { number &+= \(grammar.int(scope)) }"],
                calls: kind == .actor
                    ? [] : ["var \(name) = 1", "\(variable).\(name)(&\(name))", "out(\"\(name)\", \(name))"]
            )
        case 5 where kind != .generic:
            return ProgramPart(
                lines: [
                    "\(grammar.setting.mark)struct In\(name) {",
                    "    func go() -> Int { \(grammar.int(ProgramGrammar.Scope())) }", "}",
                    "func \(name)() -> Int { In\(name)().go() &+ \(grammar.int(scope, 1)) }",
                ],
                calls: ["out(\"\(name)\", \(wait)\(variable).\(name)())"]
            )
        default:
            guard let service = grammar.service() else { return method() }
            // A member with the name that a property may want.
            return ProgramPart(
                lines: [
                    "func \(name)(\(service.likelyProperty) number: Int) -> Int { number &+ \(grammar.int(scope)) }"
                ],
                calls: ["out(\"\(name)\", \(wait)\(variable).\(name)(\(service.likelyProperty): 3))"]
            )
        }
    }
}
