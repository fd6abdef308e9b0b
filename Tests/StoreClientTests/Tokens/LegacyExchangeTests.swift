import Domain
import Foundation
import StoreClient
import Testing

@Suite("Exchanging a legacy token", .timeLimit(.minutes(15)))
struct LegacyExchangeTests {
    private static let legacy = LegacyToken(user: TokenStage.user, token: "legacy/1+2")

    @Test("Where nobody has signed in, the legacy token is exchanged, and nobody signs in again")
    func exchanged() async throws {
        let stage = TokenStage(.none, legacy: Self.legacy)
        #expect(await stage.outcome() == .success(TokenStage.new))
        #expect(await stage.kept == .tokens(TokenStage.new))
        let request = try #require(stage.transport.requests.first)
        #expect(
            String(decoding: request.body ?? Data(), as: UTF8.self)
                == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange"
                + "&subject_token=legacy%2F1%2B2"
                + "&subject_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Aaccess_token"
        )
    }

    @Test("Where tokens are kept they are renewed, and the legacy token is left alone")
    func notNeeded() async {
        let stage = TokenStage(legacy: Self.legacy)
        _ = await stage.outcome()
        #expect(stage.asked == ["token refresh_token refresh-old"])
    }

    @Test("Where the refresh token is no good any more, the legacy token is")
    func afterRefusal() async {
        let stage = TokenStage(legacy: Self.legacy) { request throws(HTTPTransportError) in
            TokenStage.asked(request).contains("refresh_token")
                ? TokenStage.refusal("invalid_grant") : TokenStage.grant("new")
        }
        #expect(await stage.outcome() == .success(TokenStage.new))
        #expect(await stage.kept == .tokens(TokenStage.new))
    }

    @Test("Where the store gave no refresh token, the legacy token is exchanged again")
    func noRefreshToken() async {
        let tokens = Tokens(user: TokenStage.user, accessToken: "a", refreshToken: nil, expiresAt: TokenStage.now)
        let stage = TokenStage(.tokens(tokens), legacy: Self.legacy)
        #expect(await stage.outcome() == .success(TokenStage.new))
    }

    @Test("Another user's legacy token is not taken for who is signed in")
    func otherUser() async {
        let other = LegacyToken(user: UserID("grace"), token: "legacy")
        let stage = TokenStage(legacy: other) { _ throws(HTTPTransportError) in TokenStage.refusal("invalid_grant") }
        #expect(await stage.outcome() == .failure(.signInNeeded))
        #expect(stage.asked == ["token refresh_token refresh-old"])
        #expect(await stage.kept == .tokens(TokenStage.expired))
    }

    @Test("A person who signed out is not signed in again by a legacy token")
    func signedOut() async {
        let stage = TokenStage(.signedOut, legacy: Self.legacy)
        #expect(await stage.outcome() == .failure(.signInNeeded))
        #expect(stage.asked == [])
    }

    @Test(
        "A legacy token that is refused asks to sign in; a store out of reach does not",
        arguments: [
            (TokenStage.refusal("invalid_request", code: "bad_subject_token"), StoreSession.Failure.signInNeeded),
            (TokenStage.refusal("invalid_grant"), .signInNeeded), (TokenStage.refusal("invalid_target"), .signInNeeded),
            (TokenStage.refusal("unsupported_grant_type"), .malformed), (HTTPAnswer(status: 503), .unavailable),
        ]
    )
    func refused(answer: HTTPAnswer, failure: StoreSession.Failure) async {
        let stage = TokenStage(.none, legacy: Self.legacy) { _ throws(HTTPTransportError) in answer }
        #expect(await stage.outcome() == .failure(failure))
        #expect(await stage.kept == StoredTokens.none)
    }

    @Test("Many callers at once make one exchange")
    func once() async {
        let stage = TokenStage(.none, legacy: Self.legacy)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask { _ = await stage.outcome() } }
        }
        #expect(stage.asked == ["token token-exchange legacy/1+2"])
    }
}
