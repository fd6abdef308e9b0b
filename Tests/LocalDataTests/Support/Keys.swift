import Foundation
import Synchronization

/// Keys of changes: `K-1`, `K-2`.
final class Keys: Sendable {
    private let count = Mutex(0)

    @Sendable func next() -> String {
        count.withLock { count in
            count += 1
            return "K-\(count)"
        }
    }
}
