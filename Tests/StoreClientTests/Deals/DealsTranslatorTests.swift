import Domain
import Foundation
import StoreClient
import Testing

@Suite("The translation of offers")
struct DealsTranslatorTests {
    private static func deal(_ changes: [String: String?] = [:]) -> String {
        var fields: [String: String?] = [
            "id": #""D-1""#, "title": #""Two for one""#, "subtitle": #""Today""#, "ends": #""2026-11-30""#,
            "terms": #""Once.""#,
        ]
        fields.merge(changes) { $1 }
        return "{" + fields.compactMap { name, json in json.map { "\"\(name)\":\($0)" } }.joined(separator: ",") + "}"
    }

    private static func read(_ deals: String..., zone: String? = #""Europe/Berlin""#) async throws -> Snapshot<[Deal]> {
        let fields = [
            #""generated_at":"2026-11-21T09:30:00.125Z""#, zone.map { "\"time_zone\":\($0)" },
            "\"deals\":[\(deals.joined(separator: ","))]",
        ]
        let text = "{" + fields.compactMap { $0 }.joined(separator: ",") + "}"
        return try await StoreDeals(AnsweringStore(text).api).fetch()
    }

    @Test("Every field comes through, and when the answer was made")
    func complete() async throws {
        let answer = try await Self.read(Self.deal())
        let deal = try #require(answer.value.first)
        #expect(deal.id == DealID("D-1"))
        #expect(deal.title == "Two for one")
        #expect(deal.subtitle == "Today")
        #expect(deal.terms == "Once.")
        #expect(answer.freshness == .cached(asOf: Date(timeIntervalSince1970: 1_795_253_400.125)))
        #expect(answer.unreadable == [])
    }

    @Test("An end that is a day is over at the end of that day in the store's zone")
    func day() async throws {
        let over = Date(timeIntervalSince1970: 1_796_079_600)
        let end = try await Self.read(Self.deal()).value.first?.end
        #expect(end == .day(try #require(CalendarDay("2026-11-30")), over: over))
    }

    @Test("An end with a time is that moment, in any zone it is written in")
    func moment() async throws {
        for text in ["2026-11-30T18:00:00Z", "2026-11-30T19:00:00+01:00", "2026-11-30T18:00:00.000Z"] {
            let end = try await Self.read(Self.deal(["ends": "\"\(text)\""])).value.first?.end
            #expect(end == .moment(Date(timeIntervalSince1970: 1_796_061_600)))
        }
    }

    @Test("What may be missing is none where it is null, missing or empty")
    func nothing() async throws {
        for json in ["null", nil] {
            let deal = try #require(try await Self.read(Self.deal(["ends": json, "subtitle": json])).value.first)
            #expect(deal.end == nil)
            #expect(deal.subtitle == nil)
        }
        #expect(try await Self.read(Self.deal(["subtitle": "\"\"", "terms": "\"\""])).value.first?.subtitle == nil)
    }

    @Test(
        "An offer without what is mandatory, or with what can't be read, is left out and told by field",
        arguments: [
            ("id", nil, "id"), ("id", "\"\"", "id"), ("id", "7", "id"), ("title", nil, "title"),
            ("title", "null", "title"), ("title", "\"\"", "title"), ("title", "{}", "title"),
            ("subtitle", "7", "subtitle"), ("terms", nil, "terms"), ("terms", "null", "terms"), ("ends", "7", "end"),
            ("ends", "\"\"", "end"), ("ends", "\"30/11/2026\"", "end"), ("ends", "\"2026-11-31\"", "end"),
            ("ends", "\"2026-11-30T18:00\"", "end"), ("ends", "\"tomorrow\"", "end"), ("ends", "1796079600", "end"),
        ]
    )
    func leftOut(_ field: String, _ json: String?, _ told: String) async throws {
        let answer = try await Self.read(Self.deal(["id": "\"D-0\""]), Self.deal([field: json]))
        #expect(answer.value.map(\.id) == [DealID("D-0")])
        #expect(answer.unreadable.map(\.description) == ["deals[1].\(told)"])
    }

    @Test("What is no record is left out and told by its place", arguments: ["null", "7", "[]", "\"D-1\""])
    func noRecord(_ json: String) async throws {
        let answer = try await Self.read(json, Self.deal())
        #expect(answer.value.count == 1)
        #expect(answer.unreadable.map(\.description) == ["deals[0]"])
    }

    @Test("Without a zone that is known, an end that is a day can't be read; other ends can")
    func noZone() async throws {
        for zone in [nil, "null", "7", "\"Europe/Atlantis\""] {
            let moment = Self.deal(["id": "\"D-2\"", "ends": "\"2026-11-30T18:00:00Z\""])
            let answer = try await Self.read(Self.deal(), moment, zone: zone)
            #expect(answer.value.map(\.id) == [DealID("D-2")])
            #expect(answer.unreadable.map(\.description) == ["deals[0].end"])
        }
    }

    @Test("Of a repeated identifier the first is listed, and the place of the other told")
    func repeated() async throws {
        let answer = try await Self.read(Self.deal(), Self.deal(["title": "\"Again\""]))
        #expect(answer.value.map(\.title) == ["Two for one"])
        #expect(answer.unreadable.map(\.description) == ["deals[1].id"])
    }

    @Test("Offers come in the order in which they end")
    func order() async throws {
        let answer = try await Self.read(
            Self.deal(["id": "\"D-1\"", "ends": "null"]),
            Self.deal(["id": "\"D-2\"", "ends": "\"2026-12-01\""]),
            Self.deal(["id": "\"D-3\"", "ends": "\"2026-11-30T23:00:00Z\""])
        )
        #expect(answer.value.map(\.id.rawValue) == ["D-3", "D-2", "D-1"])
    }

    @Test(
        "An answer that is not the format's is an error with the place of what is missing",
        arguments: [
            ("", ""), ("null", ""), ("[]", ""), ("7", ""), ("{}x", ""), ("{}", "deals"), (#"{"deals":null}"#, "deals"),
            (#"{"deals":{}}"#, "deals"), (#"{"time_zone":"GMT"}"#, "deals"),
        ]
    )
    func malformed(_ text: String, _ place: String) async {
        let store = AnsweringStore(text)
        await #expect(throws: ReadError.malformed) { try await StoreDeals(store.api).fetch() }
        #expect(store.places == [place])
    }

    @Test("An answer cut off anywhere is an error, never a part of a list")
    func truncated() async {
        let bytes = Data(#"{"time_zone":"GMT","deals":[\#(Self.deal()),\#(Self.deal(["id": "\"D-2\""]))]}"#.utf8)
        for count in 0..<bytes.count {
            let store = AnsweringStore(bytes.prefix(count))
            await #expect(throws: ReadError.malformed) { try await StoreDeals(store.api).fetch() }
        }
    }
}
