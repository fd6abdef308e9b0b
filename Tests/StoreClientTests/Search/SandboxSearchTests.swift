import AccountSandbox
import Domain
import Foundation
import StoreClient
import TestSupport
import Testing

// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("The search over HTTP, asking the sandbox", .serialized, .timeLimit(.minutes(15)))
struct SandboxSearchTests {
    private func search(
        _ text: String,
        _ configuration: SandboxConfiguration = SandboxConfiguration(nameCount: 500),
        clock: any Clock<Duration> = StoppedClock()
    ) async throws -> Snapshot<NameMatches> {
        let server = try await SandboxServer.start(configuration)
        let transport = URLSessionTransport(deadline: .seconds(10), largestBody: 1 << 20, clock: clock)
        let search = StoreSearchNames(StoreAPI(baseURL: server.url, transport: transport, now: { Date() }))
        let query = try #require(NameQuery(text))
        do {
            let answer = try await search.names(matching: query)
            await server.stop()
            return answer
        } catch {
            await server.stop()
            throw error
        }
    }

    @Test("Med finds 50 names, the first of them med-med-buy.com")
    func med() async throws {
        let answer = try await search("Med")
        #expect(answer.freshness == .live)
        #expect(answer.unreadable == [])
        #expect(answer.value.matches.count == 50)
        #expect(answer.value.matches.first?.name == InternetName("med-med-buy.com"))
        #expect(answer.value.matches.first?.updatedAt == Date(timeIntervalSince1970: 1_515_648_552.517))
        #expect(answer.value.total > 50)
    }

    @Test("What is typed arrives as it is", arguments: ["bücher", "odd-\"quoted\\\"", "BÜCHER", "bu\u{308}cher"])
    func typed(text: String) async throws {
        #expect(try await search(text).value.matches.isEmpty == false)
    }

    @Test("A name's Unicode is what the sandbox says it is")
    func unicode() async throws {
        let names = try await search("bücher").value.matches.map(\.name)
        #expect(names.allSatisfy { $0.unicode.contains("bücher") })
        #expect(names.contains { $0.text.contains("xn--bcher-kva") })
    }

    @Test("No name found is an answer")
    func none() async throws {
        let answer = try await search("zzzz")
        #expect(answer.value.matches == [])
        #expect(answer.value.total == 0)
    }

    @Test(
        "A fault of the database is told as what it is",
        arguments: [
            (SandboxFault.Kind.drop, SearchNamesError.unavailable), (.cut, .unavailable), (.truncated, .malformed),
            (.html, .malformed), (.malformed, .malformed), (.tooManyRequests, .busy), (.unavailable, .unavailable),
            (.serverError, .unavailable), (.endless, .malformed),
        ]
    )
    func faults(kind: SandboxFault.Kind, error: SearchNamesError) async throws {
        let configuration = SandboxConfiguration(nameCount: 100, faults: [SandboxFault(kind)])
        await #expect(throws: error) { try await search("med", configuration) }
    }

    @Test(
        "A database that never ends its answer is unavailable at the deadline",
        arguments: [SandboxFault.Kind.silent, .stall]
    )
    func slow(kind: SandboxFault.Kind) async throws {
        let configuration = SandboxConfiguration(nameCount: 100, faults: [SandboxFault(kind)])
        await #expect(throws: SearchNamesError.unavailable) {
            try await search("med", configuration, clock: RushingClock())
        }
    }

    @Test(
        "A record that can't be read, or comes twice, is told",
        arguments: [SandboxFault.Kind.unreadableRecord, .duplicateID]
    )
    func told(kind: SandboxFault.Kind) async throws {
        let answer = try await search("med", SandboxConfiguration(nameCount: 100, faults: [SandboxFault(kind)]))
        #expect(answer.unreadable.count == 1)
        #expect(answer.unreadable.first?.components.last == .field("name"))
    }
}
