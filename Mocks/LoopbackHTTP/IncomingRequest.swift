package import Foundation

/// A request, independent of the connection that it came by.
package struct IncomingRequest: Sendable {
    /// `GET`, `POST`
    package let method: String
    /// Percent-encoded, without the query.
    package let path: String
    /// Percent-encoded; empty if there is none.
    package let query: String
    /// Header values by name, with the names in lower case.
    package let headers: [String: String]
    package let body: Data

    package init(
        method: String,
        path: String,
        query: String = "",
        headers: [String: String] = [:],
        body: Data = Data()
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// The decoded parts of the path, or nil if one can't be decoded.
    package var segments: [String]? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let decoded = parts.compactMap { $0.removingPercentEncoding }
        return decoded.count == parts.count ? decoded : nil
    }

    /// The fields of the body, decoded as a form.
    package var form: [String: String] { Self.fields(body) }

    /// The fields of the query.
    package var parameters: [String: String] { Self.fields(Data(query.utf8)) }

    /// Returns the fields of an `application/x-www-form-urlencoded` text. If a name occurs twice, the first field counts.
    private static func fields(_ text: Data) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in String(decoding: text, as: UTF8.self).split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
            }
            guard sides.count == 2, fields[sides[0]] == nil else { continue }
            fields[sides[0]] = sides[1]
        }
        return fields
    }
}
