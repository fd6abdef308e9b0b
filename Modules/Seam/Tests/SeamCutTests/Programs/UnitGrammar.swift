/// Writes types that use the singletons of a program.
struct UnitGrammar {
    private(set) var grammar: ProgramGrammar

    init(seed: UInt64, mode: Compiler.Mode) { grammar = ProgramGrammar(seed: seed, mode: mode) }

    mutating func units() -> [ProgramUnit] {
        var units: [ProgramUnit] = []
        var made: [ProgramUnit.Made] = []
        for _ in 0..<(1 + grammar.dice.below(3)) {
            var kind = grammar.dice.pick(ProgramUnit.Kind.allCases)
            if kind == .actor, grammar.setting.isIsolated { kind = .final }
            if kind == .synthesized, grammar.setting.isIsolated { kind = .structure }
            units.append(unit(kind, &made))
        }
        return units
    }

    private mutating func unit(_ kind: ProgramUnit.Kind, _ made: inout [ProgramUnit.Made]) -> ProgramUnit {
        let name = grammar.fresh("Type")
        let variable = grammar.fresh("unit")
        var unit = frame(kind, name, variable)
        let canMove = ![.nested, .witness].contains(kind)
        var members = MemberGrammar(grammar: grammar, kind: kind, type: name, variable: variable, made: made)
        for _ in 0..<(1 + members.grammar.dice.below(5)) {
            var part = members.member()
            if canMove, part.lines.first?.hasPrefix("func") == true, members.grammar.dice.chance(20) {
                part.place = members.grammar.dice.chance(60) ? .sameFile : .secondFile
            }
            unit.parts.append(part)
        }
        if members.grammar.dice.chance(30) { unit.parts.append(members.freeFunction()) }
        if let other = made.last, members.grammar.dice.chance(40) { unit.parts.append(members.freeMakers(of: other)) }
        grammar = members.grammar
        if [.final, .plain, .derived].contains(kind), unit.setup.first?.hasPrefix("let") == true {
            let maker = grammar.fresh("plainly")
            unit.fixed += [
                "func \(maker)() -> Int { \(grammar.int(ProgramGrammar.Scope(own: "self.size", isClass: true))) }"
            ]
            let expression = unit.setup[0].drop { $0 != "=" }.dropFirst(2)
            let isPlain = expression.hasPrefix(name + "(") && !expression.hasSuffix("!")
            made.append(
                ProgramUnit.Made(expression: String(expression), call: ".\(maker)()", type: isPlain ? name : nil)
            )
        }
        return unit
    }

    // MARK: Heads

    private mutating func frame(_ kind: ProgramUnit.Kind, _ name: String, _ variable: String) -> ProgramUnit {
        let mark = grammar.setting.mark
        switch kind {
        case .final, .plain, .nested, .generic:
            let word = kind == .plain ? "class" : "final class"
            let generic = kind == .generic ? grammar.dice.pick(["<Value>", "<Value: Hashable>"]) : ""
            let shape = initializer("\(name)\(kind == .generic ? "<String>" : "")", isClass: true)
            let gone =
                grammar.setting.isIsolated || !grammar.dice.chance(60)
                ? [] : ["deinit { out(\"\(variable) gone\", size) }"]
            guard kind == .nested else {
                return ProgramUnit(
                    head: "\(mark)\(word) \(name)\(generic) {",
                    fixed: shape.lines + gone,
                    extended: name,
                    setup: ["let \(variable) = \(shape.make)"]
                )
            }
            let around = "Around\(name)"
            return ProgramUnit(
                before: ["\(mark)enum \(around) {}"],
                head: "\(mark)extension \(around) { \(mark)final class \(name) {",
                fixed: shape.lines + gone,
                extended: "\(around).\(name)",
                setup: ["let \(variable) = \(around).\(shape.make)"],
                isNested: true
            )
        case .derived: return derived(name, variable)
        case .structure:
            let shape = initializer(name, isClass: false)
            // Nobody prints a view, which may store an instance.
            let isView = grammar.dice.chance(40)
            return ProgramUnit(
                head: "\(mark)struct \(name)\(isView ? ": View" : "") {",
                fixed: shape.lines,
                extended: name,
                setup: ["var \(variable) = \(shape.make)", "keep(&\(variable))"]
                    + (isView || !grammar.setting.printsStructs ? [] : ["out(\"\(variable)\", \(variable))"])
            )
        case .enumeration:
            return ProgramUnit(
                head: "\(mark)enum \(name) {",
                fixed: [
                    "case first, second(Int)", "var size: Int { if case .second(let own) = self { own } else { 1 } }",
                ],
                extended: name,
                setup: ["let \(variable) = \(name).\(grammar.dice.chance(50) ? "first" : "second(3)")"]
            )
        case .actor: return actor(name, variable)
        case .number:
            return ProgramUnit(
                head: "\(mark)extension Int {",
                fixed: [],
                extended: "Int",
                setup: ["let \(variable) = \(grammar.dice.below(9))"]
            )
        case .synthesized: return synthesized(name, variable)
        case .witness: return witness(name, variable)
        }
    }

