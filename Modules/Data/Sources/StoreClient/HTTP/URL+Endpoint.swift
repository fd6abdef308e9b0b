import Foundation

extension URL {
    /// Returns a URL below this one. The query of this URL is preserved; its fragment is not.
    ///
    /// All text is percent-encoded to the unreserved characters of RFC 3986, section 2.3, because some servers misinterpret
    /// characters that `URLComponents` would leave unchanged (`+` as a space, `;` as the end of a field).
    func endpoint(_ path: [String], query: [(name: String, value: String)] = []) -> URL? {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
        var encoded = parts.percentEncodedPath
        if encoded.hasSuffix("/") { encoded.removeLast() }
        for part in path {
            guard let part = part.percentEncoded else { return nil }
            encoded += "/" + part
        }
        var fields = parts.percentEncodedQuery.map { [$0] } ?? []
        for (name, value) in query {
            guard let value = value.percentEncoded else { return nil }
            fields.append("\(name)=\(value)")
        }
        parts.percentEncodedPath = encoded
        parts.percentEncodedQuery = fields.isEmpty ? nil : fields.joined(separator: "&")
        parts.fragment = nil
        return parts.url
    }
}

extension String {
    /// The text with everything but unreserved characters encoded; `nil` if the text is not valid Unicode.
    var percentEncoded: String? { addingPercentEncoding(withAllowedCharacters: .unreserved) }
}

extension CharacterSet {
    fileprivate static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
}
