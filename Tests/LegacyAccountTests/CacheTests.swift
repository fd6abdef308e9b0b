import Foundation
@preconcurrency import LegacyAccount
import Testing

@Suite("AccountService falls back to what it kept")
struct CacheTests {
    @Test("Offline, what was kept comes with the error")
    func offline() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, folder in
                _ = await fetchOrders()
                store.change { $0.requests = [] }
                configureService(store.url, folder) { $0.isOffline = true }
                let answer = await fetchOrders()
                #expect(answer.data == LegacyStore.orders && answer.error == .offline)
                #expect(store.requests.isEmpty)
            }
        }
    }

    @Test("Offline with nothing kept, the error comes alone")
    func offlineWithoutCopy() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, folder in
                configureService(store.url, folder) { $0.isOffline = true }
                let answer = await fetchOrders()
                #expect(answer.data == nil && answer.error == .offline)
                #expect(await AccountService.shared.signIn() == .offline)
            }
        }
    }

    @Test(
        "One user's copy is not another's",
        arguments: ["Ada", "ada ", "../user-ada", "", "user-ada/orders", "ad\u{430}"]
    )
    func otherUsers(_ user: String) async {
        await #expect(processExitsWith: .success) { [user = user as String] in
            try await withService { store, folder in
                _ = await fetchOrders()
                configureService(store.url, folder) { $0.isOffline = true }
                #expect(await fetchOrders(of: user).data == nil)
            }
        }
    }

    @Test("One server's copy is not another's")
    func otherServers() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, folder in
                _ = await fetchOrders()
                configureService(store.url, folder) {
                    $0.serverName = nil
                    $0.isOffline = true
                }
                #expect(await fetchOrders().data == nil)
            }
        }
    }

    @Test("An unknown user is told, and what was kept of others stays")
    func unknownUser() async {
        await #expect(processExitsWith: .success) {
            try await withService { _, folder in
                _ = await fetchOrders()
                let before = try copies(in: folder)
                let answer = await fetchOrders(of: "nobody")
                #expect(answer.data == nil && answer.error == .noSuchUser)
                #expect(try copies(in: folder) == before)
            }
        }
    }

    @Test("After a useless answer, what was kept is served with the error, and unchanged", arguments: uselessReplies)
    func uselessReply(_ row: UselessReply) async {
        await #expect(processExitsWith: .success) { [row = row as UselessReply] in
            try await withService { store, folder in
                _ = await fetchOrders()
                let before = try copies(in: folder)
                store.misbehave(LegacyStore.getOrders, .bytes(row.bytes))
                let answer = await fetchOrders()
                #expect(answer.data == LegacyStore.orders)
                #expect(answer.error == (row.isNetwork ? .network : .badResponse))
                #expect(try copies(in: folder) == before)
            }
        }
    }

    @Test("After a useless answer, with nothing kept, the error comes alone", arguments: uselessReplies)
    func uselessReplyWithoutCopy(_ row: UselessReply) async {
        await #expect(processExitsWith: .success) { [row = row as UselessReply] in
            try await withService { store, folder in
                store.misbehave(LegacyStore.getOrders, .bytes(row.bytes))
                let answer = await fetchOrders()
                #expect(answer.data == nil)
                #expect(answer.error == (row.isNetwork ? .network : .badResponse))
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(names == ["session.json"])
            }
        }
    }

    @Test("A server that is out of reach is a failure of the network, and what was kept is served with it")
    func refusedConnection() async {
        await #expect(processExitsWith: .success) {
            try await withService { _, folder in
                _ = await fetchOrders()
                let nobody = try #require(URL(string: "http://127.0.0.1:1"))
                configureService(nobody, folder)
                let answer = await fetchOrders()
                #expect(answer.data == LegacyStore.orders && answer.error == .network)
            }
        }
    }

    @Test("A redirect is not followed: the token stays with the server it belongs to")
    func redirect() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, _ in
                let other = try LegacyStore()
                let location = "Location: \(other.url.absoluteString)/legacy/users/ada/orders"
                store.misbehave(LegacyStore.getOrders, .http(302, "", headers: [location]))
                #expect(await fetchOrders().error == .badResponse)
                #expect(other.requests.isEmpty)
            }
        }
    }

    @Test("An answer that can't be kept is served all the same, and the loss is told", arguments: BadFolder.allCases)
    func badFolder(_ damage: BadFolder) async {
        await #expect(processExitsWith: .success) { [damage = damage as BadFolder] in
            try await withService { store, folder in
                let warnings = Warnings()
                let damaged = try damage.apply(to: folder)
                configureService(store.url, damaged) { $0.onWarning = warnings.add }
                let answer = await fetchOrders()
                #expect(answer.data == LegacyStore.orders && answer.error == nil)
                #expect(!warnings.all.isEmpty)
            }
        }
    }

    @Test("On a full disk an answer is served all the same, and what was kept is unchanged")
    func fullDisk() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, folder in
                _ = await fetchOrders()
                let before = try copies(in: folder)
                let warnings = Warnings()
                configureService(store.url, folder) { $0.onWarning = warnings.add }
                let answer = await withoutRoomForFiles { await fetchOrders() }
                #expect(answer.data == LegacyStore.orders && answer.error == nil)
                #expect(!warnings.all.isEmpty)
                #expect(try copies(in: folder) == before)
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(names.sorted() == ["answers", "session.json"])
            }
        }
    }

    @Test("A copy that is damaged is as good as none")
    func damagedCopy() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, folder in
                _ = await fetchOrders()
                for path in try copies(in: folder).keys {
                    try Data("{\"status\":\"OK\",".utf8).write(to: folder.appending(path: "answers/" + path))
                }
                configureService(store.url, folder) { $0.isOffline = true }
                let answer = await fetchOrders()
                #expect(answer.data == nil && answer.error == .offline)
            }
        }
    }

    @Test("Without a folder nothing is kept and nothing is missed")
    func noFolder() async {
        await #expect(processExitsWith: .success) {
            try await withService { store, _ in
                configureService(store.url, nil)
                #expect(await fetchOrders().error == nil)
            }
        }
    }
}

