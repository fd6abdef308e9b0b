import Domain
import Foundation
import Testing

@testable import StoreClient

@Suite("The translation of profiles")
struct ProfileTranslatorTests {
    private static func read(_ changes: [String: String?] = [:]) throws(UnreadableField) -> ProfileTranslator.Answer {
        var fields: [String: String?] = [
            "generated_at": #""2026-11-21T09:30:00.125Z""#, "user": #""ada""#, "name": #""Ada Example""#,
            "phone": #""+44 20 7946 0018""#, "bonus_points": "1250",
        ]
        fields.merge(changes) { $1 }
        let text =
            "{" + fields.compactMap { name, json in json.map { "\"\(name)\":\($0)" } }.joined(separator: ",") + "}"
        return try ProfileTranslator.translate(HTTPAnswer(status: 200, body: Data(text.utf8)))
    }

    @Test("Every field comes through, and when the answer was made")
    func complete() throws {
        let answer = try Self.read()
        #expect(answer.profile == Profile(name: "Ada Example", phone: "+44 20 7946 0018", bonusPoints: 1250))
        #expect(answer.generatedAt == Date(timeIntervalSince1970: 1_795_253_400.125))
        #expect(answer.unreadable == [])
    }

    @Test("A number that is null, missing or empty is none", arguments: ["null", nil, "\"\""])
    func noPhone(_ json: String?) throws {
        let answer = try Self.read(["phone": json])
        #expect(answer.profile.phone == nil)
        #expect(answer.unreadable == [])
    }

    @Test("A number that can't be read is none, and told", arguments: ["7", "[]", "{}", "true"])
    func unreadablePhone(_ json: String) throws {
        let answer = try Self.read(["phone": json])
        #expect(answer.profile.phone == nil)
        #expect(answer.profile.name == "Ada Example")
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
    func mandatory(_ field: String, _ json: String?, _ place: String) {
        let error = #expect(throws: UnreadableField.self) { try Self.read([field: json]) }
        #expect(error.map { FieldPath($0.path).description } == place)
    }

    @Test("A time that can't be read is unknown", arguments: ["null", nil, "7", "\"yesterday\""])
    func noTime(_ json: String?) throws {
        #expect(try Self.read(["generated_at": json]).generatedAt == nil)
    }

    @Test("What is no object is an error without a place", arguments: ["", "null", "[]", "7", "{}x", "{\"name\":"])
    func malformed(_ text: String) {
        let error = #expect(throws: UnreadableField.self) {
            try ProfileTranslator.translate(HTTPAnswer(status: 200, body: Data(text.utf8)))
        }
        #expect(error?.path == [])
    }
}
