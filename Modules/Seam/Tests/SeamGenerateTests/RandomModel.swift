/// A model from a small grammar.
struct RandomModel {
    private static let types: [(type: String, annotation: String)] = [
        ("String", ""), ("Int", ""), ("Int8", ""), ("UInt64", ""), ("Double", ""), ("Float", ""), ("Bool", ""),
        ("Decimal", ""), ("URL", ""), ("UUID", ""), ("Data", ""), ("Date", ""), ("Date", " @date seconds"),
        ("Date", " @date milliseconds"), ("Date", " @date yyyy-MM-dd"), ("Date", " @date \"dd.MM.yy HH:mm:ss\""),
        ("Tag", " @text"),
    ]

    /// The declarations that all models of the grammar share.
    static let shared = """
        struct Tag: RawRepresentable, Hashable {
            let rawValue: String
        }

        """

    /// The declaration.
    let declaration: String

    /// Creates a model.
    ///
    /// - Parameter earlier: the names of models that it may contain.
    init(_ name: String, earlier: [String], using dice: inout RandomProtocol.Dice) {
        if Int.random(in: 0..<5, using: &dice) == 0 {
            declaration = Self.enumeration(name, using: &dice)
            return
        }
        let count = Int.random(in: 1...7, using: &dice)
        let isClass = Int.random(in: 0..<4, using: &dice) == 0
        var fields: [(name: String, type: String, comment: String)] = []
        for index in 0..<count { fields.append(Self.field(index, earlier, using: &dice)) }
        let properties = fields.map { field in
            "    /// \(field.comment)\n    \(isClass ? "var" : "let") \(field.name): \(field.type)\n"
        }
        let head = "/// @model\n\(isClass ? "final class" : "struct") \(name): Equatable {\n\(properties.joined())"
        guard isClass else {
            declaration = head + "}\n"
            return
        }
        let parameters = fields.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
        let assignments = fields.map { "        self.\($0.name) = \($0.name)\n" }.joined()
        let comparison =
            fields.isEmpty ? "true" : fields.map { "first.\($0.name) == second.\($0.name)" }.joined(separator: " && ")
        declaration =
            head + "\n    init(\(parameters)) {\n\(assignments)    }\n\n"
            + "    static func == (first: \(name), second: \(name)) -> Bool {\n        \(comparison)\n    }\n}\n"
    }

    private static func enumeration(_ name: String, using dice: inout RandomProtocol.Dice) -> String {
        let count = Int.random(in: 1...5, using: &dice)
        switch Int.random(in: 0..<3, using: &dice) {
        case 0:
            let cases = (0..<count).map { "    case case\($0) = \($0 * 3 - 4)\n" }.joined()
            return "/// @model\nenum \(name): Int {\n\(cases)}\n"
        case 1:
            let cases = (0..<count).map { "    case case\($0) = \"word \($0)\"\n" }.joined()
            return "/// @model\nenum \(name): String {\n\(cases)}\n"
        default:
            let cases = (0..<count).map { "    /// @json word_\($0)\n    case case\($0)\n" }.joined()
            let other = Bool.random(using: &dice) ? "    /// @other\n    case other(word: String)\n" : ""
            return "/// @model\nenum \(name): Equatable {\n\(cases)\(other)}\n"
        }
    }

    private static func field(
        _ index: Int,
        _ earlier: [String],
        using dice: inout RandomProtocol.Dice
    ) -> (name: String, type: String, comment: String) {
        var (type, annotation) = types.randomElement(using: &dice) ?? ("String", "")
        if !earlier.isEmpty, Int.random(in: 0..<4, using: &dice) == 0 {
            type = earlier.randomElement(using: &dice) ?? type
            annotation = ""
        }
        var isList = false
        for _ in 0..<Int.random(in: 0...2, using: &dice) {
            switch Int.random(in: 0..<4, using: &dice) {
            case 0:
                type = "[\(type)]"
                isList = true
            case 1:
                type = "[String: \(type)]"
                isList = false
            case 2 where !type.hasSuffix("?"):
                type = "[\(type)?]"
                isList = true
            default: break
            }
        }
        let isOptional = Bool.random(using: &dice)
        if isList, Bool.random(using: &dice) { annotation += " @lenient" }
        let key =
            [" field_\(index)", " group.field\(index)", " group.inner.field\(index)", " \"a.\(index)\"", ""]
            .randomElement(using: &dice) ?? ""
        return ("name\(index)", type + (isOptional ? "?" : ""), "@json\(key)\(annotation)")
    }
}
