struct ReservationIdentifierOfTheStore: Sendable {}
enum ReservationFailureOfTheStore: Error {
    case gone
}

protocol ReservationsOfTheStore: Sendable {
    func reserve(
        _ identifier: ReservationIdentifierOfTheStore,
        for customerWithALongName: String,
        until dayOfTheWeekInText: String
    ) async throws(ReservationFailureOfTheStore) -> ReservationIdentifierOfTheStore
    func cancelEveryReservation(of customerWithALongName: String, because reasonInTheirOwnWords: String, at: Int)
        -> [String: Int]
    var statusesOfAllReservations: [ReservationIdentifierOfTheStore.Type] {
        get async throws(ReservationFailureOfTheStore)
    }
}

func checkLongLines() async throws {
    let fake = MockReservationsOfTheStore(reserve: { identifier, _, _ in identifier })
    _ = try await fake.reserve(ReservationIdentifierOfTheStore(), for: "a", until: "b")
    expect(fake.reserveCalls.inputs.map(\.customerWithALongName) == ["a"])
    expect(fake.cancelEveryReservation(of: "a", because: "b", at: 1) == [:])
}
