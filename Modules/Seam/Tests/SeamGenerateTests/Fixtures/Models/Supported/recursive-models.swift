import Foundation

/// @model
struct Folder: Equatable {
    /// @json
    let name: String
    /// @json
    let folders: [Folder]
}

func checkRecursiveModels() async throws {
    let text = #"{"name": "a", "folders": [{"name": "b", "folders": [{"folders": []}]}]}"#
    expect(failure { try FolderJSON.parse(Data(text.utf8)) } == "folders[0].folders[0].name is missing")
    // As deep as no reader goes.
    let deep = String(repeating: #"{"name": "a", "folders": ["#, count: 100_000)
    expect(failure { try FolderJSON.parse(Data(deep.utf8)) } == "the whole is unreadable")
}
