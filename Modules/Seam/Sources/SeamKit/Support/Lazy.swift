import Synchronization

/// A value that is computed when it is first needed, once for all threads.
package final class Lazy<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)

    package init() {}

    /// Returns the value, and computes it if nobody has.
    package func value(_ compute: () -> Value) -> Value {
        stored.withLock { stored in
            if let stored { return stored }
            let value = compute()
            stored = value
            return value
        }
    }
}
