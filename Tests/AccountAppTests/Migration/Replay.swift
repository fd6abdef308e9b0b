import AccountSandbox
import Domain
import Foundation
import StoreClient

@testable import account

/// Returns the candidate's result for the input of an exported test, in lines. The candidate is the store's client, over a
/// store with the data of the recording.
///
/// With `SEAM_PLANT=1` it is the candidate from before the fix; `.ci/account migration` checks that the exported test
/// fails with that one.
func replayOrders(_ input: String) async throws -> [String] {
    try await replayed(input) { side, user in
        let isPlanted = ProcessInfo.processInfo.environment["SEAM_PLANT"] == "1"
        let candidate = DemoCandidate(side.orders, unreachable: side.orders, isPlanted: isPlanted)
        let answer: Result<Snapshot<[UserOrder]>, UserOrdersError>
        do throws(UserOrdersError) {
            answer = .success(try await candidate.fetchOrders(for: user))
        } catch {
            answer = .failure(error)
        }
        return SpecimenLines.of(answer, \.specimenLines)
    }
}

private struct UnknownInput: Error {
    let input: String
}

private func replayed(
    _ input: String,
    _ ask: (AccountLists, UserID) async throws -> [String]
) async throws -> [String] {
    let pairs = input.split(separator: " ").compactMap { word -> (String, String)? in
        let sides = word.split(separator: "=", maxSplits: 1).map(String.init)
        return sides.count == 2 ? (sides[0], sides[1]) : nil
    }
    let fields = Dictionary(pairs) { first, _ in first }
    guard let user = fields["user"], let seed = fields["seed"].flatMap({ UInt64($0) }) else {
        throw UnknownInput(input: input)
    }
    let server = try await SandboxServer.start(SandboxConfiguration(customerCount: 100_000, seed: seed))
    let tokens = InMemoryTokenStore()
    let session = StoreSession(
        baseURL: server.url,
        clientID: nil,
        transport: URLSessionTransport(deadline: .seconds(60), largestBody: 1 << 20, clock: ContinuousClock()),
        store: tokens,
        legacyToken: { nil },
        now: { Date() }
    )
    let demo = SandboxAccount.demo
    _ = try await StoreSignIn(session: session)
        .signIn(with: Credentials(login: demo.login, password: demo.password))
    let side = StoreConnection(server.url, within: .seconds(60), tokens: tokens, legacyToken: { nil }).lists
    let lines = try await ask(side, UserID(user))
    await server.stop()
    return lines
}