/// A response that is not in the expected format.
struct UselessReply: Codable, Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: String
    /// Whether the connection is the cause, not the received bytes.
    var isNetwork = false

    static func http(_ name: String, _ body: String, status: Int = 200) -> UselessReply {
        let head = "HTTP/1.1 \(status) -\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
        return UselessReply(testDescription: name, bytes: head + body)
    }
}

let uselessReplies = [
    UselessReply.http("HTML", "<html><body>Bad gateway</body></html>"),
    .http("JSON that is cut off", String(LegacyStore.orders.dropLast(3))),
    .http("an envelope without the list", #"{"status":"OK","data":{}}"#),
    .http("a list of something else", #"{"status":"OK","data":{"addresses":[]}}"#),
    .http("JSON without an envelope", "[]"),
    .http("a status nobody agreed on", LegacyStore.orders, status: 404),
    UselessReply(testDescription: "no HTTP", bytes: "hello\r\n\r\n"),
    UselessReply(
        testDescription: "fewer bytes than announced",
        bytes: "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{\"status\":\"OK\"",
        isNetwork: true
    ),
    UselessReply(
        testDescription: "a chunk that is cut off",
        bytes: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n50\r\n{\"status\":",
        isNetwork: true
    ),
    UselessReply(testDescription: "nothing at all", bytes: "", isNetwork: true),
]

/// A folder in which some files can't be stored. Read-only folders are not included: root, which may run the tests, can write
/// anywhere.
enum BadFolder: String, Codable, CaseIterable, Sendable {
    case isAFile
    case cannotBeMade
    case hasACorruptSession

    func apply(to folder: URL) throws -> URL {
        switch self {
        case .isAFile:
            let file = folder.appending(path: "file")
            try Data().write(to: file)
            return file
        case .cannotBeMade:
            return URL(filePath: "/proc/none/such")
        case .hasACorruptSession:
            try Data("{\"server\":".utf8).write(to: folder.appending(path: "session.json"))
            return folder
        }
    }
}

/// Makes all writes to files fail while `body` runs, as on a full disk.
func withoutRoomForFiles<Result>(_ body: () async -> Result) async -> Result {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &none)
    defer { setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) }
    return await body()
}
