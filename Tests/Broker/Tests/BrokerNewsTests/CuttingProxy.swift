import Foundation
import Synchronization

/// A proxy on loopback that cuts connections on demand. Each direction of a connection has a thread.
final class CuttingProxy: Sendable {
    private struct State {
        var isOpen = true
        var connections: [Int32] = []
        /// How many more bytes of the broker pass before all connections are cut.
        var rest: Int?
        /// Whether what clients send is swallowed.
        var isDeaf = false
        var cuts = 0
    }

    let port: UInt16
    /// The address for clients.
    var address: String { "mqtt://127.0.0.1:\(port)" }
    /// How many messages were cut in the middle.
    var cuts: Int { state.withLock(\.cuts) }
    private let target: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    init(to target: UInt16) throws {
        self.target = target
        port = try Ports.free()
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var on: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, 4)
        guard Self.withLoopback(port, { bind(listener, $0, $1) }) == 0, listen(listener, 1_024) == 0
        else {
            throw BrokerProcess.Failed(description: "the proxy can't listen")
        }
        let thread = Thread { [listener, weak self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                guard let self else { break }
                self.serve(client)
            }
        }
        thread.start()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        cut()
    }

    /// Cuts all connections and refuses new ones, or accepts them again.
    func setOpen(_ isOpen: Bool) {
        state.withLock { $0.isOpen = isOpen }
        if !isOpen { cut() }
    }

    /// Cuts all connections after this number of bytes from the broker, and refuses new ones.
    func cut(after bytes: Int) { state.withLock { $0.rest = bytes } }

    /// Swallows what clients send, or passes it on again.
    func setDeaf(_ isDeaf: Bool) { state.withLock { $0.isDeaf = isDeaf } }

    private func cut() {
        state.withLock { state in
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
            state.connections = []
            state.rest = nil
        }
    }

    private func serve(_ client: Int32) {
        let broker = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let isServed = state.withLock { state in
            guard state.isOpen, Self.withLoopback(target, { connect(broker, $0, $1) }) == 0 else {
                return false
            }
            state.connections += [client, broker]
            return true
        }
        guard isServed else {
            close(client)
            close(broker)
            return
        }
        copy(between: client, and: broker)
    }

    private func copy(between client: Int32, and broker: Int32) {
        let open = OpenEnds()
        for (source, sink, isFromBroker) in [(client, broker, false), (broker, client, true)] {
            Thread { [weak self] in
                var bytes = [UInt8](repeating: 0, count: 16_384)
                while case let count = read(source, &bytes, bytes.count), count > 0 {
                    guard let self else { break }
                    let passed = self.passed(count, isFromBroker)
                    var sent = 0
                    while sent < passed {
                        let step = bytes.withUnsafeBytes {
                            send(
                                sink,
                                $0.baseAddress?.advanced(by: sent),
                                passed - sent,
                                Int32(MSG_NOSIGNAL)
                            )
                        }
                        if step <= 0 { break }
                        sent += step
                    }
                    if isFromBroker, passed < count { self.setOpen(false) }
                }
                shutdown(sink, Int32(SHUT_RDWR))
                guard open.endOne() else { return }
                self?.state.withLock { $0.connections.removeAll { $0 == source || $0 == sink } }
                close(source)
                close(sink)
            }.start()
        }
    }

    /// Returns how many of these bytes pass.
    private func passed(_ count: Int, _ isFromBroker: Bool) -> Int {
        state.withLock { state in
            guard isFromBroker else { return state.isDeaf ? 0 : count }
            guard let rest = state.rest else { return count }
            state.rest = max(0, rest - count)
            if rest < count { state.cuts += 1 }
            return min(rest, count)
        }
    }

    private static func withLoopback<Value>(
        _ port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// The two directions of a connection.
private final class OpenEnds: Sendable {
    private let count = Mutex(2)

    /// Ends one direction, and returns whether it was the last.
    func endOne() -> Bool {
        count.withLock { count in
            count -= 1
            return count == 0
        }
    }
}
