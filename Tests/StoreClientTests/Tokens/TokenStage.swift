import Domain
import Foundation
import StoreClient
import Synchronization

/// A session with a scripted store, on a stopped clock.
struct TokenStage {
    static let now = Date(timeIntervalSince1970: 1_795_253_400)
    static let user = UserID("ada")

    let transport: ScriptedTransport
    let store: any TokenStore
    let session: StoreSession

    init(
        _ kept: StoredTokens = .tokens(expired),
        store: (any TokenStore)? = nil,
        firstSignIn: Credentials? = nil,
        legacy: LegacyToken? = nil,
        _ script: @escaping ScriptedTransport.Script = { _ throws(HTTPTransportError) in TokenStage.grant("new") }
    ) {
        transport = ScriptedTransport(script)
        self.store = store ?? InMemoryTokenStore(kept)
        session = StoreSession(
            baseURL: URL(string: "http://store.example")!,
            clientID: nil,
            transport: transport,
            store: self.store,
            firstSignIn: firstSignIn,
            legacyToken: { legacy },
            now: { Self.now }
        )
    }

    static let good = tokens("good", endsIn: 60)
    static let expired = tokens("old", endsIn: 0)

    static func tokens(_ name: String, endsIn seconds: TimeInterval, of user: UserID = user) -> Tokens {
        Tokens(
            user: user,
            accessToken: "access-\(name)",
            refreshToken: "refresh-\(name)",
            expiresAt: now.addingTimeInterval(seconds)
        )
    }

    /// Returns the store's response: tokens with this name, valid for five minutes.
    static func grant(_ name: String) -> HTTPAnswer {
        json(
            200,
            #"{"access_token":"access-\#(name)","token_type":"Bearer","expires_in":300,"#
                + #""refresh_token":"refresh-\#(name)","user":"ada"}"#
        )
    }

    static let new = tokens("new", endsIn: 300)

    static func refusal(_ error: String, code: String? = nil, headers: [String: String] = [:]) -> HTTPAnswer {
        let code = code.map { #","code":"\#($0)""# } ?? ""
        return json(400, #"{"error":"\#(error)"\#(code)}"#, headers: headers)
    }

    static func json(_ status: Int, _ text: String, headers: [String: String] = [:]) -> HTTPAnswer {
        HTTPAnswer(
            status: status,
            headers: headers.merging(["Content-Type": "application/json"]) { $1 },
            body: Data(text.utf8)
        )
    }

    func outcome(refused: String? = nil) async -> Result<Tokens, StoreSession.Failure> {
        do throws(StoreSession.Failure) {
            return .success(try await session.tokens(refused: refused))
        } catch {
            return .failure(error)
        }
    }

    var kept: StoredTokens? {
        get async { try? await store.load() }
    }

    /// The requests, as `token refresh_token refresh-old`: the end of the path, the kind of grant, and what was sent for it.
    var asked: [String] { transport.requests.map(Self.asked) }

    static func asked(_ request: HTTPRequest) -> String {
        let form = String(decoding: request.body ?? Data(), as: UTF8.self)
        var fields: [String: String] = [:]
        for pair in form.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
            fields[sides[0]] = sides.count == 2 ? sides[1] : ""
        }
        let grant = (fields["grant_type"] ?? "").split(separator: ":").last.map(String.init) ?? ""
        let sent = ["token", "refresh_token", "subject_token", "username"].compactMap { fields[$0] }.first ?? ""
        return [request.url.lastPathComponent, grant, sent].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// Delays its callers until it is opened, and reports when one has arrived.
final class Barrier: Sendable {
    private let arrivals = AsyncStream<Void>.makeStream()
    private let waiters = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    /// Waits, even if the calling task is cancelled.
    func pass() async {
        arrivals.continuation.yield()
        await withCheckedContinuation { waiter in
            let isOpen = waiters.withLock { waiters in
                if !waiters.isOpen { waiters.waiting.append(waiter) }
                return waiters.isOpen
            }
            if isOpen { waiter.resume() }
        }
    }

    /// Waits until the calling task is cancelled, as a transport does.
    func passUnlessCancelled() async throws(HTTPTransportError) {
        await withTaskCancellationHandler {
            await pass()
        } onCancel: {
            open()
        }
        if Task.isCancelled { throw .cancelled }
    }

    func arrival() async {
        for await _ in arrivals.stream { return }
    }

    func open() {
        let waiting = waiters.withLock { waiters in
            waiters.isOpen = true
            defer { waiters.waiting = [] }
            return waiters.waiting
        }
        for waiter in waiting { waiter.resume() }
    }
}

/// A token store whose writes fail.
actor FullTokenStore: TokenStore {
    private let kept: StoredTokens

    init(_ kept: StoredTokens) {
        self.kept = kept
    }

    func load() -> StoredTokens { kept }

    func save(_ tokens: Tokens, over expected: StoredTokens?) throws(TokenStoreError) -> Bool { throw .unwritable }

    func reserve() {}

    func erase() throws(TokenStoreError) { throw .unwritable }

    func queueRevocation(of token: String) throws(TokenStoreError) { throw .unwritable }

    func queuedRevocations() -> [String] { [] }

    func endRevocation(of token: String) {}
}

/// A token store that delays each `save`.
actor SlowTokenStore: TokenStore {
    private let store: InMemoryTokenStore
    private let barrier: Barrier

    init(_ kept: StoredTokens, _ barrier: Barrier) {
        store = InMemoryTokenStore(kept)
        self.barrier = barrier
    }

    func load() async -> StoredTokens { await store.load() }

    func save(_ tokens: Tokens, over expected: StoredTokens?) async -> Bool {
        await barrier.pass()
        return await store.save(tokens, over: expected)
    }

    func reserve() {}

    func erase() async { await store.erase() }

    func queueRevocation(of token: String) async { await store.queueRevocation(of: token) }

    func queuedRevocations() async -> [String] { await store.queuedRevocations() }

    func endRevocation(of token: String) async { await store.endRevocation(of: token) }
}

extension TokenStore {
    /// Replaces the stored token.
    func save(_ tokens: Tokens) async throws(TokenStoreError) { _ = try await save(tokens, over: nil) }
}
