import AccountSandbox
import Domain
import Foundation
import StoreClient
import Synchronization
import TestSupport
import Testing

@Suite("Tokens in a file", .timeLimit(.minutes(15)))
struct FileTokenStoreTests {
    private func withStore<Result>(
        _ body: (FileTokenStore, URL, Told) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tokens-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let told = Told()
        let store = FileTokenStore(
            folder: folder,
            server: StoreServer(named: "store"),
            clock: ContinuousClock(),
            warn: told.tell
        )
        return try await body(store, folder, told)
    }

    private func kept(_ store: FileTokenStore) async throws -> StoredTokens {
        try await store.load()
    }

    private func mode(_ file: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }

    @Test("Where there is no file nobody has signed in, and none is made")
    func none() async throws {
        try await withStore { store, folder, _ async throws in
            #expect(try await kept(store) == .none)
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }
    }

    @Test("What is saved is read back, also by another process", arguments: [nil, "refresh"], [nil, 1_795_253_400.25])
    func roundTrip(refresh: String?, ends: TimeInterval?) async throws {
        try await withStore { store, folder, _ async throws in
            let tokens = Tokens(
                user: UserID("ädä"),
                accessToken: "access",
                refreshToken: refresh,
                expiresAt: ends.map(Date.init(timeIntervalSince1970:))
            )
            try await store.save(TokenStage.good)
            try await store.save(tokens)
            let other = FileTokenStore(
                folder: folder,
                server: StoreServer(named: "store"),
                clock: ContinuousClock(),
                warn: { _ in }
            )
            #expect(try await kept(other) == .tokens(tokens))
        }
    }

