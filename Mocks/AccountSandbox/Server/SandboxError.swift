#if Account
    import FlyingSocks
    import LoopbackHTTP
#endif

/// Why a sandbox didn't start. The description is for the person who started it.
public enum SandboxError: Error, Equatable, CustomStringConvertible {
    /// Another process listens on this port of 127.0.0.1.
    case portTaken(UInt16)
    /// The system refused to listen on 127.0.0.1 for another reason.
    case cannotListen(String)
    /// The task that started it was cancelled.
    case cancelled

    /// A sentence.
    public var description: String {
        switch self {
        case .portTaken(let port): "port \(port) on 127.0.0.1 is taken"
        case .cannotListen(let reason): "cannot listen on 127.0.0.1: \(reason)"
        case .cancelled: "cancelled before it was ready"
        }
    }
}

#if Account
    extension LoopbackListener {
        /// Starts to listen. Each connection is closed after it was served.
        static func start(
            sandboxOn port: UInt16,
            _ serve: @escaping @Sendable (AsyncSocket) async throws -> Void
        ) async throws(SandboxError) -> LoopbackListener {
            do throws(ListenError) {
                return try await start(port: port, serve)
            } catch {
                switch error {
                case .portTaken(let port): throw .portTaken(port)
                case .cannotListen(let reason): throw .cannotListen(reason)
                case .cancelled: throw .cancelled
                }
            }
        }
    }
#endif
