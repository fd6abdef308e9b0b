import Domain
import DomainContracts
import Foundation
import StoreClient
import Testing

@Suite("The search over HTTP does what every search must do")
struct SearchContractTests {
    @Test("Names", arguments: SearchNamesContract.rows)
    func names(_ row: SearchNamesContract.Row) async throws {
        let base = try #require(URL(string: "http://names.example"))
        let contract = SearchNamesContract { situation in
            StoreSearchNames(
                StoreAPI(baseURL: base, transport: ScriptedTransport(script(for: situation)), now: { Date() })
            ).names
        }
        try await contract.check(row)
    }
}

/// Returns the script of a database in a situation.
private func script(for situation: ReadSituation<NameQuery, NameMatches>) -> ScriptedTransport.Script {
    switch situation {
    case .stored(let names):
        return { request throws(HTTPTransportError) in answer(to: request, from: names) }
    case .heldUp(let gate, let names):
        return { request throws(HTTPTransportError) in
            do { try await gate.pass() } catch { throw .cancelled }
            return answer(to: request, from: names)
        }
    case .unreadable(let names):
        return { request throws(HTTPTransportError) in answer(to: request, from: names, adding: "{}") }
    case .malformed(let names):
        return { request throws(HTTPTransportError) in
            let whole = answer(to: request, from: names)
            return HTTPAnswer(status: 200, headers: whole.headers, body: whole.body.dropLast(10))
        }
    case .incomplete:
        return { _ throws(HTTPTransportError) in
            HTTPAnswer(status: 200, headers: ["Content-Type": "application/json"], body: Data("{}".utf8))
        }
    case .unavailable:
        return { _ throws(HTTPTransportError) in throw .unreachable }
    case .cached, .unauthorised:
        // A search has no cache and no sign-in, and no row about either.
        return { _ throws(HTTPTransportError) in throw .unreachable }
    case .busy:
        return { _ throws(HTTPTransportError) in HTTPAnswer(status: 429, headers: ["Retry-After": "7"]) }
    }
}

private func answer(
    to request: HTTPRequest,
    from found: [NameQuery: NameMatches],
    adding more: String? = nil
) -> HTTPAnswer {
    let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems
    let query = items?.first { $0.name == "query" }?.value.flatMap { NameQuery($0) }
    let answer = query.flatMap { found[$0] } ?? NameMatches(matches: [], total: 0, duration: .zero)
    let records = answer.matches.map(record) + [more].compactMap { $0 }
    return HTTPAnswer(
        status: 200,
        headers: ["Content-Type": "application/json"],
        body: Recorded.answer(records, total: "\(answer.total)")
    )
}

private func record(_ match: NameMatch) -> String {
    Recorded.record([
        "domain": Recorded.json(match.name.text), "NS": Recorded.json(match.nameServers.joined(separator: ",")),
        "country": match.country.map { Recorded.json($0.code) } ?? "null", "create_date": date(match.createdAt),
        "update_date": date(match.updatedAt), "expiry_date": date(match.expiresAt),
        "isDead": match.isDead.map { "\($0)" } ?? "null",
    ])
}

private func date(_ date: Date?) -> String {
    date.map { Recorded.json($0.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))) } ?? "null"
}
