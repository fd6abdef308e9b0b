import Domain
import Foundation

/// One path of the store's API, asked for as a whole (docs/store-api.md).
///
/// | The store | Is told as |
/// | --- | --- |
/// | status 200 and JSON | its bytes |
/// | status 401 | unauthorised |
/// | status 404 with the code `unknown_user` | unknown user |
/// | status 429 or 5xx, nobody there, no answer in time | unavailable |
/// | another status or media type, a body cut off or too large | malformed |
struct StoreResource: Sendable {
    let baseURL: URL
    let path: String
    let transport: any HTTPTransport
    /// Is told where an answer lacks what is mandatory, before that is malformed.
    let report: @Sendable (FieldPath) -> Void

    func get(of user: UserID? = nil) async throws(UserListFailure) -> HTTPAnswer {
        let answer = try await send(HTTPRequest(url: try url(of: user), headers: ["Accept": "application/json"]))
        try expectJSON(answer)
        return answer
    }

    func url(of user: UserID?) throws(UserListFailure) -> URL {
        guard let url = baseURL.endpoint([path], query: user.map { [("user", $0.rawValue)] } ?? []) else {
            throw .unavailable
        }
        return url
    }

    /// Whatever the store says.
    func send(_ request: HTTPRequest) async throws(UserListFailure) -> HTTPAnswer {
        do throws(HTTPTransportError) {
            return try await transport.send(request)
        } catch {
            throw UserListFailure(error)
        }
    }

    func expectJSON(_ answer: HTTPAnswer) throws(UserListFailure) {
        switch answer.status {
        case 200: break
        case 401: throw .unauthorised
        case 404 where ProblemCode(answer) == .unknownUser: throw .unknownUser
        case 429, 500...: throw .unavailable
        default: throw .malformed
        }
        guard answer.mediaType == "application/json" else { throw .malformed }
    }

    func translated<Value>(
        _ answer: HTTPAnswer,
        _ translate: (HTTPAnswer) throws(UnreadableField) -> Value
    ) throws(UserListFailure) -> Value {
        do throws(UnreadableField) {
            let value = try translate(answer)
            if !Task.isCancelled { return value }
        } catch {
            report(FieldPath(error.path))
            throw .malformed
        }
        throw .cancelled
    }
}

extension KeyedDecodingContainer {
    /// The value is `nil` where there is none, the whole where it can't be read.
    func optional<Value: Decodable>(_ key: Key) -> Value?? {
        do {
            return .some(try decodeIfPresent(Value.self, forKey: key))
        } catch {
            return .none
        }
    }
}
