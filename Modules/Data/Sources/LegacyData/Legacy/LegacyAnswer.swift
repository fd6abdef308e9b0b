import DataSupport
import Domain
import Foundation
@preconcurrency import LegacyAccount

/// The contents of a response (docs/workspace/legacy-dialect.md), before its age is known.
struct LegacyAnswer<Value> {
    let value: Value
    /// The store's time when it made the response, or `nil` if it is missing or can't be read.
    let generatedAt: Date?
    let unreadable: [FieldPath]

    func snapshot(_ freshness: Freshness) -> Snapshot<Value> {
        Snapshot(value, freshness: freshness, unreadable: unreadable)
    }

    func map(_ transform: (Value) -> Value) -> Self {
        LegacyAnswer(value: transform(value), generatedAt: generatedAt, unreadable: unreadable)
    }
}

extension LegacyAnswer {
    /// Reads a list record by record. Throws `.malformed` if the bytes as a whole aren't JSON.
    static func list<Entity: Equatable, ID: Hashable>(
        _ name: String,
        _ body: Data,
        by id: KeyPath<Entity, ID>,
        called idField: String,
        _ read: (WireRecord) throws(Unreadable) -> Entity
    ) throws(ReadError) -> LegacyAnswer where Value == [Entity] {
        let outcome: Result<LegacyAnswer, ReadError>
        do throws(Unreadable) {
            outcome = try readJSON(body) { envelope throws(Unreadable) in
                switch try envelope.text("status") {
                case "OK": break
                case "ERROR": return .failure(ReadError(legacyCode: try? envelope.text("code")))
                default: return .failure(.malformed)
                }
                var list = LenientList<Entity, ID>(name, by: id, called: idField)
                try list.append(from: try envelope.record("data"), read)
                let generatedAt = try? envelope.moment("generated_at")
                return .success(
                    LegacyAnswer(value: list.values, generatedAt: generatedAt, unreadable: list.unreadable)
                )
            }
        } catch {
            throw .malformed
        }
        return try outcome.get()
    }
}

extension ReadError {
    init(_ error: AccountServiceError) {
        self =
            switch error {
            case .badCredentials, .unauthorized: .unauthorised
            case .noSuchUser: .unknownUser
            case .server(429): .busy
            case .offline, .network, .timeout, .server: .unavailable
            case .badResponse: .malformed
            }
    }

    /// Creates the error for the code in an error envelope. A code that the dialect doesn't define says that the store can't
    /// respond, but not why.
    init(legacyCode code: String?) {
        self =
            switch code {
            case "BAD_TOKEN", "BAD_SESSION", "BAD_CREDENTIALS": .unauthorised
            case "NO_SUCH_USER": .unknownUser
            case "TOO_MANY_REQUESTS": .busy
            case nil: .malformed
            default: .unavailable
            }
    }
}
