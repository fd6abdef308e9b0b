import Foundation
import Testing

@testable import AccountSandbox

@Suite("The store's data")
struct StoreTests {
    private let store = Store(seed: 1843, demoOrderCount: 12)

    private func bytes(_ user: String, seed: UInt64 = 1843, count: Int = 12) throws -> [UInt8] {
        try #require(LegacyLists.orders.object(of: user, in: Store(seed: seed, demoOrderCount: count)))
    }

    @Test(
        "One seed, the same bytes on every run and platform",
        arguments: [(12, 0x88BE_7C99_5610_F940 as UInt64), (1000, 0xE606_C877_4F0A_DCDA)]
    )
    func pinned(count: Int, checksum: UInt64) throws {
        #expect(try fnv1a(bytes("ada", count: count)) == checksum)
    }

    @Test(
        "Another seed sends the same orders in another order",
        arguments: Store.people.keys.sorted().filter { $0 != "grace" }
    )
    func seeds(user: String) throws {
        let one = try bytes(user)
        let other = try bytes(user, seed: 7)

        #expect(one != other)
        #expect(one.sorted() == other.sorted())
    }

    @Test("Orders come in no particular order", arguments: Store.people.keys.sorted().filter { $0 != "grace" })
    func shuffled(user: String) throws {
        let dates = try #require(store.orders(of: user)).map(\.created)

        #expect(dates != dates.sorted() && dates != dates.sorted(by: >))
    }

    @Test(
        "The demo user has as many orders as asked for",
        arguments: [(-1, 0), (0, 0), (1, 1), (12, 12), (13, 13), (2000, 2000)]
    )
    func counts(asked: Int, count: Int) throws {
        let orders = try #require(Store(seed: 1843, demoOrderCount: asked).orders(of: "ada"))

        #expect(orders.count == count)
        #expect(Set(orders.map(\.number)).count == count)
    }

    @Test("The demo user's dozen has every state, euros, and dates from 2024 to 2026")
    func demo() throws {
        let orders = try #require(store.orders(of: "ada"))

        #expect(Set(orders.map(\.state)) == Set(StoreOrder.State.allCases))
        #expect(orders.allSatisfy { $0.currency == .eur })
        let years = Timestamp.milliseconds(2024, 1, 1, 0, 0, 0)..<Timestamp.milliseconds(2026, 11, 21, 0, 0, 0)
        #expect(orders.allSatisfy { years.contains($0.created) })
    }

    @Test("The edges are there: negative sums, before 1970, one second twice, no lines, long names")
    func edges() throws {
        let orders = try #require(store.orders(of: "edge"))

        #expect(orders.contains { $0.sum < 0 })
        #expect(orders.contains { $0.created < 0 })
        #expect(Set(orders.map(\.created)).count < orders.count)
        #expect(orders.contains { $0.lines.isEmpty })
        #expect(orders.contains { $0.lines.contains { $0.name.utf8.count > 1000 } })
    }

    @Test("Every user's records are JSON, and no user has an id twice", arguments: Store.people.keys.sorted())
    func readable(user: String) throws {
        let addresses = try #require(store.addresses(of: user))

        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(bytes(user))) }
        let sent = try #require(LegacyLists.addresses.object(of: user, in: store))
        let json = try JSONSerialization.jsonObject(with: Data(sent))
        let records = (json as? [String: [[String: Any]]])?["addresses"]
        #expect(records?.map { $0["recipient"] as? String } == addresses.map(\.recipient))
        #expect(Set(addresses.map(\.id)).count == addresses.count)
    }

    /// Returns the hash FNV-1a, 64 bits (Fowler, Noll, Vo).
    private func fnv1a(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

@Suite("Moments and amounts as text")
struct TextTests {
    @Test(
        "A moment is written as ISO 8601, before 1970 too",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1000, "1969-12-31T23:59:59Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"), (1_795_253_400_125, "2026-11-21T09:30:00.125Z"),
            (-3_986_280_000_000, "1843-09-06T12:00:00Z"), (-62_167_219_200_000, "0000-01-01T00:00:00Z"),
        ]
    )
    func moments(milliseconds: Int, text: String) {
        var bytes: [UInt8] = []
        Timestamp.append(milliseconds, to: &bytes)

        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test("Customers are as many as asked for, and the same for one seed")
    func customers() throws {
        let store = Store(seed: 7, demoOrderCount: 0, customerCount: 500)
        let again = Store(seed: 7, demoOrderCount: 12, customerCount: 1_000)
        let other = Store(seed: 8, demoOrderCount: 0, customerCount: 500)
        func orders(_ store: Store) throws -> [[String]] {
            try (1...500).map { number in
                try #require(store.orders(of: SandboxAccount.customer(number))).map { "\($0.created) \($0.sum)" }
            }
        }
        let all = try orders(store)

        #expect(try orders(again) == all)
        #expect(try orders(other) != all)
        #expect(Set(all.map(\.count)) == [0, 1, 2, 3, 4])
        for stranger in ["c0", "c501", "c01", "c", "c+1", "x1"] {
            #expect(store.orders(of: stranger) == nil && store.addresses(of: stranger) == nil)
        }
        #expect(store.addresses(of: "c1")?.isEmpty == true)
        #expect(Store(seed: 7, demoOrderCount: 0).orders(of: "c1") == nil)
    }

    @Test("A calendar date and its milliseconds are each other's inverse")
    func inverse() {
        for (year, month, day) in [
            (1600, 2, 29), (1843, 9, 1), (1969, 12, 31), (1970, 1, 1), (2024, 2, 29), (2100, 3, 1),
        ] {
            var bytes: [UInt8] = []
            Timestamp.append(Timestamp.milliseconds(year, month, day, 23, 59, 58), to: &bytes)
            let text = String(decoding: bytes, as: UTF8.self)

            #expect(text == String(format: "%04d-%02d-%02dT23:59:58Z", year, month, day))
        }
    }

    @Test(
        "An amount has its currency's decimals",
        arguments: [
            (StoreCurrency.eur, 2498, "24.98"), (.eur, -5, "-0.05"), (.eur, 0, "0.00"), (.jpy, 1500, "1500"),
            (.jpy, -1, "-1"), (.kwd, 10_125, "10.125"), (.kwd, -5, "-0.005"),
        ]
    )
    func amounts(currency: StoreCurrency, minorUnits: Int, text: String) {
        #expect(currency.text(minorUnits) == text)
    }
}
