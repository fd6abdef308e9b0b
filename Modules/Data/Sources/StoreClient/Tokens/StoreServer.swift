public import Foundation

/// The identity of a store: its origin and base path. What one store issues or says is never used for another.
public struct StoreServer: Hashable, Sendable, CustomStringConvertible {
    /// The identity as a text, such as `https://shop.example:8443/tenant`. Equal stores have the same text, and others
    /// another.
    public let description: String

    /// Takes the server at `url`. Scheme and host have no case; the scheme's own port is left out, and so are a slash at
    /// the end, a query and a fragment.
    public init(_ url: URL) {
        let scheme = (url.scheme ?? "").lowercased()
        let host = (url.host(percentEncoded: true) ?? "").lowercased()
        let port = url.port.flatMap { $0 == ["http": 80, "https": 443][scheme] ? nil : ":\($0)" } ?? ""
        var path = url.path(percentEncoded: true)
        while path.hasSuffix("/") { path.removeLast() }
        description = "\(scheme)://\(host)\(port)\(path)"
    }

    /// Takes a server by a name of the app's, for one that has another port each time. A name without `://` is never the
    /// identity of a URL.
    public init(named name: StaticString) {
        description = "\(name)"
    }

    /// A name for files of this server: no other server has it, also where names have no case.
    public var fileName: String {
        let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789-_.".utf8)
        return description.utf8.map { byte in
            if plain.contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
