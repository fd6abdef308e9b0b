import Foundation

extension URL {
    /// A URL below this one. A query that this one has of its own is sent along; a fragment is not.
    ///
    /// All text is percent-encoded to the unreserved characters of RFC 3986, section 2.3: what `URLComponents` would leave
    /// as it is, some servers take for something else (`+` for a space, `;` for the end of a field).
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
    /// Everything but unreserved characters encoded; `nil` for text that is no Unicode.
    var percentEncoded: String? { addingPercentEncoding(withAllowedCharacters: .unreserved) }
}

extension CharacterSet {
    fileprivate static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
}
