/// Why a sandbox didn't start. Its description is for who asked for it.
public enum SandboxError: Error, Equatable, CustomStringConvertible {
    /// Something else listens on this port of 127.0.0.1.
    case portTaken(UInt16)
    /// Listening on 127.0.0.1 was refused for another reason.
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
