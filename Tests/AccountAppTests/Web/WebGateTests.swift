import Domain
import DomainMocks
import FlyingSocks
import Foundation
import Presentation
import Testing

@testable import account

@Suite("Who may see the page") @MainActor
struct WebGateTests {
    nonisolated private static let pages = [
        "/profile", "/orders", "/settings", "/reservations", "/search?query=a", "/sign-in", "/live/deals",
        "/hand-over/chart.svg", "/nowhere",
    ]

    @Test("The printed address lets one browser in, once, and leads to an address without it")
    func invitation() async throws {
        try await WebBench.serve { bench in
            let path = String(bench.app.invitation().dropFirst("http://\(bench.app.host)".count))
            // A program that only looks at the address doesn't use it up.
            #expect(try await bench.send("HEAD", path).status == 403)
            let first = try await bench.send("GET", path)
            #expect(first.status == 303)
            #expect(first.headers["location"] == "/")
            let cookie = try #require(first.headers["set-cookie"])
            #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
            #expect(!cookie.contains(path.split(separator: "/").last ?? "-"))
            #expect(try await bench.send("GET", path).status == 403)
            // An address that was not used is not valid any more when the next is printed.
            let (old, new) = (bench.app.invitation(), bench.app.invitation())
            #expect(old != new)
            #expect(try await bench.send("GET", String(old.dropFirst("http://\(bench.app.host)".count))).status == 403)
        }
    }

    @Test("Without a session nothing of a person is shown", arguments: pages)
    func noSession(path: String) async throws {
        try await WebBench.serve { bench in
            for cookie in ["", "account-\(bench.app.host.split(separator: ":")[1])=0"] {
                let answer = try await bench.send("GET", path, ["Cookie": cookie])
                #expect(answer.status == 403)
                #expect(!answer.body.contains("Ada"))
            }
            #expect(try await bench.visitor().get(path).status != 403)
        }
    }

    @Test(
        "A name that resolves to this machine, and a page of another site, are refused",
        arguments: [
            ["Host": "localhost:1"], ["Host": "evil.example"], ["Host": "127.0.0.1"], ["Host": ""],
            ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "http://127.0.0.1:1"],
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
        ]
    )
    func elsewhere(headers: [String: String]) async throws {
        try await WebBench.serve { bench in
            let visitor = try await bench.visitor()
            let answer = try await visitor.get("/profile", headers)
            #expect(answer.status == 403)
            #expect(answer.text.contains("nothing was changed"))
            #expect(try await visitor.get("/profile", ["Sec-Fetch-Site": "same-origin"]).status == 200)
        }
    }

    @Test("A form counts only from its own page: with the right origin, and with the token of this browser")
    func forms() async throws {
        try await WebBench.serve { bench in
            let (one, other) = (try await bench.visitor(), try await bench.visitor())
            let form = try await one.get("/settings").form("/settings")
            let without = form.filter { $0.key != "token" }
            let foreign = try await other.get("/settings").form("/settings")
            #expect(form["token"] != foreign["token"])
            #expect(try await one.post("/settings", without).status == 403)
            #expect(try await one.post("/settings", foreign).status == 403)
            for origin in ["", "null", "http://evil.example"] {
                let fields = ["Cookie": one.cookie, "Origin": origin]
                #expect(try await bench.send("POST", "/settings", fields, form: form).status == 403)
            }
            #expect(try await one.get("/settings").text.contains("new deals: on"))
            #expect(try await one.post("/settings", form).status == 303)
            #expect(try await one.get("/settings").text.contains("new deals: off"))
        }
    }

    @Test(
        "Every response forbids scripts in the markup, frames, other hosts and stored copies",
        arguments: pages + ["/"]
    )
    func headers(path: String) async throws {
        try await WebBench.serve { bench in
            let visitor = try await bench.visitor()
            for answer in [try await visitor.get(path), try await bench.send("GET", path)] {
                let policy = try #require(answer.headers["content-security-policy"])
                #expect(policy.hasPrefix("default-src 'none'; "))
                #expect(!policy.contains("script-src 'unsafe-inline'") && !policy.contains("http"))
                #expect(answer.headers["cache-control"] == "no-store")
                #expect(answer.headers["referrer-policy"] == "same-origin")
                #expect(answer.headers["x-content-type-options"] == "nosniff")
                #expect(!answer.body.contains("style=") && !answer.body.contains("<style"))
                #expect(answer.body.matches(of: /\son[a-z]+="/).isEmpty)
                #expect(answer.body.matches(of: /<script(?! src="\/page\.js")/).isEmpty)
                #expect(answer.body.matches(of: /(?:src|href|action)="(?!\/(?!\/)|data:,|#)/).isEmpty)
            }
        }
    }

    @Test("What is long, large or no request is refused")
    func limits() async throws {
        let long = String(repeating: "a", count: 5_000)
        let large = String(repeating: "a", count: 70_000)
        let requests = [
            ("GET /\(long) HTTP/1.1\r\n\r\n", 414), ("GET / HTTP/1.1\r\nA: \(long)\r\n\r\n", 431),
            ("POST /settings HTTP/1.1\r\nContent-Length: 70000\r\n\r\n\(large)", 413), ("nonsense\r\n\r\n", 400),
        ]
        try await WebBench.serve { bench in
            for (request, status) in requests {
                let answer = try await bench.exchange(request)
                #expect(answer.status == status)
            }
        }
    }

    @Test(
        "A request that never ends is ended",
        arguments: ["GET / HTTP/1.1\r\nHost: 127", "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n1"]
    )
    func slow(request: String) async throws {
        try await WebBench.serve(patience: .milliseconds(50)) { bench in
            // Nothing follows, so only the server can end the connection.
            let answer = try await bench.exchange(request)
            #expect(answer.status == 0)
        }
    }

    @Test("A connection too many waits until another one ends")
    func crowd() async throws {
        try await WebBench.serve(most: 2) { bench in
            let first = try await [bench.connect(), bench.connect()]
            async let answer = bench.send("GET", "/profile")
            // What they ask is served, so both are open.
            for socket in first {
                try await socket.write(Data("GET / HTTP/1.1\r\nHost: elsewhere\r\n\r\n".utf8))
                #expect(try await socket.read(atMost: 12).elementsEqual("HTTP/1.1 403".utf8))
                try socket.close()
            }
            #expect(try await answer.status == 403)
        }
    }
}
