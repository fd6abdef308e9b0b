import Domain
import Foundation
import StoreClient
import Testing

/// Tests with a server from another project. `.ci/servers oauth` installs and starts it, and provides its address.
@Suite(
    "Tokens of an OAuth server that is not ours",
    .enabled(
        if: ProcessInfo.processInfo.environment["SEAM_OAUTH_SERVER"] != nil,
        "SEAM_OAUTH_SERVER is not set; `.ci/servers oauth` starts one and runs these."
    ),
    .timeLimit(.minutes(15))
)
struct OAuthServerTests {
    /// A session with the server, and its requests.
    private struct Stage {
        let base: URL
        let wire: ScriptedTransport
        let store: InMemoryTokenStore
        let session: StoreSession

        /// - Parameter age: The number of seconds that our clock is ahead of the server's.
        init(_ store: InMemoryTokenStore = InMemoryTokenStore(), age: TimeInterval = 0, legacy: String? = nil) throws {
            let text = ProcessInfo.processInfo.environment["SEAM_OAUTH_SERVER"] ?? ""
            base = try #require(URL(string: text))
            let transport = URLSessionTransport(deadline: .seconds(30), largestBody: 1 << 20, clock: ContinuousClock())
            wire = ScriptedTransport { request throws(HTTPTransportError) in try await transport.send(request) }
            self.store = store
            session = StoreSession(
                baseURL: base,
                clientID: "seam",
                transport: wire,
                store: store,
                legacyToken: { legacy.map { LegacyToken(user: UserID("ada"), token: $0) } },
                now: { Date(timeIntervalSinceNow: age) }
            )
        }

        var orders: StoreFetchUserOrder {
            StoreFetchUserOrder(
                StoreAPI(
                    baseURL: base,
                    transport: AuthorizedTransport(session: session, transport: wire),
                    now: { Date() }
                )
            )
        }

        func signIn(password: String = "analytical-engine") async throws -> UserID {
            let credentials = Credentials(login: "ada", password: password)
            return try await StoreSignIn(session: session).signIn(with: credentials)
        }

        var grants: [String] {
            wire.requests.filter { $0.url.lastPathComponent == "token" }.map {
                String(TokenStage.asked($0).split(separator: " ")[1])
            }
        }
    }

    @Test("A password gets tokens that open what the server guards")
    func signsIn() async throws {
        let stage = try Stage()
        #expect(try await stage.signIn() == UserID("ada"))
        #expect(try await stage.orders.fetchOrders(for: UserID("ada")).value == [])
        #expect(stage.grants == ["password"])
    }

    @Test("A wrong password is a wrong password")
    func wrongPassword() async throws {
        let stage = try Stage()
        await #expect(throws: SignInError.wrongCredentials) { try await stage.signIn(password: "wrong") }
        #expect(await stage.store.load() == .none)
    }

    @Test("500 callers with an expired token make one refresh, and its tokens are good")
    func refreshes() async throws {
        let first = try Stage()
        _ = try await first.signIn()
        let stage = try Stage(first.store, age: 1e9)
        let tokens = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<500 { group.addTask { try? await stage.session.tokens().accessToken } }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
        #expect(stage.grants == ["refresh_token"])
        #expect(try await first.orders.fetchOrders(for: UserID("ada")).value == [])
        #expect(first.grants == ["password"])
    }

    @Test("A refresh token that was used is refused, and nothing is deleted")
    func used() async throws {
        let stage = try Stage()
        _ = try await stage.signIn()
        let old = await stage.store.load()
        _ = try await Stage(stage.store, age: 1e9).session.tokens()
        let late = try Stage(InMemoryTokenStore(old), age: 1e9)
        await #expect(throws: StoreSession.Failure.signInNeeded) { try await late.session.tokens() }
        #expect(await late.store.load() == old)
    }

    @Test("An access token that the server has ended is renewed by the request that finds out")
    func revokedElsewhere() async throws {
        let stage = try Stage()
        _ = try await stage.signIn()
        guard case .tokens(let tokens) = await stage.store.load() else {
            Issue.record("nothing was kept")
            return
        }
        // The server ends the access token when another session uses the refresh token; give this one the new one.
        let other = try await Stage(InMemoryTokenStore(.tokens(tokens)), age: 1e9).session.tokens()
        _ = await stage.store.save(
            Tokens(
                user: tokens.user,
                accessToken: tokens.accessToken,
                refreshToken: other.refreshToken,
                expiresAt: tokens.expiresAt
            ),
            over: nil
        )
        #expect(try await stage.orders.fetchOrders(for: UserID("ada")).value == [])
        #expect(stage.grants == ["password", "refresh_token"])
    }

    @Test("Signing out ends the tokens at the server")
    func signsOut() async throws {
        let stage = try Stage()
        _ = try await stage.signIn()
        let kept = await stage.store.load()
        try await StoreSignOut(session: stage.session).signOut(discardingPendingChanges: false)
        while !stage.wire.requests.contains(where: { $0.url.lastPathComponent == "revoke" }) { await Task.yield() }
        // It has been sent; later requests find that it has ended, sooner or later.
        let again = try Stage(InMemoryTokenStore(kept))
        while (try? await again.orders.fetchOrders(for: UserID("ada"))) != nil {}
        await #expect(throws: UserOrdersError.unauthorised) {
            try await again.orders.fetchOrders(for: UserID("ada"))
        }
    }

    @Test("A legacy token is exchanged, and one that nobody knows is not")
    func exchanges() async throws {
        let stage = try Stage(legacy: "a-legacy-token")
        #expect(try await stage.orders.fetchOrders(for: UserID("ada")).value == [])
        #expect(stage.grants == ["token-exchange"])

        let nobody = try Stage(legacy: "nonsense")
        await #expect(throws: UserOrdersError.unauthorised) { try await nobody.orders.fetchOrders(for: UserID("ada")) }
    }
}
