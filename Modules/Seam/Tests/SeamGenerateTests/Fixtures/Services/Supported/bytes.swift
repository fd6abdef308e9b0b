import Foundation

/// @service
protocol Pictures {
    /// @get /pictures/{id}
    func picture(_ id: Int) async throws -> Data
    /// @put /pictures/{id}
    func replace(_ id: Int, with picture: Data) async throws
    /// @post /pictures
    /// @header Content-Type: image/png
    func add(_ picture: Data?) async throws
}

func checkBytes() async throws {
    let bytes = Data([0, 255, 10])
    let (client, transport) = service(
        [ServiceAnswer(status: 200, body: bytes)] + [answer(204), answer(204), answer(204)]
    )
    let pictures = HTTPPictures(client)
    expect(try await pictures.picture(1) == bytes)
    try await pictures.replace(2, with: bytes)
    try await pictures.add(bytes)
    try await pictures.add(nil)
    expect(transport.requests.map(\.body) == [nil, bytes, bytes, nil])
    let types = transport.requests.map { $0.headers["Content-Type"] }
    expect(types == [nil, "application/octet-stream", "image/png", "image/png"])
}
