/// @model
enum Order {
    /// @json newest_first
    case newest
    /// @json price
    case price
}

struct Tag {
    struct Name { var text: String }
    var name: Name
}

/// @service
protocol Words {
    /// @get /{order}/{tag.name.text}
    /// @query order @query tags={tags.name.text}
    func get(order: Order, tag: Tag, tags: [Tag], last: Order?, all: [Order]?) async throws
    /// @get /
    /// @query tag={tag.name.text} @header X-Order: {order}
    func optional(tag: Tag?, order: Order?) async throws
}

func checkWordsAndTexts() async throws {
    let (client, transport) = service(Array(repeating: answer(204), count: 4))
    let words = HTTPWords(client)
    let tag = Tag(name: Tag.Name(text: "a b"))
    try await words.get(order: .newest, tag: tag, tags: [tag, tag], last: .price, all: [.price, .newest])
    try await words.get(order: .price, tag: tag, tags: [], last: nil, all: nil)
    try await words.optional(tag: tag, order: .newest)
    try await words.optional(tag: nil, order: nil)
    let base = "GET https://shop.test/v1/"
    let expected = [
        "\(base)newest_first/a%20b?order=newest_first&tags=a%20b&tags=a%20b&last=price&all=price&all=newest_first",
        "\(base)price/a%20b?order=price", "\(base)?tag=a%20b", base,
    ]
    expect(transport.lines == expected)
    expect(transport.requests[2].headers["X-Order"] == "newest_first")
}
