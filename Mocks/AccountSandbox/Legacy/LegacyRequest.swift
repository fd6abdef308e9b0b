import Foundation

/// The requests of the legacy dialect.
enum LegacyRequest: Equatable, Sendable {
    case login
    case token
    case list(String, user: String)
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
            if LegacyLists.all.contains(where: { $0.name == parts[3] }), let user = parts[2].removingPercentEncoding {
                self = .list(parts[3], user: user)
            } else {
                self = .unknown
            }
        default:
            self = .unknown
        }
    }
}
