/// A singleton of a generated program. `#` stands for the program's number.
struct ProgramService {
    enum Shape: CaseIterable {
        case constant, variable, function, computed, locator, world, global, existential, forced, optional, value,
            nested
        case actor, named
        /// A structure in a constant, whose state is an object.
        case handle
    }

    let shape: Shape
    /// The type, without the types around it.
    let name: String
    let setting: ProgramSetting
    /// Whether making the instance prints nothing.
    let isQuiet: Bool
    /// Whether the type says that it is `Sendable`.
    let isSendable: Bool

    init(_ shape: Shape, _ name: String, _ setting: ProgramSetting, _ dice: inout Dice) {
        self.shape = shape
        self.name = name
        self.setting = setting
        isQuiet = dice.chance(50)
        isSendable = dice.chance(50)
    }

    /// The expression for the instance, as callers write it.
    var access: String {
        switch shape {
        case .constant, .variable, .computed, .existential, .forced, .optional, .value, .actor, .handle:
            "\(name)#.shared"
        case .function: "\(name)#.shared()"
        case .locator: "Services\(name)#.main"
        case .world: "current\(name)#.main"
        case .global: "the\(name)#"
        case .nested: "Outer\(name)#.\(name)#.shared"
        case .named: "\(name)#.`default`"
        }
    }

    /// The expression for the instance where its type is expected; nil if there is none.
    var implicit: String? {
        switch shape {
        case .constant, .variable, .computed, .value, .nested, .handle: ".shared"
        case .function: ".shared()"
        case .named: ".default"
        case .locator, .world, .global, .existential, .forced, .optional, .actor: nil
        }
    }

    /// The name that a property for it probably gets.
    var likelyProperty: String {
        switch shape {
        case .locator, .world: "main"
        case .existential: name.lowercased() + "Api#"
        default: name.lowercased() + "#"
        }
    }

    var isReplaceable: Bool { [.variable, .world, .forced, .optional].contains(shape) }
    var hasDefaults: Bool { shape != .existential }
    var isAsync: Bool { shape == .actor }
    var isReference: Bool { shape != .value && shape != .handle }

    /// A member of the instance, as an expression that isn't optional.
    func member(_ text: String) -> String {
        let dot = text.hasPrefix("(") || text.hasPrefix("[") ? "" : "."
        switch shape {
        case .optional: return "(\(access)?\(dot)\(text) ?? 0)"
        case .forced where dot.isEmpty: return "\(access)!\(text)"
        default: return access + dot + text
        }
    }

    /// A statement that puts another instance in the place of the first.
    var replacement: String {
        "\(access) = \(name)#(\(shape == .value ? "" : "count: 70"))"
    }

    // MARK: Text

    var declaration: String {
        guard implicit != nil else { return types }
        let type = shape == .nested ? "Outer\(name)#.\(name)#" : "\(name)#"
        return types + "\n\(setting.mark)func read\(name)#(_ value: \(type)) -> Int { value.count }"
    }

    private var types: String {
        let made = "\(name)#()"
        let mutable = setting.mutableGlobal
        switch shape {
        case .constant: return type(["static let shared = \(made)"])
        case .variable: return type(["\(mutable)static var shared = \(made)"])
        case .function:
            return type(["private static let only = \(made)", "static func shared() -> \(name)# { only }"])
        case .computed: return type(["private static let only = \(made)", "static var shared: \(name)# { only }"])
        case .named: return type(["static let `default` = \(made)"])
        case .locator: return type([]) + "\n\(setting.mark)enum Services\(name)# {\n    static let main = \(made)\n}"
        case .world:
            return type([])
                + "\n\(setting.mark)struct World\(name)# {\n    var main = \(made)\n    var now: () -> Int = { 5 }\n}\n"
                + "\(mutable)\(setting.mark)var current\(name)# = World\(name)#()"
        case .global: return type([]) + "\n\(setting.mark)let the\(name)# = \(made)"
        case .existential:
            return requirements + type(["static let shared: any \(name)Api# = \(made)"], inherits: ["\(name)Api#"])
        case .forced: return type(["\(mutable)static var shared: \(name)#! = \(made)"])
        case .optional: return type(["\(mutable)static var shared: \(name)#? = \(made)"])
        case .value: return type(["\(mutable)static var shared = \(made)"])
        case .nested: return "\(setting.mark)enum Outer\(name)# {\n\(type(["static let shared = \(made)"]))\n}"
        case .actor, .handle: return type(["static let shared = \(made)"])
        }
    }

