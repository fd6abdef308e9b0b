#if Account
    import FlyingFox
    import Foundation
    import Synchronization

    /// From a request to an answer, by way of a dialect and whatever is to go wrong.
    final class SandboxHandler: HTTPHandler {
        let log = RequestLog()
        private let dialect: LegacyDialect
        private let search: SearchDialect
        private let latency: Duration
        private let plan: Mutex<FaultPlan>
        /// In bytes; a form of login or token is far smaller.
        private let largestForm = 64 << 10

        init(_ configuration: SandboxConfiguration, sessions: SessionStore) {
            dialect = LegacyDialect(
                store: Store(seed: configuration.seed, demoOrderCount: configuration.orderCount),
                sessions: sessions,
                now: configuration.now
            )
            search = SearchDialect(seed: configuration.seed, count: configuration.nameCount)
            latency = configuration.latency
            plan = Mutex(FaultPlan(configuration.faults, seed: configuration.seed))
        }

        func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
            let path = request.target.path(percentEncoded: true)
            log.append(SandboxRequest(method: request.method.rawValue, path: path))
            let asked = LegacyRequest(method: request.method.rawValue, path: path)
            let form = try await self.form(request)
            if latency > .zero { try await Task.sleep(for: latency) }

            guard let form else { return HTTPResponse(Self.tooLarge) }
            if request.method == .GET, path == "/search" {
                return try await answer(search: request.target.query(percentEncoded: true))
            }
            switch asked {
            case .login:
                let isRefused = !plan.withLock { $0.next { $0 == .signInRefused } }.isEmpty
                return HTTPResponse(isRefused ? LegacyDialect.badCredentials : await dialect.login(form))
            case .token:
                return HTTPResponse(await dialect.token(form))
            case .list(let list, let user):
                let faults = plan.withLock { $0.next { $0 != .signInRefused } }
                return try await answer(list, user, request.headers[HTTPHeader("X-Account-Token")], faults)
            case .unknown:
                return HTTPResponse(LegacyDialect.noSuchPath)
            }
        }

        private func answer(
            _ list: LegacyRequest.List,
            _ user: String,
            _ token: String?,
            _ faults: [SandboxFault.Kind]
        ) async throws -> HTTPResponse {
            let answer = await dialect.list(
                list,
                of: user,
                token: token,
                flaws: Set(faults.compactMap(\.flaw)),
                age: faults.contains(.stale) ? .seconds(2 * 24 * 3600) : .zero
            )
            guard let fault = faults.first(where: { $0.flaw == nil && $0 != .stale }) else {
                return HTTPResponse(answer)
            }
            return try await broken(answer, by: fault)
        }

        private func answer(search query: String) async throws -> HTTPResponse {
            let faults = plan.withLock { $0.next { $0.actsOnSearches } }
            let answer = search.search(query, flaws: Set(faults.compactMap(\.flaw)))
            guard let fault = faults.first(where: { $0.flaw == nil }) else { return HTTPResponse(answer) }
            return try await broken(answer, by: fault)
        }

        private func broken(_ answer: SandboxAnswer, by fault: SandboxFault.Kind) async throws -> HTTPResponse {
            let half = answer.body.prefix(answer.body.count / 2)
            switch fault {
            case .drop:
                return .dropped
            case .silent:
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
            case .html:
                return HTTPResponse(Self.html)
            case .malformed:
                return HTTPResponse(dialect.malformed())
            case .unauthorised:
                return HTTPResponse(LegacyDialect.badToken)
            case .tooManyRequests:
                var answer = SandboxAnswer.error("TOO_MANY_REQUESTS", "Slow down.", status: 429)
                answer.retryAfter = 7
                return HTTPResponse(answer)
            case .unavailable:
                return HTTPResponse(.error("UNAVAILABLE", "Closed for maintenance.", status: 503))
            case .serverError:
                return HTTPResponse(.error("INTERNAL", "Something broke.", status: 500))
            case .signInRefused, .unknownStatus, .duplicateID, .unreadableRecord, .stale:
                return HTTPResponse(answer)
            }
        }

        /// Empty unless something is sent; nil if that is too much.
        private func form(_ request: HTTPRequest) async throws -> [String: String]? {
            var body = Data()
            for try await part in request.bodySequence {
                body.append(part)
                if body.count > largestForm { return nil }
            }
            return LegacyRequest.form(body)
        }

        private static let tooLarge = SandboxAnswer.error("TOO_LARGE", "Nothing here takes this much.", status: 413)
        private static let html = SandboxAnswer(
            contentType: "text/html; charset=utf-8",
            body: Data(
                "<!DOCTYPE html><html><head><title>Welcome</title></head><body>Please log in to the Wi-Fi.</body></html>"
                    .utf8
            )
        )
    }

    extension SandboxFault.Kind {
        /// What it does to the records; nil if it does nothing to them.
        fileprivate var flaw: LegacyRecords.Flaw? {
            switch self {
            case .unknownStatus: .unknownState
            case .duplicateID: .duplicate
            case .unreadableRecord: .missingField
            default: nil
            }
        }

        /// A search needs no sign-in, and its answer has neither states nor a time.
        fileprivate var actsOnSearches: Bool {
            switch self {
            case .unauthorised, .signInRefused, .unknownStatus, .stale: false
            default: true
            }
        }
    }
#endif
