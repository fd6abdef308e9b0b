import AccountSandbox
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What the store knows of a sign-out, through the process.
@Suite("The store after a sign-out")
struct RevocationTests {
    @Test("Once sign-out has ended, no token of the user opens the store", arguments: 1...8)
    func revoked(_ round: Int) async throws {
        let server = try await SandboxServer.start(SandboxConfiguration())
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let url = server.url.absoluteString
            #expect(try await account("deals", "--server", url).code == 0)
            let token = try #require(try token(in: folder))
            #expect(try await status(of: token, at: server.url) == 200)
            let ended = try await account("sign-out", "--server", url)
            #expect(ended.code == 0, "\(ended.error)")
            #expect(ended.error.isEmpty)
            #expect(try await status(of: token, at: server.url) == 401)
        }
        await server.stop()
    }

    @Test("A revocation that can't be made is queued in the owner's file, said, and made by the next command")
    func queued() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            var configuration = SandboxConfiguration()
            configuration.stateFolder = folder.appending(path: "server")
            let before = try await SandboxServer.start(configuration)
            let url = before.url.absoluteString
            #expect(try await account("deals", "--server", url).code == 0)
            let token = try #require(try token(in: folder))
            await before.stop()
            let ended = try await account("sign-out", "--server", url)
            #expect(ended.code == 0)
            #expect(ended.error.contains("The store could not be notified of the sign-out"))
            configuration.port = UInt16(before.url.port ?? 0)
            let server = try await SandboxServer.start(configuration)
            #expect(try await status(of: token, at: server.url) == 200)

            let next = try await account("deals", "--server", url)
            #expect(next.code == 77, "\(next.error)")
            #expect(try await status(of: token, at: server.url) == 401)
            for (file, data) in try contents(of: folder) {
                #expect(data.range(of: Data("revocations".utf8)) == nil, "\(file)")
            }
            await server.stop()
        }
    }

    private func token(in folder: URL) throws -> String? {
        for (path, data) in try contents(of: folder) where path.hasSuffix(".json") && path.contains("tokens-") {
            let record = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            return record?["access_token"] as? String
        }
        return nil
    }

    /// Returns what the store says to a request with `token`.
    private func status(of token: String, at server: URL) async throws -> Int {
        var request = URLRequest(url: server.appending(path: "user"))
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (_, response) = try await URLSession.shared.data(for: request)
        return try #require(response as? HTTPURLResponse).statusCode
    }
}
