import ArgumentParser
import Domain
import DomainMocks
import FlyingSocks
import Foundation
import LoopbackHTTP
import Presentation
import TestSupport

@testable import account

/// The page, served to this process over real HTTP.
@MainActor
struct WebBench {
    let app: WebApp
    private let server: WebServer

    /// Serves a composition while `body` runs.
    static func serve(
        _ composition: Composition = .mock(),
        locale: String = "en_GB",
        patience: Duration = .seconds(20),
        most: Int = 256,
        _ body: @MainActor (WebBench) async throws -> Void
    ) async throws {
        let options = try AccountOptions.parse(["--modules", "mock", "--state", "/nowhere"])
        let formats = Formats(locale: Locale(identifier: locale), timeZone: .gmt, wording: .english)
        let app = WebApp(composition, options, formats)
        let server = try await WebServer.start(port: 0, patience: patience, most: most) { await app.answer($0) }
        app.host = server.host
        do {
            try await body(WebBench(app: app, server: server))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// What a browser that was let in sends with its requests.
    struct Visitor {
        let cookie: String
        fileprivate let bench: WebBench

        @MainActor
        func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Answer {
            try await bench.send("GET", path, headers.merging(["Cookie": cookie]) { header, _ in header })
        }

        /// Sends the form with this address on a page, with its hidden fields and these values.
        @MainActor
        func submit(_ action: String, on page: Answer, _ values: [String: String] = [:]) async throws -> Answer {
            try await post(action, page.form(action).merging(values) { _, value in value })
        }

        @MainActor
        func post(_ path: String, _ fields: [String: String], _ headers: [String: String] = [:]) async throws -> Answer
        {
            let own = ["Cookie": cookie, "Origin": "http://\(bench.app.host)"]
            return try await bench.send("POST", path, headers.merging(own) { header, _ in header }, form: fields)
        }
    }

    struct Answer {
        let status: Int
        let headers: [String: String]
        let body: String

        /// The body without the marks of direction around each text.
        var text: String { body.replacing("<bdi>", with: "").replacing("</bdi>", with: "") }

        /// The values of the hidden fields of the first form with this address.
        func form(_ action: String) -> [String: String] {
            let form = body.split(separator: "<form ").first { $0.contains("action=\"\(action)\"") } ?? ""
            let inputs = form.prefix { $0 != "\u{0}" }.split(separator: "<input ")
            return inputs.reduce(into: [:]) { fields, input in
                if let found = input.firstMatch(of: /type="hidden" name="([^"]*)" value="([^"]*)"/) {
                    fields[String(found.1)] = String(found.2)
                }
            }
        }
    }

    /// Opens the address that is printed.
    func visitor() async throws -> Visitor {
        let address = app.invitation()
        let answer = try await send("GET", String(address.dropFirst("http://\(app.host)".count)))
        let cookie = answer.headers["set-cookie"]?.split(separator: ";").first.map(String.init)
        return Visitor(cookie: try cookie.unwrapped, bench: self)
    }

    /// Sends a request, by default with the right host.
    func send(
        _ method: String,
        _ path: String,
        _ headers: [String: String] = [:],
        form: [String: String]? = nil
    ) async throws -> Answer {
        let allowed = CharacterSet.alphanumerics
        let body = (form ?? [:]).map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
        }.joined(separator: "&")
        var fields = ["Host": app.host, "Connection": "close"].merging(headers) { _, header in header }
        if form != nil {
            fields["Content-Type"] = "application/x-www-form-urlencoded"
            fields["Content-Length"] = String(body.utf8.count)
        }
        let head = fields.filter { !$0.value.isEmpty }.map { "\($0): \($1)\r\n" }.joined()
        return try await exchange("\(method) \(path) HTTP/1.1\r\n\(head)\r\n\(body)")
    }

    /// Sends bytes and returns what the server sends until it closes the connection.
    func exchange(_ text: String) async throws -> Answer {
        let socket = try await connect()
        defer { try? socket.close() }
        // The server may have refused what it has read, and not want the rest.
        try? await socket.write(Data(text.utf8))
        var bytes: [UInt8] = []
        while let part = try? await socket.read(atMost: 4096), !part.isEmpty {
            bytes += part
            // Events end with the page.
            if String(decoding: bytes, as: UTF8.self).contains("text/event-stream") { break }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let lines = parts[0].split(separator: "\r\n")
        let headers = lines.dropFirst().map { $0.split(separator: ":", maxSplits: 1) }
        return Answer(
            status: lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0,
            headers: Dictionary(
                headers.map { ($0[0].lowercased(), $0[1].trimmingCharacters(in: .whitespaces)) },
                uniquingKeysWith: { $1 }
            ),
            body: parts.count == 2 ? parts[1] : ""
        )
    }

    func connect() async throws -> AsyncSocket {
        let port = UInt16(app.host.split(separator: ":")[1]) ?? 0
        return try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port), timeout: 120)
    }
}

extension Optional {
    struct Missing: Error {}

    fileprivate var unwrapped: Wrapped {
        get throws {
            guard let self else { throw Missing() }
            return self
        }
    }
}
