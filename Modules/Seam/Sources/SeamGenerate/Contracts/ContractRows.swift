/// One row of a contract: a requirement in a sentence, and the statements that check it.
struct ContractRow {
    var name: String
    /// The statements; the subject is called `subject`.
    var lines: [String]
    var isAsync = false
}

/// Chooses the rows that hold on a singleton, according to the declarations of its members.
///
/// A row runs on the real singleton, so calling a member with invented arguments could send a request or delete data, and nobody
/// knows what it has to return. Only members whose declaration says what holds get a row.
struct ContractRows {
    let declarations: MemberDeclarations

    /// Returns the rows for a member of the protocol.
    func rows(for member: MockedMember) -> [ContractRow] {
        let signature = member.signature
        guard member.conditions.isEmpty, signature.generics.isEmpty, let result = signature.result,
            let examples = ExampleValue.examples(of: result)
        else { return [] }
        switch member.shape {
        case .value where signature.isSettable && declarations.isStored(signature.title):
            return [readBack(signature, examples: examples)]
        case .value, .accessors:
            guard signature.parameters == nil, !signature.isSettable, ["", "async"].contains(signature.effects),
                declarations.isSteady(property: signature.title)
            else { return [] }
            return [steady(signature, value: "subject.\(Self.name(of: signature))", title: "`\(signature.title)`")]
        case .initializer: return []
        case .method:
            guard ["", "async"].contains(signature.effects), declarations.isSteady(method: signature.title),
                let arguments = arguments(for: signature.parameters ?? [])
            else { return [] }
            let call = "subject.\(Self.name(of: signature))(\(arguments))"
            return [steady(signature, value: call, title: "`\(signature.title)`")]
        }
    }

    private func readBack(_ signature: MockedMember.Signature, examples: [String]) -> ContractRow {
        let name = "subject.\(Self.name(of: signature))"
        var lines = ["let before = \(name)", "defer { \(name) = before }"]
        for example in examples { lines += ["\(name) = \(example)", "#expect(\(name) == \(example))"] }
        return ContractRow(name: "`\(signature.title)` is what it was set to", lines: lines)
    }

    private func steady(_ signature: MockedMember.Signature, value: String, title: String) -> ContractRow {
        let isAsync = signature.effects == "async"
        let wait = isAsync ? "await " : ""
        return ContractRow(
            name: "\(title) is the same twice, if nothing was set in between",
            lines: ["let first = \(wait)\(value)", "let second = \(wait)\(value)", "#expect(first == second)"],
            isAsync: isAsync
        )
    }

    /// Returns examples for all parameters; nil if some type has none.
    private func arguments(for parameters: [String]) -> String? {
        var arguments: [String] = []
        for text in parameters {
            guard let parameter = ParameterText(text: text),
                let example = ExampleValue.examples(of: parameter.type)?.first
            else {
                return nil
            }
            arguments.append(parameter.argument(example))
        }
        return arguments.joined(separator: ", ")
    }

    private static func name(of signature: MockedMember.Signature) -> String {
        signature.head.split(separator: " ").last.map(String.init) ?? signature.title
    }
}

/// A parameter as it is written: `of user: String`.
struct ParameterText {
    /// The label with its colon; empty without one.
    var label: String
    var type: String

    init?(text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let words = text[..<colon].split(separator: " ")
        label = words.first == "_" ? "" : words.first.map { "\($0): " } ?? ""
        type = text[text.index(after: colon)...].trimmingPrefix { $0 == " " }.description
    }

    func argument(_ value: String) -> String { label + value }
}

/// Values of types of the standard library, two different ones of each where there are two.
enum ExampleValue {
    private static let simple: [String: [String]] = [
        "Bool": ["true", "false"], "String": ["\"a\"", "\"b\""], "Double": ["1.5", "2.5"], "Float": ["1.5", "2.5"],
    ]
    private static let integers: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    ]

    /// Returns examples as code; nil if the type isn't one of the standard library that can be compared.
    static func examples(of type: String) -> [String]? {
        if let values = simple[type] { return values }
        if integers.contains(type) { return ["1", "2"] }
        if type.hasSuffix("?"), let values = examples(of: String(type.dropLast())) { return [values[0], "nil"] }
        guard type.hasPrefix("["), type.hasSuffix("]") else { return nil }
        let inside = String(type.dropFirst().dropLast())
        guard let colon = inside.firstIndex(of: ":") else {
            guard let values = examples(of: inside), !inside.contains("[") else { return nil }
            return ["[\(values.joined(separator: ", "))]", "[]"]
        }
        let (key, value) = (String(inside[..<colon]), inside[inside.index(after: colon)...].filter { $0 != " " })
        guard simple[key] != nil || integers.contains(key), let keys = examples(of: key), !value.contains("["),
            let values = examples(of: value)
        else { return nil }
        return ["[\(keys[0]): \(values[0])]", "[:]"]
    }
}
