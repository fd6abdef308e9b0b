import Domain
import Foundation
import StoreClient
import Synchronization
import Testing

@Suite("A session with the store", .timeLimit(.minutes(15)))
struct StoreSessionTests {
    private typealias Failure = StoreSession.Failure

    @Test("Tokens that are good are given out without asking anybody")
    func good() async {
        let stage = TokenStage(.tokens(TokenStage.good))
        #expect(await stage.outcome() == .success(TokenStage.good))
        #expect(stage.asked == [])
    }

    @Test("Tokens that are over, or about to be, are renewed and kept", arguments: [-100.0, 0, 5])
    func renewed(seconds: TimeInterval) async {
        let stage = TokenStage(.tokens(TokenStage.tokens("old", endsIn: seconds)))
        #expect(await stage.outcome() == .success(TokenStage.new))
        #expect(await stage.kept == .tokens(TokenStage.new))
        #expect(stage.asked == ["token refresh_token refresh-old"])
    }

    @Test("Tokens whose end nobody knows are good until they are refused")
    func endless() async {
        let tokens = Tokens(user: TokenStage.user, accessToken: "a", refreshToken: "r", expiresAt: nil)
        let stage = TokenStage(.tokens(tokens))
        #expect(await stage.outcome() == .success(tokens))
        #expect(await stage.outcome(refused: "a") == .success(TokenStage.new))
    }

    @Test("500 callers at once with an expired token make one renewal")
    func oneRenewal() async {
        let barrier = Barrier()
        let stage = TokenStage { _ throws(HTTPTransportError) in
            await barrier.pass()
            return TokenStage.grant("new")
        }
        let outcomes = await withTaskGroup(of: Result<Tokens, Failure>.self) { group in
            for _ in 0..<500 { group.addTask { await stage.outcome() } }
            await barrier.arrival()
            barrier.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes == Array(repeating: .success(TokenStage.new), count: 500))
        #expect(stage.asked == ["token refresh_token refresh-old"])
    }

