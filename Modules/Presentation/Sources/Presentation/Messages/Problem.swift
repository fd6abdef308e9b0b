/// Why a screen could not do what a person asked for, and what the person can do about it.
///
/// Reasons: docs/adr/typed-errors.md.
public struct Problem: Hashable, Sendable {
    /// What happened, what is still shown, and what to do next; `Formats.wording` has the text.
    public let message: Message
    /// The arguments of the message.
    public let arguments: [Message.Argument]
    /// The kind of problem, from which everything that depends on the kind is derived.
    public let cause: Cause

    /// Creates a problem from its parts.
    public init(_ message: Message, _ arguments: Message.Argument..., cause: Cause) {
        self.message = message
        self.arguments = arguments
        self.cause = cause
    }

    /// What a screen can offer to solve the problem.
    public var recovery: Recovery { cause.recovery }

    /// The kinds of problems. The set is closed: recoveries and exit codes are exhaustive functions of it.
    public enum Cause: Hashable, Sendable, CaseIterable {
        /// The store has no such user.
        case unknownUser
        /// The store has no such record, such as a deal or a reservation.
        case notFound
        /// Nobody has signed in, or the store refused the sign-in.
        case unauthorised
        /// The store can't be reached, asks the client to wait, or takes too long.
        case unavailable
        /// The store's response can't be read.
        case malformed
        /// The store, or the app, does not do this: the same request fails again.
        case refused
        /// The request itself can't be understood.
        case unclear
        /// Data that was never sent would be lost.
        case loss
        /// This device can't store or erase something.
        case device

        /// The recovery that a screen can offer.
        public var recovery: Recovery {
            switch self {
            case .unauthorised: .signIn
            case .unavailable, .malformed, .device: .retry
            case .loss: .discard
            case .unknownUser, .notFound, .refused, .unclear: .none
            }
        }
    }

    /// What was on the screen when the problem occurred.
    public enum Screen: Hashable, Sendable, CaseIterable {
        /// Nothing.
        case blank
        /// An earlier value, which stays on the screen.
        case filled
    }
}

/// The recovery that a screen can offer after a problem.
public enum Recovery: Hashable, Sendable {
    /// To load again, which may succeed.
    case retry
    /// To sign in, then to load again.
    case signIn
    /// To do it nevertheless, and lose what the message names.
    case discard
    /// Nothing: the same request fails again.
    case none
}