    private func actor(_ name: String, _ variable: String) -> ProgramUnit {
        ProgramUnit(
            head: "actor \(name) {",
            fixed: ["let size: Int", "init(size: Int) { self.size = size }"],
            extended: name,
            setup: ["let \(variable) = \(name)(size: 3)"]
        )
    }

    private mutating func witness(_ name: String, _ variable: String) -> ProgramUnit {
        let mark = grammar.setting.mark
        let method = grammar.fresh("witness")
        return ProgramUnit(
            before: [
                "\(mark)protocol Needs\(name) { func \(method)() -> Int; init(size: Int) }",
                "\(mark)extension Needs\(name) { func \(method)() -> Int { -1 }",
                "func extra() -> Int { \(grammar.int(ProgramGrammar.Scope())) } }",
                "\(mark)func make\(name)<Some: Needs\(name)>(_ type: Some.Type) -> Some { type.init(size: 4) }",
            ],
            head: "\(mark)final class \(name): Needs\(name) {",
            fixed: [
                "let size: Int", "init(size: Int) { self.size = size }",
                "func \(method)() -> Int { \(grammar.int(ProgramGrammar.Scope(own: "size", isClass: true))) }",
            ],
            extended: name,
            setup: [
                "let \(variable) = make\(name)(\(name).self)",
                "out(\"\(variable)\", (\(variable) as any Needs\(name)).\(method)() &+ \(variable).extra())",
            ]
        )
    }

    private mutating func derived(_ name: String, _ variable: String) -> ProgramUnit {
        let mark = grammar.setting.mark
        let method = grammar.fresh("method")
        let scope = ProgramGrammar.Scope(own: "self.size", isClass: true)
        return ProgramUnit(
            before: [
                "\(mark)class Base\(name) {", "    let size: Int", "    init(size: Int) { self.size = size }",
                "    func \(method)() -> Int { \(grammar.int(scope)) }", "}",
            ],
            head: "\(mark)final class \(name): Base\(name) {",
            fixed: [
                grammar.dice.chance(50)
                    ? "override init(size: Int) { super.init(size: size &+ \(grammar.int(ProgramGrammar.Scope(), 1))); \(grammar.output(scope)) }"
                    : "init(_ text: String) { super.init(size: text.count) }",
                "override func \(method)() -> Int { super.\(method)() &+ \(grammar.int(scope)) }",
            ],
            extended: name,
            setup: []
        ).made(variable, name, method)
    }

    private mutating func synthesized(_ name: String, _ variable: String) -> ProgramUnit {
        let isClass = grammar.dice.chance(30)
        return ProgramUnit(
            head: isClass ? "final class \(name): Codable {" : "struct \(name): Codable, Hashable {",
            fixed: ["let size: Int", "var text = \"a\"", "init(size: Int) { self.size = size }"],
            extended: name,
            setup: [
                "let \(variable) = \(name)(size: 3)",
                "out(\"\(variable)\", json(\(variable)))",
            ] + (isClass ? [] : ["out(\"\(variable) equal\", \(variable) == \(name)(size: 3))"])
                + (grammar.dice.chance(75) ? [] : ["dump(\(variable))"])
        )
    }

