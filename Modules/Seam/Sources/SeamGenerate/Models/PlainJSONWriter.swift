/// Writes the parser and the serialiser of a model.
struct PlainJSONWriter {
    let model: Model

    func write(to code: inout CodeWriter) {
        switch model.content {
        case .fields(let fields, let construction): object(of: fields, construction: construction, into: &code)
        case .words(let words): enumeration(of: words, into: &code)
        case .variants(let variants): PlainVariantsWriter(model: model, variants: variants).write(to: &code)
        }
    }

    private func object(of fields: [ModelField], construction: Construction, into code: inout CodeWriter) {
        code.documentation("`\(model.name)` in JSON.")
        code.json(of: model) { code in
            reading(of: fields, construction: construction, into: &code)
        } writing: { code in
            writing(of: fields, into: &code)
        }
    }

    private func reading(of fields: [ModelField], construction: Construction, into code: inout CodeWriter) {
        let reader =
            ["fields", "reader", "fieldReader"].first { name in !fields.contains { $0.name == name } } ?? "_fields"
        code.line("var \(reader) = try FieldReader(decoder)")
        for field in fields {
            let method = field.isOptional ? "optional" : "value"
            let value = field.defaultValue.map { ", default: \($0)" } ?? ""
            let arguments = "\(field.place), \(field.kind.fieldFormat)\(value)"
            code.line("let \(field.name.local) = \(reader).\(method)(\(arguments))")
        }
        code.guardAll(fields.map(\.name), otherwise: "throw \(reader).failure")
        Self.construct(model.name, construction: construction, result: { "self.value = \($0)" }, into: &code)
        code.line("self.leftOut = \(reader).leftOut")
    }

    /// Writes how a value is made from constants that are named after the fields.
    static func construct(
        _ name: String,
        construction: Construction,
        result: (String) -> String,
        into code: inout CodeWriter
    ) {
        let arguments = construction.arguments.map { argument in
            (argument.label.map { "\($0): " } ?? "") + argument.field.local
        }
        let call = "\(name)(\(arguments.joined(separator: ", ")))"
        guard !construction.assigned.isEmpty else {
            return code.wrapped(result(call), call: name, arguments: arguments)
        }
        let names = Set(construction.arguments.map(\.field) + construction.assigned)
        let variable = ["model", "made", "newModel"].first { !names.contains($0) } ?? "_model"
        let head = "\(construction.isReference ? "let" : "var") \(variable) = "
        code.wrapped(head + call, call: name, arguments: arguments)
        for field in construction.assigned { code.line("\(variable).\(field.escaped) = \(field.local)") }
        code.line(result(variable))
    }

    private func writing(of fields: [ModelField], into code: inout CodeWriter) {
        code.line("var fields = FieldWriter(encoder)")
        for field in fields {
            let method = field.isOptional ? "optional" : "value"
            let kind = field.kind.strict.fieldFormat
            code.line("try fields.\(method)(\(field.place), value.\(field.name.escaped), \(kind))")
        }
    }

    private func enumeration(of words: ModelWords, into code: inout CodeWriter) {
        code.documentation("`\(model.name)` in JSON.")
        code.block("struct \(model.json): WordJSON") { code in
            code.line("let value: \(model.name)")
            code.gap()
            code.block("init(_ value: \(model.name))") { code in code.line("self.value = value") }
            code.gap()
            code.block("init?(word: \(words.type.ofLibrary))") { code in
                if words.isRaw { raw(words, into: &code) } else { cases(of: words, into: &code) }
            }
            code.gap()
            code.block("var word: \(words.type.ofLibrary)") { code in
                if words.isRaw { return code.line("value.rawValue") }
                code.line("switch value {")
                for item in words.cases { code.line("case .\(item.name.escaped): \(item.word.quoted)") }
                if let other = words.other, other.hasWord { code.line("case \(other.code("let word")): word") }
                code.line("}")
            }
        }
    }

    private func raw(_ words: ModelWords, into code: inout CodeWriter) {
        if let other = words.other {
            code.line("value = \(model.name)(rawValue: word) ?? \(other.code("word"))")
        } else {
            code.line("guard let value = \(model.name)(rawValue: word) else { return nil }")
            code.line("self.value = value")
        }
    }

    private func cases(of words: ModelWords, into code: inout CodeWriter) {
        code.line("switch word {")
        for item in words.cases { code.line("case \(item.word.quoted): value = .\(item.name.escaped)") }
        code.line("default: \(words.other.map { "value = \($0.code("word"))" } ?? "return nil")")
        code.line("}")
    }
}

extension ModelField {
    /// The name in JSON, with the objects around it, as arguments.
    var place: String {
        groups.isEmpty ? key.quoted : "\(key.quoted), in: [\(groups.map(\.quoted).joined(separator: ", "))]"
    }
}

extension ValueKind {
    /// The kind as it is written: a lenient list is one that was read leniently.
    var strict: ValueKind {
        if case .list(let element, _) = self { .list(element, isLenient: false) } else { self }
    }
}

extension CodeWriter {
    /// Adds a guard for several optional constants, one a line if they don't fit on one.
    mutating func guardAll(_ names: [String], otherwise statement: String) {
        let bindings = names.map { "let \($0.local)" }
        let line = "guard \(bindings.joined(separator: ", ")) else { \(statement) }"
        if fits(line) { return self.line(line) }
        self.line("guard")
        indented { code in
            for (index, binding) in bindings.enumerated() {
                code.line(binding + (index + 1 < bindings.count ? "," : ""))
            }
        }
        self.line("else { \(statement) }")
    }

    /// Adds a statement with a call at its end, one argument a line if it doesn't fit on one.
    mutating func wrapped(_ statement: String, call: String, arguments: [String]) {
        let end = "\(call)(\(arguments.joined(separator: ", ")))"
        guard !fits(statement), !arguments.isEmpty, let range = statement.firstRange(of: end) else {
            return line(statement)
        }
        line(statement[..<range.lowerBound] + call + "(")
        indented { code in
            for (index, argument) in arguments.enumerated() {
                code.line(argument + (index + 1 < arguments.count ? "," : ""))
            }
        }
        line(")" + statement[range.upperBound...])
    }

    /// Adds the structure that reads and writes a model.
    mutating func json(
        of model: Model,
        reading: (inout CodeWriter) -> Void,
        writing: (inout CodeWriter) -> Void
    ) {
        block("struct \(model.json): ModelJSON") { code in
            code.line("let value: \(model.name)")
            code.line("let leftOut: [FieldProblem]")
            code.gap()
            code.block("init(_ value: \(model.name))") { code in
                code.line("self.value = value")
                code.line("leftOut = []")
            }
            code.gap()
            code.block("init(from decoder: any \("Decoder".ofLibrary)) throws", body: reading)
            code.gap()
            code.block("func encode(to encoder: any \("Encoder".ofLibrary)) throws", body: writing)
        }
    }
}
