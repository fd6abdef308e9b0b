#if Account
    import FlyingFox
    import Foundation
    import Synchronization

    /// From a request to an answer, by way of the dialect that knows it and whatever is to go wrong.
    final class SandboxHandler: HTTPHandler {
        let log = RequestLog()
        private let dialects: [any SandboxDialect]
        private let latency: Duration
        private let seed: UInt64
        private let plan: Mutex<FaultPlan>
        /// In bytes; a form of login or token is far smaller.
        private let largestForm = 64 << 10

        init(_ configuration: SandboxConfiguration, sessions: SessionStore) {
            let store = Store(
                seed: configuration.seed,
                demoOrderCount: configuration.orderCount,
                customerCount: configuration.customerCount
            )
            dialects = [
                LegacyDialect(store: store, sessions: sessions, now: configuration.now),
                SearchDialect(seed: configuration.seed, count: configuration.nameCount),
                AuthDialect(store: store, sessions: sessions, now: configuration.now),
                UserListsDialect(store: store, sessions: sessions, now: configuration.now),
                ProfileDialect(store: store, sessions: sessions, now: configuration.now),
                DealsDialect(store: store, sessions: sessions, now: configuration.now),
                SettingsDialect(store: store, sessions: sessions, now: configuration.now),
                ReservationsDialect(store: store, sessions: sessions, now: configuration.now),
                CollectorDialect(),
            ]
            latency = configuration.latency
            seed = configuration.seed
            plan = Mutex(FaultPlan(configuration.faults, seed: configuration.seed))
        }

        func setFaults(_ faults: [SandboxFault]) {
            plan.withLock { $0 = FaultPlan(faults, seed: seed) }
        }

        func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
            let path = request.target.path(percentEncoded: true)
            log.append(SandboxRequest(method: request.method.rawValue, path: path))
            let body = try await self.body(request)
            // A slow store is what was asked for.
            if latency > .zero { try await Task.sleep(for: latency) }

            guard let body else { return HTTPResponse(LegacyDialect.tooLarge) }
            let headers = request.headers.map { ($0.key.rawValue.lowercased(), $0.value) }
            let asked = DialectRequest(
                method: request.method.rawValue,
                path: path,
                query: request.target.query(percentEncoded: true),
                headers: Dictionary(headers, uniquingKeysWith: { first, _ in first }),
                body: body
            )
            for dialect in dialects {
                guard let candidates = dialect.faults(on: asked) else { continue }
                return try await answer(asked, in: dialect, plan.withLock { $0.next { candidates.contains($0) } })
            }
            return HTTPResponse(LegacyDialect.noSuchPath)
        }

        private func answer(
            _ request: DialectRequest,
            in dialect: any SandboxDialect,
            _ faults: [SandboxFault.Kind]
        ) async throws -> HTTPResponse {
            switch faults.first(where: \.breaksAnswers) {
            case let fault? where fault.comesBeforeTheStore:
                return fault == .html ? HTTPResponse(Self.html) : HTTPResponse(dialect.refusal(fault))
            case let fault:
                let answer = await dialect.answer(request, Set(faults))
                guard let fault else { return HTTPResponse(answer) }
                return try await broken(fault == .malformed ? dialect.malformed() : answer, by: fault)
            }
        }

        private func broken(_ answer: SandboxAnswer, by fault: SandboxFault.Kind) async throws -> HTTPResponse {
            let half = answer.body.prefix(answer.body.count / 2)
            switch fault {
            case .drop, .dropApplied:
                return .dropped
            case .silent:
                // The silence is the fault; a client that has had enough ends it by closing the connection.
                try await Task.sleep(for: SlowClients.patience)
                return .dropped
            case .cut:
                let body = FaultyBody(start: half, ending: .closed)
                return HTTPResponse(answer, HTTPBodySequence(from: body, count: answer.body.count))
            case .stall:
                let body = FaultyBody(start: half, ending: .silence)
                return HTTPResponse(answer, HTTPBodySequence(from: body, count: answer.body.count))
            case .endless:
                return HTTPResponse(answer, HTTPBodySequence(from: FaultyBody(start: half, ending: .endless)))
            case .truncated:
                var answer = answer
                answer.body = Data(half)
                return HTTPResponse(answer)
            default:
                return HTTPResponse(answer)
            }
        }

        /// Empty unless something is sent; nil if that is too much.
        private func body(_ request: HTTPRequest) async throws -> Data? {
            var body = Data()
            for try await part in request.bodySequence {
                body.append(part)
                if body.count > largestForm { return nil }
            }
            return body
        }

        private static let html = SandboxAnswer(
            contentType: "text/html; charset=utf-8",
            body: Data(
                "<!DOCTYPE html><html><head><title>Welcome</title></head><body>Please log in to the Wi-Fi.</body></html>"
                    .utf8
            )
        )
    }

    extension SandboxFault.Kind {
        /// Whether something else answers, so that the store does not carry the request out.
        fileprivate var comesBeforeTheStore: Bool {
            switch self {
            case .html, .unauthorised, .tooManyRequests, .unavailable, .serverError: true
            default: false
            }
        }
    }
#endif
