import Domain
import DomainContracts
import Foundation
import StoreClient
import Testing

@Suite("The profile over HTTP does what every profile must do")
struct ProfileContractTests {
    @Test("Profiles", arguments: FetchProfileContract.rows)
    func profiles(_ row: FetchProfileContract.Row) async throws {
        let base = try #require(URL(string: "http://store.example"))
        let contract = FetchProfileContract { situation in
            StoreFetchProfile(
                StoreAPI(baseURL: base, transport: ScriptedTransport(script(for: situation)), now: { start })
            ).profile
        }
        try await contract.check(row)
    }
}

private let start = Date(timeIntervalSince1970: 1_795_000_000)

/// Returns the script of a store in a situation.
private func script(for situation: ReadSituation<UserID, Profile>) -> ScriptedTransport.Script {
    switch situation {
    case .stored(let profiles):
        return { request throws(HTTPTransportError) in answer(to: request, from: profiles) }
    case .heldUp(let gate, let profiles):
        return { request throws(HTTPTransportError) in
            do { try await gate.pass() } catch { throw .cancelled }
            return answer(to: request, from: profiles)
        }
    case .unreadable(let profiles):
        return { request throws(HTTPTransportError) in answer(to: request, from: profiles, phone: "[]") }
    case .cached(let profiles, let asOf):
        return { request throws(HTTPTransportError) in answer(to: request, from: profiles, generatedAt: asOf) }
    case .incomplete(let profiles):
        return { request throws(HTTPTransportError) in answer(to: request, from: profiles, name: "null") }
    case .malformed(let profiles):
        return { request throws(HTTPTransportError) in
            let whole = answer(to: request, from: profiles)
            return HTTPAnswer(status: 200, headers: whole.headers, body: whole.body.dropLast(1))
        }
    case .unauthorised:
        return { _ throws(HTTPTransportError) in HTTPAnswer(status: 401) }
    case .unavailable:
        return { _ throws(HTTPTransportError) in throw .unreachable }
    case .busy:
        return { _ throws(HTTPTransportError) in HTTPAnswer(status: 429, headers: ["Retry-After": "7"]) }
    }
}

private func answer(
    to request: HTTPRequest,
    from profiles: [UserID: Profile],
    name: String? = nil,
    phone: String? = nil,
    generatedAt: Date = start
) -> HTTPAnswer {
    let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems
    guard let user = items?.first(where: { $0.name == "user" })?.value, let profile = profiles[UserID(user)] else {
        return HTTPAnswer(
            status: 404,
            headers: ["Content-Type": "application/problem+json"],
            body: Data(#"{"code":"unknown_user"}"#.utf8)
        )
    }
    let text = """
        {"generated_at":"\(generatedAt.formatted(.iso8601))","user":\(Recorded.json(user)),
         "name":\(name ?? Recorded.json(profile.name)),
         "phone":\(phone ?? profile.phone.map(Recorded.json) ?? "null"),"bonus_points":\(profile.bonusPoints)}
        """
    return HTTPAnswer(status: 200, headers: ["Content-Type": "application/json"], body: Data(text.utf8))
}
