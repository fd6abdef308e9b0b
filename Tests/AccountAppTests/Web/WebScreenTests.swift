import Domain
import DomainMocks
import FlyingSocks
import Foundation
import Presentation
import Synchronization
import TestSupport
import Testing

@testable import account

@Suite("The screens on the page") @MainActor
struct WebScreenTests {
    @Test("Every screen of the terminal without a parameter is in the navigation, and opens")
    func all() async throws {
        let screens = TerminalFeature.all.flatMap(\.screens).map(\.screen)
            .filter { $0.parameters.required.isEmpty && $0.id != .signIn }
        try await WebBench.serve { bench in
            let visitor = try await bench.visitor()
            let profile = try await visitor.get("/profile")
            for screen in screens {
                #expect(profile.body.contains("<a href=\"/\(screen.id.text)\""))
                let page = try await visitor.get("/\(screen.id.text)")
                #expect(page.status == 200)
                #expect(page.body.matches(of: /<h1>/).count == 1)
            }
            #expect(try await visitor.get("/orders?nonsense=1").status == 404)
            #expect(try await visitor.get("/sign-in?then=https://evil.example").body.contains("evil") == false)
        }
    }

    @Test("A long list has pages of 100, which are of one list: only the first asks the store")
    func pages() async throws {
        let total = try #require(SampleAccount.orders[SampleAccount.ada]?.first?.total)
        let orders = MockFetchUserOrder(orders: [SampleAccount.ada: (0..<50_000).map { Self.order($0, total) }])
        try await WebBench.serve(.mock(orders: orders)) { bench in
            let visitor = try await bench.visitor()
            let first = try await visitor.get("/orders")
            #expect(first.text.contains("Orders (50000)") && first.text.contains("1 of 500"))
            #expect(first.body.matches(of: /<li>/).count >= 100)
            let last = try await visitor.get("/orders?page=500")
            #expect(last.text.contains("500 of 500"))
            #expect(last.text.contains("N-0<") && !last.text.contains("N-100<"))
            let beyond = try await visitor.get("/orders?page=501")
            #expect(beyond.text.contains("500 of 500") && beyond.text.contains("N-0<"))
            #expect(orders.calls.inputs.count == 1)
            _ = try await visitor.get("/orders")
            #expect(orders.calls.inputs.count == 2)
        }
    }

