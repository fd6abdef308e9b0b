import Domain
import Foundation
import StoreClient
import Synchronization
import Testing

@Suite("Signing in to the store, and out", .timeLimit(.minutes(15)))
struct SignInTests {
    private static let credentials = Credentials(login: "ada", password: "a&b=c%+ü")

    private func signIn(_ stage: TokenStage) async -> Result<UserID, SignInError> {
        do throws(SignInError) {
            return .success(try await StoreSignIn(session: stage.session).signIn(with: Self.credentials))
        } catch {
            return .failure(error)
        }
    }

    private func signOut(_ stage: TokenStage) async -> SignOutError? {
        do throws(SignOutError) {
            try await StoreSignOut(session: stage.session).signOut(discardingPendingChanges: false)
            return nil
        } catch {
            return error
        }
    }

    @Test("Who signs in gets the tokens kept", arguments: [StoredTokens.none, .signedOut, .tokens(TokenStage.expired)])
    func signsIn(kept: StoredTokens) async {
        let stage = TokenStage(kept)
        #expect(await signIn(stage) == .success(TokenStage.user))
        #expect(await stage.kept == .tokens(TokenStage.new))
        #expect(await stage.session.user == TokenStage.user)
        #expect(await stage.outcome() == .success(TokenStage.new))
    }

    @Test("The password goes in the body, whatever is in it, and nowhere else")
    func request() async throws {
        let stage = TokenStage(.none)
        _ = await signIn(stage)
        let request = try #require(stage.transport.requests.first)
        #expect(request.method == "POST")
        #expect(request.url.absoluteString == "http://store.example/auth/token")
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(
            String(decoding: request.body ?? Data(), as: UTF8.self)
                == "grant_type=password&password=a%26b%3Dc%25%2B%C3%BC&username=ada"
        )
    }

    @Test(
        "A refusal says why, and what was kept stays",
        arguments: [
            (TokenStage.refusal("invalid_grant", code: "bad_credentials"), SignInError.wrongCredentials),
            (TokenStage.refusal("invalid_grant"), .wrongCredentials),
            (TokenStage.refusal("invalid_grant", code: "account_locked"), .locked(until: nil)),
            (
                TokenStage.refusal("invalid_grant", code: "account_locked", headers: ["Retry-After": "840"]),
                .locked(until: TokenStage.now.addingTimeInterval(840))
            ),
            (
                TokenStage.refusal(
                    "invalid_grant",
                    code: "account_locked",
                    headers: ["Retry-After": "Sat, 21 Nov 2026 10:14:00 GMT", "Date": "Sat, 21 Nov 2026 10:00:00 GMT"]
                ),
                .locked(until: TokenStage.now.addingTimeInterval(840))
            ),
            (
                TokenStage.refusal(
                    "invalid_grant",
                    code: "account_locked",
                    headers: ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"]
                ),
                .locked(until: nil)
            ),
            (
                TokenStage.refusal(
                    "invalid_grant",
                    code: "account_locked",
                    headers: ["Retry-After": "184467440737095516150"]
                ),
                .locked(until: nil)
            ),
            (HTTPAnswer(status: 503), .unavailable), (TokenStage.json(200, "[]"), .malformed),
        ]
    )
    func refused(answer: HTTPAnswer, error: SignInError) async {
        let stage = TokenStage(.tokens(TokenStage.good)) { _ throws(HTTPTransportError) in answer }
        #expect(await signIn(stage) == .failure(error))
        #expect(await stage.kept == .tokens(TokenStage.good))
    }

    @Test("A sign-in that can't be kept is told, and taken back")
    func notStored() async {
        let told = Barrier()
        let stage = TokenStage(store: FullTokenStore(.none)) { request throws(HTTPTransportError) in
            if request.url.lastPathComponent == "revoke" {
                told.open()
                await told.pass()
            }
            return TokenStage.grant("new")
        }
        #expect(await signIn(stage) == .failure(.notStored))
        await told.arrival()
        #expect(stage.asked.last == "revoke refresh-new")
    }

    @Test("A sign-in that is cancelled while the store answers is not kept")
    func cancelled() async {
        let stage = TokenStage(.tokens(TokenStage.good)) { _ throws(HTTPTransportError) in
            withUnsafeCurrentTask { $0?.cancel() }
            return TokenStage.grant("new")
        }
        let task = Task { await signIn(stage) }
        #expect(await task.value == .failure(.cancelled))
        #expect(await stage.kept == .tokens(TokenStage.good))
    }

    @Test("Who signs out is forgotten here, and the store is told")
    func signsOut() async {
        let told = Barrier()
        told.open()
        let stage = TokenStage(.tokens(TokenStage.good)) { _ throws(HTTPTransportError) in
            await told.pass()
            return HTTPAnswer(status: 200)
        }
        #expect(await signOut(stage) == nil)
        #expect(await stage.kept == .signedOut)
        #expect(await stage.session.user == nil)
        #expect(await stage.outcome() == .failure(.signInNeeded))
        await told.arrival()
        #expect(stage.asked == ["revoke refresh-good"])
    }

