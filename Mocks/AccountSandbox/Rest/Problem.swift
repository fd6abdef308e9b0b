import Foundation

/// Why a request of the REST API was not carried out, in the format of RFC 9457.
struct Problem: Error, Equatable, Sendable {
    var status: Int
    /// A code for programs; it never changes.
    var code: String
    /// A title for readers of logs; never shown to users.
    var title: String
    var headers: [String: String] = [:]

    var answer: SandboxAnswer {
        let body = JSONText.object { text in
            text.field("type", plain: "about:blank")
            text.field("status", status)
            text.field("code", code)
            text.field("title", title)
        }
        return SandboxAnswer(
            status: status,
            contentType: "application/problem+json",
            headers: headers,
            body: Data(body)
        )
    }

    static let unknownUser = Problem(status: 404, code: "unknown_user", title: "Nobody is called so.")
    static let reusedKey = Problem(
        status: 409,
        code: "reused_idempotency_key",
        title: "The key belongs to another change."
    )

    /// Returns the problem of a path that exists but accepts only other methods.
    static func method(allowed: [String]) -> Problem {
        Problem(
            status: 405,
            code: "method_not_allowed",
            title: "This takes other methods.",
            headers: ["Allow": allowed.joined(separator: ", ")]
        )
    }
}

extension Problem {
    /// Creates this dialect's response for `SandboxDialect.refusal`.
    init(_ fault: SandboxFault.Kind) {
        switch fault {
        case .unauthorised:
            self = .invalidToken
        case .tooManyRequests:
            self.init(status: 429, code: "too_many_requests", title: "Slow down.", headers: ["Retry-After": "7"])
        case .unavailable:
            self.init(status: 503, code: "unavailable", title: "Closed for maintenance.")
        default:
            self.init(status: 500, code: "internal", title: "Something broke.")
        }
    }
}
