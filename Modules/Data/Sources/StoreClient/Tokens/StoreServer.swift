import DataSupport
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

    /// A name for files of this server, of at most 96 characters. No other server has it, even on file systems that ignore
    /// case: a long address is shortened and followed by its hash.
    public var fileName: String {
        let escaped = escapedDescription
        guard escaped.utf8.count > 96 else { return escaped }
        // No escaped address contains a tilde.
        return "\(escaped.prefix(31))~\(sha256(description))"
    }

    /// The address with everything but letters, digits and some signs escaped, however long that is.
    public var escapedDescription: String {
        let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789-_.".utf8)
        return description.utf8.map { byte in
            if plain.contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }

    /// Gives the files of this server that an earlier version named after the whole address their present names, with all that
    /// belongs to them. Files that exist under a present name are left as they are.
    public func renameOlderFiles(in folder: URL) {
        let older = escapedDescription
        guard older != fileName,
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        else { return }
        for name in names {
            guard let start = ["", "tokens-"].first(where: { name.hasPrefix("\($0)\(older).") }) else { continue }
            let ending = name.dropFirst(start.count + older.count)
            guard Self.isEnding(ending) else { continue }
            let (from, to) = (
                folder.appendingPathComponent(name), folder.appendingPathComponent(start + fileName + ending)
            )
            try? FileManager.default.moveItem(at: from, to: to)
        }
    }

    /// Returns whether an older file's name could end so. The file of another server may have a similar name: the address
    /// `http://h/a.json` is in its name.
    private static func isEnding(_ text: Substring) -> Bool {
        let whole = [
            ".json", ".lock", ".change", ".sign-outs", ".sqlite", ".sqlite-wal", ".sqlite-shm", ".sqlite.lock",
            ".sqlite.use",
        ]
        if whole.contains(String(text)) { return true }
        return [".json.corrupt-", ".sqlite-damaged-"].contains { start in
            text.hasPrefix(start) && !text.dropFirst(start.count).contains(".")
        }
    }
}
