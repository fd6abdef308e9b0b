import AccountSandbox
import Domain
import Foundation
import StoreClient
import Synchronization
import TestSupport
import Testing

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("The store's lists, asking the sandbox", .serialized, .timeLimit(.minutes(15)))
struct SandboxUserListTests {
    /// A client of the store, in which the demo user is signed in.
    private struct Client {
        let server: SandboxServer
        let session: StoreSession
        let orders: StoreFetchUserOrder
        let addresses: StoreFetchUserAddresses
    }

    private func withClient(
        _ configuration: SandboxConfiguration = SandboxConfiguration(),
        clock: any Clock<Duration> = StoppedClock(),
        _ body: (Client) async throws -> Void
    ) async throws {
        try await SignedInServer.with(configuration) { signedIn in
            let api = signedIn.api(over: SignedInServer.wire(clock: clock)) { [session = signedIn.session] transport in
                RevalidatingTransport(transport, capacity: 1 << 20, account: { await session.user })
            }
            let client = Client(
                server: signedIn.server,
                session: signedIn.session,
                orders: StoreFetchUserOrder(api),
                addresses: StoreFetchUserAddresses(api)
            )
            try await body(client)
        }
    }

    private static let ada = UserID("ada")

    @Test("Orders and addresses come live and complete")
    func complete() async throws {
        try await withClient { client async throws in
            let orders = try await client.orders.fetchOrders(for: Self.ada)
            let addresses = try await client.addresses.fetchAddresses(for: Self.ada)

            #expect(orders.value.count == 12)
            #expect(orders.freshness == .live)
            #expect(orders.unreadable == [])
            #expect(addresses.value.map(\.id.rawValue) == ["A-1", "A-2", "A-3"])
            #expect(addresses.freshness == .live)
        }
    }

    @Test("All that is rare and valid is read", arguments: ["grace", "yuki", "noor", "zoe", "edge"])
    func rare(user: String) async throws {
        try await withClient { client async throws in
            let orders = try await client.orders.fetchOrders(for: UserID(user))
            let addresses = try await client.addresses.fetchAddresses(for: UserID(user))
            #expect(orders.unreadable == [])
            #expect(addresses.unreadable == [])
        }
    }

    @Test("1,000 orders come in five pages, and the second time none of them is sent")
    func pages() async throws {
        try await withClient(SandboxConfiguration(orderCount: 1000)) { client async throws in
            let first = try await client.orders.fetchOrders(for: Self.ada)
            let second = try await client.orders.fetchOrders(for: Self.ada)

            #expect(first.value.count == 1000)
            #expect(second == first)
            #expect(client.server.requests.count { $0.path.hasSuffix("/orders") } == 10)
        }
    }

