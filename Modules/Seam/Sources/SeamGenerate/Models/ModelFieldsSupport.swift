/// The file that reads and writes the fields of objects.
enum ModelFieldsSupport {
    static let text = #"""
        /// A field that can't be read.
        struct FieldProblem: Error, Hashable, CustomStringConvertible {
            /// What is wrong with the field.
            enum Reason: Hashable, Sendable {
                /// The field is not there, or is `null`.
                case missing
                /// The field has another type or an unknown format.
                case unreadable
            }

            /// The steps from the whole to the field: `lines[2].price`. Empty for the whole.
            var path: String
            /// What is wrong with the field.
            var reason: Reason

            /// The path and the reason.
            var description: String { "\(path.isEmpty ? "the whole" : path) is \(reason)" }
        }

        /// Why a value can't be read: all fields that are missing or unreadable.
        struct ModelFailure: Error, Hashable, CustomStringConvertible {
            /// The fields, in the order of the model.
            var problems: [FieldProblem]

            /// Creates a failure of one field.
            init(_ path: [any CodingKey], _ reason: FieldProblem.Reason) {
                problems = [FieldProblem(path: Self.text(path), reason: reason)]
            }

            /// Creates a failure of several fields.
            init(_ problems: [FieldProblem]) {
                self.problems = problems
            }

            /// Creates the failure for an error that was thrown while the field at `path` was read.
            init(_ error: any Error, at path: [any CodingKey]) {
                switch error {
                case let failure as ModelFailure: self = failure
                case DecodingError.keyNotFound(let key, let context): self.init(context.codingPath + [key], .missing)
                case DecodingError.valueNotFound(_, let context): self.init(context.codingPath, .missing)
                case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context):
                    self.init(context.codingPath.count < path.count ? path : context.codingPath, .unreadable)
                default: self.init(path, .unreadable)
                }
            }

            /// The fields, each with its reason.
            var description: String { problems.map(\.description).joined(separator: ", ") }

