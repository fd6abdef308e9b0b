public import Foundation

/// The identity of a store: its origin and base path. Tokens and responses of one store are never used for another.
public struct StoreServer: Hashable, Sendable, CustomStringConvertible {
    /// The identity as a text, such as `https://shop.example:8443/tenant`. Stores are equal if and only if their texts are.
    public let description: String

    /// Creates the identity of the server at `url`. The case of scheme and host is ignored. The scheme's default port is left
    /// out, and so are a trailing slash, a query and a fragment.
    public init(_ url: URL) {
        let scheme = (url.scheme ?? "").lowercased()
        let host = (url.host(percentEncoded: true) ?? "").lowercased()
        let port = url.port.flatMap { $0 == ["http": 80, "https": 443][scheme] ? nil : ":\($0)" } ?? ""
        var path = url.path(percentEncoded: true)
        while path.hasSuffix("/") { path.removeLast() }
        description = "\(scheme)://\(host)\(port)\(path)"
    }

    /// Creates the identity of a server from a name chosen by the app, for a server whose port changes. A name without `://` is
    /// never the identity of a URL.
    public init(named name: StaticString) {
        description = "\(name)"
    }

    /// A name for files of this server. No other server has it, even on file systems that ignore case.
    public var fileName: String {
        let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789-_.".utf8)
        return description.utf8.map { byte in
            if plain.contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
