/// The call that reads a field with the reading kit: `record.value("service") { NameService(word: $0) }`.
struct KitReading {
    /// The method of `WireRecord`.
    var method: String
    /// What follows the name of the field: `, of: URL.self`.
    var argument = ""
    /// What makes the value of a text: `Date(iso8601: $0)`.
    var closure: String?
    /// The method for a field that may be missing; nil if `has` has to be asked first.
    var optional: String?

    /// What a model is read by: its type, the label of its initialiser, and the type of its words.
    typealias Target = (type: String, label: String, word: String)
}

extension ValueKind {
    /// How the reading kit reads a field of this kind; nil if it can't.
    func reading(isWord: Bool = false, of target: (String) -> KitReading.Target = { ($0, "", "String") }) -> KitReading?
    {
        let parse = isWord ? "word" : "value"
        switch self {
        case .plain("String"):
            return isWord
                ? KitReading(method: "word", optional: "optionalWord")
                : KitReading(method: "text", optional: "optionalText")
        case .plain("Int"): return KitReading(method: "int")
        case .plain("Double"): return KitReading(method: "double")
        case .plain("Bool"): return KitReading(method: "bool", optional: "optionalBool")
        case .plain("Money"): return KitReading(method: "money")
        case .date(.iso8601): return KitReading(method: "moment", optional: "optionalMoment")
        case .date(.seconds): return Self.number("Double", closure: "Date(timeIntervalSince1970: $0)")
        case .date(.milliseconds): return Self.number("Double", closure: "Date(timeIntervalSince1970: $0 / 1000)")
        case .date(.pattern): return nil
        case .text, .model(_, .words):
            let optional = isWord ? "optionalWord" : "optional"
            return KitReading(method: parse, closure: making(target), optional: optional)
        case .model(let stem, .numbers):
            let target = target(stem)
            return Self.number(target.word, closure: "\(target.type)(\(target.label): $0)")
        case .model(let stem, .json): return Self.nested("record", target: target(stem))
        case .list(.model(let stem, .json), isLenient: false): return Self.nested("records", target: target(stem))
        case .list(.plain("String"), isLenient: false): return KitReading(method: "texts")
        case .list(let element, isLenient: false) where element.making(target) != nil:
            return KitReading(method: "values", closure: element.making(target))
        case .plain, .list, .dictionary, .nullable:
            return isCodable ? KitReading(method: "value", argument: ", of: \(type([:])).self") : nil
        }
    }

    /// The code that makes a value of a text; nil for other kinds.
    private func making(_ target: (String) -> KitReading.Target) -> String? {
        switch self {
        case .text(let type, let label, _): return "\(type)(\(label.map { "\($0): " } ?? "")$0)"
        case .model(let stem, .words):
            let target = target(stem)
            return "\(target.type)(\(target.label): $0)"
        default: return nil
        }
    }

    private static func number(_ type: String, closure: String) -> KitReading {
        KitReading(method: "value", argument: ", of: \(type).self", closure: closure)
    }

    private static func nested(_ method: String, target: KitReading.Target) -> KitReading {
        KitReading(method: method, argument: ", \(target.type).init(\(target.label):)")
    }

    /// Whether it is `Codable` in the form that it has in JSON.
    private var isCodable: Bool {
        switch self {
        case .plain(let type): type != "Money"
        case .list(let element, let isLenient): !isLenient && element.isCodable
        case .dictionary(let element), .nullable(let element): element.isCodable
        case .date, .text, .model: false
        }
    }
}
