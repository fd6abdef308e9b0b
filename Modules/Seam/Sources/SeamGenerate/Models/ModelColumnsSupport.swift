/// The file with tables and the formats of columns.
enum ModelColumnsSupport {
    static let text = #"""
        /// How a value is stored in a column.
        struct ColumnFormat<Value> {
            let write: (Value) throws -> DatabaseValue
            /// Returns nil for a column that can't have been written by `write`.
            let read: (DatabaseValue) -> Value?
        }

        extension ColumnFormat where Value: DatabaseValueConvertible {
            /// A number, a flag or bytes.
            static func plain(_ type: Value.Type) -> ColumnFormat {
                ColumnFormat {
                    $0.databaseValue
                } read: {
                    Value.fromDatabaseValue($0)
                }
            }
        }

        extension ColumnFormat where Value == String {
            /// A text. SQLite ends a text at a zero, so a text that contains one is stored as bytes.
            static var text: ColumnFormat {
                ColumnFormat { text in
                    text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
                } read: { column in
                    switch column.storage {
                    case .string(let text): text
                    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
                    default: nil
                    }
                }
            }
        }

        extension ColumnFormat where Value == Date {
            /// A date as seconds since 2001, which SQLite stores exactly.
            static var date: ColumnFormat {
                ColumnFormat {
                    $0.timeIntervalSinceReferenceDate.databaseValue
                } read: {
                    Double.fromDatabaseValue($0).map(Date.init(timeIntervalSinceReferenceDate:))
                }
            }
        }

        extension ColumnFormat {
            /// A text that stands for a value.
            static func text(_ read: @escaping (String) -> Value?, _ write: @escaping (Value) -> String) -> ColumnFormat {
                let text = ColumnFormat<String>.text
                return ColumnFormat {
                    try text.write(write($0))
                } read: {
                    text.read($0).flatMap(read)
                }
            }

            /// The word of an enum.
            static func words<Model: WordJSON>(_ type: Model.Type) -> ColumnFormat
            where Value == Model.JSONValue, Model.JSONWord == String {
                text({ Model(word: $0)?.value }, { Model($0).word })
            }

            /// The number of an enum.
            static func numbers<Model: WordJSON>(_ type: Model.Type) -> ColumnFormat
            where Value == Model.JSONValue, Model.JSONWord: DatabaseValueConvertible {
                ColumnFormat {
                    Model($0).word.databaseValue
                } read: { column in
                    Model.JSONWord.fromDatabaseValue(column).flatMap { Model(word: $0)?.value }
                }
            }

            /// Anything else, as JSON.
            static func json(_ format: FieldFormat<Value>) -> ColumnFormat {
                ColumnFormat { value in
                    let encoder = JSONEncoder()
                    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                    let data = try encoder.encode(JSONColumn(value: value), configuration: format)
                    return String(decoding: data, as: UTF8.self).databaseValue
                } read: { column in
                    guard let text = String.fromDatabaseValue(column) else { return nil }
                    let column = try? JSONDecoder().decode(
                        JSONColumn<Value>.self,
                        from: Data(text.utf8),
                        configuration: format
                    )
                    return column?.value
                }
            }
        }

        private struct JSONColumn<Value>: CodableWithConfiguration {
            let value: Value

            init(value: Value) {
                self.value = value
            }

            init(from decoder: any Decoder, configuration: FieldFormat<Value>) throws {
                value = try configuration.read(decoder).value
            }

            func encode(to encoder: any Encoder, configuration: FieldFormat<Value>) throws {
                try configuration.write(value, encoder)
            }
        }

        /// Reads the columns of a row, and collects those that can't be read.
        struct ColumnReader {
            private var problems: [FieldProblem] = []

            /// All columns that can't be read.
            var failure: ModelFailure { ModelFailure(problems) }

            /// Reads a mandatory column.
            mutating func value<Value>(_ name: String, _ column: DatabaseValue, _ format: ColumnFormat<Value>) -> Value? {
                if !column.isNull, let value = format.read(column) { return value }
                problems.append(FieldProblem(path: name, reason: column.isNull ? .missing : .unreadable))
                return nil
            }

            /// Reads a column that may be null.
            mutating func optional<Value>(_ name: String, _ column: DatabaseValue, _ format: ColumnFormat<Value>) -> Value?? {
                column.isNull ? .some(nil) : value(name, column, format).map { .some($0) }
            }
        }

        /// A table of models.
        struct ModelTable: Hashable, Sendable {
            /// A column.
            struct Column: Hashable, Sendable {
                var name: String
                /// `TEXT`, `INTEGER`, `REAL` or `BLOB`.
                var type: String
                var isMandatory: Bool

                fileprivate var sql: String { "\(name.quotedDatabaseIdentifier) \(type)\(isMandatory ? " NOT NULL" : "")" }
            }

            var name: String
            var columns: [Column]
            /// The column of the identifier, if there is one.
            var key: String?

            /// Creates the table, or adds the columns that it lacks. Rows that can't get a new mandatory column are deleted.
            func migrate(_ database: Database) throws {
                guard try database.tableExists(name) else { return try create(database) }
                let existing = Dictionary(
                    try database.columns(in: name).map { ($0.name, $0) },
                    uniquingKeysWith: { first, _ in first }
                )
                let keys = try database.primaryKey(name).columns
                let fits = columns.allSatisfy { column in
                    guard let old = existing[column.name] else { return !column.isMandatory }
                    return old.type == column.type && old.isNotNull == column.isMandatory
                }
                let names = Set(columns.map(\.name))
                let isFree = existing.values.allSatisfy { names.contains($0.name) || !$0.isNotNull }
                guard fits, isFree, key.map({ keys == [$0] }) ?? !keys.contains(where: { existing[$0] != nil }) else {
                    try database.execute(sql: "DROP TABLE \(name.quotedDatabaseIdentifier)")
                    return try create(database)
                }
                for column in columns where existing[column.name] == nil {
                    try database.execute(sql: "ALTER TABLE \(name.quotedDatabaseIdentifier) ADD COLUMN \(column.sql)")
                }
            }

            private func create(_ database: Database) throws {
                let key = key.map { ["PRIMARY KEY (\($0.quotedDatabaseIdentifier))"] } ?? []
                let definitions = (columns.map(\.sql) + key).joined(separator: ", ")
                try database.execute(sql: "CREATE TABLE \(name.quotedDatabaseIdentifier) (\(definitions))")
            }
        }
        """#
}
