import StoreClient
import Synchronization

/// A transport that answers from a closure, and remembers what it was asked.
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
