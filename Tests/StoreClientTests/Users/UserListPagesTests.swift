import Domain
import Foundation
import StoreClient
import Synchronization
import Testing

@Suite("A list in pages")
struct UserListPagesTests {
    private static let ada = UserID("ada")

    private func fetch(
        _ transport: ScriptedTransport,
        of user: UserID = ada
    ) async -> Result<Snapshot<[UserOrder]>, UserOrdersError> {
        do throws(UserOrdersError) {
            return .success(try await transport.orders().fetchOrders(for: user))
        } catch {
            return .failure(error)
        }
    }

    private static func page(_ numbers: [String], next: String? = nil) -> String {
        let records = numbers.map { RecordedList.order(["number": RecordedList.json($0)]) }
        return RecordedList.body("orders", records, next: next.map(RecordedList.json))
    }

    @Test("Pages are followed to the end, each asked for once")
    func followed() async throws {
        let transport = ScriptedTransport.pages([
            "": Self.page(["A"], next: "b&=/+"), "b&=/+": Self.page([], next: "c"), "c": Self.page(["B", "C"]),
        ])
        let answer = try await fetch(transport).get()
        #expect(answer.value.map(\.number.rawValue) == ["A", "B", "C"])
        #expect(answer.freshness == .live)
        #expect(
            transport.requests.map(\.url.absoluteString) == [
                "http://store.example/users/ada/orders?page_size=200",
                "http://store.example/users/ada/orders?page_size=200&page_token=b%26%3D%2F%2B",
                "http://store.example/users/ada/orders?page_size=200&page_token=c",
            ]
        )
    }

    @Test("A record that moved to the next page while the list grew is one record; one that differs is a problem")
    func moved() async throws {
        func order(_ number: String, _ status: String = "paid") -> String {
            RecordedList.order(["number": RecordedList.json(number), "status": RecordedList.json(status)])
        }
        func pages(_ second: [String], totals: (Int, Int)) -> ScriptedTransport {
            .pages([
                "": RecordedList.body("orders", [order("A"), order("B")], total: totals.0, next: "\"b\""),
                "b": RecordedList.body("orders", second, total: totals.1),
            ])
        }
        let same = try await fetch(pages([order("B"), order("C")], totals: (3, 3))).get()
        #expect(same.value.map(\.number.rawValue) == ["A", "B", "C"])
        #expect(same.unreadable == [])
        let grown = try await fetch(pages([order("B"), order("C")], totals: (3, 4))).get()
        #expect(grown.value.map(\.number.rawValue) == ["A", "B", "C"])
        #expect(grown.unreadable.map(\.description) == ["orders.total"])
        let other = try await fetch(pages([order("B", "refunded"), order("C"), order("C")], totals: (3, 3))).get()
        #expect(other.value.map(\.number.rawValue) == ["A", "B", "C"])
        #expect(other.unreadable.map(\.description) == ["orders[2].number", "orders[4].number"])
    }

    @Test("An empty or null token of a next page means that there is none", arguments: ["\"\"", "null"])
    func noNext(token: String) async throws {
        let transport = ScriptedTransport.pages(["": RecordedList.body("orders", [], next: token)])
        #expect(try await fetch(transport).get().value == [])
        #expect(transport.requests.count == 1)
    }

    @Test("Pages that lead in a circle are malformed", arguments: ["b", "c"])
    func circle(back: String) async {
        let transport = ScriptedTransport.pages([
            "": Self.page(["A"], next: "b"), "b": Self.page(["B"], next: "c"), "c": Self.page(["C"], next: back),
        ])
        #expect(await fetch(transport) == .failure(.malformed))
        #expect(transport.requests.count == 3)
    }

    @Test("A list that goes on for ever is given up")
    func endless() async {
        let count = Shared(0)
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in
            let number = count.value.withLock { count in
                count += 1
                return count
            }
            return RecordedList.answer(Self.page([], next: "\(number)"))
        }
        #expect(await fetch(transport) == .failure(.malformed))
        #expect(transport.requests.count == 1000)
    }

    @Test("A thousand pages are taken")
    func thousand() async throws {
        var pages = ["": Self.page(["0"], next: "1")]
        for number in 1..<1000 { pages["\(number)"] = Self.page(["\(number)"], next: "\(number + 1)") }
        pages["999"] = Self.page(["999"])
        let answer = try await fetch(ScriptedTransport.pages(pages)).get()
        #expect(answer.value.count == 1000)
    }

    @Test(
        "A later page that fails is a failure, never a part of the list",
        arguments: [
            (Result<HTTPAnswer, HTTPTransportError>.failure(.unreachable), UserOrdersError.unavailable),
            (.failure(.timedOut), .unavailable), (.failure(.cutOff), .unavailable), (.failure(.tooLarge), .malformed),
            (.failure(.unauthorised), .unauthorised), (.failure(.cancelled), .cancelled),
            (.success(HTTPAnswer(status: 401)), .unauthorised), (.success(HTTPAnswer(status: 429)), .busy),
            (.success(HTTPAnswer(status: 500)), .unavailable), (.success(HTTPAnswer(status: 304)), .malformed),
            (.success(RecordedList.problem(400, "invalid_page_token")), .malformed),
            (.success(RecordedList.problem(404, "unknown_user")), .unknownUser),
            (.success(RecordedList.problem(404, "else")), .malformed), (.success(HTTPAnswer(status: 404)), .malformed),
            (.success(RecordedList.answer(#"{"addresses":[]}"#)), .malformed),
            (.success(HTTPAnswer(status: 200, body: Data(#"{"orders":[]}"#.utf8))), .malformed),
        ]
    )
    func laterPage(outcome: Result<HTTPAnswer, HTTPTransportError>, error: UserOrdersError) async {
        let transport = ScriptedTransport { request throws(HTTPTransportError) in
            if request.url.query?.contains("page_token") == true { return try outcome.get() }
            return RecordedList.answer(Self.page(["A"], next: "b"))
        }
        #expect(await fetch(transport) == .failure(error))
    }

    @Test("What comes twice in one answer is told by its place in the whole list")
    func duplicates() async throws {
        let transport = ScriptedTransport.pages([
            "": Self.page(["A", "B", "B"], next: "b"), "b": Self.page(["B", "C", "C", "A"]),
        ])
        let answer = try await fetch(transport).get()
        #expect(answer.value.map(\.number.rawValue) == ["A", "B", "C"])
        #expect(answer.unreadable.map(\.description) == ["orders[2].number", "orders[5].number"])
    }

    @Test("A list is as old as its oldest page")
    func oldest() async throws {
        func pages(_ times: [String?]) -> ScriptedTransport {
            var pages: [String: String] = [:]
            for (index, time) in times.enumerated() {
                pages[index == 0 ? "" : "\(index)"] = RecordedList.body(
                    "orders",
                    [],
                    generatedAt: time.map(RecordedList.json),
                    next: index + 1 < times.count ? "\"\(index + 1)\"" : nil
                )
            }
            return .pages(pages)
        }
        let now = "2026-11-21T09:30:00.125Z"
        let old = "2026-11-21T09:00:00Z"
        let older = "2026-11-20T09:00:00Z"
        let kept = Freshness.cached(asOf: Date(timeIntervalSince1970: 1_795_165_200))
        #expect(try await fetch(pages([now, now])).get().freshness == .live)
        #expect(try await fetch(pages([old, older, now])).get().freshness == kept)
        #expect(try await fetch(pages([older, nil, now])).get().freshness == .unknown)
        #expect(try await fetch(pages([now, "yesterday"])).get().freshness == .unknown)
    }

    @Test(
        "An answer's age is the store's, and that of a copy on the way",
        arguments: [
            (0.125, [:], false, Freshness.live), (0.124, [:], false, .cached(asOf: at(0.124))), (60, [:], false, .live),
            (0.125, ["Age": "0"], false, .live), (0.125, ["Age": "30"], false, .cached(asOf: at(-29.875))),
            (-10, ["Age": "30"], false, .cached(asOf: at(-29.875))),
            (-60, ["Age": "30"], false, .cached(asOf: at(-60))),
            (-86_400, [:], true, .live), (-86_400, ["Age": "30"], true, .cached(asOf: at(-29.875))),
            (0.125, ["Age": "old"], false, .live), (0.125, ["Age": "-1"], false, .live),
            (0.125, ["Age": "30, 600"], false, .cached(asOf: at(-29.875))),
            (0.125, ["Age": " 99999999999999999999 "], false, .cached(asOf: at(0.125 - 2_147_483_648))),
            (0.125, ["AGE": "9223372036854775807"], true, .cached(asOf: at(0.125 - 2_147_483_648))),
        ]
    )
    func age(seconds: Double, headers: [String: String], isRevalidated: Bool, freshness: Freshness) async throws {
        let time = Self.at(seconds).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        // The formatter truncates the last digit of some fractions; these are exact.
        let text = seconds == 0.124 ? "2026-11-21T09:30:00.124Z" : time
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in
            let body = RecordedList.body("orders", [], generatedAt: RecordedList.json(text))
            return RecordedList.answer(body, headers: headers, isRevalidated: isRevalidated)
        }
        let answer = try await fetch(transport).get()
        switch (answer.freshness, freshness) {
        case (.cached(let found), .cached(let expected)):
            #expect(abs(found.timeIntervalSince(expected)) < 0.001)
        default:
            #expect(answer.freshness == freshness)
        }
    }

    private static func at(_ seconds: Double) -> Date {
        Date(timeIntervalSince1970: 1_795_253_400 + seconds)
    }

    @Test(
        "Any user's name is one part of the path",
        arguments: [("a/b", "a%2Fb"), ("ä ?#", "%C3%A4%20%3F%23"), ("..a", "..a"), ("%2e", "%252e")]
    )
    func escapes(user: String, part: String) async {
        let transport = ScriptedTransport.pages(["": Self.page([])])
        _ = await fetch(transport, of: UserID(user))
        #expect(
            transport.requests.map(\.url.absoluteString) == ["http://store.example/users/\(part)/orders?page_size=200"]
        )
    }

    @Test("What would be a step in the path is nobody's name", arguments: ["", ".", ".."])
    func steps(user: String) async {
        let transport = ScriptedTransport.pages(["": Self.page([])])
        #expect(await fetch(transport, of: UserID(user)) == .failure(.unknownUser))
        #expect(transport.requests.isEmpty)
    }
}