    @Test("500 callers whose token was refused make one renewal, whenever they come")
    func oneRenewalForRefused() async {
        let stage = TokenStage(.tokens(TokenStage.good))
        let outcomes = await withTaskGroup(of: Result<Tokens, Failure>.self) { group in
            for _ in 0..<500 { group.addTask { await stage.outcome(refused: TokenStage.good.accessToken) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes == Array(repeating: .success(TokenStage.new), count: 500))
        #expect(stage.asked == ["token refresh_token refresh-good"])
    }

    @Test("Who waits reads what is kept first: another process may have been quicker")
    func readsFirst() async throws {
        let store = TurnTokenStore(.tokens(TokenStage.expired)) { .tokens(TokenStage.good) }
        let stage = TokenStage(store: store)
        #expect(await stage.outcome() == .success(TokenStage.good))
        #expect(stage.asked == [])
    }

    @Test("A renewal that is refused deletes nothing")
    func refusedDeletesNothing() async {
        let stage = TokenStage { _ throws(HTTPTransportError) in TokenStage.refusal("invalid_grant") }
        #expect(await stage.outcome() == .failure(.signInNeeded))
        #expect(await stage.kept == .tokens(TokenStage.expired))
    }

    @Test("A renewal that loses against another process takes what that one got")
    func lostRace() async throws {
        let store = InMemoryTokenStore(.tokens(TokenStage.expired))
        let stage = TokenStage(store: store) { _ throws(HTTPTransportError) in
            _ = await store.save(TokenStage.good, over: nil)
            return TokenStage.refusal("invalid_grant")
        }
        #expect(await stage.outcome() == .success(TokenStage.good))
        #expect(await stage.kept == .tokens(TokenStage.good))
    }

    @Test("A refresh token that was refused is not sent again")
    func refusedOnce() async throws {
        let stage = TokenStage { _ throws(HTTPTransportError) in TokenStage.refusal("invalid_grant") }
        _ = await stage.outcome()
        #expect(await stage.outcome() == .failure(.signInNeeded))
        #expect(stage.asked.count == 1)

        try await stage.store.save(TokenStage.tokens("other", endsIn: 0))
        _ = await stage.outcome()
        #expect(stage.asked == ["token refresh_token refresh-old", "token refresh_token refresh-other"])
    }

    @Test(
        "A store that is out of reach is no reason to sign in again, and is asked again",
        arguments: [HTTPTransportError.unreachable, .timedOut]
    )
    func unreachable(error: HTTPTransportError) async {
        let isDown = Shared(true)
        let stage = TokenStage { _ throws(HTTPTransportError) in
            if isDown.value.withLock({ $0 }) { throw error }
            return TokenStage.grant("new")
        }
        #expect(await stage.outcome() == .failure(.unavailable))
        #expect(await stage.kept == .tokens(TokenStage.expired))
        isDown.value.withLock { $0 = false }
        #expect(await stage.outcome() == .success(TokenStage.new))
    }

    @Test(
        "What the token endpoint answers is told as what it is",
        arguments: [
            (TokenStage.refusal("invalid_grant", code: "bad_refresh_token"), StoreSession.Failure.signInNeeded),
            (HTTPAnswer(status: 401), .signInNeeded), (HTTPAnswer(status: 429), .busy),
            (HTTPAnswer(status: 500), .unavailable), (HTTPAnswer(status: 503), .unavailable),
            (TokenStage.refusal("invalid_client"), .malformed), (TokenStage.json(400, "no"), .malformed),
            (HTTPAnswer(status: 404), .malformed), (TokenStage.json(200, "{}"), .malformed),
            (TokenStage.json(200, #"{"access_token":"a b","token_type":"Bearer"}"#), .malformed),
            (TokenStage.json(200, #"{"access_token":"a\r\nX: b","token_type":"Bearer"}"#), .malformed),
            (TokenStage.json(200, #"{"access_token":"","token_type":"Bearer"}"#), .malformed),
            (TokenStage.json(200, #"{"access_token":"a","token_type":"mac"}"#), .malformed),
            (HTTPAnswer(status: 200, body: TokenStage.grant("new").body), .malformed),
        ]
    )
    func endpoint(answer: HTTPAnswer, failure: StoreSession.Failure) async {
        let stage = TokenStage { _ throws(HTTPTransportError) in answer }
        #expect(await stage.outcome() == .failure(failure))
        #expect(await stage.kept == .tokens(TokenStage.expired))
    }

    @Test("A refresh token that is not replaced goes on")
    func unreplaced() async {
        let stage = TokenStage { _ throws(HTTPTransportError) in
            TokenStage.json(200, #"{"access_token":"a","token_type":"bearer"}"#)
        }
        let tokens = Tokens(user: TokenStage.user, accessToken: "a", refreshToken: "refresh-old", expiresAt: nil)
        #expect(await stage.outcome() == .success(tokens))
    }

    @Test("The token endpoint is asked once, without a token, whatever it answers")
    func neverReenters() async throws {
        let stage = TokenStage { _ throws(HTTPTransportError) in HTTPAnswer(status: 401) }
        _ = await stage.outcome()
        let request = try #require(stage.transport.requests.first)
        #expect(stage.transport.requests.count == 1)
        #expect(request.headers["Authorization"] == nil)
    }

    @Test("That nobody is signed in is not remembered")
    func absence() async throws {
        let stage = TokenStage(.none)
        #expect(await stage.outcome() == .failure(.signInNeeded))
        try await stage.store.save(TokenStage.good)
        #expect(await stage.outcome() == .success(TokenStage.good))
        #expect(stage.asked == [])
    }

    @Test("Tokens that can't be kept are good all the same, and are not renewed again for that")
    func unsaved() async {
        let stage = TokenStage(store: FullTokenStore(.tokens(TokenStage.expired)))
        #expect(await stage.outcome() == .success(TokenStage.new))
        #expect(await stage.outcome() == .success(TokenStage.new))
        #expect(stage.asked.count == 1)
    }
}

@Suite("Waiting for a session's renewal", .timeLimit(.minutes(15)))
struct StoreSessionCancellationTests {
    @Test("A caller that is cancelled beforehand asks nobody")
    func before() async {
        let stage = TokenStage()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await stage.outcome()
        }
        #expect(await task.value == .failure(.cancelled))
        #expect(stage.asked == [])
    }

    @Test("A waiter that is cancelled leaves at once, and the renewal goes on for the others")
    func leaves() async {
        let barrier = Barrier()
        let stage = TokenStage { _ throws(HTTPTransportError) in
            try await barrier.passUnlessCancelled()
            return TokenStage.grant("new")
        }
        let first = Task { await stage.outcome() }
        await barrier.arrival()
        let second = Task { await stage.outcome() }
        first.cancel()
        #expect(await first.value == .failure(.cancelled))
        barrier.open()
        #expect(await second.value == .success(TokenStage.new))
        #expect(stage.asked.count == 1)
    }

    @Test("A renewal that nobody waits for any more is kept for who comes next")
    func allLeave() async {
        let barrier = Barrier()
        let stage = TokenStage { _ throws(HTTPTransportError) in
            try await barrier.passUnlessCancelled()
            return TokenStage.grant("new")
        }
        let first = Task { await stage.outcome() }
        await barrier.arrival()
        first.cancel()
        _ = await first.value
        barrier.open()
        #expect(await stage.outcome() == .success(TokenStage.new))
        #expect(stage.asked.count == 1)
    }

    @Test("A cancellation at any moment ends as the one or the other, and makes no second renewal")
    func anyMoment() async {
        for yields in 0..<60 {
            let stage = TokenStage()
            let task = Task { await stage.outcome() }
            for _ in 0..<yields { await Task.yield() }
            task.cancel()
            let outcome = await task.value
            #expect(outcome == .failure(.cancelled) || outcome == .success(TokenStage.new))
            #expect(stage.asked.count <= 1)
        }
    }
}

/// A token store in which another process makes a change while a caller waits for the lock.
actor TurnTokenStore: TokenStore {
    private let store: InMemoryTokenStore
    private var changed: StoredTokens?
    private let change: @Sendable () -> StoredTokens

    init(_ kept: StoredTokens, before change: @escaping @Sendable () -> StoredTokens) {
        store = InMemoryTokenStore(kept)
        self.change = change
    }

    func load() async -> StoredTokens {
        if let changed { return changed }
        return await store.load()
    }

    func save(_ tokens: Tokens, over expected: StoredTokens?) async -> Bool {
        guard expected == nil || changed == nil || expected == changed else { return false }
        changed = .tokens(tokens)
        return true
    }

    func reserve() {}

    func erase() async {
        changed = .signedOut
        await store.erase()
    }

    func queueRevocation(of token: String) async { await store.queueRevocation(of: token) }

    func queuedRevocations() async -> [String] { await store.queuedRevocations() }

    func endRevocation(of token: String) async { await store.endRevocation(of: token) }

    nonisolated func exclusively<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
        await makeChange()
        return await work()
    }

    private func makeChange() { changed = change() }
}
