public import Foundation

/// A response, independent of HTTP.
public struct SandboxAnswer: Sendable {
    /// The status code.
    public internal(set) var status = 200
    /// The media type of the body; `nil` if there is no body.
    public internal(set) var contentType: String? = "application/json"
    /// Headers other than content type and length.
    public internal(set) var headers: [String: String] = [:]
    /// The body.
    public internal(set) var body: Data
}
