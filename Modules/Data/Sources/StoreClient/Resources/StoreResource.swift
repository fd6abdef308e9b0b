import Domain
import Foundation

/// One path of the store's API, asked for as a whole, and told as `StoreFailure` says.
struct StoreResource: Sendable {
    let baseURL: URL
    let path: String
    let transport: any HTTPTransport
    /// Is told where an answer lacks what is mandatory, before that is malformed.
    let report: @Sendable (FieldPath) -> Void

    func get(of user: UserID? = nil) async throws(StoreFailure) -> HTTPAnswer {
        let request = HTTPRequest(url: try url(of: user), headers: ["Accept": "application/json"])
        let answer = try await transport.answer(to: request)
        try answer.expectJSON()
        return answer
    }

    func url(of user: UserID?) throws(StoreFailure) -> URL {
        guard let url = baseURL.endpoint([path], query: user.map { [("user", $0.rawValue)] } ?? []) else {
            throw .unavailable
        }
        return url
    }

    func translated<Value>(
        _ answer: HTTPAnswer,
        _ translate: (HTTPAnswer) throws(UnreadableField) -> Value
    ) throws(StoreFailure) -> Value {
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
