import Foundation

/// An answer before it is HTTP.
struct SandboxAnswer: Sendable {
    var status = 200
    var contentType = "application/json"
    var retryAfter: Int?
    var body: Data
}
