import Foundation

/// Why a request of the REST API was not carried out, as RFC 9457 has it.
struct Problem: Error, Equatable, Sendable {
    var status: Int
    /// For programs; stays what it is.
    var code: String
    /// For who reads logs; never shown to a person.
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

    /// A path that is there, and takes other methods alone.
    static func method(allowed: String) -> Problem {
        Problem(
            status: 405,
            code: "method_not_allowed",
            title: "This takes other methods.",
            headers: ["Allow": allowed]
        )
    }

    /// What `SandboxDialect.refusal` is in this dialect.
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

    init(status: Int, code: String, title: String, headers: [String: String] = [:]) {
        self.status = status
        self.code = code
        self.title = title
        self.headers = headers
    }
}
