import Domain
import Foundation
import StoreClient
import Testing

@Suite("Which server something is from")
struct StoreServerTests {
    private static func server(_ text: String) throws -> StoreServer {
        StoreServer(try #require(URL(string: text)))
    }

    @Test(
        "Servers that differ in scheme, host, port or base path are different, and so are their files",
        arguments: [
            ("http://shop-a.x", "http://shop.a.x"), ("http://shop.x", "https://shop.x"),
            ("http://shop.x", "http://shop.x:8080"), ("http://shop.x", "http://shop.x/tenant"),
            ("http://shop.x/tenanta", "http://shop.x/tenantb"), ("http://shop.x/Tenant", "http://shop.x/tenant"),
            ("http://shop.x/a-b", "http://shop.x/a/b"), ("http://shop.x/a%2Fb", "http://shop.x/a/b"),
            ("http://localhost:80801", "http://localhost-80801"),
        ]
    )
    func different(left: String, right: String) throws {
        let (left, right) = try (Self.server(left), Self.server(right))
        #expect(left != right)
        #expect(left.fileName != right.fileName)
        #expect(left.fileName.lowercased() != right.fileName.lowercased())
    }

    @Test(
        "An address of this machine is one in every notation that a resolver accepts",
        arguments: [
            "127.0.0.1", "127.1", "127.255.255.254", "0.0.0.0", "0", "2130706433", "0x7f000001", "017700000001",
            "0177.0.0.1",
            "127.0.0.1.", "localhost", "LOCALHOST", "localhost.", "LocalHost..", "a.localhost", "%6cocalhost",
            "%31%32%37.0.0.1",
            "①②⑦.⓪.⓪.①", "127。0。0。1", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "local\u{AD}host", "localhost.localdomain", "ip6-loopback", "[::1]",
            "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]", "[::FFFF:7f00:1]", "[::127.0.0.1]", "[::1%25lo]",
        ]
    )
    func thisMachine(host: String) throws {
        let url = try #require(URL(string: "http://\(host):8080/a"))
        #expect(url.isOnThisMachine)
        #expect(Proxies.variables(for: url).isEmpty)
    }

    @Test(
        "An address of another machine is none of this one, however it looks",
        arguments: [
            "127.0.0.1.example", "localhost.example", "128.0.0.1", "[::2]", "[2001:db8::1]", "mylocalhost",
            "[::ffff:10.0.0.1]",
        ]
    )
    func otherMachine(host: String) throws {
        #expect(try !#require(URL(string: "http://\(host)")).isOnThisMachine)
    }

    @Test(
        "Spellings of one server are the same server",
        arguments: [
            ("http://shop.x", "HTTP://SHOP.X/"), ("https://shop.x", "https://shop.x:443"),
            ("http://shop.x:80/api/", "http://shop.x/api"), ("http://shop.x/api", "http://shop.x/api?version=2#top"),
        ]
    )
    func same(left: String, right: String) throws {
        let (left, right) = try (Self.server(left), Self.server(right))
        #expect(left == right)
        #expect(left.fileName == right.fileName)
    }

    @Test("A file name has no character that a file system treats in its own way")
    func fileName() throws {
        let name = try Self.server("http://shop.x:8080/a b/ü").fileName
        #expect(name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-_.%".utf8.contains($0) })
    }

    @Test("Tokens of one server are never another's, also where a file was renamed")
    func bound() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        func store(_ server: StoreServer) -> FileTokenStore {
            FileTokenStore(folder: folder, server: server, clock: ContinuousClock(), warn: { _ in })
        }
        let (shop, other) = try (Self.server("http://shop-a.x"), Self.server("http://shop.a.x"))
        try await store(shop).save(TokenStage.good)
        #expect(try await store(other).load() == .none)

        try FileManager.default.moveItem(
            at: folder.appending(path: "tokens-\(shop.fileName).json"),
            to: folder.appending(path: "tokens-\(other.fileName).json")
        )
        #expect(try await store(other).load() == .none)
    }

    @Test("A file of a version that did not name its server counts for a server with a name of the app's alone")
    func earlier() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for server in [StoreServer(named: "sandbox"), try Self.server("http://shop.x")] {
            let file = folder.appending(path: "tokens-\(server.fileName).json")
            try Data(#"{"version":1,"user":"ada","access_token":"a"}"#.utf8).write(to: file)
            let kept = try await FileTokenStore(
                folder: folder,
                server: server,
                clock: ContinuousClock(),
                warn: { _ in }
            )
            .load()
            #expect((kept != .none) == (server == StoreServer(named: "sandbox")))
        }
    }
}
