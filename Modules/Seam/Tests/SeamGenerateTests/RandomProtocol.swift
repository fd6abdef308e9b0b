/// A protocol from a small grammar, with a test of its fake that doesn't depend on how fakes are written.
struct RandomProtocol {
    /// Random numbers determined by a seed (SplitMix64).
    struct Dice: RandomNumberGenerator {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

    private struct Parameter {
        var label: String?
        var name: String
        /// The type as declared.
        var declared: String
        /// The type of the recorded value.
        var recorded: String
        var values: [String]
        var isInout = false
        var isVariadic = false

        var text: String { "\(label.map { $0 == name ? "" : "\($0) " } ?? "_ ")\(name): \(declared)" }

        func argument(_ call: Int) -> String {
            let value = values[call]
            let text = isInout ? "&\(name)\(call)" : isVariadic ? String(value.dropFirst().dropLast()) : value
            return (label.map { "\($0): " } ?? "") + text
        }
    }

    private struct Method {
        var name: String
        var parameters: [Parameter]
        var effects: [String]
        var result: (type: String, value: String)?
    }

    private static let types: [(type: String, values: [String])] = [
        ("Int", ["1", "-2"]), ("String", ["\"a\"", "\"b c\""]), ("Bool", ["true", "false"]),
        ("[Int]", ["[1, 2]", "[]"]), ("Int?", ["nil", "3"]), ("[String: Int]", ["[\"k\": 1]", "[:]"]),
        ("(Int, text: String)", ["(1, text: \"t\")", "(2, text: \"u\")"]), ("Set<Int>", ["[4]", "[]"]),
        ("any Error", ["GrammarError.first", "GrammarError.second"]), ("Double", ["0.5", "2"]),
    ]

    private static let empty: Set<String> = ["[Int]", "Int?", "[String: Int]", "Set<Int>"]

    private let name: String
    private let isMainActor: Bool
    private let isSendable: Bool
    private let methods: [Method]

    init(_ name: String, using dice: inout Dice) {
        self.name = name
        let kind = Int.random(in: 0..<4, using: &dice)
        isMainActor = kind == 0
        isSendable = kind < 3
        methods = (0..<Int.random(in: 1...5, using: &dice)).map { Self.method($0, using: &dice) }
    }

    private static func method(_ index: Int, using dice: inout Dice) -> Method {
        let isThrowing = Int.random(in: 0..<3, using: &dice)
        let effects = [
            Bool.random(using: &dice) ? "async" : nil,
            isThrowing == 0 ? nil : isThrowing == 1 ? "throws" : "throws(GrammarError)",
        ]
        var parameters = (0..<Int.random(in: 0...4, using: &dice)).map { parameter($0, using: &dice) }
        // After a variadic parameter, the compiler requires a label.
        for index in parameters.indices.dropFirst()
        where parameters[index - 1].isVariadic && parameters[index].label == nil {
            parameters[index].label = parameters[index].name
        }
        let result = Bool.random(using: &dice) ? types.randomElement(using: &dice) : nil
        return Method(
            name: "method\(index)",
            parameters: parameters,
            effects: effects.compactMap(\.self),
            result: result.map { ($0.type, $0.values[0]) }
        )
    }

    private static func parameter(_ index: Int, using dice: inout Dice) -> Parameter {
        let (type, values) = types.randomElement(using: &dice) ?? ("Int", ["1", "2"])
        let name = "name\(index)"
        let label = [nil, name, "label\(index)", "for"].randomElement(using: &dice) ?? nil
        var parameter = Parameter(label: label, name: name, declared: type, recorded: type, values: values)
        switch Int.random(in: 0..<8, using: &dice) {
        case 0:
            parameter.declared = "inout \(type)"
            parameter.isInout = true
        case 1 where type == "Int" && label != nil:
            parameter.declared = "Int..."
            parameter.recorded = "[Int]"
            parameter.values = ["[1, 2]", "[3]"]
            parameter.isVariadic = true
        default: break
        }
        return parameter
    }

    /// The declarations that all protocols of the grammar share.
    static let shared = """
        enum GrammarError: Error {
            case first
            case second
        }

        """

    /// The protocol.
    var declaration: String {
        let requirements = methods.map { method in
            let parameters = method.parameters.map(\.text).joined(separator: ", ")
            let effects = method.effects.map { " \($0)" }.joined()
            return "    func \(method.name)(\(parameters))\(effects)\(method.result.map { " -> \($0.type)" } ?? "")\n"
        }
        let head = "\(isMainActor ? "@MainActor\n" : "")protocol \(name)\(isSendable ? ": Sendable" : "")"
        return "\(head) {\n\(requirements.joined())}\n"
    }

    /// A function that calls every method twice and compares what was recorded.
    var check: String {
        var lines: [String] = []
        let handlers = methods.compactMap { method -> String? in
            guard let result = method.result, !Self.empty.contains(result.type) else { return nil }
            let ignored =
                method.parameters.isEmpty ? "" : method.parameters.map { _ in "_" }.joined(separator: ", ") + " in "
            return "\(method.name): { \(ignored)\(result.value) }"
        }
        lines.append("let fake = Mock\(name)(\(handlers.joined(separator: ", ")))")
        lines.append("let value: any \(name) = fake")
        for method in methods {
            for call in 0...1 { lines += Self.call(method, call) }
            let recorded = method.parameters
            let type =
                recorded.isEmpty
                ? "Void"
                : recorded.count == 1
                    ? recorded[0].recorded
                    : "(" + recorded.map { "\($0.name): \($0.recorded)" }.joined(separator: ", ") + ")"
            let inputs = (0...1).map { call in
                let values = recorded.map { "\(recorded.count > 1 ? "\($0.name): " : "")\($0.values[call])" }
                return recorded.count == 1 ? values[0] : "(\(values.joined(separator: ", ")))"
            }
            lines.append("let \(method.name)Inputs: [\(type)] = [\(inputs.joined(separator: ", "))]")
            lines.append("expect(\"\\(fake.\(method.name)Calls.inputs)\" == \"\\(\(method.name)Inputs)\")")
        }
        let body = lines.map { "        \($0)\n" }.joined()
        let actor = isMainActor ? "@MainActor\n" : ""
        return "\n\(actor)func check\(name)() async throws {\n    do {\n\(body)    }\n}\n"
    }

    private static func call(_ method: Method, _ call: Int) -> [String] {
        let variables = method.parameters.filter(\.isInout).map { parameter in
            "var \(method.name)\(parameter.name)\(call): \(parameter.recorded) = \(parameter.values[call])"
        }
        let arguments = method.parameters.map { parameter in
            parameter.isInout
                ? (parameter.label.map { "\($0): " } ?? "") + "&\(method.name)\(parameter.name)\(call)"
                : parameter.argument(call)
        }
        let effects = [
            method.effects.contains { $0.hasPrefix("throws") } ? "try " : "",
            method.effects.contains("async") ? "await " : "",
        ]
        let discard = method.result == nil ? "" : "_ = "
        return variables + ["\(discard)\(effects.joined())value.\(method.name)(\(arguments.joined(separator: ", ")))"]
    }
}
