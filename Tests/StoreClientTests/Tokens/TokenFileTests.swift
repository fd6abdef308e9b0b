import Domain
import Foundation
import StoreClient
import Synchronization
import Testing

/// The file of the tokens beside those of other servers and versions, and on a disk that takes no more.
@Suite("The file of the tokens", .timeLimit(.minutes(15)))
struct TokenFileTests {
    private func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    private func store(_ address: String, in folder: URL, _ told: Told = Told()) throws -> FileTokenStore {
        FileTokenStore(
            folder: folder,
            server: StoreServer(try #require(URL(string: address))),
            clock: ContinuousClock(),
            warn: told.tell
        )
    }

    @Test("A renewal isn't begun if its result can't be stored, and the tokens stay usable for a later one")
    func noRoom() async throws {
        let store = FullStore()
        let stage = TokenStage(store: store)
        #expect(await stage.outcome() == .failure(.notStored))
        #expect(stage.asked == [])
        store.isFull.withLock { $0 = false }
        #expect(await stage.outcome() == .success(TokenStage.new))
        #expect(stage.asked == ["token refresh_token refresh-old"])
    }

    @Test(
        "A first sign-in, or an exchange of a legacy token, isn't begun either",
        arguments: [StoredTokens.none, .tokens(TokenStage.tokens("old", endsIn: 0, of: TokenStage.user))],
        [Credentials(login: "ada", password: "a"), nil]
    )
    func noRoomAtFirst(stored: StoredTokens, firstSignIn: Credentials?) async throws {
        let store = FullStore(stored)
        let legacy = LegacyToken(user: TokenStage.user, token: "legacy")
        let stage = TokenStage(store: store, firstSignIn: firstSignIn, legacy: legacy)
        #expect(await stage.outcome() == .failure(.notStored))
        #expect(stage.asked == [])
        store.isFull.withLock { $0 = false }
        #expect(await stage.outcome() == .success(TokenStage.new))
        #expect(await store.kept == .tokens(TokenStage.new))
    }

    @Test("Nobody's password is sent if the sign-in can't be stored")
    func noRoomToSignIn() async throws {
        let stage = TokenStage(store: FullStore())
        await #expect(throws: SignInError.notStored) {
            try await StoreSignIn(session: stage.session).signIn(with: Credentials(login: "ada", password: "a"))
        }
        #expect(stage.asked == [])
    }

