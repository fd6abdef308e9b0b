import Domain
import Foundation
import Testing

@Suite("Offers")
struct DealTests {
    private static let noon = Date(timeIntervalSince1970: 1_796_040_000)

    private static func deal(_ id: String, end: DealEnd?) -> Deal {
        Deal(id: DealID(id), title: id, subtitle: nil, end: end, terms: "")
    }

    private static func day() throws -> CalendarDay {
        try #require(CalendarDay(year: 2026, month: 11, day: 30))
    }

    @Test(
        "An offer stands up to its end, which is not part of it",
        arguments: [(-0.001, true), (0, false), (1, false)]
    )
    func current(_ seconds: TimeInterval, _ isCurrent: Bool) throws {
        let time = Self.noon.addingTimeInterval(seconds)
        for end in [DealEnd.moment(Self.noon), .day(try Self.day(), over: Self.noon)] {
            #expect(Self.deal("D-1", end: end).isCurrent(at: time) == isCurrent)
        }
    }

    @Test("An offer without an end always stands", arguments: [Date.distantPast, noon, .distantFuture])
    func endless(_ time: Date) {
        #expect(Self.deal("D-1", end: nil).isCurrent(at: time))
    }

    @Test("What ends first is shown first, and what has no end last, whatever their identifiers")
    func endingFirst() throws {
        let deals = [
            Self.deal("D-4", end: .moment(Self.noon - 1)),
            Self.deal("D-3", end: .day(try Self.day(), over: Self.noon)),
            Self.deal("D-2", end: .moment(Self.noon + 1)),
            Self.deal("D-1", end: nil),
        ]
        #expect(deals.reversed().sorted(by: Deal.endingFirst) == deals)
    }

    @Test("Of two that end at once, or never, the lower identifier is shown first")
    func ties() throws {
        let ending = [
            Self.deal("D-1", end: .day(try Self.day(), over: Self.noon)), Self.deal("D-2", end: .moment(Self.noon)),
        ]
        #expect(ending.reversed().sorted(by: Deal.endingFirst) == ending)
        let endless = ["D-1", "D-2"].map { Self.deal($0, end: nil) }
        #expect(endless.reversed().sorted(by: Deal.endingFirst) == endless)
    }

    @Test("The order is a strict weak ordering, so sorting by it is defined")
    func strictWeakOrdering() {
        let ends: [DealEnd?] = [nil, .moment(.distantPast), .moment(Self.noon), .moment(Self.noon + 0.5)]
        let deals = ends.flatMap { end in ["D-1", "D-10", "D-2"].map { Self.deal($0, end: end) } }
        let before = Deal.endingFirst
        func tied(_ a: Deal, _ b: Deal) -> Bool { !before(a, b) && !before(b, a) }
        var broken = 0
        for a in deals {
            if before(a, a) { broken += 1 }
            for b in deals {
                for c in deals where before(a, b) && before(b, c) && !before(a, c) { broken += 1 }
                for c in deals where tied(a, b) && tied(b, c) && !tied(a, c) { broken += 1 }
            }
        }
        #expect(broken == 0)
    }
}