    // MARK: Initializers

    private mutating func initializer(_ type: String, isClass: Bool) -> (lines: [String], make: String) {
        let after = ProgramGrammar.Scope(own: "self.size", isClass: isClass, leave: "", isMakingValue: !isClass)
        let before = ProgramGrammar.Scope(leave: "")
        let mayIsolate = !(grammar.setting.mode == .swift5 && grammar.setting.isMain)
        let stored = ["let size: Int"]
        switch grammar.dice.below(11) {
        case 9 where mayIsolate, 10 where mayIsolate:
            guard let service = grammar.service(where: { $0.shape == .constant }) else { fallthrough }
            return handed(service, type)
        case 0: return (["let size = 5"], "\(type)()")
        case 1: return (stored + ["init(size: Int) { self.size = size }"], "\(type)(size: 4)")
        case 2:
            let head = grammar.statements(before, 1, 1), tail = grammar.statements(after, 1, 1)
            return (stored + ["init(size: Int) {"] + head + ["self.size = size"] + tail + ["}"], "\(type)(size: 4)")
        case 3:
            let word = isClass ? "convenience " : ""
            let tail = grammar.statements(after, 1, 1)
            return (
                stored + [
                    "init(size: Int) { self.size = size }", "\(word)init() {",
                    "self.init(size: \(grammar.int(before, 1)))",
                ]
                    + tail + ["}"], "\(type)()"
            )
        case 4:
            return (
                stored + [
                    "init?(size: Int) {", "if size > (\(grammar.int(before, 1)) &+ 900) { return nil }",
                    "self.size = size",
                    "}",
                ],
                "\(type)(size: 4)!"
            )
        case 5:
            return (
                stored + ["init(size: Int, done: (Int) -> Int) { self.size = done(size) }"],
                grammar.dice.chance(50) ? "\(type)(size: 3) { $0 &+ 1 }" : "\(type)(size: 3, done: { $0 })"
            )
        case 6 where mayIsolate:
            return (stored + ["init(size: Int = \(grammar.int(before, 1))) { self.size = size }"], "\(type)()")
        case 7:
            return (
                stored + [
                    "private init(_ size: Int) { self.size = size }", "static func make() -> \(type) { \(type)(2) }",
                ],
                "\(type).make()"
            )
        case 8 where isClass: return (stored + ["required init(size: Int) { self.size = size }"], "\(type)(size: 6)")
        default:
            return (stored + ["init(_ size: Int, twice: Bool = false) { self.size = size }"], "\(type)(6, twice: true)")
        }
    }
}

extension UnitGrammar {
    /// An initializer that takes a service, as people write it: by default, or as an optional that it resolves.
    private mutating func handed(_ service: ProgramService, _ type: String) -> (lines: [String], make: String) {
        let name = service.name + "#"
        let stored = ["let size: Int", "let handle: \(name)"]
        let made = grammar.dice.chance(30) ? "\(type)(size: 4, handle: \(service.access))" : "\(type)(size: 4)"
        if grammar.dice.chance(50) {
            return (
                stored + [
                    "init(size: Int, handle: \(name) = .shared) { (self.size, self.handle) = (size &+ handle.count, handle) }"
                ],
                made
            )
        }
        return (
            stored + [
                "init(size: Int, handle: \(name)? = nil) {", "self.size = size", "self.handle = handle ?? .shared", "}",
            ], made
        )
    }
}

extension ProgramUnit {
    fileprivate func made(_ variable: String, _ name: String, _ method: String) -> ProgramUnit {
        var unit = self
        let argument = fixed[0].hasPrefix("override") ? "size: 4" : "\"abc\""
        unit.setup = [
            "let \(variable) = \(name)(\(argument))", "out(\"\(variable)\", (\(variable) as Base\(name)).\(method)())",
        ]
        return unit
    }
}
