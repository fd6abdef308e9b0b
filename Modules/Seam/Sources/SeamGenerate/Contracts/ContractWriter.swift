/// Writes the file of a contract.
struct ContractWriter {
    let mock: MockedProtocol
    let subject: Contracts.Subject
    let rows: [(member: MockedMember, rows: [ContractRow])]

    /// The fake needs a value for a member, and no closure that asks the singleton can stand for it.
    struct Unarranged: Error {
        var member: String
    }

    private var all: [ContractRow] { rows.flatMap(\.rows) }
    private var isAsync: Bool { all.contains(where: \.isAsync) }
    /// The attribute of the actor that the protocol belongs to, with a space.
    private var actor: String { mock.isolation.map { $0.hasPrefix("@") ? $0 + " " : "" } ?? "" }
    private var effects: String { isAsync ? "async throws" : "throws" }
    private var nonisolated: String { subject.isMainActorDefault ? "nonisolated " : "" }

    func file(in format: CodeFormat) throws(Unarranged) -> GeneratedFile {
        let fake = try fake()
        var code = CodeWriter(format: format)
        code.line(Contracts.mark)
        code.line()
        for line in imports { code.line(line) }
        code.line()
        contract(into: &code)
        code.line()
        tests(for: fake, into: &code)
        return GeneratedFile(path: "\(name).swift", text: code.text, format: format)
    }

    private var name: String { "\(mock.protocolName.lastPart)Contract" }

    private var imports: [String] {
        let plain = (mock.imports + subject.imports.map(Self.declaration)).filter { !$0.hasPrefix("#if") }
        let testable = Set(plain.filter { $0.hasPrefix("@testable") })
        let hidden = Set(testable.map { $0.replacing("@testable ", with: "") })
        let modules = Set(plain + ["import Testing"]).subtracting(testable).subtracting(hidden).sorted()
        return modules + (testable.isEmpty ? [] : [""] + testable.sorted())
    }

    private static func declaration(_ text: String) -> String {
        var words = text.split(separator: " ").map(String.init)
        if !words.contains("import") { words.insert("import", at: words.count - 1) }
        return words.joined(separator: " ")
    }

    private func contract(into code: inout CodeWriter) {
        code.documentation("What every `\(mock.protocolName)` must do. The rows run on the singleton and on the fake.")
        code.block("\(nonisolated)enum \(name)") { code in
            code.documentation("One requirement.")
            code.block("\(nonisolated)struct Row: Sendable, CustomTestStringConvertible") { code in
                code.documentation("The requirement in a sentence.")
                code.line("let testDescription: String")
                code.documentation("Records an issue if an implementation doesn't fulfil it.")
                code.line("let check: \(actor)@Sendable (any \(mock.protocolName)) \(effects) -> Void")
            }
            code.gap()
            let without = rows.filter(\.rows.isEmpty).map { "`\($0.member.signature.title)`" }
            let rest = without.isEmpty ? "" : " These members have none yet: \(without.joined(separator: ", "))."
            code.documentation("The rows.\(rest)")
            code.line("static let rows: [Row] = [")
            code.indented { code in
                for row in all {
                    code.line("Row(testDescription: \"\(row.name)\") { subject in")
                    code.indented { code in row.lines.forEach { code.line($0) } }
                    code.line("},")
                }
            }
            code.line("]")
        }
    }

    private func tests(for fake: [String], into code: inout CodeWriter) {
        let call = isAsync ? "try await row.check" : "try row.check"
        code.documentation("The rows change the singleton, and set it back. So they run one after the other.")
        code.line("@Suite(\"\(mock.protocolName)\", .serialized)")
        code.block("\(nonisolated)struct \(name)Tests") { code in
            code.line("@Test(\"The singleton fulfils the contract\", arguments: \(name).rows)")
            code.block("\(actor)func singleton(_ row: \(name).Row) \(effects)") { code in
                code.line("\(call)(\(subject.access))")
            }
            code.gap()
            code.line("@Test(\"The fake fulfils the contract\", arguments: \(name).rows)")
            code.block("\(actor)func fake(_ row: \(name).Row) \(effects)") { code in
                guard !fake.isEmpty else { return code.line("\(call)(\(mock.name)())") }
                code.line("// What the fake can't invent, it asks the singleton for.")
                code.line("let fake = \(mock.name)(")
                code.indented { code in
                    for (position, argument) in fake.enumerated() {
                        code.line(argument + (position + 1 < fake.count ? "," : ""))
                    }
                }
                code.line(")")
                code.line("\(call)(fake)")
            }
        }
    }

    // MARK: The fake

    /// Returns the arguments of the fake's initializer. Each asks the singleton.
    private func fake() throws(Unarranged) -> [String] {
        guard mock.genericParameters.isEmpty, mock.outer == nil else {
            throw Unarranged(member: "its associated types")
        }
        var arguments: [String] = []
        for member in mock.members {
            for recorder in member.recorders where recorder.isAsked {
                arguments.append("\(recorder.stem): \(try value(recorder, of: member))")
            }
        }
        return arguments
    }

    private func value(_ recorder: Recorder, of member: MockedMember) throws(Unarranged) -> String {
        let signature = member.signature
        let name = signature.head.split(separator: " ").last.map(String.init) ?? signature.title
        if member.shape == .value { return "\(subject.access).\(name)" }
        let isPlain =
            !signature.isErased && signature.generics.isEmpty && name != "subscript"
            && member.conditions.isEmpty
        guard isPlain, recorder.parameters.allSatisfy({ !$0.isInout }) else {
            throw Unarranged(member: signature.title)
        }
        let effects = [recorder.isThrowing ? "try" : nil, recorder.isAsync ? "await" : nil].compactMap { $0 }
            .map { $0 + " " }.joined()
        let typed = recorder.effects.contains("(") ? recorder.effects.replacing("async ", with: "") + " " : ""
        if member.shape == .accessors {
            return typed.isEmpty
                ? "{ \(effects)\(subject.access).\(name) }" : "{ () \(typed)in \(effects)\(subject.access).\(name) }"
        }
        var parts: [String] = []
        var names: [String] = []
        for (position, text) in (signature.parameters ?? []).enumerated() {
            guard let parameter = ParameterText(text: text), !text.hasSuffix("..."), !parameter.type.contains("->"),
                !parameter.type.contains("@autoclosure")
            else { throw Unarranged(member: signature.title) }
            names.append(recorder.parameters[position].name.escaped)
            parts.append(parameter.argument(recorder.parameters[position].name.escaped))
        }
        let head =
            names.isEmpty ? (typed.isEmpty ? "" : "() \(typed)in ") : "\(names.joined(separator: ", ")) \(typed)in "
        return "{ \(head)\(effects)\(subject.access).\(name)(\(parts.joined(separator: ", "))) }"
    }
}
