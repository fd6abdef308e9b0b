import SeamKit

/// Protocols of the standard library, as the sources would declare them.
enum StandardProtocols {
    /// What stands for the path of their file.
    static let path = "the standard library"

    private static let declarations: [Declaration] = SwiftDocument(
        path: path,
        text: """
            protocol Identifiable<ID> {
                associatedtype ID: Hashable
                var id: ID { get }
            }
            protocol CustomStringConvertible {
                var description: String { get }
            }
            protocol CustomDebugStringConvertible {
                var debugDescription: String { get }
            }
            protocol Encodable {
                func encode(to encoder: any Encoder) throws
            }
            protocol Decodable {
                init(from decoder: any Decoder) throws
            }
            protocol Codable: Encodable, Decodable {}
            protocol LosslessStringConvertible: CustomStringConvertible {
                init?(_ description: String)
            }
            protocol RawRepresentable<RawValue> {
                associatedtype RawValue
                init?(rawValue: RawValue)
                var rawValue: RawValue { get }
            }
            protocol TextOutputStream {
                mutating func write(_ string: String)
            }
            protocol IteratorProtocol<Element> {
                associatedtype Element
                mutating func next() -> Element?
            }
            protocol ExpressibleByStringLiteral {
                init(stringLiteral value: String)
            }
            protocol ExpressibleByIntegerLiteral {
                init(integerLiteral value: Int)
            }
            protocol ExpressibleByFloatLiteral {
                init(floatLiteral value: Double)
            }
            protocol ExpressibleByBooleanLiteral {
                init(booleanLiteral value: Bool)
            }
            """
    ).types

    /// Returns the protocol of a name; nil for one that isn't known.
    static func declaration(named name: String) -> Declaration? { declarations.first { $0.name == name } }
}
