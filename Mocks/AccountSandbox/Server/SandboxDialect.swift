import Foundation

/// One way of asking the store. A request goes to the dialects in turn, until one knows it. Knows nothing of HTTP servers.
protocol SandboxDialect: Sendable {
    /// The kinds of fault that can act on the request; nil if it is none of the dialect's requests, and somebody else's
    /// turn.
    func faults(on request: DialectRequest) -> Set<SandboxFault.Kind>?

    /// Carries the request out. On the way to the client the answer may still be cut, held up or lost.
    ///
    /// - Parameter faults: Those that act on this request; the dialect heeds what changes an answer's contents.
    func answer(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async -> SandboxAnswer

    /// What a store says that does not carry the request out. Asked for `unauthorised`, `tooManyRequests`,
    /// `unavailable` and `serverError`.
    func refusal(_ fault: SandboxFault.Kind) -> SandboxAnswer

    /// JSON of another shape than the dialect's.
    func malformed() -> SandboxAnswer
}

/// A request as the dialects see it.
struct DialectRequest: Sendable {
    /// `GET`, `POST`
    let method: String
    /// Percent-encoded, without the query.
    let path: String
    /// Percent-encoded; empty if there is none.
    var query = ""
    /// Values by name, the names in lower case.
    var headers: [String: String] = [:]
    var body = Data()

    /// The path's parts, decoded; nil if one can't be.
    var segments: [String]? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let decoded = parts.compactMap { $0.removingPercentEncoding }
        return decoded.count == parts.count ? decoded : nil
    }

    /// The body's fields, as of a form.
    var form: [String: String] { Self.fields(body) }

    /// The query's fields.
    var parameters: [String: String] { Self.fields(Data(query.utf8)) }

    /// The fields of an `application/x-www-form-urlencoded` text; of two with one name the first.
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
    /// What can happen to a list that takes a token.
    static let onLists = Set(allCases).subtracting([.signInRefused, .dropApplied, .unknownFormat])

    /// Whether it replaces or breaks an answer, and not only what is in it.
    var breaksAnswers: Bool {
        switch self {
        case .signInRefused, .unknownStatus, .duplicateID, .unreadableRecord, .unknownFormat, .stale: false
        default: true
        }
    }

    /// What it does to the records; nil if it does nothing to them.
    var flaw: RecordFlaw? {
        switch self {
        case .unknownStatus: .unknownState
        case .duplicateID: .duplicate
        case .unreadableRecord: .missingField
        default: nil
        }
    }
}
