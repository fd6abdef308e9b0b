import Synchronization

/// A clock that a test moves.
final class Clock: Sendable {
    private let instant = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { instant.withLock { $0 } }

    func advance(by duration: Duration) { instant.withLock { $0 += duration } }
}

/// The written texts, in order.
final class Log: Sendable {
    private let written = Mutex<[String]>([])

    var texts: [String] { written.withLock { $0 } }

    func add(_ text: String) { written.withLock { $0.append(text) } }
}
