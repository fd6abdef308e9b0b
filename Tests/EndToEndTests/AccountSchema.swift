import Foundation
import Testing

/// `docs/workspace/account.schema.json`, and the part of JSON Schema (draft 2020-12) that it uses. An unknown keyword
/// is a violation, so the schema can't specify more than is checked.
enum AccountSchema {
    /// Returns where and how a document differs from the schema; empty if it does not.
    static func violations(of document: Any) throws -> [String] {
        let root = try #require(try load() as? [String: Any])
        var violations: [String] = []
        check(document, against: root, root: root, at: "$", into: &violations)
        return violations
    }

    private static func load() throws -> Any {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../docs/workspace/account.schema.json"
        )
        return try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    }

    private static func check(
        _ value: Any,
        against schema: [String: Any],
        root: [String: Any],
        at path: String,
        into violations: inout [String]
    ) {
        for (keyword, rule) in schema {
            switch (keyword, rule) {
            case ("$schema", _), ("$id", _), ("$defs", _), ("title", _), ("description", _):
                break
            case ("$ref", let reference as String):
                let name = reference.replacingOccurrences(of: "#/$defs/", with: "")
                guard let definition = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
                    violations.append("\(path): no definition \(reference)")
                    continue
                }
                check(value, against: definition, root: root, at: path, into: &violations)
            case ("type", let type as String):
                if !isOf(type, value) { violations.append("\(path): is no \(type)") }
            case ("enum", let words as [String]):
                if !words.contains(value as? String ?? "") { violations.append("\(path): is none of \(words)") }
            case ("pattern", let pattern as String):
                if (value as? String)?.range(of: pattern, options: .regularExpression) == nil {
                    violations.append("\(path): does not match \(pattern)")
                }
            case ("required", let names as [String]):
                for name in names where (value as? [String: Any])?[name] == nil {
                    violations.append("\(path): lacks \(name)")
                }
            case ("properties", let properties as [String: Any]):
                for (name, part) in value as? [String: Any] ?? [:] {
                    guard let property = properties[name] as? [String: Any] else {
                        violations.append("\(path).\(name): is not in the schema")
                        continue
                    }
                    check(part, against: property, root: root, at: "\(path).\(name)", into: &violations)
                }
            case ("additionalProperties", let isAllowed as Bool):
                if isAllowed { violations.append("\(path): the schema must be closed") }
            case ("items", let items as [String: Any]):
                for (index, item) in (value as? [Any] ?? []).enumerated() {
                    check(item, against: items, root: root, at: "\(path)[\(index)]", into: &violations)
                }
            case ("oneOf", let alternatives as [[String: Any]]):
                let matching = alternatives.filter { alternative in
                    var found: [String] = []
                    check(value, against: alternative, root: root, at: path, into: &found)
                    return found.isEmpty
                }
                if matching.count != 1 { violations.append("\(path): matches \(matching.count) alternatives") }
            default:
                violations.append("\(path): the keyword \(keyword) is not checked")
            }
        }
    }

    private static func isOf(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "integer":
            (value as? NSNumber).map { !isBoolean($0) && $0.doubleValue.rounded() == $0.doubleValue } ?? false
        case "number": (value as? NSNumber).map { !isBoolean($0) } ?? false
        case "boolean": (value as? NSNumber).map(isBoolean) ?? false
        default: false
        }
    }

    /// Returns whether a number is a Boolean. JSONSerialization returns `true` and `1` with the same class, and only their
    /// encodings differ.
    private static func isBoolean(_ number: NSNumber) -> Bool {
        ["c", "B"].contains(String(cString: number.objCType))
    }
}
