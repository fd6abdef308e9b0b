import Foundation

/// @model json
struct Message: Equatable {
    /// @json
    let text: String
}

func checkJSONOnly() async throws {
    expect(try MessageJSON.parse(Data(#"{"text": "t"}"#.utf8)).value.text == "t")
}
