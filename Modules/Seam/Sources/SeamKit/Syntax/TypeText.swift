// Writes types as code.
extension TypeStructure: CustomStringConvertible {
    package var description: String { text }

    /// The type as code.
    package var text: String {
        switch self {
        case .named(let name):
            let arguments = name.arguments.isEmpty ? "" : "<\(name.arguments.map(\.text).joined(separator: ", "))>"
            return (name.qualifier.map { $0.operand + "." } ?? "") + name.written + arguments
        case .optional(let type): return type.operand + "?"
        case .implicitlyUnwrapped(let type): return type.operand + "!"
        case .array(let type): return "[\(type.text)]"
        case .dictionary(let key, let value): return "[\(key.text): \(value.text)]"
        case .tuple(let elements): return Self.list(of: elements)
        case .function(let function):
            let effects = function.effects.text
            return
                "\(Self.list(of: function.parameters))\(effects.isEmpty ? "" : " " + effects) -> \(function.result.text)"
        case .existential(let type): return "any \(type.text)"
        case .opaque(let type): return "some \(type.text)"
        case .composition(let types): return types.map(\.text).joined(separator: " & ")
        case .metatype(let type, let isProtocol): return type.operand + (isProtocol ? ".Protocol" : ".Type")
        case .suppressed(let type): return "~\(type.text)"
        case .packExpansion(let type): return "repeat \(type.text)"
        case .packElement(let type): return "each \(type.text)"
        case .modified(let type, let specifiers, let attributes):
            return (specifiers + attributes.map(\.text) + [type.text]).joined(separator: " ")
        case .unknown(let text): return text
        }
    }

    /// The type as code before `?` or a dot, in parentheses if it needs them.
    private var operand: String {
        switch self {
        case .existential, .opaque, .composition, .function, .suppressed, .packElement, .packExpansion, .modified:
            "(\(text))"
        case .named, .optional, .implicitlyUnwrapped, .array, .dictionary, .tuple, .metatype, .unknown: text
        }
    }

    private static func list(of elements: [Element]) -> String {
        let parts = elements.map { element in
            (element.names.isEmpty ? "" : element.names + ": ") + element.type.text + (element.isVariadic ? "..." : "")
        }
        return "(\(parts.joined(separator: ", ")))"
    }
}
