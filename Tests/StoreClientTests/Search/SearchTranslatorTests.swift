import Domain
import Foundation
import StoreClient
import Testing

@Suite("Reading what a search has found")
struct SearchTranslatorTests {
    private static func read(_ records: [String]) async throws -> Snapshot<NameMatches> {
        try await read(Recorded.answer(records))
    }

    private static func read(_ bytes: Data) async throws -> Snapshot<NameMatches> {
        let query = try #require(NameQuery("med"))
        return try await StoreSearchNames(AnsweringStore(bytes).api).names(matching: query)
    }

    @Test("A recorded answer reads as a whole")
    func recorded() async throws {
        let answer = try await Self.read(Data(Recorded.med.utf8))
        #expect(answer.freshness == .live)
        #expect(answer.unreadable == [])
        #expect(answer.value.total == 11_906)
        #expect(answer.value.duration == .milliseconds(152))
        #expect(
            answer.value.matches == [
                NameMatch(
                    name: InternetName("med-med-buy.com"),
                    nameServers: ["ns1.parkingcrew.net", "ns2.parkingcrew.net"],
                    country: nil,
                    createdAt: nil,
                    updatedAt: Date(timeIntervalSince1970: 1_515_648_552.517),
                    expiresAt: nil,
                    isDead: false
                ),
                NameMatch(
                    name: InternetName("medicine.example"),
                    nameServers: [],
                    country: CountryCode("DE"),
                    createdAt: Date(timeIntervalSince1970: -86_400),
                    updatedAt: Date(timeIntervalSince1970: 1_780_293_600),
                    expiresAt: Date(timeIntervalSince1970: 1_905_033_600),
                    isDead: true
                ),
                NameMatch(
                    name: InternetName("xn--medien-bro-heb.example"),
                    nameServers: [],
                    country: nil,
                    createdAt: nil,
                    updatedAt: nil,
                    expiresAt: nil,
                    isDead: nil
                ),
            ]
        )
    }

    @Test("No match is an answer")
    func none() async throws {
        let answer = try await Self.read([])
        #expect(answer.value.matches.isEmpty)
        #expect(answer.unreadable.isEmpty)
    }

    @Test(
        "A field that is null, or missing, says nothing",
        arguments: ["hasWhois", "country", "NS", "expiry_date", "create_date", "update_date", "isDead"],
        ["null", nil]
    )
    func nullable(field: String, json: String?) async throws {
        let answer = try await Self.read([Recorded.record([field: json])])
        #expect(answer.value.matches.map(\.name.text) == ["medicine.example"])
        #expect(answer.unreadable == [])
    }

    @Test(
        "A record with an unreadable field is left out, and told by the field",
        arguments: [
            ("domain", nil, "name"), ("domain", "null", "name"), ("domain", "7", "name"), ("domain", "\"\"", "name"),
            ("country", "\"Germany\"", "country"), ("country", "7", "country"), ("NS", "[]", "nameServers"),
            ("create_date", "\"yesterday\"", "createdAt"), ("create_date", "1515648552", "createdAt"),
            ("update_date", "\"2018-02-30T00:00:00Z\"", "updatedAt"), ("update_date", "\"\"", "updatedAt"),
            ("expiry_date", "\"2018-01-11\"", "expiresAt"), ("isDead", "\"no\"", "isDead"), ("isDead", "0", "isDead"),
        ] as [(String, String?, String)]
    )
    func unreadable(field: String, json: String?, told: String) async throws {
        let before = Recorded.record(["domain": "\"before.example\""])
        let after = Recorded.record(["domain": "\"after.example\""])
        let answer = try await Self.read([before, Recorded.record([field: json]), after])
        #expect(answer.value.matches.map(\.name.text) == ["before.example", "after.example"])
        #expect(answer.unreadable.map(\.description) == ["matches[1].\(told)"])
    }

    @Test("What is no record is told by its place", arguments: ["null", "7", "\"med.example\"", "[]"])
    func noRecord(json: String) async throws {
        let answer = try await Self.read([json, Recorded.record()])
        #expect(answer.value.matches.count == 1)
        #expect(answer.unreadable.map(\.description) == ["matches[0]"])
    }

    @Test("A name that comes again is told, and listed once")
    func repeated() async throws {
        let answer = try await Self.read([Recorded.record(), Recorded.record(["isDead": "true"])])
        #expect(answer.value.matches.map(\.isDead) == [false])
        #expect(answer.unreadable.map(\.description) == ["matches[1].name"])
    }

    @Test(
        "Name servers come apart at commas",
        arguments: [
            ("a.example", ["a.example"]), ("a.example,b.example", ["a.example", "b.example"]),
            (" a.example , b.example ", ["a.example", "b.example"]), ("", []), (",", []), ("a.example,", ["a.example"]),
        ]
    )
    func nameServers(text: String, servers: [String]) async throws {
        let answer = try await Self.read([Recorded.record(["NS": Recorded.json(text)])])
        #expect(answer.value.matches.first?.nameServers == servers)
    }

    @Test(
        "Dates may have fractions and zones",
        arguments: [
            ("2018-01-11T05:29:12.517Z", 1_515_648_552.517), ("2018-01-11T05:29:12Z", 1_515_648_552),
            ("2018-01-11T05:29:12.5+00:00", 1_515_648_552.5), ("2018-01-11T05:29:12.517000Z", 1_515_648_552.517),
        ]
    )
    func dates(text: String, seconds: TimeInterval) async throws {
        let answer = try await Self.read([Recorded.record(["update_date": Recorded.json(text)])])
        #expect(answer.value.matches.first?.updatedAt == Date(timeIntervalSince1970: seconds))
    }

    @Test("A total smaller than the list is raised to it", arguments: ["0", "1", "-5"])
    func smallTotal(total: String) async throws {
        let records = ["a.example", "b.example"].map { Recorded.record(["domain": Recorded.json($0)]) }
        let answer = try await Self.read(Recorded.answer(records, total: total))
        #expect(answer.value.total == 2)
    }

    @Test(
        "Time is in milliseconds",
        arguments: [("0", 0), ("152", 152_000), ("0.25", 250), ("3600000", 3_600_000_000)]
    )
    func time(json: String, microseconds: Int) async throws {
        let answer = try await Self.read(Recorded.answer([], time: json))
        #expect(answer.value.duration == .microseconds(microseconds))
    }

    @Test("Characters that a terminal obeys are kept as they came: whoever shows them takes them out")
    func controlCharacters() async throws {
        let answer = try await Self.read([Recorded.record(["domain": #""a\u001B[31m\u0000.example""#])])
        #expect(answer.value.matches.map(\.name.text) == ["a\u{1B}[31m\u{0}.example"])
    }

    @Test(
        "An answer that is not the format's is malformed as a whole",
        arguments: [
            "", "null", "[]", "{}", "7", "<html></html>", #"{"total":1,"time":1}"#, #"{"total":1,"domains":[]}"#,
            #"{"time":1,"domains":[]}"#, #"{"total":1,"time":1,"domains":{}}"#, #"{"total":1,"time":1,"domains":null}"#,
            #"{"total":"1","time":1,"domains":[]}"#, #"{"total":1.5,"time":1,"domains":[]}"#,
            #"{"total":1e300,"time":1,"domains":[]}"#, #"{"total":1,"time":-1,"domains":[]}"#,
            #"{"total":1,"time":1e300,"domains":[]}"#, #"{"total":1,"time":null,"domains":[]}"#,
            #"{"total":1,"time":1,"domains":[]}x"#, "\u{FEFF}",
        ]
    )
    func malformed(text: String) async {
        await #expect(throws: SearchNamesError.malformed) { try await Self.read(Data(text.utf8)) }
    }

    @Test("An answer cut off anywhere is malformed, never a part of a list")
    func truncated() async {
        let bytes = Data(Recorded.med.utf8)
        for count in 0..<bytes.count {
            await #expect(throws: SearchNamesError.malformed) { try await Self.read(bytes.prefix(count)) }
        }
    }

    @Test("Bytes that are no UTF-8 are malformed")
    func notUTF8() async {
        let bytes = Recorded.answer([]) + Data([0xFF, 0xFE])
        await #expect(throws: SearchNamesError.malformed) { try await Self.read(bytes) }
    }
}
