public import Foundation
import LoopbackHTTP
import Synchronization

/// The store's backend without a server: it responds to requests in this process. `SandboxServer` puts a sandbox on the
/// network.
///
/// Reasons: docs/adr/sandbox.md.
public final class Sandbox: Sendable {
    let sessions: SessionStore
    let news: NewsDesk
    private let dialects: [any SandboxDialect]
    private let seed: UInt64
    private let plan: Mutex<FaultPlan>

    /// Creates a store with `configuration`; its port and latency have no effect here.
    public init(_ configuration: SandboxConfiguration = SandboxConfiguration()) async {
        sessions = SessionStore(configuration)
        let store = Store(
            seed: configuration.seed,
            demoOrderCount: configuration.orderCount,
            customerCount: configuration.customerCount
        )
        news = NewsDesk(store: store, now: configuration.now)
        dialects = [
            LegacyDialect(store: store, sessions: sessions, now: configuration.now),
            SearchDialect(seed: configuration.seed, count: configuration.nameCount),
            AuthDialect(store: store, sessions: sessions, now: configuration.now),
            UserListsDialect(store: store, sessions: sessions, now: configuration.now),
            ProfileDialect(store: store, sessions: sessions, now: configuration.now),
            DealsDialect(news: news, sessions: sessions, now: configuration.now),
            SettingsDialect(store: store, sessions: sessions, news: news, now: configuration.now),
            ReservationsDialect(store: store, sessions: sessions, now: configuration.now),
            CollectorDialect(),
        ]
        seed = configuration.seed
        plan = Mutex(FaultPlan(configuration.faults, seed: configuration.seed))
        await sessions.open()
    }

    /// Returns the response of the server, without faults in its transmission.
    ///
    /// - Parameters:
    ///   - method: The HTTP method, in upper case.
    ///   - path: Percent-encoded, without the query.
    ///   - query: Percent-encoded; empty if there is none.
    ///   - headers: The header fields, by name.
    ///   - body: The request's body; empty if there is none.
    public func answer(
        method: String,
        path: String,
        query: String = "",
        headers: [String: String] = [:],
        body: Data = Data()
    ) async -> SandboxAnswer {
        let headers = Dictionary(
            headers.map { ($0.key.lowercased(), $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        return await answer(
            DialectRequest(method: method, path: path, query: query, headers: headers, body: body)
        ).answer
    }

    func setFaults(_ faults: [SandboxFault]) {
        plan.withLock { $0 = FaultPlan(faults, seed: seed) }
    }

    /// Returns the response of the dialect that recognises the request, and the fault that breaks the transmission, if there is
    /// one.
    func answer(_ request: DialectRequest) async -> (answer: SandboxAnswer, fault: SandboxFault.Kind?) {
        for dialect in dialects {
            guard let candidates = dialect.faults(on: request) else { continue }
            let faults = plan.withLock { $0.next { $0.canAct(on: request, candidates) } }
            switch faults.first(where: \.breaksAnswers) {
            case let fault? where fault.comesBeforeTheStore:
                return (fault == .html ? Self.html : dialect.refusal(fault), nil)
            case let fault:
                let answer = await dialect.answer(request, Set(faults))
                return (fault == .malformed ? dialect.malformed() : answer, fault)
            }
        }
        return (LegacyDialect.noSuchPath, nil)
    }

    private static let html = SandboxAnswer(
        contentType: "text/html; charset=utf-8",
        body: Data(
            "<!DOCTYPE html><html><head><title>Welcome</title></head><body>Please log in to the Wi-Fi.</body></html>"
                .utf8
        )
    )
}

extension SandboxFault {
    /// - Parameter candidates: The kinds that act on the request without a target.
    fileprivate func canAct(on request: DialectRequest, _ candidates: Set<Kind>) -> Bool {
        guard let target else { return candidates.contains(kind) }
        guard target.matches(request) else { return false }
        return candidates.contains(kind) || (kind.breaksAnswers && (kind != .dropApplied || request.method != "GET"))
    }
}

extension SandboxFault.Kind {
    /// Whether the fault replaces the response, so that the store does not carry the request out.
    fileprivate var comesBeforeTheStore: Bool {
        switch self {
        case .html, .unauthorised, .tooManyRequests, .unavailable, .serverError: true
        default: false
        }
    }
}
