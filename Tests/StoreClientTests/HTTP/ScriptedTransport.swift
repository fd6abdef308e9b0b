import Domain
import Foundation
import StoreClient
import Synchronization

/// A transport that gets its responses from a closure, and records the requests.
final class ScriptedTransport: HTTPTransport {
    typealias Script = @Sendable (HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer

    private let script: Script
    private let asked = Mutex<[HTTPRequest]>([])

    init(_ script: @escaping Script) {
        self.script = script
    }

    var requests: [HTTPRequest] { asked.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer {
        asked.withLock { $0.append(request) }
        return try await script(request)
    }
}

/// A store that responds to each request with the same bytes, and the paths that were reported.
final class AnsweringStore: Sendable {
    private let reported = Mutex<[FieldPath]>([])
    private let answer: HTTPAnswer

    init(_ text: String) {
        answer = HTTPAnswer(status: 200, headers: ["Content-Type": "application/json"], body: Data(text.utf8))
    }

    init(_ bytes: Data) {
        answer = HTTPAnswer(status: 200, headers: ["Content-Type": "application/json"], body: bytes)
    }

    /// Requests are made long after the response, so that its freshness shows when it was made.
    var api: StoreAPI {
        StoreAPI(
            baseURL: URL(string: "http://store.example")!,
            transport: ScriptedTransport { [answer] _ throws(HTTPTransportError) in answer },
            now: { .distantFuture },
            report: { [self] place in reported.withLock { $0.append(place) } }
        )
    }

    var places: [String] { reported.withLock { $0.map(\.description) } }
}
