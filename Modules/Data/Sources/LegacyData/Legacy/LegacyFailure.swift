import Domain
@preconcurrency import LegacyAccount

/// Why the legacy code has no answer, before it becomes the error of a use case.
enum LegacyFailure: Error, Hashable, Sendable, CaseIterable {
    case unknownUser
    case unauthorised
    case unavailable
    case malformed
    case cancelled

    init(_ error: AccountServiceError) {
        self =
            switch error {
            case .badCredentials, .unauthorized: .unauthorised
            case .noSuchUser: .unknownUser
            case .offline, .network, .timeout, .server: .unavailable
            case .badResponse: .malformed
            }
    }

    /// An error envelope's code. One that isn't in the dialect says that the store can't answer, not why.
    init(code: String?) {
        self =
            switch code {
            case "BAD_TOKEN", "BAD_SESSION", "BAD_CREDENTIALS": .unauthorised
            case "NO_SUCH_USER": .unknownUser
            case nil: .malformed
            default: .unavailable
            }
    }

    /// Whether the store said no; what was kept is not shown then.
    var isRefusal: Bool { self == .unauthorised || self == .unknownUser }
}

extension ReadError {
    init(_ failure: LegacyFailure) {
        self =
            switch failure {
            case .unknownUser: .unknownUser
            case .unauthorised: .unauthorised
            case .unavailable: .unavailable
            case .malformed: .malformed
            case .cancelled: .cancelled
            }
    }
}
