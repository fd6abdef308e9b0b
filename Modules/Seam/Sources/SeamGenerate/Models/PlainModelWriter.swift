/// Writes models with `Codable` and GRDB.
struct PlainModelWriter {
    let models: [Model]
    let output: ModelFiles

    private var options: ModelOptions { output.options }

    /// Returns all files.
    func write() -> (files: [GeneratedFile], tests: [GeneratedFile]) { (files(), tests()) }

    /// The files of the models, and those that they share.
    private func files() -> [GeneratedFile] {
        var files = [
            output.shared(named: "ModelFields", template: ModelFieldsSupport.text, imports: ["Foundation"]),
            output.shared(named: "FieldFormat", template: FieldFormatSupport.text, imports: ["Foundation"]),
        ]
        for model in models {
            files.append(
                output.file(named: model.json, of: model, imports: ["Foundation"]) { code in
                    PlainJSONWriter(model: model).write(to: &code)
                }
            )
        }
        let rows = models.filter { $0.table != nil }
        guard !rows.isEmpty else { return files }
        files.append(
            output.shared(named: "ModelColumns", template: ModelColumnsSupport.text, imports: ["Foundation", "GRDB"])
        )
        for model in rows {
            files.append(
                output.file(named: model.record, of: model, imports: ["Foundation", "GRDB"]) { code in
                    PlainRecordWriter(model: model, models: models).write(to: &code)
                }
            )
        }
        return files
    }

    /// The tests of the models, and what they share.
    private func tests() -> [GeneratedFile] {
        let imports = ["Foundation"] + options.testImports
        var files = [output.shared(named: "ModelSamples", template: ModelSamplesSupport.text, imports: imports)]
        for model in models {
            let imports = ["Foundation", "Testing"] + (model.table == nil ? [] : ["GRDB"]) + options.testImports
            files.append(
                output.file(named: model.stem + "ModelTests", of: model, imports: imports) { code in
                    PlainTestWriter(model: model).write(to: &code)
                }
            )
        }
        return files
    }
}

/// Code that all generated files of a folder share.
enum SupportText {
    /// Returns a file with a template.
    static func file(
        named name: String,
        template: String,
        imports: [String],
        command: String,
        format: CodeFormat
    ) -> GeneratedFile {
        let header = GeneratedFile.header(command: command, source: nil)
        let body = formatted(template, format: format)
        return GeneratedFile(
            path: name + ".swift",
            text: header + "\n" + ImportList(imports: imports, format: format).text + "\n" + body,
            format: format
        )
    }

    /// Returns a template, indented by four spaces, with another indentation.
    static func formatted(_ template: String, format: CodeFormat) -> String {
        var text = ""
        for line in template.split(separator: "\n", omittingEmptySubsequences: false) {
            let spaces = line.prefix { $0 == " " }.count
            text += String(repeating: format.indentation, count: spaces / 4) + line.dropFirst(spaces) + "\n"
        }
        return text
    }
}

extension ValueKind {
    /// The type in Swift.
    func type(_ names: [String: String]) -> String {
        switch self {
        case .plain(let type): type.ofLibrary
        case .date: "Date".ofLibrary
        case .text(let type, _, _): type
        case .model(let stem, _): names[stem] ?? stem
        case .list(let element, _): "[\(element.type(names))]"
        case .dictionary(let element): "[\("String".ofLibrary): \(element.type(names))]"
        case .nullable(let element): element.type(names) + "?"
        }
    }

    /// The format of a field, as code.
    var fieldFormat: String {
        switch self {
        case .plain(let type): ".plain(\(type.ofLibrary).self)"
        case .date(let form): ".date(\(form.code))"
        case .text(let type, let label, let property): Self.text(of: type, label: label, property: property)
        case .model(let stem, _): ".model(\(Model.json(for: stem)).self)"
        case .list(let element, let isLenient): "\(isLenient ? ".lenientList" : ".list")(of: \(element.fieldFormat))"
        case .dictionary(let element): ".dictionary(of: \(element.fieldFormat))"
        case .nullable(let element): ".nullable(\(element.fieldFormat))"
        }
    }

    /// The format of a column, as code, and its type in SQL.
    var column: (format: String, type: String) {
        switch self {
        case .plain("String"): (".text", "TEXT")
        case .plain("UInt"), .plain("UInt64"):
            (".text({ \(plainType)($0) }, { \("String".ofLibrary)($0) })", "TEXT")
        case .plain("URL"): (".text({ \(plainType)(string: $0) }, { $0.absoluteString })", "TEXT")
        case .plain("UUID"): (".text({ \(plainType)(uuidString: $0) }, { $0.uuidString })", "TEXT")
        case .plain("Double"), .plain("Float"): (".plain(\(plainType).self)", "REAL")
        case .plain("Data"): (".plain(\(plainType).self)", "BLOB")
        case .plain("Decimal"), .list, .dictionary, .nullable, .model(_, .json): (".json(\(fieldFormat))", "TEXT")
        case .plain: (".plain(\(plainType).self)", "INTEGER")
        case .date: (".date", "REAL")
        case .text(let type, let label, let property): (Self.text(of: type, label: label, property: property), "TEXT")
        case .model(let stem, .words): (".words(\(Model.json(for: stem)).self)", "TEXT")
        case .model(let stem, .numbers): (".numbers(\(Model.json(for: stem)).self)", "INTEGER")
        }
    }

    private var plainType: String { if case .plain(let type) = self { type.ofLibrary } else { "" } }

    private static func text(of type: String, label: String?, property: String) -> String {
        ".text({ \(type)(\(label.map { "\($0): " } ?? "")$0) }, { $0.\(property) })"
    }
}

extension DateFormSyntax {
    /// The form, as code.
    var code: String {
        switch self {
        case .iso8601: ".iso8601"
        case .seconds: ".seconds"
        case .milliseconds: ".milliseconds"
        case .pattern(let pattern): ".pattern(\(pattern.quoted))"
        }
    }
}

extension String {
    /// The text as a literal.
    var quoted: String { "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
}
