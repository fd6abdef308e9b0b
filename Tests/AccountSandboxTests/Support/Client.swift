import AccountSandbox
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a sandbox that uses URLSession, as an app does.
struct Client {
    struct Reply {
        let status: Int
        let body: Data
        fileprivate let response: HTTPURLResponse

        func header(_ name: String) -> String? {
            response.value(forHTTPHeaderField: name)
        }

        /// Returns the whole body as JSON; fails the test if it isn't JSON.
        func json() throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
        }

        func data() throws -> [String: Any] {
            try #require(try json()["data"] as? [String: Any])
        }

        func records(_ list: String) throws -> [[String: Any]] {
            try #require(try data()[list] as? [[String: Any]])
        }

        func code() throws -> String? {
            try json()["code"] as? String
        }
    }

    let url: URL
    private let session: URLSession

    init(_ url: URL) {
        self.url = url
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 60
        session = URLSession(configuration: configuration)
    }

    func get(_ path: String, token: String? = nil) async throws -> Reply {
        try await send("GET", path, token: token)
    }

    func post(_ path: String, _ form: String) async throws -> Reply {
        try await send("POST", path, form: form)
    }

    /// Sends a request to the REST API.
    func get(_ path: String, bearer: String, headers: [String: String] = [:]) async throws -> Reply {
        try await send("GET", path, headers: headers.merging(["Authorization": "Bearer \(bearer)"]) { $1 })
    }

    func send(
        _ method: String,
        _ path: String,
        token: String? = nil,
        headers: [String: String] = [:],
        form: String? = nil,
        json: String? = nil
    ) async throws -> Reply {
        var request = URLRequest(url: try #require(URL(string: url.absoluteString + path)))
        request.httpMethod = method
        request.setValue(token, forHTTPHeaderField: "X-Account-Token")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        if let form {
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(form.utf8)
        }
        if let json {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(json.utf8)
        }
        let (body, response) = try await session.data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        return Reply(status: http.statusCode, body: body, response: http)
    }

    func signIn() async throws -> String {
        let reply = try await post("/legacy/login", "login=ada&password=analytical-engine")
        return try #require(try reply.data()["session"] as? String)
    }

    func token(session: String) async throws -> String {
        let reply = try await post("/legacy/token", "session=\(session)")
        return try #require(try reply.data()["token"] as? String)
    }

    /// Signs in to the REST API and returns the whole response.
    func grant(login: String = "ada", password: String = "analytical-engine") async throws -> Reply {
        try await post("/auth/token", "grant_type=password&username=\(login)&password=\(password)")
    }

    /// Returns an access token of the REST API.
    func bearer() async throws -> String {
        try #require(try await grant().json()["access_token"] as? String)
    }

    /// Signs in and exchanges the session for a token.
    func token() async throws -> String {
        try await token(session: try await signIn())
    }
}

/// Starts a sandbox, calls `body` with it, and stops it.
func withSandbox<Result>(
    _ configuration: SandboxConfiguration = SandboxConfiguration(),
    _ body: (SandboxServer, Client) async throws -> Result
) async throws -> Result {
    let server = try await SandboxServer.start(configuration)
    do {
        let result = try await body(server, Client(server.url))
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}
