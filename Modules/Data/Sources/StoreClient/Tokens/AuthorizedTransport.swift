import Foundation

/// Sends requests with the access token of a session. One that is answered with 401 is sent once more with a renewed token;
/// a second 401 is `.unauthorised`, and so is a session that nobody is signed in to.
///
/// All requests carry the token: give it no request for another server than the session's.
public struct AuthorizedTransport: HTTPTransport {
    private let session: StoreSession
    private let transport: any HTTPTransport

    /// Makes a transport that bears the tokens of `session` over `transport`.
    public init(session: StoreSession, transport: any HTTPTransport) {
        self.session = session
        self.transport = transport
    }

    /// As the protocol says.
    public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer {
        let tokens = try await tokens(refused: nil)
        let answer = try await transport.send(request.bearing(tokens))
        guard answer.status == 401 else { return answer }
        // 401 means that nothing was carried out: any method may be repeated.
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
            case .unavailable: throw .unreachable
            case .malformed: throw .malformed
            case .cancelled: throw .cancelled
            }
        }
    }
}

extension HTTPRequest {
    fileprivate func bearing(_ tokens: Tokens) -> HTTPRequest {
        var request = self
        request.headers["Authorization"] = "Bearer \(tokens.accessToken)"
        return request
    }
}
