import Domain
import Foundation
import StoreClient
import Testing

@Suite("Nothing that is printed shows a secret")
struct SecrecyTests {
    private static let secret = "s3cr3t"

    private static let request = HTTPRequest(
        method: "POST",
        url: URL(string: "http://store.example/auth/token?x=\(secret)")!,
        headers: ["Authorization": "Bearer \(secret)"],
        body: Data(secret.utf8)
    )

    private static let tokens = Tokens(
        user: UserID("ada"),
        accessToken: secret,
        refreshToken: secret,
        expiresAt: nil
    )

    private static func session() async -> StoreSession {
        let session = StoreSession(
            baseURL: URL(string: "http://store.example")!,
            clientID: nil,
            transport: ScriptedTransport { _ throws(HTTPTransportError) in TokenStage.refusal("invalid_grant") },
            store: InMemoryTokenStore(
                .tokens(Tokens(user: tokens.user, accessToken: secret, refreshToken: secret, expiresAt: .distantPast))
            ),
            legacyToken: { nil },
            now: { TokenStage.now }
        )
        _ = try? await session.tokens()
        return session
    }

    @Test("Printed, dumped, reflected or in an optional", arguments: 0..<8)
    func secrecy(index: Int) async {
        let values: [Any] = [
            Self.tokens, StoredTokens.tokens(Self.tokens), LegacyToken(user: UserID("ada"), token: Self.secret),
            Self.request, HTTPAnswer(status: 200, headers: ["a": Self.secret], body: Data(Self.secret.utf8)),
            InMemoryTokenStore(.tokens(Self.tokens)), await Self.session(),
            Credentials(login: "ada", password: Self.secret),
        ]
        let value = values[index]
        var dumped = ""
        dump(value, to: &dumped)
        let optional: Any? = value
        let texts = ["\(value)", String(reflecting: value), dumped, String(describing: optional), "\([value])"]
        let bytes = Data(Self.secret.utf8).map(String.init)
        for text in texts {
            #expect(!text.contains(Self.secret))
            #expect(!text.contains(bytes.joined(separator: ", ")))
        }
    }
}
