import Synchronization

/// A request that arrived, without anything secret.
public struct SandboxRequest: Hashable, Sendable, CustomStringConvertible {
    /// The method, such as `GET` or `POST`.
    public let method: String
    /// The path as sent, percent-encoded, without the query.
    public let path: String

    /// Creates a request from its parts.
    public init(method: String, path: String) {
        self.method = method
        self.path = path
    }

    /// The method and path: `GET /legacy/users/ada/orders`.
    public var description: String { "\(method) \(path)" }
}

/// The requests that arrived, oldest first, limited to the latest ones.
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
