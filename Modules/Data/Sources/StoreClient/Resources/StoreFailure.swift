import Domain

/// Why the store's API has no answer to use, before it becomes the error of a use case (docs/store-api.md).
///
/// | The store | Is told as |
/// | --- | --- |
/// | status 200 and JSON | its answer |
/// | status 401 | unauthorised |
/// | status 404 with the code `unknown_user` | unknown user |
/// | status 429 or 5xx, nobody there, no answer in time | unavailable |
/// | another status or media type, a body cut off or too large | malformed |
enum StoreFailure: Error, Hashable, Sendable, CaseIterable {
    case unknownUser
    case unauthorised
    case unavailable
    case malformed
    case cancelled
}

extension ReadError {
    init(_ failure: StoreFailure) {
        self =
            switch failure {
            case .unknownUser: .unknownUser
            case .unauthorised: .unauthorised
            case .unavailable: .unavailable
            case .malformed: .malformed
            case .cancelled: .cancelled
            }
    }
}

extension HTTPTransport {
    /// Whatever the store says.
    func answer(to request: HTTPRequest) async throws(StoreFailure) -> HTTPAnswer {
        do throws(HTTPTransportError) {
            return try await send(request)
        } catch {
            switch error {
            case .unreachable, .timedOut: throw .unavailable
            case .cutOff, .tooLarge: throw .malformed
            case .unauthorised: throw .unauthorised
            case .cancelled: throw .cancelled
            }
        }
    }
}

extension HTTPAnswer {
    /// Refuses what is not status 200 and JSON.
    func expectJSON() throws(StoreFailure) {
        switch status {
        case 200: break
        case 401: throw .unauthorised
        case 404 where ProblemCode(self) == .unknownUser: throw .unknownUser
        case 429, 500...: throw .unavailable
        default: throw .malformed
        }
        guard mediaType == "application/json" else { throw .malformed }
    }
}