    private func type(_ accessors: [String], inherits: [String] = []) -> String {
        var bases = inherits
        let isGlobal = setting.mode == .swift6 && !setting.isMain && shape != .actor
        // Its state is changed without a lock, but programs run one task at a time.
        if isGlobal || isSendable, !setting.isIsolated, shape != .actor { bases.append("@unchecked Sendable") }
        let kind = shape == .value || shape == .handle ? "struct" : shape == .actor ? "actor" : "final class"
        let mark = shape == .actor ? "" : setting.mark
        let inheritance = bases.isEmpty ? "" : ": " + bases.joined(separator: ", ")
        let noise = isQuiet ? "" : "; out(\"\(name) made\", count)"
        let mutating = shape == .value ? "mutating " : ""
        let members =
            accessors + [
                shape == .handle
                    ? "private let cell = Cell(); var count: Int { get { cell.count } nonmutating set { cell.count = newValue } }"
                    : "var count = 1",
                "init() {\(noise.dropFirst()) }",
                shape == .value ? "" : "init(count: Int) { self.count = count\(noise) }",
                "\(mutating)func next() -> Int { count += 1; return count }",
                "func add(_ number: Int\(hasDefaults ? " = 3" : ""), twice: Bool\(hasDefaults ? " = false" : "")) -> Int { twice ? count &+ 2 &* number : count &+ number }",
                "func fail(_ number: Int) throws -> Int { if number > 2 { throw Odd(number: number) }; return number }",
                "func hard(_ number: Int) throws(Odd) -> Int { if number > 3 { throw Odd(number: number) }; return number }",
                "func later(_ number: Int) async -> Int { await Task.yield(); return number &+ count }",
                "func each(_ body: (Int) -> Int) -> Int { body(count) }",
                "subscript(_ number: Int) -> Int { number &+ count }",
                "func same<Value>(_ value: Value) -> Value { value }",
                "func callAsFunction(_ number: Int) -> Int { number &- count }",
                "var list: [Int] { [count, 2] }",
                "static let limit = 9",
            ]
        return
            (["\(mark)\(kind) \(name)#\(inheritance) {"] + members.filter { !$0.isEmpty }.map { "    " + $0 } + ["}"])
            .joined(separator: "\n")
    }

    private var requirements: String {
        let bases = setting.mode == .swift6 && !setting.isMain ? "AnyObject, Sendable" : "AnyObject"
        return """
            \(setting.mark)protocol \(name)Api#: \(bases) {
                var count: Int { get set }
                func next() -> Int
                func add(_ number: Int, twice: Bool) -> Int
                func fail(_ number: Int) throws -> Int
                func hard(_ number: Int) throws(Odd) -> Int
                func later(_ number: Int) async -> Int
                func each(_ body: (Int) -> Int) -> Int
                subscript(_ number: Int) -> Int { get }
                func same<Value>(_ value: Value) -> Value
                func callAsFunction(_ number: Int) -> Int
                var list: [Int] { get }
            }

            """
    }
}

/// The language mode and the isolation of a generated program.
struct ProgramSetting {
    let mode: Compiler.Mode
    /// Whether its types are marked as the main actor's.
    let isMain: Bool
    /// Whether it prints structures that use a singleton. If not, these take an instance, too.
    let printsStructs: Bool

    var isIsolated: Bool { isMain || mode == .mainActor }
    var mark: String { isMain ? "@MainActor " : "" }
    /// What a variable needs in Swift 6 mode. Programs run one task at a time.
    var mutableGlobal: String { mode == .swift6 && !isMain ? "nonisolated(unsafe) " : "" }

    /// What all programs of a module share.
    static let common = """
        import Foundation
        nonisolated func json(_ value: some Encodable) -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: (try? encoder.encode(value)) ?? Data(), as: UTF8.self)
        }
        nonisolated func out(_ label: String, _ value: Any) { print(label, value) }
        nonisolated struct Odd: Error { let number: Int }
        nonisolated final class Later {
            private var actions: [() -> Void] = []
            init() {}
            func add(_ action: @escaping () -> Void) { actions.append(action) }
            func run() {
                let all = actions
                actions = []
                for action in all { action() }
            }
        }
        nonisolated protocol View {}
        nonisolated final class Cell {
            var count = 1
            init() {}
        }
        nonisolated func auto(_ value: @autoclosure () -> Int) -> Int { value() }
        nonisolated func bump(_ value: inout Int) { value &+= 3 }
        nonisolated func keep<Value>(_ value: inout Value) {}
        nonisolated func soon(_ value: Int) async -> Int { value }
        nonisolated func half(_ value: Int, _ body: (Int) -> Int) -> Int { body(value / 2) }
        nonisolated func small(_ value: Int) -> Int { value % 1000 }

        """
}