    @Test("What was reserved is used by the next change, and nothing is left behind")
    func reserved() async throws {
        try await withFolder { folder in
            let store = try store("http://h", in: folder)
            try await store.reserve()
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            let reserved = try #require(names.first { $0.hasSuffix(".next") })
            let size = try Data(contentsOf: folder.appending(path: reserved)).count
            #expect(size > 3 * 8_192)
            try await store.save(TokenStage.good)
            #expect(try await store.load() == .tokens(TokenStage.good))
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: reserved).path))
        }
    }

    @Test("Who signs in over another has the other's token revoked; a renewal revokes nothing")
    func replaced() async throws {
        try await withFolder { folder in
            let store = try store("http://h", in: folder)
            try await store.save(TokenStage.good)
            #expect(try await store.save(TokenStage.new, over: .tokens(TokenStage.good)))
            #expect(try await store.queuedRevocations() == [])
            try await store.save(TokenStage.tokens("other", endsIn: 60, of: UserID("yuki")))
            #expect(try await store.queuedRevocations() == ["refresh-new"])
        }
    }

    @Test("Signing out of one server leaves the files of others, whatever their names look like")
    func neighbours() async throws {
        let addresses = [
            "http://h/a", "http://h/a.json", "http://h/a.json.next", "http://h/a.json.corrupt-1", "http://h",
        ]
        try await withFolder { folder in
            for address in addresses { try await store(address, in: folder).save(TokenStage.good) }
            try await store(addresses[0], in: folder).erase()
            for address in addresses {
                let expected: StoredTokens = address == addresses[0] ? .signedOut : .tokens(TokenStage.good)
                #expect(try await store(address, in: folder).load() == expected, "\(address)")
            }
        }
    }

    @Test("A file of a newer version is not used and not touched")
    func newer() async throws {
        try await withFolder { folder in
            let store = try store("http://h", in: folder)
            try await store.save(TokenStage.good)
            let name = try #require(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".json") }
            )
            let file = folder.appending(path: name)
            let text = #"{"version":2,"sign_ins":["anything"]}"#
            try Data(text.utf8).write(to: file)
            await #expect(throws: TokenStoreError.newerVersion) { try await store.load() }
            await #expect(throws: TokenStoreError.newerVersion) { try await store.erase() }
            #expect(try String(contentsOf: file, encoding: .utf8) == text)
        }
    }

    @Test(
        "A file of version 0.1.0 is used as it is: the sign-in, the sign-out, and what is to be revoked",
        arguments: [
            #"{"access_token":"a","expires_at":1795707215.5,"refresh_token":"r","revocations":["x","y"],"server":"http:\/\/h","#
                + #""user":"ada","version":1}"#,
            #"{"access_token":"a","user":"ada","version":1,"server":"http:\/\/h"}"#,
            #"{"revocations":["x","y"],"server":"http:\/\/h","version":1}"#,
            #"{"fresh":true,"revocations":["x","y"],"server":"http:\/\/h","version":1}"#,
        ]
    )
    func released(text: String) async throws {
        try await withFolder { folder in
            let told = Told()
            let file = folder.appending(
                path: "tokens-\(StoreServer(try #require(URL(string: "http://h"))).escapedDescription).json"
            )
            try Data(text.utf8).write(to: file)
            chmod(file.path, 0o600)
            let store = try store("http://h", in: folder, told)
            let stored = try await store.load()
            if text.contains("access_token") {
                guard case .tokens(let tokens) = stored else { throw TokenStoreError.unreadable }
                #expect(tokens.user == UserID("ada") && tokens.accessToken == "a")
                #expect((tokens.refreshToken == "r") == text.contains("refresh_token"))
            } else {
                #expect(stored == (text.contains("fresh") ? .none : .signedOut))
            }
            let old = text.contains("revocations") ? ["x", "y"] : []
            #expect(try await store.queuedRevocations() == old)
            try await store.erase()
            #expect(try await store.load() == .signedOut)
            let own = text.contains("access_token") ? [text.contains("refresh_token") ? "r" : "a"] : []
            #expect(try await store.queuedRevocations() == old + own)
            #expect(told.texts == [])
        }
    }

    @Test("A file that others could read is made private, and that is said")
    func readableByOthers() async throws {
        try await withFolder { folder in
            let told = Told()
            let store = try store("http://h", in: folder, told)
            try await store.save(TokenStage.good)
            let name = try #require(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".json") }
            )
            let file = folder.appending(path: name).path
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            #expect(try await store.load() == .tokens(TokenStage.good))
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(told.texts.count == 1 && told.texts[0].contains("Other users of this machine could read"))
        }
    }

    @Test(
        "Names of files have a limit, and those of an earlier version are taken over",
        arguments: [1, 60, 180, 2_000]
    )
    func longNames(length: Int) async throws {
        let path = String(repeating: "a", count: length)
        let server = StoreServer(try #require(URL(string: "https://shop.example/\(path)")))
        let other = StoreServer(try #require(URL(string: "https://shop.example/\(path)b")))
        #expect(server.fileName.utf8.count <= 96)
        #expect(server.fileName != other.fileName)
        try await withFolder { folder in
            let older = "tokens-\(server.escapedDescription).json"
            guard older.utf8.count <= 255 else { return }
            let record = #"{"version":1,"server":"\#(server)","user":"ada","access_token":"a"}"#
            try Data(record.utf8).write(to: folder.appending(path: older))
            for ending in [".sqlite", ".sqlite-wal", ".sign-outs", ".json.sqlite"] {
                try Data(ending.utf8).write(to: folder.appending(path: server.escapedDescription + ending))
            }
            server.renameOlderFiles(in: folder)
            let store = FileTokenStore(folder: folder, server: server, clock: ContinuousClock(), warn: { _ in })
            guard case .tokens(let tokens) = try await store.load() else { throw TokenStoreError.unreadable }
            #expect(tokens.user == UserID("ada"))
            for ending in [".sqlite", ".sqlite-wal", ".sign-outs"] {
                let file = folder.appending(path: server.fileName + ending)
                #expect(try Data(contentsOf: file) == Data(ending.utf8), "\(ending)")
            }
            // It belongs to https://shop.example/aaa.json.
            #expect(
                FileManager.default.fileExists(
                    atPath: folder.appending(path: server.escapedDescription + ".json.sqlite").path
                )
            )
        }
    }
}

/// A token store without room for more, until it has some.
private final class FullStore: TokenStore {
    let isFull = Mutex(true)
    private let store: InMemoryTokenStore

    init(_ stored: StoredTokens = .tokens(TokenStage.expired)) {
        store = InMemoryTokenStore(stored)
    }

    var kept: StoredTokens { get async { await store.load() } }

    func load() async throws(TokenStoreError) -> StoredTokens { await store.load() }

    func reserve() async throws(TokenStoreError) {
        if isFull.withLock({ $0 }) { throw .unwritable }
    }

    func save(_ tokens: Tokens, over expected: StoredTokens?) async throws(TokenStoreError) -> Bool {
        await store.save(tokens, over: expected)
    }

    func erase() async throws(TokenStoreError) { await store.erase() }

    func queueRevocation(of token: String) async throws(TokenStoreError) { await store.queueRevocation(of: token) }

    func queuedRevocations() async throws(TokenStoreError) -> [String] { await store.queuedRevocations() }

    func endRevocation(of token: String) async throws(TokenStoreError) { await store.endRevocation(of: token) }
}
