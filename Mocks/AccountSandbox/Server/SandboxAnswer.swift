public import Foundation

/// An answer before it is HTTP.
public struct SandboxAnswer: Sendable {
    /// The status code.
    public internal(set) var status = 200
    /// The media type of the body; `nil` if there is no body.
    public internal(set) var contentType: String? = "application/json"
    /// Other headers than the content's type and length.
    public internal(set) var headers: [String: String] = [:]
    /// The body.
    public internal(set) var body: Data

    init(
        status: Int = 200,
        contentType: String? = "application/json",
        headers: [String: String] = [:],
        body: Data
    ) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
    }
}
