import Foundation

/// Sends requests with the access token of a session. If the response is a 401, the request is sent once more with a renewed
/// token. The transport throws `.unauthorised` after a second 401, and if nobody has signed in to the session.
///
/// All requests carry the token, so send no request for another server than the session's.
public struct AuthorizedTransport: HTTPTransport {
    private let session: StoreSession
    private let transport: any HTTPTransport

    /// Creates a transport that adds the tokens of `session` to requests over `transport`.
    public init(session: StoreSession, transport: any HTTPTransport) {
        self.session = session
        self.transport = transport
    }

    /// Sends `request` with the access token, and once more with a renewed one after a 401.
    public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer {
        let tokens = try await tokens(refused: nil)
        let answer = try await transport.send(request.bearing(tokens))
        guard answer.status == 401 else { return answer }
        // 401 means that the request was not carried out, so any method may be repeated.
        let renewed = try await self.tokens(refused: tokens.accessToken)
        let second = try await transport.send(request.bearing(renewed))
        if second.status == 401 { throw .unauthorised }
        return second
    }

    private func tokens(refused: String?) async throws(HTTPTransportError) -> Tokens {
        do throws(StoreSession.Failure) {
            return try await session.tokens(refused: refused)
        } catch {
            switch error {
            case .signInNeeded: throw .unauthorised
            case .busy: throw .busy
            case .unavailable: throw .unreachable
            case .malformed: throw .malformed
            case .notStored: throw .notStored
            case .cancelled: throw .cancelled
            }
        }
    }
}

extension HTTPRequest {
    fileprivate func bearing(_ tokens: Tokens) -> HTTPRequest {
        var request = self
        request[field: "Authorization"] = "Bearer \(tokens.accessToken)"
        return request
    }
}
