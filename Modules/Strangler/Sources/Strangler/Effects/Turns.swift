import Synchronization

/// Turns by name within a process: one has it, the others wait in the order in which they came.
package final class Turns: Sendable {
    private let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

    /// Creates turns that nobody has.
    package init() {}

    /// Waits for the turn and takes it.
    package func take(_ name: String) async {
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[name] != nil else {
                    waiting[name] = []
                    return true
                }
                waiting[name]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Gives the turn to whoever waits longest.
    package func end(_ name: String) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard let others = waiting[name], let next = others.first else {
                waiting[name] = nil
                return nil
            }
            waiting[name] = Array(others.dropFirst())
            return next
        }
        next?.resume()
    }
}
