import Foundation

/// @model
struct Catalogue: Equatable {
    /// @json @lenient
    let people: [Person]
    /// @json @lenient @default []
    let numbers: [Int]
}

/// @model
struct Library: Equatable {
    /// @json
    let catalogues: [Catalogue]
}

func checkLenientLists() async throws {
    let text = #"{"people": [{"name": "A"}, {}, 7, null, {"name": "B"}], "numbers": [1, "2", 3]}"#
    let read = try CatalogueJSON.parse(Data(text.utf8))
    expect(read.value == Catalogue(people: [Person(name: "A"), Person(name: "B")], numbers: [1, 3]))
    expect(read.leftOut.map(\.path) == ["people[1].name", "people[2]", "people[3]", "numbers[1]"])
    expect(failure { try CatalogueJSON.parse(Data(#"{"people": 7}"#.utf8)) } == "people is unreadable")
    let library = try LibraryJSON.parse(Data("{\"catalogues\": [\(text)]}".utf8))
    expect(library.leftOut.map(\.path).first == "catalogues[0].people[1].name")
}
