import Foundation

struct Stay: Codable, Equatable {
    var from: Date
    var nights: [Date]
}

/// @service
protocol Stays {
    /// @get /stays/{from}
    /// @header X-Until: {until}
    func stays(from: Date, until: Date?, on day: Date?, nights: [Date]) async throws -> [Stay]
    /// @post /stays
    func book(_ stay: Stay) async throws -> Date
}

func checkServiceDates() async throws {
    let texts = ["0001-01-01T00:00:00Z", "1582-10-10T12:00:00.001Z", "2026-10-30T14:03:00.250Z"]
    let json = "[\(texts.map { "\"\($0)\"" }.joined(separator: ","))]"
    let body = #"{"from":"\#(texts[2])","nights":\#(json)}"#
    let beyond = Date(timeIntervalSince1970: 253_402_300_799.9996)
    let (client, transport) = service([answer(200, "[\(body)]"), answer(200, "\"2026-10-30T14:03:00.2496Z\"")])
    let stays = HTTPStays(client)
    let date = Date(timeIntervalSince1970: 0.0004)
    // What was read is the same text in a path, a query, a header and a body.
    let stay = try await stays.stays(from: date, until: date, on: nil, nights: [date])[0]
    expect(transport.requests[0].headers["X-Until"] == "1970-01-01T00:00:00Z")
    let booked = try await stays.book(stay)
    expect(abs(booked.timeIntervalSince(stay.from) + 0.0004) < 1e-6)
    expect(
        transport.lines == [
            "GET https://shop.test/v1/stays/1970-01-01T00%3A00%3A00Z?nights=1970-01-01T00%3A00%3A00Z",
            "POST https://shop.test/v1/stays " + body,
        ]
    )
    for failing in [
        { try await stays.stays(from: beyond, until: nil, on: nil, nights: []) },
        { try await stays.stays(from: date, until: beyond, on: nil, nights: []) },
        { try await stays.stays(from: date, until: nil, on: beyond, nights: []) },
        { try await stays.stays(from: date, until: nil, on: nil, nights: [beyond]) },
    ] { expect(await failure(failing).hasPrefix("unsendable")) }
    expect(await failure { try await stays.book(Stay(from: beyond, nights: [])) } == "unsendable(\"stay\")")
}
