import Domain
import Foundation
import GRDB
import TestSupport
import Testing

@testable import LocalData

@Suite("Entities as rows")
struct TranslatorTests {
    @Test("Offers come back as they went in", arguments: Place.allCases)
    func deals(place: Place) async throws {
        var random = SplitMix(state: 1)
        let deals = (0..<500).map { _ in random.deal() }
        var seen: Set<DealID> = []
        let each = deals.filter { seen.insert($0.id).inserted }

        try await withStore(place) { store in
            try await store.deals.persist(deals, of: ada, asOf: noon)

            let list = try await store.deals.list(of: ada)
            #expect(list?.value == each.sorted(by: Deal.endingFirst))
        }
    }

    @Test("Bytes of texts come back too, a zero among them", arguments: ["a\0b", "\0", "e\u{301}", "\u{e9}", ""])
    func bytes(text: String) throws {
        let column = try DatabaseQueue().read { database in
            try DatabaseValue.fetchOne(database, sql: "SELECT ?", arguments: [text.column])
        }
        let value = try #require(column)
        let read = try #require(String(column: value))
        #expect(Array(read.utf8) == Array(text.utf8))
    }

    @Test("An end that is no number, or never comes, is none", arguments: [Double.nan, .infinity])
    func endless(seconds: Double) {
        let end = DealEnd.moment(Date(timeIntervalSinceReferenceDate: seconds))
        let deal = Deal(id: DealID("D-1"), title: "", subtitle: nil, end: end, terms: "")
        #expect(DealRecord(deal).deal?.end == .none)
    }

    @Test("Profiles come back as they went in, with age and gaps", arguments: Place.allCases)
    func profiles(place: Place) async throws {
        var random = SplitMix(state: 2)
        try await withStore(place) { store in
            for number in 0..<200 {
                let user = UserID("\(random.text())\(number)")
                let expected = Snapshot(
                    random.profile(),
                    freshness: .cached(asOf: random.date()),
                    unreadable: (0..<(number % 3)).map { _ in random.path() }
                )
                guard case .cached(let asOf) = expected.freshness else { continue }
                try await store.keep(
                    expected.value,
                    of: user,
                    asOf: asOf,
                    unreadable: expected.unreadable
                )
                let found = try await store.profile(of: user)
                #expect(found == expected)
            }
        }
    }

    @Test("Settings and changes come back as they went in", arguments: Place.allCases)
    func settings(place: Place) async throws {
        var random = SplitMix(state: 3)
        try await withStore(place) { store in
            for number in 0..<200 {
                let user = UserID("\(number)\(random.text())")
                let (isOn, asOf) = (Bool.random(using: &random), random.date())
                try await store.settings.persist((newDeals: isOn, version: random.text()), of: user, asOf: asOf)
                let change = PendingChange(
                    id: PendingChangeID("\(number) \(random.text())"),
                    newDeals: !isOn,
                    madeAt: random.date()
                )
                _ = try await store.changes.choose(!isOn, of: user, as: change.id, at: change.madeAt)

                let found = try await store.settings.read(of: user)
                let changes = try await store.changes.read(of: user)
                let expected = NotificationSettings(confirmed: isOn, pending: !isOn)
                #expect(found == Snapshot(expected, freshness: .cached(asOf: asOf)))
                #expect(changes == [change])
            }
        }
    }
}
