import Domain

/// Why a user's list can't be had, before it becomes the error of a use case.
enum UserListFailure: Error, Hashable, Sendable, CaseIterable {
    case unknownUser
    case unauthorised
    case unavailable
    case malformed
    case cancelled

    init(_ error: HTTPTransportError) {
        self =
            switch error {
            case .unreachable, .timedOut: .unavailable
            case .cutOff, .tooLarge: .malformed
            case .unauthorised: .unauthorised
            case .cancelled: .cancelled
            }
    }
}

extension UserOrdersError {
    init(_ failure: UserListFailure) {
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

extension UserAddressesError {
    init(_ failure: UserListFailure) {
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
