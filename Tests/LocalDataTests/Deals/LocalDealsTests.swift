import Domain
import Foundation
import TestSupport
import Testing

@testable import LocalData

@Suite("Offers that are kept", .turns)
struct LocalDealsTests {
    @Test("A list takes the place of the one before, with its age and its gaps", arguments: Place.allCases)
    func replaced(place: Place) async throws {
        try await withStore(place) { store in
            try await store.deals.persist([deal(1), deal(2)], of: ada, asOf: noon)
            let gap = FieldPath([.field("deals"), .index(7), .field("title")])
            try await store.deals.persist([deal(3)], of: ada, asOf: noon + 60, unreadable: [gap])

            let list = try await store.deals.list(of: ada)
            #expect(list == Snapshot([deal(3)], freshness: .cached(asOf: noon + 60), unreadable: [gap]))
        }
    }

    @Test("A list whose age nobody knows says so, and an empty one is not none", arguments: Place.allCases)
    func ages(place: Place) async throws {
        try await withStore(place) { store in
            let before = try await store.deals.list(of: ada)
            #expect(before == nil)
            try await store.deals.persist([], of: ada, asOf: nil)
            let list = try await store.deals.list(of: ada)
            #expect(list == Snapshot([], freshness: .unknown))
        }
    }

    @Test("Nobody sees what is another's", arguments: Place.allCases)
    func users(place: Place) async throws {
        try await withStore(place) { store in
            try await store.deals.persist([deal(1, title: "Ada's")], of: ada, asOf: noon)
            try await store.deals.persist([deal(1, title: "Bob's"), deal(2)], of: bob, asOf: noon)
            let ofAda = try await store.deals.list(of: ada)
            #expect(ofAda?.value.map(\.title) == ["Ada's"])

            _ = try await store.eraseAll(except: bob, discardingPendingChanges: true)

            let ofBob = try await store.deals.list(of: bob)
            #expect(ofBob?.value.map(\.title) == ["Bob's", "An offer"])
            let page = try await store.deals.deals(endingAfter: .distantPast, limit: 10, of: ada)
            #expect(page.isEmpty)
        }
    }

    @Test("Of offers with one identifier the first is kept", arguments: Place.allCases)
    func repeated(place: Place) async throws {
        try await withStore(place) { store in
            try await store.deals.persist([deal(1, title: "First"), deal(1, title: "Second")], of: ada, asOf: noon)
            let list = try await store.deals.list(of: ada)
            #expect(list?.value.map(\.title) == ["First"])
        }
    }

    @Test("Pages put together are the list of what stands longer, in its order", arguments: Place.allCases)
    func pages(place: Place) async throws {
        var random = SplitMix(state: 4)
        let ends: [DealEnd?] = [nil] + (0..<5).map { .moment(noon + Double($0)) }
        let deals = (0..<237).map { number in
            let end = ends.randomElement(using: &random) ?? nil
            return Deal(id: DealID("\(number)"), title: "", subtitle: nil, end: end, terms: "")
        }
        try await withStore(place) { store in
            try await store.deals.persist(deals, of: ada, asOf: noon)
            try await store.deals.persist([deal(1)], of: bob, asOf: noon)
            for limit in [1, 10, 50, 237, 1_000] {
                var found: [Deal] = []
                while true {
                    let page = try await store.deals.deals(
                        endingAfter: noon,
                        limit: limit,
                        after: found.last,
                        of: ada
                    )
                    #expect(page.count <= limit)
                    if page.isEmpty { break }
                    found += page
                }
                #expect(found == deals.filter { $0.isCurrent(at: noon) }.sorted(by: Deal.endingFirst))
            }
            let none = try await store.deals.deals(endingAfter: noon, limit: -1, of: ada)
            #expect(none.isEmpty)
        }
    }

    @Test(
        "A page is found by the index, not by looking through the table",
        arguments: [
            (LocalDeals.firstPage, "(user=? AND over>?)"),
            (LocalDeals.nextPage, "(user=? AND (over,id)>(?,?))"),
        ]
    )
    func index(statement: String, bounds: String) async throws {
        try await withFolder { folder in
            let store = try store(.file(file(in: folder)))
            try await store.deals.persist((0..<100).map { deal($0) }, of: ada, asOf: noon)
            let plan = try query("EXPLAIN QUERY PLAN " + statement, in: file(in: folder))
            #expect(plan == ["SEARCH deal USING INDEX deal_user_over \(bounds)"])
        }
    }

    @Test(
        "A row that can't have come from an offer is a gap of the list",
        arguments: [("day = 20261399", "deals[1]"), ("id = 'D-2'", "deals[1]"), ("over = 'soon'", "deals[2]")]
    )
    func unreadable(damage: String, gap: String) async throws {
        try await withFolder { folder in
            let store = try store(.file(file(in: folder)))
            try await store.deals.persist([deal(1), deal(2), deal(3)], of: ada, asOf: noon)
            try execute("UPDATE deal SET \(damage) WHERE id = x'442d32'", in: file(in: folder))

            let list = try await store.deals.list(of: ada)
            #expect(list?.value == [deal(1), deal(3)])
            #expect(list?.unreadable.map(\.description) == [gap])
            let page = try await store.deals.deals(endingAfter: noon, limit: 10, of: ada)
            #expect(page == [deal(1), deal(3)])
        }
    }

    @Test("Who observes is told what is kept, and every change by this store", arguments: Place.allCases)
    func observed(place: Place) async throws {
        try await withStore(place) { store in
            try await store.deals.persist([deal(1)], of: ada, asOf: noon)
            var updates = observer(in: store).makeAsyncIterator()
            let first = await updates.next()
            #expect(first == .success(Snapshot([deal(1)], freshness: .cached(asOf: noon))))
            try await store.deals.persist([deal(9)], of: bob, asOf: noon)
            try await store.deals.persist([deal(1), deal(2)], of: ada, asOf: noon)
            let second = await updates.next()
            #expect(second == .success(Snapshot([deal(1), deal(2)], freshness: .cached(asOf: noon))))
        }
    }

    private func observer(in store: LocalDatabase) -> AsyncStream<DealsUpdate> {
        OfflineFirst(.deals, of: ada, in: store, now: { noon }) { () async throws(ReadError) in throw .unavailable }
            .observe()
    }
}
