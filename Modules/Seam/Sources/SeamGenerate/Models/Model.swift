/// A type with the annotation `@model`, as code is generated for it.
struct Model: Sendable, Hashable {
    /// What is in its JSON.
    enum Content: Sendable, Hashable {
        /// An object.
        case fields([ModelField], Construction)
        /// A word or a number: an enum.
        case words(ModelWords)
        /// An object with a word for the case, and the fields of the case's value.
        case variants(ModelVariants)
    }

    var path: String
    /// The name with the types around it: `Shop.Deal`.
    var name: String
    /// The name without dots, with which names of generated types begin.
    var stem: String
    /// The name of the form in JSON, if there are several; otherwise empty.
    var dialect: String
    var content: Content
    /// Whether two values can be compared with `==`.
    var isEquatable: Bool
    /// The table of its rows; nil for a model without one.
    var table: String?
    /// The imports of its file.
    var imports: [String]
    /// The conditions of all `#if` around it.
    var conditions: [String]
    var availability: [String]

    /// The name of a value in generated code.
    var variable: String { stem.prefix(1).lowercased() + stem.dropFirst() }
    var json: String { Self.json(for: stem) }
    var record: String { stem + "Record" }

    /// Returns the name of the type that reads and writes a model. Two of them are types of the files that all models share.
    static func json(for stem: String) -> String {
        ["Model", "Word"].contains(stem) ? stem + "ModelJSON" : stem + "JSON"
    }

    var fields: [ModelField] {
        if case .fields(let fields, _) = content { fields } else { [] }
    }
}

/// How a value is made from its fields.
struct Construction: Sendable, Hashable {
    /// The arguments of the initialiser: a label, which may be missing, and the name of a field.
    var arguments: [Argument]
    /// The fields that are assigned afterwards.
    var assigned: [String]
    /// Whether values are changed through a reference.
    var isReference: Bool

    struct Argument: Sendable, Hashable {
        var label: String?
        var field: String
    }
}

/// A field of a model.
struct ModelField: Sendable, Hashable {
    /// The name of the property.
    var name: String
    /// The name in JSON.
    var key: String
    /// Whether its model's fields stand in the same object as the others.
    var isInline: Bool
    /// Whether an empty text counts as a missing value.
    var isWord: Bool
    /// The names of the objects around it in JSON.
    var groups: [String]
    var kind: ValueKind
    var isOptional: Bool
    /// The code of the value that counts if the field is missing.
    var defaultValue: String?
    /// Whether it identifies the model in its table.
    var isIdentifier: Bool
    /// The line of its declaration.
    var line: Int

    var isMandatory: Bool { !isOptional && defaultValue == nil }
    /// The path of the field in errors.
    var jsonPath: String { (groups + [key]).joined(separator: ".") }
}

/// What a field's value is in JSON.
indirect enum ValueKind: Sendable, Hashable {
    /// A type that is `Codable` by itself: `String`, `Int`, `URL`.
    case plain(String)
    case date(DateFormSyntax)
    /// A text that stands for a value of a type: the label of the initialiser, and the property with the text.
    case text(type: String, label: String?, property: String)
    /// A model, by its stem, with its kind of column.
    case model(String, ModelColumn)
    case list(ValueKind, isLenient: Bool)
    case dictionary(ValueKind)
    /// An element that may be null.
    case nullable(ValueKind)
}

/// How a nested model is stored in a column.
enum ModelColumn: Sendable, Hashable { case json, words, numbers }

/// The argument of `@date`.
enum DateFormSyntax: Sendable, Hashable {
    case iso8601, seconds, milliseconds
    case pattern(String)

    init(_ text: String) {
        switch text {
        case "", "iso8601": self = .iso8601
        case "seconds": self = .seconds
        case "milliseconds": self = .milliseconds
        default:
            let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
            self = .pattern(isQuoted ? String(text.dropFirst().dropLast()) : text)
        }
    }
}

/// The cases of an enum that have values.
struct ModelVariants: Sendable, Hashable {
    struct Case: Sendable, Hashable {
        var name: String
        var word: String
        /// The label of the value.
        var label: String?
        /// The stem of the value's model; nil for a case without a value.
        var value: String?
        /// The line of its declaration.
        var line: Int

        /// The case as code, with the code for its value.
        func code(_ value: String) -> String {
            self.value == nil ? ".\(name.escaped)" : ".\(name.escaped)(\(label.map { "\($0): " } ?? "")\(value))"
        }
    }

    /// The name of the field with the word.
    var key: String
    var cases: [Case]
    /// The case for all other words.
    var other: ModelWords.Other?
}

/// The cases of an enum.
struct ModelWords: Sendable, Hashable {
    struct Case: Sendable, Hashable {
        var name: String
        var word: String
    }

    /// The type of the words: `String`, or the raw type of the enum.
    var type: String
    /// Whether the enum has raw values, which are the words.
    var isRaw: Bool
    var cases: [Case]
    /// The case for all other words.
    var other: Other?

    struct Other: Sendable, Hashable {
        var name: String
        /// The label of the word that it carries; nil for a word without a label.
        var label: String?
        /// Whether it carries the word.
        var hasWord: Bool

        /// The case with a word, as code.
        func code(_ word: String) -> String {
            hasWord ? ".\(name.escaped)(\(label.map { "\($0): " } ?? "")\(word))" : ".\(name.escaped)"
        }
    }
}
