import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
import SeamKit
import TestSupport
import Testing

@testable import SeamGenerate

/// A generated service over HTTP, with the transport that is generated beside it.
@Suite("Services end to end", .ownThread)
struct ServiceEndToEndTests {
    private static let service = """
        import Foundation

        struct Token: Codable {
            var access_token: String
            var user: String
        }

        /// @model json
        struct Profile {
            /// @json
            let name: String
            /// @json bonus_points
            let points: Int
        }

        /// @model json
        struct Order {
            /// @json
            let number: String
        }

        enum StoreError: Error {
            case nobody
            case refused
        }

        /// @service
        protocol Store: Sendable {
            /// @post /auth/token
            /// @header Content-Type: application/x-www-form-urlencoded
            /// @error 400 StoreError.refused
            func signIn(_ form: Data) async throws -> Token
            /// @get /user
            /// @header Authorization: {token}
            /// @error 401 StoreError.nobody
            func profile(token: String) async throws -> Profile
            /// @get /users/{user}/orders
            /// @query page_size={size} @header Authorization: {token}
            /// @pages items=orders token=next_page_token query=page_token
            func orders(of user: String, size: Int, token: String) async throws(ServiceFailure) -> [Order]
        }

        func checkStore() async throws {
            let base = URL(string: CommandLine.arguments[1])!
            let store = HTTPStore(ServiceClient(base: base, transport: URLSessionTransport(.shared)))
            let form = { (password: String) in
                Data("grant_type=password&username=\\(CommandLine.arguments[2])&password=\\(password)".utf8)
            }
            expect(await failure { try await store.signIn(form("wrong")) } == "refused")
            let token = try await store.signIn(form(CommandLine.arguments[3]))
            let bearer = "Bearer " + token.access_token
            expect(await failure { try await store.profile(token: "Bearer none") } == "nobody")
            expect(try await store.profile(token: bearer).name.isEmpty == false)
            let orders = try await store.orders(of: token.user, size: 2, token: bearer)
            expect(orders.count > 2 && Set(orders.map(\\.number)).count == orders.count)
            let whole = try await store.orders(of: token.user, size: 200, token: bearer)
            expect(orders.map(\\.number) == whole.map(\\.number))
            let nobody = await failure { try await store.orders(of: "nobody/at all", size: 7, token: bearer) }
            expect(nobody.hasPrefix("status(404, "))
            let nowhere = URL(string: "http://127.0.0.1:1")!
            let closed = HTTPStore(ServiceClient(base: nowhere, transport: URLSessionTransport(.shared)))
            expect(await failure { try await closed.profile(token: bearer) }.hasPrefix("unreachable("))
            let slow = Task {
                await failure { while true { _ = try await store.profile(token: bearer) } }
            }
            slow.cancel()
            expect(await slow.value == "cancelled")
        }

        """

    @Test("A generated service reads a server's answers, page by page", .startsCompiler)
    func server() async throws {
        let server = try StoreServer()
        let source = SwiftDocument(path: "Store.swift", text: Self.service)
        let output = Services.write([source])
        #expect(output.problems.map(\.description) == [])
        let printed = try Toolchain().runServices(
            [source],
            output,
            mode: .swift6,
            arguments: ["http://127.0.0.1:\(server.port)", "ada", "secret"]
        )
        #expect(printed == "1 checks\n")
        #expect(try await server.requests().count { $0.hasPrefix("/users/ada/orders") } > 2)
    }
}

/// `Fixtures/store.py`, which ends with this object.
private final class StoreServer {
    let port: String
    private let process = Process()
    private let output = Pipe()

    init() throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", Fixtures.folder.appending(path: "store.py").path]
        process.standardOutput = output
        try process.run()
        port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).filter(\.isNumber)
    }

    // The child may have inherited a blocked SIGTERM.
    deinit {
        kill(process.processIdentifier, SIGKILL)
    }

    /// Returns the paths of the requests so far.
    func requests() async throws -> [String] {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/requests"))
        return try JSONDecoder().decode([String].self, from: await URLSession.shared.data(from: url).0)
    }
}
