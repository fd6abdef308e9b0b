/// Why a screen could not do what it was asked, and what a person can do about it.
public struct Problem: Hashable, Sendable {
    /// What happened, what is still shown, and what to do next; `Formats.wording` has the text.
    public let message: Message
    /// What the message speaks about, if anything.
    public let arguments: [Message.Argument]
    /// What a screen can offer to do about it.
    public let recovery: Recovery

    /// Makes a problem of its parts.
    public init(_ message: Message, _ arguments: Message.Argument..., recovery: Recovery) {
        self.message = message
        self.arguments = arguments
        self.recovery = recovery
    }

    /// Makes a problem whose message speaks about nothing but itself.
    public init(_ message: Message, _ recovery: Recovery) {
        self.init(message, recovery: recovery)
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
