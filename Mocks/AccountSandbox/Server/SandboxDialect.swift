import Foundation

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
struct DialectRequest: Sendable {
    /// `GET`, `POST`
    let method: String
    /// Percent-encoded, without the query.
    let path: String
    /// Percent-encoded; empty if there is none.
    var query = ""
    /// Header values by name, with the names in lower case.
    var headers: [String: String] = [:]
    var body = Data()

    /// The decoded parts of the path, or nil if one can't be decoded.
    var segments: [String]? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let decoded = parts.compactMap { $0.removingPercentEncoding }
        return decoded.count == parts.count ? decoded : nil
    }

    /// The fields of the body, decoded as a form.
    var form: [String: String] { Self.fields(body) }

    /// The fields of the query.
    var parameters: [String: String] { Self.fields(Data(query.utf8)) }

    /// Returns the fields of an `application/x-www-form-urlencoded` text. If a name occurs twice, the first field counts.
    private static func fields(_ text: Data) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in String(decoding: text, as: UTF8.self).split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
            }
            guard sides.count == 2, fields[sides[0]] == nil else { continue }
            fields[sides[0]] = sides[1]
        }
        return fields
    }
}

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
