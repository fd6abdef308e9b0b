/// The path of a field in a response, such as `orders[3].total`, without the field's value. It may be logged and shown.
public struct FieldPath: Hashable, Sendable {
    /// One step from a value to a part of it.
    public enum Component: Hashable, Sendable {
        /// A field of a record.
        case field(String)
        /// A position in a list, from 0.
        case index(Int)
    }

    /// The steps from the root of the response to the field.
    public let components: [Component]

    /// Creates a path. An empty path stands for the whole response.
    public init(_ components: [Component]) {
        self.components = components
    }
}

extension FieldPath: CustomStringConvertible {
    /// The path in the usual notation: `orders[3].total`.
    public var description: String {
        components.reduce(into: "") { text, component in
            switch component {
            case .field(let name): text += text.isEmpty ? name : "." + name
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}

extension FieldPath: Codable {
    /// Decodes a path from its steps: `["orders", 3, "total"]`.
    public init(from decoder: any Decoder) throws {
        var steps = try decoder.unkeyedContainer()
        var components: [Component] = []
        while !steps.isAtEnd {
            if let index = try? steps.decode(Int.self) {
                components.append(.index(index))
            } else {
                components.append(.field(try steps.decode(String.self)))
            }
        }
        self.components = components
    }

    /// Encodes the steps: names as strings, positions as numbers.
    public func encode(to encoder: any Encoder) throws {
        var steps = encoder.unkeyedContainer()
        for component in components {
            switch component {
            case .field(let name): try steps.encode(name)
            case .index(let index): try steps.encode(index)
            }
        }
    }
}
