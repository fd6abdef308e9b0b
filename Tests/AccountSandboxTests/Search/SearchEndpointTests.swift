import AccountSandbox
import Foundation
import Testing

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("The search", .serialized)
struct SearchEndpointTests {
    private struct Answer: Decodable {
        let total: Int
        let time: Int
        let domains: [Record]

        struct Record: Decodable {
            let hasWhois: Int
            let country: String?
            let NS: String?
            let domain: String?
            let expiry_date: String?
            let create_date: String?
            let update_date: String?
            let isDead: Bool?
        }
    }

    private func search(_ query: String, _ configuration: SandboxConfiguration = .init()) async throws -> Answer {
        try await withSandbox(configuration) { _, client async throws in
            let reply = try await client.get("/search?query=\(query)")
            #expect(reply.status == 200)
            #expect(reply.header("Content-Type") == "application/json")
            return try JSONDecoder().decode(Answer.self, from: reply.body)
        }
    }

    @Test("Med finds 50 names, the first of them med-med-buy.com", arguments: ["Med", "med", "MED", "%4Ded"])
    func med(query: String) async throws {
        let answer = try await search(query)
        #expect(answer.domains.count == 50)
        #expect(answer.domains.first?.domain == "med-med-buy.com")
        #expect(answer.domains.first?.update_date == "2018-01-11T05:29:12.517Z")
        #expect(answer.domains.first?.NS == "ns1.parkingcrew.net,ns2.parkingcrew.net")
        #expect(answer.domains.allSatisfy { $0.domain?.contains("med") == true })
        #expect((1_000..<10_000).contains(answer.total))
    }

    @Test("Med finds 50 names in any database that has as many", arguments: [50, 51, 1_000])
    func sizes(count: Int) async throws {
        let answer = try await search("Med", SandboxConfiguration(nameCount: count))
        #expect(answer.domains.count == 50)
        #expect(answer.total >= 50 && answer.total <= count)
    }

    @Test("A small database has what it has", arguments: [(-1, 0), (0, 0), (1, 1), (49, 49)])
    func small(count: Int, found: Int) async throws {
        let answer = try await search("med", SandboxConfiguration(nameCount: count))
        #expect(answer.domains.count == found)
        #expect(answer.total == found)
    }

    @Test("No name found is an empty list", arguments: ["zzzz", "%F0%9F%98%80", "a%20b"])
    func none(query: String) async throws {
        let answer = try await search(query, SandboxConfiguration(nameCount: 1_000))
        #expect(answer.domains.map(\.domain) == [])
        #expect(answer.total == 0)
    }

    @Test(
        "Without a query there is no answer",
        arguments: ["/search", "/search?query=", "/search?q=med", "/search?query"]
    )
    func noQuery(path: String) async throws {
        try await withSandbox { _, client async throws in
            #expect(try await client.get(path).status == 400)
        }
    }

    @Test(
        "An internationalised name is found by both spellings",
        arguments: ["b%C3%BCcher", "B%C3%9CCHER", "xn--bcher-kva"]
    )
    func internationalised(query: String) async throws {
        let answer = try await search(query)
        #expect(answer.domains.contains { $0.domain == "odd.xn--bcher-kva.example" })
        #expect(answer.total > 20)
    }

    @Test("Among the names are characters that a terminal obeys, escaped")
    func controlCharacters() async throws {
        let answer = try await search("odd", SandboxConfiguration(nameCount: 100))
        let scalars = answer.domains.compactMap(\.domain).joined().unicodeScalars
        for sought in ["\u{0}", "\u{7}", "\u{A}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{202E}"] as [Unicode.Scalar] {
            #expect(scalars.contains(sought))
        }
    }

    @Test("Every nullable field is null in some records and said in others")
    func nullable() async throws {
        let records = try await search("a", SandboxConfiguration(nameCount: 200)).domains
        let fields: [(Answer.Record) -> Bool] = [
            { $0.country == nil }, { $0.NS == nil }, { $0.expiry_date == nil }, { $0.create_date == nil },
            { $0.update_date == nil }, { $0.isDead == nil }, { $0.hasWhois == 0 },
        ]
        for isNull in fields {
            #expect(records.contains(where: isNull))
            #expect(!records.allSatisfy(isNull))
        }
    }

    @Test("The same seed gives the same bytes, another seed others")
    func deterministic() async throws {
        let bytes = try await [1, 1, 2].mapInOrder { seed in
            try await withSandbox(SandboxConfiguration(nameCount: 500, seed: seed)) { _, client async throws in
                try await client.get("/search?query=a").body
            }
        }
        #expect(bytes[0] == bytes[1])
        #expect(bytes[0] != bytes[2])
    }

    @Test(
        "Faults of a whole answer act on it",
        arguments: [
            (SandboxFault.Kind.tooManyRequests, 429), (.unavailable, 503), (.serverError, 500), (.html, 200),
            (.truncated, 200), (.malformed, 200),
        ]
    )
    func faults(kind: SandboxFault.Kind, status: Int) async throws {
        try await withSandbox(SandboxConfiguration(nameCount: 100, faults: [SandboxFault(kind)])) {
            _,
            client async throws in
            let reply = try await client.get("/search?query=med")
            #expect(reply.status == status)
            #expect(throws: (any Error).self) { try JSONDecoder().decode(Answer.self, from: reply.body) }
        }
    }

    @Test(
        "Faults that make no sense for it leave it alone",
        arguments: [SandboxFault.Kind.unauthorised, .signInRefused, .unknownStatus, .stale]
    )
    func untouched(kind: SandboxFault.Kind) async throws {
        let answer = try await search("med", SandboxConfiguration(nameCount: 100, faults: [SandboxFault(kind)]))
        #expect(answer.domains.count == 50)
    }

    @Test("unreadable-record: one record has no domain")
    func unreadableRecord() async throws {
        let faults = [SandboxFault(.unreadableRecord)]
        let answer = try await search("med", SandboxConfiguration(nameCount: 100, faults: faults))
        #expect(answer.domains.filter { $0.domain == nil }.count == 1)
        #expect(answer.domains.count == 50)
    }

    @Test("duplicate-id: the first record comes twice")
    func duplicate() async throws {
        let faults = [SandboxFault(.duplicateID)]
        let answer = try await search("med", SandboxConfiguration(nameCount: 100, faults: faults))
        #expect(answer.domains.filter { $0.domain == "med-med-buy.com" }.count == 2)
    }
}

extension Array where Element: Sendable {
    fileprivate func mapInOrder<Value: Sendable>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
