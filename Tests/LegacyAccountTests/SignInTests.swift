import Foundation
@preconcurrency import LegacyAccount
import Testing

@Suite("AccountService signs in")
struct SignInTests {
    @Test("A first fetch signs in, exchanges the session for a token, and fetches")
    func firstFetch() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, _ in
                let answer = await fetchOrders()
                #expect(answer.data == LegacyStore.orders && answer.error == nil)
                #expect(store.requests == [LegacyStore.login, LegacyStore.exchange, LegacyStore.getOrders])
                #expect(AccountService.shared.userID == "ada")
                #expect(AccountService.shared.accessToken == "token-2")
            }
        }
    }

    @Test("Signing in asks the server only if there is no session")
    func signIn() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, _ in
                #expect(await AccountService.shared.signIn() == nil)
                #expect(await AccountService.shared.signIn() == nil)
                #expect(store.requests == [LegacyStore.login])
            }
        }
    }

    @Test("The next process needs one request, with the token that was kept")
    func nextProcess() async throws {
        let store = try LegacyStore()
        try await withFolder { folder in
            for _ in 1...2 {
                await #expect(processExitsWith: .success) { [url = store.url as URL, folder = folder as URL] in
                    configureService(url, folder)
                    #expect(await fetchOrders().error == nil)
                    #expect(AccountService.shared.userID == "ada")
                }
            }
        }
        #expect(
            store.requests
                == [LegacyStore.login, LegacyStore.exchange, LegacyStore.getOrders, LegacyStore.getOrders]
        )
    }

    @Test("Nobody else may read what is kept")
    func privacy() async {
        await #expect(processExitsWith: .success) {
            try await withService { _, folder in
                _ = await fetchOrders()
                let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                    .filter { $0.hasSuffix(".json") }
                #expect(files.count == 2)
                for file in files {
                    let path = folder.appending(path: file).path
                    let attributes = try FileManager.default.attributesOfItem(atPath: path)
                    #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
                }
            }
        }
    }

    @Test("An expired token is exchanged before the request")
    func expiredToken() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, _ in
                store.change { $0.lifetime = -1 }
                _ = await fetchOrders()
                #expect(AccountService.shared.accessToken == nil)
                store.change { $0.requests = [] }
                #expect(await fetchOrders().error == nil)
                #expect(store.requests == [LegacyStore.exchange, LegacyStore.getOrders])
            }
        }
    }

    @Test("A refused token is exchanged, and the request repeated")
    func refusedToken() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, _ in
                _ = await fetchOrders()
                store.change {
                    $0.tokens = []
                    $0.requests = []
                }
                #expect(await fetchOrders().error == nil)
                #expect(store.requests == [LegacyStore.getOrders, LegacyStore.exchange, LegacyStore.getOrders])
            }
        }
    }

    @Test("A refused session leads to one new sign-in")
    func refusedSession() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, _ in
                _ = await fetchOrders()
                store.change {
                    $0.tokens = []
                    $0.sessions = []
                    $0.requests = []
                }
                #expect(await fetchOrders().error == nil)
                #expect(
                    store.requests == [
                        LegacyStore.getOrders, LegacyStore.exchange, LegacyStore.login, LegacyStore.exchange,
                        LegacyStore.getOrders,
                    ]
                )
            }
        }
    }

    @Test("A server that refuses each token is asked twice, and what was kept is not shown")
    func unauthorized() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, _ in
                _ = await fetchOrders()
                store.misbehave(LegacyStore.getOrders, .http(401, ""))
                store.change { $0.requests = [] }
                let answer = await fetchOrders()
                #expect(answer.data == nil && answer.error == .unauthorized)
                #expect(store.requests.filter { $0 == LegacyStore.getOrders }.count == 2)
            }
        }
    }

    @Test("A refused token that asks for Basic authentication does not hang the call")
    func basicChallenge() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, _ in
                let challenge = ["WWW-Authenticate: Basic realm=\"-\""]
                store.misbehave(LegacyStore.getOrders, .http(401, "{}", headers: challenge))
                #expect(await fetchOrders().error == .unauthorized)
            }
        }
    }

    @Test("A wrong password is told, and touches nothing that was kept")
    func badCredentials() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, folder in
                _ = await fetchOrders()
                let before = try copies(in: folder)
                store.change {
                    $0.tokens = []
                    $0.sessions = []
                }
                configureService(store.url, folder) { $0.password = "wrong" }
                let answer = await fetchOrders()
                #expect(answer.data == nil && answer.error == .badCredentials)
                #expect(try copies(in: folder) == before)
                #expect(AccountService.shared.userID == "ada")
            }
        }
    }

    @Test("Another login does not use the session that was kept")
    func otherLogin() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, folder in
                _ = await fetchOrders()
                configureService(store.url, folder) { $0.login = "grace@example.com" }
                #expect(AccountService.shared.userID == nil && AccountService.shared.accessToken == nil)
                #expect(await fetchOrders().error == .badCredentials)
            }
        }
    }

    @Test("Neither warnings, answers nor URLs hold a secret")
    func secrets() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, folder in
                let warnings = Warnings()
                configureService(store.url, folder) { $0.onWarning = warnings.add }
                try FileManager.default.createDirectory(
                    at: folder.appending(path: "session.json/in-the-way"),
                    withIntermediateDirectories: true
                )
                store.misbehave(LegacyStore.getOrders, .http(500, "{}"))
                let answer = await fetchOrders()
                #expect(!warnings.all.isEmpty)
                for secret in ["session-1", "token-2", "wörd", "w%C3%B6rd"] {
                    #expect(!"\(warnings.all) \(answer) \(store.requests)".contains(secret), "\(secret)")
                }
            }
        }
    }
}
