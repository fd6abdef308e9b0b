import Foundation

/// @model
struct Contact: Equatable {
    /// @json
    let phone: String?
    /// @json
    var mail: String!
    /// @json
    let age: Optional<Int>
    /// @json
    let tags: [String?]
}

func checkOptionalFields() async throws {
    let contact = try ContactJSON.parse(Data(#"{"phone": null, "age": 3, "tags": ["a", null]}"#.utf8)).value
    expect(contact == Contact(phone: nil, mail: nil, age: 3, tags: ["a", nil]))
    expect(
        failure { try ContactJSON.parse(Data(#"{"phone": 1, "age": "3", "tags": [1]}"#.utf8)) }
            == "phone is unreadable, age is unreadable, tags[0] is unreadable"
    )
}
