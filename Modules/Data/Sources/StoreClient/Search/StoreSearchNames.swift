public import Domain
public import Foundation

/// A search for names in a database that speaks the format of docs/search-format.md. No sign-in is needed.
///
/// | The database | Is told as |
/// | --- | --- |
/// | status 200 and JSON of the format | the matches, live |
/// | status 429 | busy |
/// | status 5xx, nobody there, no answer in time | unavailable |
/// | another status or media type, JSON cut off or of another shape, a body cut off or too large | malformed |
public struct StoreSearchNames: SearchNames {
    private let baseURL: URL
    private let transport: any HTTPTransport

    /// Makes a search that asks `search` below `baseURL`; a query that `baseURL` has of its own is sent along.
    public init(baseURL: URL, transport: any HTTPTransport) {
        self.baseURL = baseURL
        self.transport = transport
    }

    /// As the protocol says.
    public func names(matching query: NameQuery) async throws(SearchNamesError) -> Snapshot<NameMatches> {
        guard let url = baseURL.endpoint(["search"], query: [("query", query.text)]) else { throw .unavailable }
        let answer: HTTPAnswer
        do throws(HTTPTransportError) {
            answer = try await transport.send(HTTPRequest(url: url, headers: ["Accept": "application/json"]))
        } catch {
            throw SearchNamesError(error)
        }
        switch answer.status {
        case 200: break
        case 429: throw .busy
        case 500...: throw .unavailable
        default: throw .malformed
        }
        guard answer.mediaType == "application/json" else { throw .malformed }
        let snapshot = try SearchTranslator.translate(answer.body)
        if Task.isCancelled { throw .cancelled }
        return snapshot
    }
}

extension SearchNamesError {
    fileprivate init(_ error: HTTPTransportError) {
        self =
            switch error {
            case .unreachable, .timedOut, .unauthorised: .unavailable
            case .cutOff, .tooLarge: .malformed
            case .cancelled: .cancelled
            }
    }
}
