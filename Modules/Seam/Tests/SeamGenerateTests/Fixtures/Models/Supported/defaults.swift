import Foundation

/// @model
struct Paging: Equatable {
    /// @json page_size @default 20
    let size: Int
    /// @json @default []
    let order: [String]
    /// @json @default "name, or id"
    let key: String
}

func checkDefaults() async throws {
    expect(try PagingJSON.parse(Data("{}".utf8)).value == Paging(size: 20, order: [], key: "name, or id"))
    expect(try PagingJSON.parse(Data(#"{"page_size": null}"#.utf8)).value.size == 20)
    expect(failure { try PagingJSON.parse(Data(#"{"page_size": "2"}"#.utf8)) } == "page_size is unreadable")
}
