/// Why a screen could not do what it was asked, and what a person can do about it.
public struct Problem: Hashable, Sendable {
    /// What happened, what is still shown, and what to do next; `Formats.wording` has the text.
    public let message: Message
    /// What the message speaks about, if anything.
    public let arguments: [Message.Argument]
    /// What kind of problem it is; everything that depends on the kind is derived from it.
    public let cause: Cause

    /// Creates a problem of its parts.
    public init(_ message: Message, _ arguments: Message.Argument..., cause: Cause) {
        self.message = message
        self.arguments = arguments
        self.cause = cause
    }

    /// What a screen can offer to do about it.
    public var recovery: Recovery { cause.recovery }

    /// The kinds of problems, a closed set: recoveries and exit codes are exhaustive functions of it.
    public enum Cause: Hashable, Sendable, CaseIterable {
        /// The store has no such user.
        case unknownUser
        /// Nobody is signed in, or the store refused the sign-in.
        case unauthorised
        /// The store can't be reached, asks to wait, or takes too long.
        case unavailable
        /// The store's answer can't be read.
        case malformed
        /// The store, or the app, does not do this: the same request fails again.
        case refused
        /// The request itself can't be understood.
        case unclear
        /// Something would be lost that was never sent.
        case loss
        /// This device can't store or erase something.
        case device

        /// What a screen can offer.
        public var recovery: Recovery {
            switch self {
            case .unauthorised: .signIn
            case .unavailable, .malformed, .device: .retry
            case .loss: .discard
            case .unknownUser, .refused, .unclear: .none
            }
        }
    }

    /// What was on screen when the problem occurred.
    public enum Screen: Hashable, Sendable, CaseIterable {
        /// Nothing.
        case blank
        /// An earlier answer, which stays there.
        case filled
    }
}

/// What a screen can offer after a problem.
public enum Recovery: Hashable, Sendable {
    /// To load again: it may work next time.
    case retry
    /// To sign in, then to load again.
    case signIn
    /// To do it all the same, and lose what the message names.
    case discard
    /// Nothing: the same request fails again.
    case none
}
