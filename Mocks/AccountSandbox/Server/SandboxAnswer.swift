import Foundation

/// An answer before it is HTTP.
struct SandboxAnswer: Sendable {
    var status = 200
    var contentType: String? = "application/json"
    /// Others than the content's type and length.
    var headers: [String: String] = [:]
    var body: Data
}