    @Test("Names, statuses and addresses of the store stay text")
    func hostile() async throws {
        let nasty = "<img src=x onerror=alert(1)>\u{202E}\" autofocus onfocus=\"x"
        let address = UserAddress(
            id: AddressID("1"),
            label: nasty,
            recipient: nasty,
            postal: PostalAddress(
                street: [nasty],
                postalCode: nasty,
                locality: nasty,
                region: nil,
                country: try #require(CountryCode("DE"))
            ),
            isDefault: true
        )
        let addresses = MockFetchUserAddresses(addresses: [SampleAccount.ada: [address]])
        try await WebBench.serve(.mock(addresses: addresses)) { bench in
            let page = try await bench.visitor().get("/addresses")
            #expect(
                !page.body.contains("<img") && !page.body.contains("\u{202E}") && !page.body.contains("\" autofocus")
            )
            #expect(page.body.contains("&lt;img src=x onerror=alert(1)&gt;"))
        }
    }

    @Test("A failure shows what happened and what to do next, and the way to do it")
    func failure() async throws {
        let orders = MockFetchUserOrder(orders: [:])
        orders.calls.stub(.failure(.unavailable))
        try await WebBench.serve(.mock(orders: orders)) { bench in
            let page = try await bench.visitor().get("/orders")
            #expect(page.status == 503)
            #expect(page.text.contains("Check the connection, then try again."))
            #expect(page.body.contains("<a class=\"button\" href=\"/orders\">Try again</a>"))
        }
    }

    @Test("Stored data says how old it is")
    func stored() async throws {
        try await WebBench.serve(.mock(isOffline: true)) { bench in
            let page = try await bench.visitor().get("/orders")
            #expect(page.status == 200)
            #expect(page.text.contains("may be out of date"))
        }
    }

    @Test("Arabic is written from right to left, and the page says so")
    func direction() async throws {
        try await WebBench.serve(locale: "ar_EG") { bench in
            let page = try await bench.visitor().get("/orders")
            #expect(page.body.contains("<html lang=\"ar\" dir=\"rtl\">"))
            #expect(page.text.contains("(٥٠") || page.text.contains("٢٠٢٦"))
        }
    }

    @Test("A name is reserved, and a reservation cancelled, after a question; twice is once")
    func reservations() async throws {
        let composition = Composition.mock()
        let reservations = try #require(composition.users[SampleAccount.ada].reservations as? MockReservations)
        try await WebBench.serve(composition) { bench in
            let visitor = try await bench.visitor()
            let list = try await visitor.get("/reservations")
            let name = "new.example"
            let question = try await visitor.submit("/do/reservations/reserve", on: list, ["name": name])
            #expect(question.text.contains("Reserve new.example?"))
            #expect(try await visitor.get("/reservations").text.contains(">\(name)<") == false)
            for _ in 1...2 {
                let done = try await visitor.submit("/do/reservations/reserve", on: question)
                #expect(done.headers["location"] == "/reservations")
            }
            let after = try await visitor.get("/reservations")
            #expect(after.text.contains("Reservation done successfully"))
            #expect(after.text.contains("<span>new.example</span>"))
            // The store makes one reservation of requests with one key.
            #expect(reservations.reserves.inputs.count == 2)
            #expect(Set(reservations.reserves.inputs.map(\.key)).count == 1)
            #expect(try await visitor.get("/reservations").text.contains("successfully") == false)

            let asked = try await visitor.submit("/do/reservations/cancel", on: list)
            #expect(asked.text.contains("Cancel 82348 engine.example?"))
            _ = try await visitor.submit("/do/reservations/cancel", on: asked)
            #expect(try await visitor.get("/reservations").text.contains("cancelled successfully"))
            #expect(try await visitor.get("/reservations").text.contains("engine.example") == false)
        }
    }

    @Test("A program that only asks what there is gets no events")
    func head() async throws {
        try await WebBench.serve { bench in
            let visitor = try await bench.visitor()
            let socket = try await bench.connect()
            let head =
                "HEAD /live/deals?person=ada HTTP/1.1\r\nHost: \(bench.app.host)\r\nCookie: \(visitor.cookie)\r\n\r\n"
            try await socket.write(Data(head.utf8))
            var text = ""
            while !text.contains("event:"), let part = try? await socket.read(atMost: 4096), !part.isEmpty {
                text += String(decoding: part, as: UTF8.self)
            }
            #expect(text.contains("text/event-stream") && !text.contains("event:"))
            try socket.close()
        }
    }

    @Test("An address on this page names no other host")
    func address() {
        #expect(PartsHTML.address("//evil.example/orders", ["page": "2"]) == "/")
        #expect(PartsHTML.address("/orders", ["page": "2"]) == "/orders?page=2")
    }

    @Test("A closed page ends its observers")
    func closed() async throws {
        let (ended, end) = AsyncStream<Void>.makeStream()
        let deals = Watched(end: end)
        try await WebBench.serve(.mock(deals: deals)) { bench in
            let visitor = try await bench.visitor()
            let socket = try await bench.connect()
            let head =
                "GET /live/deals?person=ada HTTP/1.1\r\nHost: \(bench.app.host)\r\nCookie: \(visitor.cookie)\r\n\r\n"
            try await socket.write(Data(head.utf8))
            var text = ""
            while !text.contains("event: part") {
                text += String(decoding: try await socket.read(atMost: 4096), as: UTF8.self)
            }
            #expect(text.contains("Watched offer"))
            try socket.close()
            // Ends only if nothing observes the deals any more.
            for await _ in ended {}
        }
    }

    private static func order(_ number: Int, _ total: Money) -> UserOrder {
        UserOrder(
            number: OrderNumber("N-\(number)"),
            placedAt: Date(timeIntervalSince1970: Double(number)),
            status: .paid,
            lines: [],
            total: total
        )
    }
}

/// Deals that say when nobody observes them any more.
private struct Watched: ObserveDeals, RefreshDeals {
    let end: AsyncStream<Void>.Continuation

    func deals() -> AsyncStream<DealsUpdate> {
        let (stream, continuation) = AsyncStream<DealsUpdate>.makeStream()
        let deal = Deal(id: DealID("W"), title: "Watched offer", subtitle: nil, end: nil, terms: "")
        continuation.yield(.success(Snapshot([deal], freshness: .live)))
        continuation.onTermination = { _ in end.finish() }
        return stream
    }

    func refreshDeals() async throws(ReadError) {}
}

extension Composition {
    /// Mocks, with some replaced.
    fileprivate static func mock(
        orders: MockFetchUserOrder? = nil,
        addresses: MockFetchUserAddresses? = nil,
        deals: (any ObserveDeals & RefreshDeals)? = nil
    ) -> Composition {
        let mock = Composition.mock(isOffline: false)
        let user = mock.users[SampleAccount.ada]
        var stored = user.stored
        if let deals { (stored.observeDeals, stored.refreshDeals) = (deals, deals) }
        stored.observeNews = MockNews(deals: [], isOn: true, now: { Date() })
        let modules = UserModules(
            lists: AccountLists(
                orders: orders ?? user.lists.orders,
                addresses: addresses ?? user.lists.addresses
            ),
            reservations: user.reservations,
            hasStored: { false },
            open: { [stored] in stored }
        )
        return Composition(
            signedInUser: mock.signedInUser,
            isSignedOut: mock.isSignedOut,
            signIn: mock.signIn,
            signOut: mock.signOut,
            searchNames: mock.searchNames,
            users: Users { _ in modules },
            migration: nil,
            diagnostics: mock.diagnostics,
            stop: {}
        )
    }
}
