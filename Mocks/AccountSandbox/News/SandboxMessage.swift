public import Foundation

/// A message for the subscribers of a topic (docs/workspace/news.md). A broker stores the latest one of each topic.
public struct SandboxMessage: Sendable {
    /// The levels of the topic, separated by slashes.
    public let topic: String
    /// JSON.
    public let payload: Data

    /// Returns the topic of a user.
    static func topic(of user: String, _ levels: String...) -> String {
        (["users", user] + levels).map(level).joined(separator: "/")
    }

    /// Returns a text as one level of a topic: everything but letters, digits, `-`, `.`, `_` and `~` is percent-encoded.
    static func level(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
