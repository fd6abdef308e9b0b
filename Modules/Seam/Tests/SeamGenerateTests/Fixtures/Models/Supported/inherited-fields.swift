import Foundation

/// @model
class Item {
    /// @json @id
    let id: Int

    init(id: Int) { self.id = id }
}

/// @model
class Book: Item {
    /// @json
    let title: String

    init(id: Int, title: String) {
        self.title = title
        super.init(id: id)
    }
}

func checkInheritedFields() async throws {
    let book = try BookJSON.parse(Data(#"{"id": 7, "title": "T"}"#.utf8)).value
    expect(book.id == 7 && book.title == "T")
    expect(failure { try BookJSON.parse(Data("{}".utf8)) } == "id is missing, title is missing")
}