    @Test(
        "Signing out works without a connection, and when nobody is signed in",
        arguments: [
            StoredTokens.none, .signedOut, .tokens(TokenStage.good),
        ]
    )
    func offline(kept: StoredTokens) async {
        let stage = TokenStage(kept) { _ throws(HTTPTransportError) in throw .unreachable }
        #expect(await signOut(stage) == nil)
        #expect(await stage.kept == .signedOut)
    }

    @Test("A revocation that the store does not hear of is queued, and made as soon as it does")
    func queued() async throws {
        let isReachable = Mutex(false)
        let stage = TokenStage(.tokens(TokenStage.good)) { _ throws(HTTPTransportError) in
            guard isReachable.withLock({ $0 }) else { throw .unreachable }
            return HTTPAnswer(status: 200)
        }
        #expect(await signOut(stage) == nil)
        #expect(try await stage.store.queuedRevocations() == ["refresh-good"])
        isReachable.withLock { $0 = true }
        #expect(await stage.session.sendRevocations())
        #expect(try await stage.store.queuedRevocations() == [])
    }

    @Test(
        "A revocation stays queued unless the store itself has made or refused it",
        arguments: [
            (200, "", false), (200, "application/json", false), (400, "application/json", false), (404, "", false),
            (200, "text/html; charset=utf-8", true), (404, "text/html", true), (401, "application/problem+json", true),
            (403, "", true), (429, "", true), (503, "", true),
        ]
    )
    func unheard(status: Int, type: String, isQueued: Bool) async throws {
        let stage = TokenStage(.tokens(TokenStage.good)) { _ throws(HTTPTransportError) in
            HTTPAnswer(status: status, headers: type.isEmpty ? [:] : ["Content-Type": type])
        }
        #expect(await signOut(stage) == nil)
        #expect(await stage.session.sendRevocations() == !isQueued)
        #expect(try await stage.store.queuedRevocations() == (isQueued ? ["refresh-good"] : []))
    }

    @Test("A renewal in this process loses against a sign-out in another, and what it got is revoked")
    func elsewhere() async throws {
        let store = InMemoryTokenStore(.tokens(TokenStage.expired))
        let stage = TokenStage(store: store) { request throws(HTTPTransportError) in
            guard request.url.lastPathComponent == "token" else { throw .unreachable }
            await store.erase()
            return TokenStage.grant("new")
        }
        #expect(await stage.outcome() == .failure(.signInNeeded))
        #expect(await stage.kept == .signedOut)
        #expect(await store.queuedRevocations() == ["refresh-old", "refresh-new"])
    }

    @Test("Tokens that can't be erased are told")
    func notErased() async {
        let stage = TokenStage(store: FullTokenStore(.tokens(TokenStage.good)))
        #expect(await signOut(stage) == .notErased)
        #expect(stage.asked == [])
    }

    @Test("Signing out that is cancelled beforehand changes nothing")
    func signOutCancelled() async {
        let stage = TokenStage(.tokens(TokenStage.good))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await signOut(stage)
        }
        #expect(await task.value == .cancelled)
        #expect(await stage.kept == .tokens(TokenStage.good))
    }

    @Test("Signing out during a renewal wins: who waits is told at once, and nothing comes back")
    func duringRenewal() async {
        let barrier = Barrier()
        let stage = TokenStage { request throws(HTTPTransportError) in
            guard request.url.lastPathComponent == "token" else { return HTTPAnswer(status: 200) }
            try await barrier.passUnlessCancelled()
            return TokenStage.grant("new")
        }
        let waiter = Task { await stage.outcome() }
        await barrier.arrival()
        #expect(await signOut(stage) == nil)
        #expect(await waiter.value == .failure(.signInNeeded))
        #expect(await stage.kept == .signedOut)
        #expect(await stage.outcome() == .failure(.signInNeeded))
    }

    @Test("Signing out wins also when the store has renewed already and the transport knows no cancellation")
    func duringRenewalThatGoesOn() async {
        let barrier = Barrier()
        let stage = TokenStage { request throws(HTTPTransportError) in
            guard request.url.lastPathComponent == "token" else { return HTTPAnswer(status: 200) }
            await barrier.pass()
            return TokenStage.grant("new")
        }
        let waiter = Task { await stage.outcome() }
        await barrier.arrival()
        let leaving = Task { await signOut(stage) }
        // The waiter gets the result while the renewal still hangs.
        #expect(await waiter.value == .failure(.signInNeeded))
        barrier.open()
        #expect(await leaving.value == nil)
        #expect(await stage.kept == .signedOut)
    }

    @Test("Signing out while renewed tokens are being kept wins, and ends them at the store")
    func duringSave() async {
        let barrier = Barrier()
        let told = Barrier()
        told.open()
        let stage = TokenStage(store: SlowTokenStore(.tokens(TokenStage.expired), barrier)) {
            request throws(HTTPTransportError) in
            if request.url.lastPathComponent == "revoke" { await told.pass() }
            return TokenStage.grant("new")
        }
        let waiter = Task { await stage.outcome() }
        await barrier.arrival()
        let leaving = Task { await signOut(stage) }
        #expect(await waiter.value == .failure(.signInNeeded))
        barrier.open()
        #expect(await leaving.value == nil)
        #expect(await stage.kept == .signedOut)
        // Of the tokens that were erased, and of those that came too late.
        await told.arrival()
        await told.arrival()
        #expect(stage.asked.last == "revoke refresh-new")
    }
}
