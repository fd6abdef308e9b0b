import Foundation

struct CountryCode: Equatable {
    let text: String

    init?(_ text: String) {
        guard text.count == 2 else { return nil }
        self.text = text
    }
}

struct Motto: RawRepresentable, Equatable {
    let rawValue: String
}

struct PartNumber: Equatable {
    let code: String

    init(code: String) { self.code = code }
}

/// @model
struct Part: Equatable {
    /// @json @text text
    let country: CountryCode
    /// @json @text
    let word: Motto?
    /// @json @text code:
    let numbers: [PartNumber]
}

func checkTexts() async throws {
    let part = try PartJSON.parse(Data(#"{"country": "DE", "word": "w", "numbers": ["1", "2"]}"#.utf8)).value
    expect(part.country.text == "DE" && part.word?.rawValue == "w" && part.numbers.map(\.code) == ["1", "2"])
    expect(
        failure { try PartJSON.parse(Data(#"{"country": "DEU", "numbers": [1]}"#.utf8)) }
            == "country is unreadable, numbers[0] is unreadable"
    )
}
