import Synchronization

/// A request that arrived. Has nothing in it that was sent in secret.
public struct SandboxRequest: Hashable, Sendable, CustomStringConvertible {
    /// `GET`, `POST`.
    public let method: String
    /// As sent, percent-encoded, without the query.
    public let path: String

    /// Memberwise.
    public init(method: String, path: String) {
        self.method = method
        self.path = path
    }

    /// `GET /legacy/users/ada/orders`
    public var description: String { "\(method) \(path)" }
}

/// What arrived, oldest first; of very many the latest.
final class RequestLog: Sendable {
    private let entries = Mutex<[SandboxRequest]>([])

    func append(_ request: SandboxRequest) {
        entries.withLock {
            if $0.count >= 20_000 { $0.removeFirst(10_000) }
            $0.append(request)
        }
    }

    var requests: [SandboxRequest] { entries.withLock { $0 } }
}