    @Test("Nobody's lists are told as nobody's")
    func nobody() async throws {
        try await withClient { client async throws in
            await #expect(throws: UserOrdersError.unknownUser) {
                try await client.orders.fetchOrders(for: UserID("nobody"))
            }
        }
    }

    @Test("A token that ends in the middle is renewed, and nobody notices")
    func expires() async throws {
        let clock = Shared(Date())
        let configuration = SandboxConfiguration(now: { clock.value.withLock { $0 } })
        try await withClient(configuration) { client async throws in
            _ = try await client.orders.fetchOrders(for: Self.ada)
            // The store's clock is ahead; according to ours the token is valid.
            clock.value.withLock { $0 += 400 }
            let orders = try await client.orders.fetchOrders(for: Self.ada)

            #expect(orders.value.count == 12)
            #expect(client.server.requests.count { $0.path == "/auth/token" } == 2)
        }
    }

    @Test("After signing out there is nothing to see, and the store has ended the tokens")
    func signedOut() async throws {
        try await withClient { client async throws in
            try await StoreSignOut(session: client.session).signOut(discardingPendingChanges: false)
            await #expect(throws: UserOrdersError.unauthorised) { try await client.orders.fetchOrders(for: Self.ada) }
        }
    }

    @Test("Five wrong passwords lock the login, and it is told for how long")
    func locked() async throws {
        try await withClient { client async throws in
            let signIn = StoreSignIn(session: client.session)
            var errors: [SignInError] = []
            for _ in 0..<5 {
                do throws(SignInError) {
                    _ = try await signIn.signIn(with: Credentials(login: "ada", password: "wrong-password"))
                } catch {
                    errors.append(error)
                }
            }
            #expect(errors.prefix(4) == [.wrongCredentials, .wrongCredentials, .wrongCredentials, .wrongCredentials])
            guard case .locked(let until?)? = errors.last else {
                Issue.record("not locked: \(errors)")
                return
            }
            #expect((880...901).contains(until.timeIntervalSinceNow))
            // The signed-in user stays the same.
            #expect(try await client.orders.fetchOrders(for: Self.ada).value.count == 12)
        }
    }

    @Test("A legacy token is exchanged for the store's, and stays good")
    func exchange() async throws {
        let server = try await SandboxServer.start()
        let wire = URLSessionTransport(deadline: .seconds(10), largestBody: 1 << 20, clock: StoppedClock())
        func legacy(_ path: String, _ form: String, _ field: String) async throws -> String {
            let request = HTTPRequest(
                method: "POST",
                url: server.url.appending(path: path),
                headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Data(form.utf8)
            )
            let answer = try await wire.send(request)
            let json = try #require(try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
            return try #require((json["data"] as? [String: Any])?[field] as? String)
        }
        let id = try await legacy("legacy/login", "login=ada&password=analytical-engine", "session")
        let token = try await legacy("legacy/token", "session=\(id)", "token")
        let session = StoreSession(
            baseURL: server.url,
            clientID: nil,
            transport: wire,
            store: InMemoryTokenStore(),
            legacyToken: { LegacyToken(user: Self.ada, token: token) },
            now: { Date() }
        )
        let transport = AuthorizedTransport(session: session, transport: wire)
        let orders = StoreFetchUserOrder(StoreAPI(baseURL: server.url, transport: transport, now: { Date() }))

        #expect(try await orders.fetchOrders(for: Self.ada).value.count == 12)
        let still = try await wire.send(
            HTTPRequest(
                url: server.url.appending(path: "legacy/users/ada/orders"),
                headers: ["X-Account-Token": token]
            )
        )
        #expect(still.status == 200)
        await server.stop()
    }

    @Test(
        "A fault of the store is told as what it is",
        arguments: [
            (SandboxFault.Kind.drop, UserOrdersError.unavailable), (.cut, .unavailable), (.truncated, .malformed),
            (.html, .malformed), (.malformed, .malformed), (.unauthorised, .unauthorised),
            (.tooManyRequests, .busy), (.unavailable, .unavailable), (.serverError, .unavailable),
            (.endless, .malformed),
        ]
    )
    func faults(kind: SandboxFault.Kind, error: UserOrdersError) async throws {
        try await withClient(SandboxConfiguration(faults: [SandboxFault(kind)])) { client async throws in
            await #expect(throws: error) { try await client.orders.fetchOrders(for: Self.ada) }
        }
    }

    @Test(
        "A store that never ends its answer is unavailable at the deadline",
        arguments: [
            SandboxFault.Kind.silent, .stall,
        ]
    )
    func slow(kind: SandboxFault.Kind) async throws {
        let configuration = SandboxConfiguration(faults: [SandboxFault(kind)])
        try await withClient(configuration, clock: RushingClock()) { client async throws in
            await #expect(throws: UserOrdersError.unavailable) { try await client.orders.fetchOrders(for: Self.ada) }
        }
    }

    @Test(
        "What is wrong in a list is told, and the rest is listed",
        arguments: [
            (SandboxFault.Kind.unreadableRecord, ["orders[6].total"], 11), (.duplicateID, ["orders[12].number"], 12),
            (.unknownStatus, [], 12),
        ]
    )
    func content(kind: SandboxFault.Kind, unreadable: [String], count: Int) async throws {
        try await withClient(SandboxConfiguration(faults: [SandboxFault(kind)])) { client async throws in
            let answer = try await client.orders.fetchOrders(for: Self.ada)
            #expect(answer.unreadable.map(\.description) == unreadable)
            #expect(answer.value.count == count)
            #expect(answer.value.contains { $0.status == .unknown("on_hold") } == (kind == .unknownStatus))
        }
    }

    @Test("An old copy is as old as it says, sent or vouched for")
    func stale() async throws {
        try await withClient(SandboxConfiguration(faults: [SandboxFault(.stale)])) { client async throws in
            for _ in 0..<2 {
                let answer = try await client.orders.fetchOrders(for: Self.ada)
                guard case .cached(let asOf) = answer.freshness else {
                    Issue.record("\(answer.freshness)")
                    return
                }
                #expect(abs(asOf.timeIntervalSinceNow + 172_800) < 60)
            }
        }
    }

    @Test("An answer that was damaged once is not vouched for afterwards")
    func damagedOnce() async throws {
        // Half of all responses, and the same ones on every run.
        let configuration = SandboxConfiguration(faults: [SandboxFault(.truncated, rate: 0.5)])
        try await withClient(configuration) { client async throws in
            var outcomes: [Bool] = []
            for _ in 0..<20 {
                do throws(UserOrdersError) {
                    _ = try await client.orders.fetchOrders(for: Self.ada)
                    outcomes.append(true)
                } catch {
                    #expect(error == .malformed)
                    outcomes.append(false)
                }
            }
            #expect(outcomes.contains(true))
            #expect(outcomes.last == true)
        }
    }
}
