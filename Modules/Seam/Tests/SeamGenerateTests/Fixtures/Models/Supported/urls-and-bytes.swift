import Foundation

/// @model
struct Attachment: Equatable {
    /// @json @id
    let id: UUID
    /// @json
    let place: URL
    /// @json
    let content: Foundation.Data
}

func checkURLsAndBytes() async throws {
    let text = #"{"content":"AQI=","id":"00000000-0000-0000-0000-00000000000A","place":"https://a.example/b"}"#
    let attachment = try AttachmentJSON.parse(Data(text.utf8)).value
    expect(attachment.content == Data([1, 2]) && attachment.place.host == "a.example")
    expect(String(decoding: try AttachmentJSON(attachment).data(), as: UTF8.self) == text)
    expect(
        failure { try AttachmentJSON.parse(Data(#"{"content": "?", "id": "1", "place": 2}"#.utf8)) }
            == "id is unreadable, place is unreadable, content is unreadable"
    )
}
