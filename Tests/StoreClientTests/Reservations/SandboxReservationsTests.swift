import AccountSandbox
import Domain
import Foundation
import StoreClient
import Testing

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("Reservations over HTTP, asking the sandbox", .serialized, .timeLimit(.minutes(15)))
struct SandboxReservationsTests {
    private let user = UserID("ada")
    private let name = InternetName("example.com")

    private func with(
        _ configuration: SandboxConfiguration = SandboxConfiguration(),
        attempts: Int = 1,
        _ body: (StoreReservations, SandboxServer) async throws -> Void
    ) async throws {
        try await SignedInServer.with(configuration) { signedIn in
            let transport = RetryingTransport(
                FreshConnections(),
                limits: RetryingTransport.Limits(attempts: attempts, deadline: .seconds(60), firstWait: .zero),
                clock: ContinuousClock(),
                fraction: { 0 },
                now: { Date() }
            )
            try await body(StoreReservations(signedIn.api(over: transport)), signedIn.server)
        }
    }

    private func key(_ text: String = "key-1") throws -> IdempotencyKey { try #require(IdempotencyKey(text)) }

    @Test("A reservation whose answer is lost is made once, however often it is asked for again")
    func lostAnswer() async throws {
        try await with { store, server async throws in
            server.setFaults([SandboxFault(.dropApplied)])
            for _ in 0..<3 {
                await #expect(throws: ReservationsError.unavailable) {
                    try await store.reserve(name, for: user, key: key())
                }
            }
            server.setFaults([])
            let made = try await store.reserve(name, for: user, key: key())
            #expect(try await store.reservations(of: user).value == [made])
        }
    }

    @Test("A transport that repeats requests does not repeat reservations")
    func retried() async throws {
        var configuration = SandboxConfiguration()
        configuration.faults = [SandboxFault(.dropApplied, rate: 0.5)]
        try await with(configuration, attempts: 30) { store, server in
            for number in 0..<10 {
                _ = try await store.reserve(
                    InternetName("name-\(number).example"),
                    for: user,
                    key: key("key-\(number)")
                )
            }
            #expect(try await store.reservations(of: user).value.count == 10)
            #expect(server.requests.count { $0.method == "POST" && $0.path.hasSuffix("reservations") } > 10)
        }
    }

    @Test(
        "A refusal is told as what it is",
        arguments: [("a b", ReservationsError.refused), ("", .refused), (String(repeating: "x", count: 300), .refused)]
    )
    func refused(text: String, error: ReservationsError) async throws {
        try await with { store, _ async throws in
            await #expect(throws: error) { try await store.reserve(InternetName(text), for: user, key: key()) }
        }
    }

    @Test("A name is held once, whoever asks and however it is written")
    func taken() async throws {
        try await with { store, _ async throws in
            _ = try await store.reserve(name, for: user, key: key())
            await #expect(throws: ReservationsError.taken) {
                try await store.reserve(InternetName("EXAMPLE.com"), for: UserID("yuki"), key: key("key-2"))
            }
            await #expect(throws: ReservationsError.unknownReservation) {
                try await store.cancel(ReservationID("90001"), of: UserID("yuki"))
            }
            await #expect(throws: ReadError.unknownUser) { try await store.reservations(of: UserID("nobody")) }
        }
    }

    @Test(
        "A fault of the store is told as what it is",
        arguments: [
            (SandboxFault.Kind.drop, ReadError.unavailable), (.truncated, .malformed), (.html, .malformed),
            (.malformed, .malformed), (.unauthorised, .unauthorised), (.tooManyRequests, .busy),
            (.unavailable, .unavailable), (.serverError, .unavailable),
        ]
    )
    func faults(kind: SandboxFault.Kind, error: ReadError) async throws {
        try await with { store, server async throws in
            server.setFaults([SandboxFault(kind)])
            await #expect(throws: ReservationsError(error)) { try await store.reserve(name, for: user, key: key()) }
            await #expect(throws: error) { try await store.reservations(of: user) }
        }
    }

    @Test("What one store has kept, another over the same folder goes on with")
    func kept() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "seam-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let configuration = SandboxConfiguration(stateFolder: folder)
        var made: Reservation?
        try await with(configuration) { store, _ in made = try await store.reserve(name, for: user, key: key()) }
        try await with(configuration) { store, _ async throws in
            let made = try #require(made)
            #expect(try await store.reservations(of: user).value == [made])
            #expect(try await store.reserve(name, for: user, key: key()) == made)
            try await store.cancel(made.id, of: user)
        }
        try await with(configuration) { store, _ async throws in
            #expect(try await store.reservations(of: user).value == [])
        }
    }
}

/// A connection for each request.
private struct FreshConnections: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer {
        try await SignedInServer.wire().send(request)
    }
}
