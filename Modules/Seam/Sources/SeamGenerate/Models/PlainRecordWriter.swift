/// Writes the database record of a model, with its table and its translation in both directions.
struct PlainRecordWriter {
    let model: Model
    let models: [Model]

    func write(to code: inout CodeWriter) {
        guard let table = model.table, case .fields(let fields, let construction) = model.content else { return }
        code.documentation("A row of the table `\(table)`: a `\(model.name)`.")
        code.block("struct \(model.record): FetchableRecord, PersistableRecord, Equatable, Sendable") { code in
            code.line("static let databaseTableName = \(table.quoted)")
            code.gap()
            definition(of: fields, into: &code)
            code.gap()
            for field in fields { code.line("let \(field.name.escaped): DatabaseValue") }
            code.gap()
            translation(of: fields, construction: construction, into: &code)
            code.gap()
            rows(of: fields, into: &code)
        }
    }

    private func definition(of fields: [ModelField], into code: inout CodeWriter) {
        code.documentation("The table, which is created and changed by `table.migrate(database)`.")
        code.line("static let table = ModelTable(")
        code.indented { code in
            code.line("name: databaseTableName,")
            let key = fields.first(where: \.isIdentifier).map { "key: \($0.name.quoted)" }
            let comma = key == nil ? "" : ","
            let columns = fields.map(definition)
            if columns.count < 2 {
                code.line("columns: [\(columns.first ?? "")]" + comma)
            } else {
                code.line("columns: [")
                code.indented { code in for column in columns { code.line(column + ",") } }
                code.line("]" + comma)
            }
            if let key { code.line(key) }
        }
        code.line(")")
    }

    private func definition(of field: ModelField) -> String {
        let type = field.kind.column.type.quoted
        return ".init(name: \(field.name.quoted), type: \(type), isMandatory: \(!field.isOptional))"
    }

    private func translation(of fields: [ModelField], construction: Construction, into code: inout CodeWriter) {
        code.documentation("Creates the row of a model. Throws for numbers within lists that JSON doesn't have.")
        code.block("init(_ value: \(model.name)) throws") { code in
            for field in fields {
                let path = "value.\(field.name.escaped)"
                let type = "ColumnFormat<\(type(of: field))>"
                let format = type + field.kind.strict.column.format
                code.line(
                    field.isOptional
                        ? "self.\(field.name.escaped) = try \(path).map(\(format).write) ?? .null"
                        : "self.\(field.name.escaped) = try \(format).write(\(path))"
                )
            }
        }
        let method = fields.contains { $0.name == "model" } ? "makeModel" : "model"
        code.gap()
        code.documentation("Returns the model. Throws all columns that can't be read.")
        code.block("func \(method)() throws(ModelFailure) -> \(model.name)") { code in
            let reader = ["columns", "reader", "columnReader"].first { name in !fields.contains { $0.name == name } }
            let columns = reader ?? "_columns"
            code.line("var \(columns) = ColumnReader()")
            for field in fields {
                let method = field.isOptional ? "optional" : "value"
                let format = field.kind.strict.column.format
                let arguments = "\(field.name.quoted), self.\(field.name.escaped), \(format)"
                code.line("let \(field.name.local) = \(columns).\(method)(\(arguments))")
            }
            code.guardAll(fields.map(\.name), otherwise: "throw \(columns).failure")
            PlainJSONWriter.construct(model.name, construction: construction, result: { "return \($0)" }, into: &code)
        }
    }

    private func rows(of fields: [ModelField], into code: inout CodeWriter) {
        code.block("init(row: GRDB.Row)") { code in
            for field in fields { code.line("self.\(field.name.escaped) = row[\(field.name.quoted)] ?? .null") }
        }
        code.gap()
        code.block("func encode(to container: inout PersistenceContainer)") { code in
            for field in fields { code.line("container[\(field.name.quoted)] = self.\(field.name.escaped)") }
        }
    }

    private func type(of field: ModelField) -> String {
        field.kind.type(Dictionary(models.map { ($0.stem, $0.name) }, uniquingKeysWith: { first, _ in first }))
    }
}