    @Test("After a sign-out the file has a token to revoke and nothing else, and none once that is done")
    func erased() async throws {
        try await withStore { store, folder, _ async throws in
            try await store.save(TokenStage.good)
            // What a process that was killed leaves, and a file that was set aside.
            for suffix in ["7F.draft", "corrupt-1"] {
                try Data("good".utf8).write(to: folder.appendingPathComponent("tokens-store.json.\(suffix)"))
            }
            try await store.erase()
            #expect(try await kept(store) == .signedOut)
            #expect(try await store.queuedRevocations() == ["refresh-good"])
            try await store.endRevocation(of: "refresh-good")
            #expect(try await kept(store) == .signedOut)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
                #expect(!text.contains("good"))
            }
        }
    }

    @Test("Tokens replace what is expected, and nothing that another process has stored since")
    func expected() async throws {
        try await withStore { store, folder, _ async throws in
            #expect(try await store.save(TokenStage.good, over: StoredTokens.none))
            #expect(try await store.save(TokenStage.new, over: StoredTokens.none) == false)
            #expect(try await store.save(TokenStage.new, over: .tokens(TokenStage.good)))
            try await store.erase()
            #expect(try await store.save(TokenStage.good, over: .tokens(TokenStage.new)) == false)
            #expect(try await kept(store) == .signedOut)
        }
    }

    @Test("A revocation that is queued before anybody has signed in leaves it at that")
    func queuedFresh() async throws {
        try await withStore { store, _, _ async throws in
            for number in 1...70 { try await store.queueRevocation(of: "token-\(number)") }
            #expect(try await kept(store) == .none)
            #expect(try await store.queuedRevocations() == (7...70).map { "token-\($0)" })
        }
    }

    @Test("File and folder are for their owner alone, and nothing else is left behind")
    func modes() async throws {
        try await withStore { store, folder, _ async throws in
            _ = await store.exclusively { try? await store.save(TokenStage.good) }
            #expect(try mode(folder) == 0o700)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(Set(names) == ["tokens-store.json", "tokens-store.lock", "tokens-store.change"])
            for name in names { #expect(try mode(folder.appendingPathComponent(name)) == 0o600) }
        }
    }

    @Test("Servers have files of their own")
    func names() async throws {
        try await withStore { store, folder, _ async throws in
            try await store.save(TokenStage.good)
            let other = FileTokenStore(
                folder: folder,
                server: StoreServer(named: "other"),
                clock: ContinuousClock(),
                warn: { _ in }
            )
            #expect(try await kept(other) == .none)
        }
    }

    @Test(
        "A file that can't be understood is set aside by name, never deleted, and sign-in is asked for",
        arguments: [
            "", "{", "[]", "\u{0}", "{}", #"{"version":0}"#, #"{"version":1,"user":"ada"}"#,
            #"{"version":1,"user":"ada","access_token":7}"#,
        ]
    )
    func corrupt(text: String) async throws {
        try await withStore { store, folder, told async throws in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent("tokens-store.json")
            for number in 1...2 {
                try Data(text.utf8).write(to: file)
                #expect(try await kept(store) == .none)
                let aside = folder.appendingPathComponent("tokens-store.json.corrupt-\(number)")
                #expect(try Data(contentsOf: aside) == Data(text.utf8))
            }
            let setAside = told.texts.filter { $0.contains("set aside") }
            #expect(setAside.count == 2)
            #expect(setAside.first?.contains("tokens-store.json.corrupt-1") == true)
            #expect(try await kept(store) == .none)
        }
    }

    @Test("Where nothing can be written, that is told and what was there stays")
    func unwritable() async throws {
        try await withStore { _, folder, _ async throws in
            try Data().write(to: folder)
            let store = FileTokenStore(
                folder: folder,
                server: StoreServer(named: "store"),
                clock: ContinuousClock(),
                warn: { _ in }
            )
            await #expect(throws: TokenStoreError.unwritable) { try await store.save(TokenStage.good) }
            await #expect(throws: TokenStoreError.unwritable) { try await store.erase() }
            #expect(try await kept(store) == .none)
            #expect(await store.exclusively { 7 } == 7)
        }
    }

    @Test("A folder in the file's place can't be read, and is not taken for nobody")
    func unreadable() async throws {
        try await withStore { store, folder, _ async throws in
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("tokens-store.json"),
                withIntermediateDirectories: true
            )
            await #expect(throws: TokenStoreError.unreadable) { try await store.load() }
        }
    }

    @Test("Of many who work exclusively, over stores of their own, one does at a time")
    func exclusive() async throws {
        try await withStore { _, folder, _ async throws in
            let inside = Shared((now: 0, most: 0))
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let store = FileTokenStore(
                            folder: folder,
                            server: StoreServer(named: "store"),
                            clock: ContinuousClock()
                        ) { _ in }
                        await store.exclusively {
                            inside.value.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                            for _ in 0..<5 { await Task.yield() }
                            inside.value.withLock { $0.now -= 1 }
                        }
                    }
                }
            }
            #expect(inside.value.withLock { $0.most } == 1)
        }
    }

    @Test("Who waits for others until the clock says so goes on beside them")
    func impatient() async throws {
        try await withStore { store, folder, _ async throws in
            let impatient = FileTokenStore(
                folder: folder,
                server: StoreServer(named: "store"),
                clock: RushingClock(),
                warn: { _ in }
            )
            let value = await store.exclusively { await impatient.exclusively { 7 } }
            #expect(value == 7)
        }
    }

    @Test("Sessions of several processes over one file make one renewal, and none loses its sign-in")
    func processes() async throws {
        try await withStore { _, folder, _ async throws in
            let server = try await SandboxServer.start(SandboxConfiguration())
            let transport = URLSessionTransport(deadline: .seconds(20), largestBody: 1 << 20, clock: StoppedClock())
            func session(now: @escaping @Sendable () -> Date) -> StoreSession {
                StoreSession(
                    baseURL: server.url,
                    clientID: nil,
                    transport: transport,
                    store: FileTokenStore(
                        folder: folder,
                        server: StoreServer(named: "store"),
                        clock: ContinuousClock(),
                        warn: { _ in }
                    ),
                    legacyToken: { nil },
                    now: now
                )
            }
            let credentials = Credentials(login: "ada", password: "analytical-engine")
            // A token that was issued in the past is expired now.
            _ = try await StoreSignIn(session: session { Date(timeIntervalSinceNow: -1000) }).signIn(with: credentials)
            let sessions = (0..<4).map { _ in session { Date() } }
            let tokens = await withTaskGroup(of: String?.self) { group in
                for index in 0..<100 { group.addTask { try? await sessions[index % 4].tokens().accessToken } }
                return await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(tokens.count == 1)
            #expect(tokens.first != .some(nil))
            // One for the sign-in, one for the renewal.
            #expect(server.requests.count { $0.path == "/auth/token" } == 2)
            await server.stop()
        }
    }
}

/// Records the messages of a hook, for a test to read.
final class Told: Sendable {
    private let entries = Mutex<[String]>([])

    func tell(_ text: String) { entries.withLock { $0.append(text) } }

    var texts: [String] { entries.withLock { $0 } }
}

/// A value that closures share.
final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) {
        self.value = Mutex(value)
    }
}
