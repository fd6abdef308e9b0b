import Foundation

/// What the legacy dialect can be asked.
enum LegacyRequest: Equatable, Sendable {
    enum List: String, Sendable {
        case orders, addresses
    }

    case login
    case token
    case list(List, user: String)
    case unknown

    /// - Parameter path: Percent-encoded, without a query.
    init(method: String, path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        switch (method, parts.count) {
        case ("POST", 2) where parts == ["legacy", "login"]:
            self = .login
        case ("POST", 2) where parts == ["legacy", "token"]:
            self = .token
        case ("GET", 4) where parts[0] == "legacy" && parts[1] == "users":
            if let list = List(rawValue: parts[3]), let user = parts[2].removingPercentEncoding {
                self = .list(list, user: user)
            } else {
                self = .unknown
            }
        default:
            self = .unknown
        }
    }

    /// The fields of an `application/x-www-form-urlencoded` body; of two with one name the first.
    static func form(_ body: Data) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in String(decoding: body, as: UTF8.self).split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
            }
            guard sides.count == 2, fields[sides[0]] == nil else { continue }
            fields[sides[0]] = sides[1]
        }
        return fields
    }
}
