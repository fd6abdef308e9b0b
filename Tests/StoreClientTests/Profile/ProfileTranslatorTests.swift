import Domain
import Foundation
import StoreClient
import Testing

@Suite("The translation of profiles")
struct ProfileTranslatorTests {
    private static func store(_ changes: [String: String?] = [:]) -> AnsweringStore {
        var fields: [String: String?] = [
            "generated_at": #""2026-11-21T09:30:00.125Z""#, "user": #""ada""#, "name": #""Ada Example""#,
            "phone": #""+44 20 7946 0018""#, "bonus_points": "1250",
        ]
        fields.merge(changes) { $1 }
        return AnsweringStore(
            "{" + fields.compactMap { name, json in json.map { "\"\(name)\":\($0)" } }.joined(separator: ",") + "}"
        )
    }

    private static func read(_ changes: [String: String?] = [:]) async throws -> Snapshot<Profile> {
        try await profile(store(changes))
    }

    private static func profile(_ store: AnsweringStore) async throws -> Snapshot<Profile> {
        try await StoreFetchProfile(store.api).profile(of: UserID("ada"))
    }

    @Test("Every field comes through, and when the answer was made")
    func complete() async throws {
        let answer = try await Self.read()
        #expect(answer.value == Profile(name: "Ada Example", phone: "+44 20 7946 0018", bonusPoints: 1250))
        #expect(answer.freshness == .cached(asOf: Date(timeIntervalSince1970: 1_795_253_400.125)))
        #expect(answer.unreadable == [])
    }

    @Test("A number that is null, missing or empty is none", arguments: ["null", nil, "\"\""])
    func noPhone(_ json: String?) async throws {
        let answer = try await Self.read(["phone": json])
        #expect(answer.value.phone == nil)
        #expect(answer.unreadable == [])
    }

    @Test("A number that can't be read is none, and told", arguments: ["7", "[]", "{}", "true"])
    func unreadablePhone(_ json: String) async throws {
        let answer = try await Self.read(["phone": json])
        #expect(answer.value.phone == nil)
        #expect(answer.value.name == "Ada Example")
        #expect(answer.unreadable.map(\.description) == ["phone"])
    }

    @Test(
        "A mandatory field that is missing, or can't be read, is an error with its place",
        arguments: [
            ("name", nil, "name"), ("name", "null", "name"), ("name", "7", "name"),
            ("bonus_points", nil, "bonusPoints"), ("bonus_points", "null", "bonusPoints"),
            ("bonus_points", "\"7\"", "bonusPoints"), ("bonus_points", "1.5", "bonusPoints"),
            ("bonus_points", "-1", "bonusPoints"), ("bonus_points", "1e300", "bonusPoints"),
        ]
    )
    func mandatory(_ field: String, _ json: String?, _ place: String) async {
        let store = Self.store([field: json])
        await #expect(throws: ReadError.malformed) { try await Self.profile(store) }
        #expect(store.places == [place])
    }

    @Test("A time that can't be read is unknown", arguments: ["null", nil, "7", "\"yesterday\""])
    func noTime(_ json: String?) async throws {
        #expect(try await Self.read(["generated_at": json]).freshness == .unknown)
    }

    @Test("What is no object is an error without a place", arguments: ["", "null", "[]", "7", "{}x", "{\"name\":"])
    func malformed(_ text: String) async {
        let store = AnsweringStore(text)
        await #expect(throws: ReadError.malformed) { try await Self.profile(store) }
        #expect(store.places == [""])
    }
}
