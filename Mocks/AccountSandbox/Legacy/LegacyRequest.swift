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
}
