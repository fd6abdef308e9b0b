import Foundation

typealias Title = String
typealias Titles = [Title]

/// @model
struct Album: Equatable {
    /// @json
    let title: Title
    /// @json
    let songs: Titles
}

func checkAliases() async throws {
    let album = try AlbumJSON.parse(Data(#"{"title": "T", "songs": ["a"]}"#.utf8)).value
    expect(album == Album(title: "T", songs: ["a"]))
}
