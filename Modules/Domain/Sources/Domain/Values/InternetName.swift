/// A name the store sells, such as `example.com`. (The trade says "domain"; here that word means the layer.)
public struct InternetName: Hashable, Sendable, CustomStringConvertible {
    /// The name as the store writes it.
    public let text: String

    /// Takes the text as it is; no registry's rules are checked.
    public init(_ text: String) {
        self.text = text
    }

    /// The name as the store writes it.
    public var description: String { text }
}
