/// Writes the parser and the serialiser of an enum whose cases have values.
struct PlainVariantsWriter {
    let model: Model
    let variants: ModelVariants

    func write(to code: inout CodeWriter) {
        let key = variants.key.quoted
        code.documentation("`\(model.name)` in JSON: the word of the case is in `\(variants.key)`.")
        code.json(of: model) { code in
            reading(of: key, into: &code)
        } writing: { code in
            writing(of: key, into: &code)
        }
    }

    private func reading(of key: String, into code: inout CodeWriter) {
        code.line("var fields = try FieldReader(decoder)")
        code.line("let word = fields.value(\(key), .plain(\("String".ofLibrary).self))")
        code.line("switch word {")
        for item in variants.cases {
            code.line("case \(item.word.quoted):")
            code.indented { code in
                if let value = item.value { code.line("let json = try \(Model.json(for: value))(from: decoder)") }
                code.line("value = \(item.code("json.value"))")
                code.line("leftOut = \(item.value == nil ? "[]" : "json.leftOut")")
            }
        }
        if let other = variants.other {
            code.line(other.hasWord ? "case let word?:" : "case _?:")
            code.indented { code in
                code.line("value = \(other.code("word"))")
                code.line("leftOut = []")
            }
        } else {
            code.line("case _?: throw ModelFailure(decoder.codingPath + [FieldName(\(key))], .unreadable)")
        }
        code.line("case nil: throw fields.failure")
        code.line("}")
    }

    private func writing(of key: String, into code: inout CodeWriter) {
        code.line("var fields = FieldWriter(encoder)")
        code.line("switch value {")
        for item in variants.cases {
            code.line("case \(item.code("let value")):")
            code.indented { code in
                code.line("try fields.value(\(key), \(item.word.quoted), .plain(\("String".ofLibrary).self))")
                if let value = item.value { code.line("try \(Model.json(for: value))(value).encode(to: encoder)") }
            }
        }
        if let other = variants.other, other.hasWord {
            code.line(
                "case \(other.code("let word")): try fields.value(\(key), word, .plain(\("String".ofLibrary).self))"
            )
        }
        code.line("}")
    }
}
