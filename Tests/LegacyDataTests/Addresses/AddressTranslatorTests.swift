import Domain
import Foundation
import Testing

@testable import LegacyData

@Suite("Addresses, from bytes to entities")
struct AddressTranslatorTests {
    @Test("Every part of an address comes through")
    func parts() throws {
        let country = try #require(CountryCode("CA"))
        let read = try address([
            "street": #"["1 Example Street","Unit 2"]"#, "region": #""QC""#, "country": #""CA""#,
            "is_default": "false",
        ])
        #expect(
            read
                == UserAddress(
                    id: AddressID("A-1"),
                    label: "Home",
                    recipient: "Ada Example",
                    postal: PostalAddress(
                        street: ["1 Example Street", "Unit 2"],
                        postalCode: "10115",
                        locality: "Berlin",
                        region: "QC",
                        country: country
                    ),
                    isDefault: false
                )
        )
    }

    @Test("Postal code and region may be null or missing", arguments: ["null", nil] as [String?])
    func optionalParts(_ json: String?) throws {
        let postal = try address(["zip": json, "region": json]).postal
        #expect(postal.postalCode == nil && postal.region == nil)
    }

    @Test("Text of any script comes through", arguments: ["🏡", "עדה דוגמה", "例 太郎", "", "a\u{300}"])
    func scripts(_ recipient: String) throws {
        let json = String(decoding: try JSONEncoder().encode(recipient), as: UTF8.self)
        #expect(try address(["recipient": json]).recipient == recipient)
    }

    @Test("The default address comes first, the others as they were saved")
    func sorted() throws {
        let records = ["A", "B", "C", "D"].map { Wire.address(["id": "\"\($0)\"", "is_default": "\($0 == "C")"]) }
        let answer = try LegacyAnswer.addresses(Wire.addresses(records))
        #expect(answer.value.map(\.id.rawValue) == ["C", "A", "B", "D"])
    }

    @Test(
        "A record that can't be read is left out and reported by each unreadable field",
        arguments: unreadableAddresses
    )
    func unreadable(_ row: (changes: [String: String?], paths: String)) throws {
        let good = ["0", "2"].map { Wire.address(["id": "\"\($0)\""]) }
        let answer = try LegacyAnswer.addresses(Wire.addresses([good[0], Wire.address(row.changes), good[1]]))
        #expect(answer.value.map(\.id.rawValue) == ["0", "2"])
        let paths = row.paths.split(separator: " ").map { "addresses[1]" + $0 }
        #expect(answer.unreadable.map(\.description) == paths)
    }

    @Test("A record that is no object is left out and told as a whole", arguments: ["null", "17", "[]"])
    func notAnObject(_ record: String) throws {
        let answer = try LegacyAnswer.addresses(Wire.addresses([Wire.address([:]), record]))
        #expect(answer.value.count == 1)
        #expect(answer.unreadable.map(\.description) == ["addresses[1]"])
    }

    @Test("Of two addresses with one identifier the first stays and the second is told")
    func duplicates() throws {
        let records = ["Old", "New"].map { Wire.address(["label": "\"\($0)\""]) }
        let answer = try LegacyAnswer.addresses(Wire.addresses(records))
        #expect(answer.value.map(\.label) == ["Old"])
        #expect(answer.unreadable.map(\.description) == ["addresses[1].id"])
    }

    @Test("No addresses are an empty list")
    func empty() throws {
        let answer = try LegacyAnswer.addresses(Wire.addresses([]))
        #expect(answer.value.isEmpty && answer.unreadable.isEmpty)
    }

    @Test(
        "An answer that is damaged as a whole is malformed, never a part of a list",
        arguments: [
            "", "<html></html>", #"{"status":"OK","data":{"orders":[]}}"#, #"{"status":"OK","data":{"addresses":1}}"#,
        ]
    )
    func malformed(_ body: String) {
        #expect(throws: ReadError.malformed) { try LegacyAnswer.addresses(Data(body.utf8)) }
    }

    @Test("An answer that is cut off anywhere is malformed")
    func cutOff() {
        let body = Wire.addresses()
        for length in 0..<body.count {
            #expect(throws: ReadError.malformed) { try LegacyAnswer.addresses(body.prefix(length)) }
        }
    }

    private func address(_ changes: [String: String?]) throws -> UserAddress {
        let answer = try LegacyAnswer.addresses(Wire.addresses([Wire.address(changes)]))
        #expect(answer.unreadable.isEmpty)
        return try #require(answer.value.first)
    }
}

private let unreadableAddresses: [(changes: [String: String?], paths: String)] = [
    (["id": #""""#], ".id"), (["id": nil], ".id"), (["id": "1"], ".id"), (["label": nil], ".label"),
    (["label": "null"], ".label"), (["recipient": nil], ".recipient"), (["street": nil], ".street"),
    (["street": #""Beispielweg 1""#], ".street"), (["street": "[1]"], ".street"), (["zip": "10115"], ".postalCode"),
    (["city": nil], ".locality"), (["region": "[]"], ".region"), (["country": nil], ".country"),
    (["country": #""Germany""#], ".country"), (["country": #""de""#], ".country"), (["is_default": nil], ".isDefault"),
    (["is_default": #""yes""#], ".isDefault"),
    (["id": nil, "street": nil, "zip": "1", "country": #""de""#], ".id .street .postalCode .country"),
]
