import Foundation
@preconcurrency import LegacyAccount
import Synchronization

// There is one singleton per process, so each test runs in a child process of its own. The functions below are for these
// processes.

/// Configures the singleton for a server and a folder.
func configureService(_ server: URL, _ folder: URL?, _ change: (inout AccountService.Configuration) -> Void = { _ in })
{
    var configuration = AccountService.Configuration()
    configuration.baseURL = server
    configuration.serverName = "store"
    configuration.cacheFolder = folder
    configuration.login = "ada@example.com"
    configuration.password = "p&ss wörd"
    change(&configuration)
    AccountService.configuration = configuration
}

/// Calls `body` with a working store and an empty folder of their own, and the singleton configured for them.
func withService(_ body: (LegacyStore, URL) async throws -> Void) async throws {
    let store = try LegacyStore()
    try await withFolder { folder in
        configureService(store.url, folder)
        try await body(store, folder)
    }
}

/// Creates a folder, and deletes it after `body`.
func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "legacy-account-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}

func fetchOrders(of user: String = "ada") async -> (data: String?, error: AccountServiceError?) {
    let param = UserRequestParam(user: user, path: "orders")
    let (data, error) = await AccountService.shared.fetchData(requestParam: param)
    return (data.map { String(decoding: $0, as: UTF8.self) }, error)
}

/// Returns the stored copies of responses, by path.
func copies(in folder: URL) throws -> [String: Data] {
    let answers = folder.appending(path: "answers")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: answers.path).filter { $0.hasSuffix(".json") }
    var copies: [String: Data] = [:]
    for path in paths { copies[path] = try Data(contentsOf: answers.appending(path: path)) }
    return copies
}

/// The warnings.
final class Warnings: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock { $0 } }

    func add(_ text: String) { texts.withLock { $0.append(text) } }
}
