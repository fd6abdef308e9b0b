/// Writes the tests of a model over generated values.
struct PlainTestWriter {
    let model: Model

    func write(to code: inout CodeWriter) {
        code.line("@Suite(\"\(model.name) in other forms\")")
        code.block("struct \(model.stem)ModelTests") { code in
            roundTrip(into: &code)
            if model.table != nil { record(into: &code) }
            missing(into: &code)
            mutations(into: &code)
        }
        code.gap()
        code.line("extension ModelSamples {")
        code.indented { code in sample(into: &code) }
        code.line("}")
    }

    private func roundTrip(into code: inout CodeWriter) {
        test(
            titled: "A value is the same after it was written to JSON and read",
            function: "inJSON(seed: UInt64)",
            seeds: 100,
            into: &code
        ) {
            code in
            code.line("let data = try \(model.json)(value).data()")
            code.line("let read = try \(model.json).parse(data)")
            code.line("#expect(read.leftOut.isEmpty)")
            code.line("#expect(\(comparison(of: "read.value")))")
        }
    }

    private func record(into code: inout CodeWriter) {
        code.gap()
        test(
            titled: "A value is the same after it was stored",
            function: "inDatabase(seed: UInt64)",
            seeds: 100,
            into: &code
        ) { code in
            let method = model.fields.contains { $0.name == "model" } ? "makeModel" : "model"
            code.line("let record = try \(model.record)(value)")
            code.line("let stored = try DatabaseQueue().write { database in")
            code.indented { code in
                code.line("try \(model.record).table.migrate(database)")
                code.line("try \(model.record).table.migrate(database)")
                code.line("try record.insert(database)")
                code.line("return try \(model.record).fetchOne(database)")
            }
            code.line("}")
            code.line("#expect(stored == record)")
            if model.isEquatable {
                code.line("#expect(try stored?.\(method)() == value)")
            } else {
                code.line("let read = try #require(stored).\(method)()")
                code.line("#expect(\(comparison(of: "read")))")
            }
        }
    }

    private func comparison(of read: String) -> String {
        model.isEquatable ? "\(read) == value" : "try \(model.json)(\(read)).data() == \(model.json)(value).data()"
    }

    private func missing(into code: inout CodeWriter) {
        var paths = model.fields.filter(\.isMandatory).map(\.jsonPath)
        if case .variants(let variants) = model.content { paths = [variants.key] }
        guard !paths.isEmpty else { return }
        code.gap()
        code.line("@Test(\"All mandatory fields that are missing are named\")")
        code.block("func missing()") { code in
            code.line(
                "let failure = #expect(throws: ModelFailure.self) { try \(model.json).parse(\("Data".ofLibrary)(\"{}\".utf8)) }"
            )
            let list = paths.map(\.quoted)
            let line = "#expect(failure?.problems.map(\\.path) == [\(list.joined(separator: ", "))])"
            if code.fits(line) { return code.line(line) }
            code.line("let paths = [")
            code.indented { code in for path in list { code.line("\(path),") } }
            code.line("]")
            code.line("#expect(failure?.problems.map(\\.path) == paths)")
        }
    }

    private func mutations(into code: inout CodeWriter) {
        code.gap()
        let name = "Changed bytes are a value or an error that names fields"
        test(titled: name, function: "mutated(seed: UInt64)", seeds: 100, into: &code) { code in
            code.line("let data = samples.mutation(of: try \(model.json)(value).data())")
            code.line("do throws(ModelFailure) {")
            code.indented { code in code.line("_ = try \(model.json).parse(data)") }
            code.line("} catch {")
            code.indented { code in code.line("#expect(!error.problems.isEmpty)") }
            code.line("}")
        }
    }

    private func test(
        titled title: String,
        function: String,
        seeds: Int,
        into code: inout CodeWriter,
        body: (inout CodeWriter) -> Void
    ) {
        code.line("@Test(\"\(title)\", arguments: 1...UInt64(\(seeds)))")
        code.block("func \(function) throws") { code in
            code.line("var samples = ModelSamples(seed: seed)")
            code.line("let value = try samples.\(model.sample)()")
            body(&code)
        }
    }

    private func sample(into code: inout CodeWriter) {
        code.documentation("Returns a random `\(model.name)`.")
        code.block("mutating func \(model.sample)() throws -> \(model.name)") { code in
            switch model.content {
            case .fields(let fields, let construction):
                for field in fields {
                    let value = field.kind.sample("self")
                    let expression =
                        field.isOptional
                        ? (field.kind.canThrow ? "try " : "") + "optional { \(field.kind.sample("$0")) }" : value
                    code.line("let \(field.name.local) = \(expression)")
                }
                PlainJSONWriter.construct(
                    model.name,
                    construction: construction,
                    result: { "return \($0)" },
                    into: &code
                )
            case .variants(let variants): Self.sample(of: variants, into: &code)
            case .words(let words):
                var cases = words.cases.map { ".\($0.name.escaped)" }
                if let other = words.other, other.hasWord { cases.append(other.code("\"another word\"")) }
                let list = cases.joined(separator: ", ")
                code.line("try one(of: [\(list)])")
            }
        }
    }
}

extension PlainTestWriter {
    private static func sample(of variants: ModelVariants, into code: inout CodeWriter) {
        var cases = variants.cases.map { item in
            let value = item.value.map { "try \($0.prefix(1).lowercased() + $0.dropFirst())Sample()" } ?? ""
            return item.code(value)
        }
        if let other = variants.other, other.hasWord { cases.append(other.code("\"another word\"")) }
        code.line("switch below(\(cases.count)) {")
        for (index, item) in cases.dropLast().enumerated() { code.line("case \(index): return \(item)") }
        if let last = cases.last { code.line("default: return \(last)") }
        code.line("}")
    }
}

extension Model {
    /// The name of the method that returns random values.
    var sample: String { "\(variable)Sample" }
}

extension ValueKind {
    /// Whether a random value may not be found.
    var canThrow: Bool {
        contains { kind in
            switch kind {
            case .text, .model: true
            case .plain, .date, .list, .dictionary, .nullable: false
            }
        }
    }

    /// The call that returns a random value, with `try` if it is necessary.
    func sample(_ samples: String) -> String {
        let mark = canThrow ? "try " : ""
        let prefix = mark + (samples == "self" ? "" : samples + ".")
        switch self {
        case .plain("String"): return prefix + "text()"
        case .plain("Bool"): return prefix + "flag()"
        case .plain("Double"), .plain("Float"): return prefix + "number()" + cast
        case .plain("Decimal"): return prefix + "decimal()"
        case .plain("URL"): return prefix + "url()"
        case .plain("UUID"): return prefix + "uuid()"
        case .plain("Data"): return prefix + "bytes()"
        case .plain(let type): return prefix + "integer(\(type.ofLibrary).self)"
        case .date(let form): return prefix + "date(\(form.code))"
        case .text(let type, let label, _):
            return prefix + "value { \(type)(\(label.map { "\($0): " } ?? "")$0) }"
        case .model(let stem, _):
            return prefix + "\(stem.prefix(1).lowercased() + stem.dropFirst())Sample()"
        case .list(let element, _): return prefix + "list { \(element.sample("$0")) }"
        case .dictionary(let element): return prefix + "dictionary { \(element.sample("$0")) }"
        case .nullable(let element): return prefix + "optional { \(element.sample("$0")) }"
        }
    }

    private var cast: String {
        " as " + (self == .plain("Float") ? "Float" : "Double").ofLibrary
    }
}