            private static func text(_ path: [any CodingKey]) -> String {
                path.reduce(into: "") { text, key in
                    if let index = key.intValue {
                        text += "[\(index)]"
                    } else {
                        text += text.isEmpty ? key.stringValue : "." + key.stringValue
                    }
                }
            }
        }

        /// The JSON form of a model.
        protocol ModelJSON: Codable {
            // A name that no model has: what conforms would take it for this.
            associatedtype JSONValue

            /// The model.
            var value: JSONValue { get }
            /// The elements of lenient lists that could not be read and aren't in `value`.
            var leftOut: [FieldProblem] { get }

            /// Creates the JSON form.
            init(_ value: JSONValue)
        }

        extension ModelJSON {
            /// Reads JSON. If a field can't be read, throws all of them.
            static func parse(_ data: Data) throws(ModelFailure) -> Self {
                do {
                    return try JSONDecoder().decode(Self.self, from: data)
                } catch {
                    throw ModelFailure(error, at: [])
                }
            }

            /// Returns the model as JSON, with sorted keys. Throws for numbers that JSON doesn't have.
            func data() throws -> Data {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                return try encoder.encode(self)
            }
        }

        /// The JSON form of an enum: a word or a number.
        protocol WordJSON: ModelJSON {
            associatedtype JSONWord: Codable & Hashable

            /// The word of the case.
            var word: JSONWord { get }

            /// Finds the case of a word; nil if there is none.
            init?(word: JSONWord)
        }

        extension WordJSON {
            var leftOut: [FieldProblem] { [] }

            init(from decoder: any Decoder) throws {
                guard let found = Self(word: try decoder.singleValueContainer().decode(JSONWord.self)) else {
                    throw ModelFailure(decoder.codingPath, .unreadable)
                }
                self = found
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(word)
            }
        }

        /// The name of a field.
        struct FieldName: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(_ name: String) {
                stringValue = name
            }

            init?(stringValue: String) {
                self.stringValue = stringValue
            }

            init?(intValue: Int) { nil }
        }

        /// Reads the fields of an object, and collects those that can't be read.
        ///
        /// A method returns nil if it has noted a problem.
        struct FieldReader {
            private let container: KeyedDecodingContainer<FieldName>
            private let path: [any CodingKey]
            private var problems: [FieldProblem] = []
            /// The elements of lenient lists that could not be read.
            private(set) var leftOut: [FieldProblem] = []

            /// Creates a reader. Throws if the value is no object.
            init(_ decoder: any Decoder) throws {
                path = decoder.codingPath
                do {
                    container = try decoder.container(keyedBy: FieldName.self)
                } catch {
                    throw ModelFailure(error, at: decoder.codingPath)
                }
            }

            /// All fields that can't be read.
            var failure: ModelFailure {
                ModelFailure(problems.isEmpty ? [FieldProblem(path: "", reason: .unreadable)] : problems)
            }

            /// Reads a mandatory field.
            mutating func value<Value>(_ name: String, in groups: [String] = [], _ format: FieldFormat<Value>) -> Value? {
                switch field(name, groups, format) {
                case .some(.some(let value)): return value
                case .some(.none):
                    problems += ModelFailure(path + groups.map(FieldName.init) + [FieldName(name)], .missing).problems
                    return nil
                case .none: return nil
                }
            }

            /// Reads a field that may be missing or `null`.
            mutating func optional<Value>(_ name: String, in groups: [String] = [], _ format: FieldFormat<Value>) -> Value?? {
                field(name, groups, format)
            }

            /// Reads a field that has a value for when it is missing or `null`.
            mutating func value<Value>(
                _ name: String,
                in groups: [String] = [],
                _ format: FieldFormat<Value>,
                default value: @autoclosure () -> Value
            ) -> Value? {
                field(name, groups, format).map { $0 ?? value() }
            }

            /// Returns the value, nil in it if the field is missing, or nil after noting a problem.
            private mutating func field<Value>(
                _ name: String,
                _ groups: [String],
                _ format: FieldFormat<Value>
            ) -> Value?? {
                do {
                    guard let decoder = try decoder(name, groups) else { return .some(nil) }
                    let reading = try format.read(decoder)
                    leftOut += reading.leftOut
                    return .some(reading.value)
                } catch {
                    problems += ModelFailure(error, at: path + groups.map(FieldName.init) + [FieldName(name)]).problems
                    return nil
                }
            }

            private func decoder(_ name: String, _ groups: [String]) throws -> (any Decoder)? {
                var container = container
                var path = path
                for group in groups {
                    let key = FieldName(group)
                    path.append(key)
                    guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
                    do {
                        container = try container.nestedContainer(keyedBy: FieldName.self, forKey: key)
                    } catch {
                        throw ModelFailure(path, .unreadable)
                    }
                }
                let key = FieldName(name)
                guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
                return try container.superDecoder(forKey: key)
            }
        }

        /// Writes the fields of an object.
        struct FieldWriter {
            private var containers: [[String]: KeyedEncodingContainer<FieldName>]

            /// Creates a writer.
            init(_ encoder: any Encoder) {
                containers = [[]: encoder.container(keyedBy: FieldName.self)]
            }

            /// Writes a field.
            mutating func value<Value>(
                _ name: String,
                in groups: [String] = [],
                _ value: Value,
                _ format: FieldFormat<Value>
            ) throws {
                var container = container(groups)
                try format.write(value, container.superEncoder(forKey: FieldName(name)))
            }

            /// Writes a field unless it is nil.
            mutating func optional<Value>(
                _ name: String,
                in groups: [String] = [],
                _ value: Value?,
                _ format: FieldFormat<Value>
            ) throws {
                if let value { try self.value(name, in: groups, value, format) }
            }

            private mutating func container(_ groups: [String]) -> KeyedEncodingContainer<FieldName> {
                if let known = containers[groups] { return known }
                var outer = container(Array(groups.dropLast()))
                let name = FieldName(groups.last ?? "")
                let inner = outer.nestedContainer(keyedBy: FieldName.self, forKey: name)
                containers[groups] = inner
                return inner
            }
        }
        """#
}
