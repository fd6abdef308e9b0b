import Domain
import DomainMocks
import Foundation
import Presentation
import TestSupport
import Testing

@testable import account

@Suite("The newest orders, before all of them have arrived", .timeLimit(.minutes(5))) @MainActor
struct NewestOrdersTests {
    nonisolated private static let ada = SampleAccount.ada
    /// Ten orders, newest first.
    nonisolated private static let orders = (0..<10).compactMap { index in
        SampleAccount.orders[ada]?.first.map { sample in
            UserOrder(
                number: OrderNumber("S-\(index)"),
                placedAt: Date(timeIntervalSince1970: TimeInterval(1_790_000_000 - index * 86_400)),
                status: sample.status,
                lines: sample.lines,
                total: sample.total
            )
        }
    }

    private let all = MockFetchUserOrder(orders: [ada: orders])

    private func session(_ newest: Snapshot<NewestOrders>?) -> Session {
        let user = UserModules(
            fetchOrders: all,
            fetchNewestOrders: Newest(snapshot: newest),
            fetchAddresses: MockFetchUserAddresses(addresses: [:]),
            reservations: MockReservations(reservations: [:], now: { Date() }),
            hasStored: { false },
            open: { .mock() }
        )
        let mock = Composition.mock()
        let composition = Composition(
            signedInUser: mock.signedInUser,
            isSignedOut: mock.isSignedOut,
            signIn: mock.signIn,
            signOut: mock.signOut,
            searchNames: mock.searchNames,
            users: Users { _ in user },
            migration: nil,
            diagnostics: mock.diagnostics,
            stop: {}
        )
        let formats = Formats(locale: Locale(identifier: "en_GB"), timeZone: .gmt, wording: .english)
        return Session(composition, of: Self.ada, formats)
    }

    private static func text(_ showing: Session.Showing) -> String {
        var page = Page(Terminal(width: 80, hasColour: false))
        showing.write(&page)
        return page.text
    }

    private static func rest(of showing: Session.Showing) async throws -> Session.Showing {
        let rest = try #require(showing.rest)
        return try await rest()
    }

    private static func numbers(_ text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("  S-") }.map { String($0.dropFirst(2).prefix(3)) }
    }

    nonisolated private static let three = Snapshot(NewestOrders(Array(orders.prefix(3)), of: 10), freshness: .live)

    @Test("They are shown while the store holds back the list; the rest follows, each order once, in order")
    func early() async throws {
        all.calls.hold()
        let beginning = try await session(Self.three).ordersAsTheyArrive(limit: .max, after: .zero)
        let first = Self.text(beginning)
        #expect(first.hasPrefix("Orders (10)\n"))
        #expect(Self.numbers(first) == ["S-0", "S-1", "S-2"])

        all.calls.releaseAll()
        let complete = try await Self.rest(of: beginning)
        let rest = Self.text(complete)
        #expect(Self.numbers(rest) == ["S-3", "S-4", "S-5", "S-6", "S-7", "S-8", "S-9"])
        #expect(!rest.contains("Orders (") && !rest.contains("changed"))
        #expect(all.calls.inputs == [Self.ada])
        let plain = try await session(nil).orders(limit: .max)
        #expect(first + rest == Self.text(plain))
        #expect(try complete.document.json() == plain.document.json())
    }

    @Test("A limit counts from the first order", arguments: [0, 2, 3, 5, 10])
    func limited(limit: Int) async throws {
        all.calls.hold()
        let beginning = try await session(Self.three).ordersAsTheyArrive(limit: limit, after: .zero)
        all.calls.releaseAll()
        let text = Self.text(beginning) + Self.text(try await Self.rest(of: beginning))
        #expect(Self.numbers(text) == (0..<limit).map { "S-\($0)" })
        #expect(text.contains("and \(10 - limit) more: account orders --limit 10") == (limit < 10))
    }

    @Test("A list that has changed since is said to have, and no order is shown twice")
    func changed() async throws {
        let newer = NewestOrders(Array(Self.orders[1...3]), of: 9)
        all.calls.hold()
        let beginning = try await session(Snapshot(newer, freshness: .live))
            .ordersAsTheyArrive(limit: .max, after: .zero)
        all.calls.releaseAll()
        let rest = Self.text(try await Self.rest(of: beginning))
        #expect(Self.numbers(rest) == ["S-0", "S-4", "S-5", "S-6", "S-7", "S-8", "S-9"])
        #expect(rest.contains("The list changed while it was shown."))
    }

    @Test("If the list then fails, the command does")
    func failed() async throws {
        all.calls.stub(.failure(.unavailable))
        all.calls.hold()
        let beginning = try await session(Self.three).ordersAsTheyArrive(limit: .max, after: .zero)
        all.calls.releaseAll()
        await #expect(throws: AccountFailure.self) { _ = try await Self.rest(of: beginning) }
    }

    @Test(
        "What can't be shown without the list is not shown before it",
        arguments: [
            nil, Snapshot(NewestOrders(orders, of: 10), freshness: .live),
            Snapshot(NewestOrders([], of: nil), freshness: .live), Snapshot(three.value, freshness: .unknown),
            Snapshot(three.value, freshness: .live, unreadable: [FieldPath([.index(3)])]),
        ] as [Snapshot<NewestOrders>?]
    )
    func unfit(newest: Snapshot<NewestOrders>?) async throws {
        let showing = try await session(newest).ordersAsTheyArrive(limit: .max, after: .zero)
        #expect(showing.rest == nil)
        #expect(Self.numbers(Self.text(showing)).count == 10)
    }
}

private struct Newest: FetchNewestOrders {
    let snapshot: Snapshot<NewestOrders>?

    func fetchNewestOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<NewestOrders> {
        guard let snapshot else { throw .unavailable }
        return snapshot
    }
}
