public import Domain
public import Foundation

/// The names that are held for a user, over the store's API (docs/store-api.md).
///
/// A request to reserve carries its key, so whatever repeats it on the way, the store makes one reservation.
///
/// | The store | Is told as |
/// | --- | --- |
/// | status 200, 201 or 204, and JSON of the format where there is a body | what was asked for |
/// | status 401 | unauthorised |
/// | status 404 with the code `unknown_user`, `unknown_reservation` | unknown user, unknown reservation |
/// | status 409 with the code `name_taken` | taken |
/// | status 409 or 422 with another code, and 403 | refused |
/// | status 429 or 5xx, nobody there, no answer in time | unavailable |
/// | another status or media type, JSON cut off or of another shape | malformed |
public struct StoreReservations: ReserveName, CancelReservation, FetchReservations {
    private let baseURL: URL
    private let transport: any HTTPTransport
    private let pages: UserListPages

    /// Makes the use cases over a transport that signs its requests; `now` is the time of day a request starts.
    public init(baseURL: URL, transport: any HTTPTransport, now: @escaping @Sendable () -> Date) {
        self.baseURL = baseURL
        self.transport = transport
        pages = UserListPages(baseURL: baseURL, transport: transport, now: now)
    }

    /// As the protocol says.
    public func reserve(
        _ name: InternetName,
        for user: UserID,
        key: IdempotencyKey
    ) async throws(ReservationsError) -> Reservation {
        guard let body = try? JSONEncoder().encode(["name": name.text]) else { throw .refused }
        let headers = ["Content-Type": "application/json", "Idempotency-Key": key.text]
        let answer = try await send("POST", ["users", user.rawValue, "reservations"], headers, body)
        guard answer.status == 201, answer.mediaType == "application/json",
            let record = try? JSONDecoder().decode(Made.self, from: answer.body).reservation,
            let reservation = try? record.reservation()
        else { throw .malformed }
        return reservation
    }

    /// As the protocol says.
    public func cancel(_ reservation: ReservationID, of user: UserID) async throws(ReservationsError) {
        // What is a step in a path can't be an identifier in it.
        guard !Self.steps.contains(reservation.rawValue) else { throw .unknownReservation }
        let path = ["users", user.rawValue, "reservations", reservation.rawValue]
        guard try await send("DELETE", path, [:], nil).status == 204 else { throw .malformed }
    }

    /// As the protocol says.
    public func reservations(of user: UserID) async throws(ReadError) -> Snapshot<[Reservation]> {
        do throws(StoreFailure) {
            return try await pages.records(
                "reservations",
                of: user,
                identity: \Reservation.id,
                called: "id",
                read: { (record: ReservationRecord) throws(UnreadableField) in try record.reservation() }
            ).map { $0.sorted(by: Reservation.newestFirst) }
        } catch {
            throw ReadError(error)
        }
    }

    private struct Made: Decodable {
        let reservation: ReservationRecord
    }

    private static let steps: Set = ["", ".", ".."]

    private func send(
        _ method: String,
        _ path: [String],
        _ headers: [String: String],
        _ body: Data?
    ) async throws(ReservationsError) -> HTTPAnswer {
        guard !Self.steps.contains(path[1]) else { throw .unknownUser }
        guard let url = baseURL.endpoint(path) else { throw .unavailable }
        let request = HTTPRequest(
            method: method,
            url: url,
            headers: headers.merging(["Accept": "application/json"]) { $1 },
            body: body
        )
        let answer: HTTPAnswer
        do throws(StoreFailure) {
            answer = try await transport.answer(to: request)
        } catch {
            throw ReservationsError(error)
        }
        if Task.isCancelled { throw .cancelled }
        switch (answer.status, ProblemCode(answer)?.code) {
        case (200..<300, _): return answer
        case (401, _): throw .unauthorised
        case (404, "unknown_user"): throw .unknownUser
        case (404, "unknown_reservation"): throw .unknownReservation
        case (409, "name_taken"): throw .taken
        case (403, _), (409, _?), (422, _?): throw .refused
        case (429, _), (500..., _): throw .unavailable
        default: throw .malformed
        }
    }
}

extension ReservationsError {
    fileprivate init(_ failure: StoreFailure) {
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
