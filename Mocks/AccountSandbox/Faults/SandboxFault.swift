/// Something that goes wrong on purpose, always or at a rate.
public struct SandboxFault: Hashable, Sendable {
    /// What goes wrong. All but `signInRefused` act on orders, addresses and, where they make sense, searches.
    public enum Kind: String, CaseIterable, Sendable {
        /// The connection is closed without an answer.
        case drop
        /// The connection is closed halfway through the announced body.
        case cut
        /// No answer comes.
        case silent
        /// Headers and half of the body come, and then nothing.
        case stall
        /// The body never ends; about 1 MB/s.
        case endless
        /// A complete answer whose JSON ends in the middle.
        case truncated
        /// A page of HTML with status 200.
        case html
        /// JSON of another shape than the dialect's.
        case malformed
        /// Status 401, as the dialect says it. Searches need no token and stay as they are.
        case unauthorised
        /// Status 429 with `Retry-After: 7`.
        case tooManyRequests = "too-many-requests"
        /// Status 503.
        case unavailable
        /// Status 500.
        case serverError = "server-error"
        /// Sign-in is refused, whatever the password.
        case signInRefused = "sign-in-refused"
        /// One order has a state that the dialect doesn't name. Addresses and names have none and stay as they are.
        case unknownStatus = "unknown-status"
        /// The first record comes twice.
        case duplicateID = "duplicate-id"
        /// One record lacks a mandatory field.
        case unreadableRecord = "unreadable-record"
        /// `generated_at` is two days ago. Searches have none and stay as they are.
        case stale
    }

    /// What goes wrong.
    public var kind: Kind
    /// The share of requests it happens to, 0 to 1. Which ones is the same on every run with one seed.
    public var rate: Double

    /// Always, unless told otherwise.
    ///
    /// - Parameter rate: Is brought into 0...1; what is no number counts as 0.
    public init(_ kind: Kind, rate: Double = 1) {
        self.kind = kind
        self.rate = rate >= 0 ? min(rate, 1) : 0
    }
}
