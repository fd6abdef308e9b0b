import Foundation
import Synchronization

/// A store that uses the legacy dialect (docs/workspace/legacy-dialect.md), with one user, and with configurable
/// misbehaviour.
final class LegacyStore: Sendable {
    struct State {
        var requests: [RawServer.Request] = []
        /// The responses that replace the correct ones, by method and path.
        var misbehaviour: [String: RawServer.Reply] = [:]
        /// The lifetime of a token in seconds.
        var lifetime = 300.0
        var sessions: Set<String> = []
        var tokens: Set<String> = []
        var issued = 0
    }

    static let login = "POST /legacy/login"
    static let exchange = "POST /legacy/token"
    static let getOrders = "GET /legacy/users/ada/orders"

    /// The response to `getOrders`.
    static let orders = #"{"status":"OK","generated_at":"2026-11-21T09:30:00.125Z","data":{"orders":[]}}"#

    let url: URL
    private let shared: Shared

    init() throws {
        let shared = Shared()
        self.shared = shared
        url = try RawServer { request in shared.state.withLock { Self.answer(request, &$0) } }.url
    }

    /// The requests so far: method and path.
    var requests: [String] { shared.state.withLock { $0.requests.map(\.target) } }

    func change(_ body: (inout State) -> Void) { shared.state.withLock { body(&$0) } }

    /// Replaces the response to a request from now on.
    func misbehave(_ target: String, _ reply: RawServer.Reply) { change { $0.misbehaviour[target] = reply } }

    private static func answer(_ request: RawServer.Request, _ state: inout State) -> RawServer.Reply {
        state.requests.append(request)
        if let reply = state.misbehaviour[request.target] { return reply }
        switch request.target {
        case login:
            guard request.body == "login=ada%40example%2Ecom&password=p%26ss%20w%C3%B6rd" else {
                return .http(200, #"{"status":"ERROR","code":"BAD_CREDENTIALS","text":"-"}"#)
            }
            state.issued += 1
            let session = "session-\(state.issued)"
            state.sessions.insert(session)
            return .http(200, #"{"status":"OK","data":{"user":"ada","session":"\#(session)"}}"#)
        case exchange:
            guard let session = request.body.split(separator: "=").last.map(String.init),
                state.sessions.contains(session)
            else { return .http(401, #"{"status":"ERROR","code":"BAD_SESSION","text":"-"}"#) }
            state.issued += 1
            let token = "token-\(state.issued)"
            state.tokens.insert(token)
            return .http(200, #"{"status":"OK","data":{"token":"\#(token)","expires_in":\#(state.lifetime)}}"#)
        default:
            guard let token = request.headers["x-account-token"], state.tokens.contains(token) else {
                return .http(401, #"{"status":"ERROR","code":"BAD_TOKEN","text":"-"}"#)
            }
            guard request.target == getOrders else {
                return .http(200, #"{"status":"ERROR","code":"NO_SUCH_USER","text":"-"}"#)
            }
            return .http(200, orders)
        }
    }

    /// What the server's closure can capture; a `Mutex` itself can't be.
    private final class Shared: Sendable {
        let state = Mutex(State())
    }
}
