import Foundation

/// @model
struct Keywords: Equatable {
    /// @json
    let `default`: String
    /// @json
    let `in`: Int?
    /// @json
    let value: String
    /// @json
    let fields: [String]
    /// @json
    let columns: Int
    /// @json
    let decoder: String
    /// @json
    let row: Int
    /// @json
    let container: Int
    /// @json
    let table: String
    /// @json
    let model: String
    /// @json
    let leftOut: Bool
    /// @json
    let group: Int
}

// The files that all models share have types called `WordJSON` and `ModelJSON`.
/// @model
enum Word {
    case plain, loud
}

/// @model
struct Value: Equatable {
    /// @json
    let value: Int
}

/// @model
struct Model: Equatable {
    /// @json
    let value: Value
    /// @json
    let word: Word
    /// @json
    let words: [Word]
}

func checkEscapedNames() async throws {
    let text = """
        {"default": "d", "value": "v", "fields": ["f"], "columns": 1, "decoder": "x", "row": 2, "container": 3, \
        "table": "t", "model": "m", "leftOut": true, "group": 4}
        """
    let keywords = try KeywordsJSON.parse(Data(text.utf8)).value
    expect(keywords.default == "d" && keywords.model == "m" && keywords.leftOut)
    let words = #"{"word": "loud", "words": ["plain"], "value": {"value": 3}}"#
    let model = try ModelModelJSON.parse(Data(words.utf8)).value
    expect(model == Model(value: Value(value: 3), word: .loud, words: [.plain]))
    expect(try WordModelJSON.parse(Data(#""loud""#.utf8)).value == .loud)
    expect(try KeywordsRecord(keywords).makeModel() == keywords)
}
