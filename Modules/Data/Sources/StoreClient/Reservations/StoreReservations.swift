import DataSupport
public import Domain
import Foundation

/// A user's reservations, over the store's API (docs/workspace/store-api.md).
///
/// A request to reserve carries its key, so that the store makes one reservation even if the request is repeated. In addition
/// to the meanings in `StoreAPI`:
///
/// | Response of the store | Meaning |
/// | --- | --- |
/// | status 404 with the code `unknown_reservation` | unknown reservation |
/// | status 409 with the code `name_taken` | taken |
/// | status 403 with the code `forbidden`, 409 with `reused_idempotency_key`, 422 with `invalid_name` | refused |
/// | any other refusal | malformed: it isn't known what it says about an earlier attempt with the same key |
public struct StoreReservations: ReserveName, CancelReservation, FetchReservations {
    private let store: StoreAPI

    /// Creates the use cases for the users of `store`.
    public init(_ store: StoreAPI) {
        self.store = store
    }

    /// Returns all reservations of `user`.
    public func reservations(of user: UserID) async throws(ReadError) -> Snapshot<[Reservation]> {
        try await store.list("reservations", of: user, by: \Reservation.id, Reservation.init(store:))
            .map { $0.sorted(by: Reservation.newestFirst) }
    }

    /// Reserves `name` for `user`.
    public func reserve(
        _ name: InternetName,
        for user: UserID,
        key: IdempotencyKey
    ) async throws(ReservationsError) -> Reservation {
        guard let body = try? JSONEncoder().encode(["name": name.text]) else { throw .refused }
        let answer = try await change("POST", of: user, headers: ["Idempotency-Key": key.text], body: body)
        guard answer.status == 201 else { throw .malformed }
        do throws(ReadError) {
            return try store.read(answer) { record throws(Unreadable) in
                try Reservation(store: try record.record("reservation"))
            }
        } catch {
            throw ReservationsError(error)
        }
    }

    /// Cancels `reservation` of `user`.
    public func cancel(_ reservation: ReservationID, of user: UserID) async throws(ReservationsError) {
        // A text that has a meaning as a step in a path can't be an identifier in it.
        guard !["", ".", ".."].contains(reservation.rawValue) else { throw .unknownReservation }
        let answer = try await change("DELETE", of: user, [reservation.rawValue])
        guard answer.status == 204 else { throw .malformed }
    }

    private func change(
        _ method: String,
        of user: UserID,
        _ path: [String] = [],
        headers: [String: String] = [:],
        body: Data? = nil
    ) async throws(ReservationsError) -> HTTPAnswer {
        guard !["", ".", ".."].contains(user.rawValue) else { throw .unknownUser }
        let answer: HTTPAnswer
        do throws(ReadError) {
            let path = ["users", user.rawValue, "reservations"] + path
            answer = try await store.send(method, path, headers: headers, body: body)
        } catch {
            throw ReservationsError(error)
        }
        if Task.isCancelled { throw .cancelled }
        switch (answer.status, answer.problemCode) {
        case (200..<300, _): return answer
        case (404, "unknown_reservation"): throw .unknownReservation
        case (409, "name_taken"): throw .taken
        case (403, "forbidden"), (409, "reused_idempotency_key"), (422, "invalid_name"): throw .refused
        default: throw ReservationsError(answer.failure ?? .malformed)
        }
    }
}

/// A reservation in the store's API:  @model store
///
/// id            @json @word @text rawValue
/// name          @json @word @text text
/// confirmation  @json @text rawValue
/// madeAt        @json made_at
extension Reservation {}
