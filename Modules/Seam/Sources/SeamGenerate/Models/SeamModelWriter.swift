/// Writes parsers with the reading kit of this workspace, `DataSupport`.
struct SeamModelWriter {
    let models: [Model]
    let output: ModelFiles

    /// Returns all files.
    func write() -> (files: [GeneratedFile], tests: [GeneratedFile]) {
        let files = models.map { model in
            output.file(named: model.fileName, of: model, imports: ["DataSupport"]) { code in
                parser(for: model, into: &code)
            }
        }
        let tests = models.filter { !missing(in: $0).isEmpty }.map { model in
            let imports = ["DataSupport", "Foundation", "Testing"] + output.options.testImports
            return output.file(named: model.stem + "ModelTests", of: model, imports: imports) { code in
                test(of: model, into: &code)
            }
        }
        return (files, tests)
    }

    private func parser(for model: Model, into code: inout CodeWriter) {
        code.block("extension \(model.name)") { code in
            switch model.content {
            case .fields(let fields, let construction):
                record(of: model, fields: fields, construction: construction, into: &code)
            case .words(let words): word(of: model, words: words, into: &code)
            case .variants(let variants): variant(of: model, variants: variants, into: &code)
            }
        }
    }

    // MARK: - Records

    private func record(
        of model: Model,
        fields: [ModelField],
        construction: Construction,
        into code: inout CodeWriter
    ) {
        let names = Set(fields.map(\.name))
        let record = ["record", "object", "wireRecord"].first { !names.contains($0) } ?? "_record"
        let reader = ["fields", "reader", "fieldReader"].first { !names.contains($0) } ?? "_fields"
        code.documentation("Reads a record. The error has every field that can't be read.")
        let head = construction.isReference ? "convenience init" : "init"
        code.block("\(head)(\(model.label) \(record): WireRecord) throws(Unreadable)") { code in
            code.line("var \(reader) = FieldReader()")
            for field in fields {
                code.line("let \(field.name.local) = \(reader).read(try \(call(for: field, of: record)))")
            }
            code.guardAll(fields.map(\.name), otherwise: "throw \(reader).failure")
            let arguments = construction.arguments.map { argument in
                (argument.label.map { "\($0): " } ?? "") + argument.field.local
            }
            code.wrapped("self.init(\(arguments.joined(separator: ", ")))", call: "self.init", arguments: arguments)
            for name in construction.assigned { code.line("self.\(name.escaped) = \(name.local)") }
        }
    }

    /// The expression that reads a field, without `try`.
    private func call(for field: ModelField, of record: String) -> String {
        if field.isInline, case .model(let stem, _) = field.kind {
            let target = target(for: stem)
            return "\(target.type)(\(target.label): \(record))"
        }
        let reading = field.kind.reading(isWord: field.isWord, of: target) ?? KitReading(method: "value")
        let closure = reading.closure.map { " { \($0) }" } ?? ""
        if field.isOptional, let optional = reading.optional, field.groups.isEmpty {
            return "\(record).\(optional)(\(field.place(as: field.key))\(reading.argument))\(closure)"
        }
        let groups = field.groups.map { ".record(\(field.place(as: $0)))" }.joined()
        let value = "\(record)\(groups).\(reading.method)(\(field.place(as: field.key))\(reading.argument))\(closure)"
        guard let missing = field.isOptional ? "nil" : field.defaultValue else { return value }
        let path = (field.groups + [field.key]).map(\.quoted).joined(separator: ", ")
        return "\(record).has(\(path)) ? \(value) : \(missing)"
    }

    private func target(for stem: String) -> KitReading.Target {
        guard let model = models.first(where: { $0.stem == stem }) else { return (stem, "json", "String") }
        let word = if case .words(let words) = model.content { words.type } else { "String" }
        return (model.name, model.label, word)
    }

    private func variant(of model: Model, variants: ModelVariants, into code: inout CodeWriter) {
        code.documentation("Reads a record. The error has every field that can't be read.")
        code.block("init(\(model.label) record: WireRecord) throws(Unreadable)") { code in
            let key = variants.key.quoted
            code.line("let word = try record.text(\(key))")
            code.line("switch word {")
            for item in variants.cases {
                let target = target(for: item.value ?? "")
                let value = item.code("try \(target.type)(\(target.label): record)")
                code.line("case \(item.word.quoted): self = \(value)")
            }
            let other = variants.other.map { "self = \($0.code("word"))" }
            code.line("default: \(other ?? "throw Unreadable(\(key))")")
            code.line("}")
        }
    }

    // MARK: - Words

    private func word(of model: Model, words: ModelWords, into code: inout CodeWriter) {
        let isComplete = words.other != nil
        let other = words.other.map { $0.code("word") }
        code.documentation(isComplete ? "Finds the case of a word." : "Finds the case of a word; nil if there is none.")
        code.block("\(isComplete ? "init" : "init?")(\(model.label) word: \(words.type))") { code in
            if words.isRaw {
                return code.line(other.map { "self = Self(rawValue: word) ?? \($0)" } ?? "self.init(rawValue: word)")
            }
            code.line("switch word {")
            for item in words.cases { code.line("case \(item.word.quoted): self = .\(item.name.escaped)") }
            code.line("default: \(other.map { "self = \($0)" } ?? "return nil")")
            code.line("}")
        }
    }

    // MARK: - Tests

    private func test(of model: Model, into code: inout CodeWriter) {
        let subject = model.name + (model.dialect.isEmpty ? "" : " (\(model.dialect))")
        code.line("@Suite(\"\(subject) as a record\")")
        code.block("struct \(model.stem)ModelTests") { code in
            code.line("@Test(\"All mandatory fields that are missing are named\")")
            code.block("func missing()") { code in
                code.line("let error = #expect(throws: Unreadable.self) {")
                code.indented { code in
                    code.line("try readJSON(Data(\"{}\".utf8), \(model.name).init(\(model.label):))")
                }
                code.line("}")
                let list = missing(in: model).map(\.quoted)
                let line = "#expect(error?.fields.map(\\.description) == [\(list.joined(separator: ", "))])"
                if code.fits(line) { return code.line(line) }
                code.line("let paths = [")
                code.indented { code in for path in list { code.line("\(path),") } }
                code.line("]")
                code.line("#expect(error?.fields.map(\\.description) == paths)")
            }
        }
    }

    /// The names of mandatory fields, with those of models in the same record, each once.
    private func missing(in model: Model) -> [String] {
        if case .variants(let variants) = model.content { return [variants.key] }
        var names: [String] = []
        for field in model.fields where field.isMandatory {
            if field.isInline, case .model(let stem, _) = field.kind {
                names += models.first { $0.stem == stem }.map { missing(in: $0) } ?? []
            } else {
                names.append(field.name)
            }
        }
        return names
    }
}

extension Model {
    /// The label of the initialiser that reads a record or word.
    fileprivate var label: String { dialect.isEmpty ? "json" : dialect.escaped }

    /// The name of the file with the parser, without the ending.
    fileprivate var fileName: String {
        name.filter { $0 != "." && $0 != "`" } + "+" + (dialect.isEmpty ? "JSON" : dialect.upperCamel)
    }
}

extension ModelField {
    /// The name on the wire, and the name of the property if it differs.
    fileprivate func place(as key: String) -> String {
        groups.isEmpty && key == name ? key.quoted : "\(key.quoted), as: \(name.quoted)"
    }
}
