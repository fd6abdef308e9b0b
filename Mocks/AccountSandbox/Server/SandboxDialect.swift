import LoopbackHTTP

/// A way to send requests to the store. Dialects are tried in turn until one recognises the request. Independent of any HTTP
/// server.
///
/// Reasons: docs/adr/sandbox.md.
protocol SandboxDialect: Sendable {
    /// Returns the kinds of fault that can act on the request, or nil if this dialect doesn't recognise the request.
    func faults(on request: DialectRequest) -> Set<SandboxFault.Kind>?

    /// Carries the request out. The response may still be cut, delayed or lost in transmission.
    ///
    /// - Parameter faults: The faults that act on this request; the dialect applies those that change the contents of the
    ///   response.
    func answer(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async -> SandboxAnswer

    /// Returns the response of a store that does not carry the request out. Called for `unauthorised`, `tooManyRequests`,
    /// `unavailable` and `serverError`.
    func refusal(_ fault: SandboxFault.Kind) -> SandboxAnswer

    /// Returns JSON in a different format from the dialect's.
    func malformed() -> SandboxAnswer
}

/// A request in the form that dialects receive.
typealias DialectRequest = IncomingRequest

extension SandboxFault.Kind {
    /// The faults that can affect a list that requires a token.
    static let onLists = Set(allCases).subtracting([.signInRefused, .dropApplied, .unknownFormat])

    /// Whether the fault replaces or breaks a response, instead of only changing its contents.
    var breaksAnswers: Bool {
        switch self {
        case .signInRefused, .unknownStatus, .duplicateID, .unreadableRecord, .unknownFormat, .stale: false
        default: true
        }
    }

    /// The effect of the fault on records, or nil if it doesn't affect them.
    var flaw: RecordFlaw? {
        switch self {
        case .unknownStatus: .unknownState
        case .duplicateID: .duplicate
        case .unreadableRecord: .missingField
        default: nil
        }
    }
}
