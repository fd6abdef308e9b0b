import Domain
import Synchronization
import TestSupport

/// Keys that are all different.
final class Keys: Sendable {
    private let generator = Mutex(SplitMix(state: 1))

    func next() -> IdempotencyKey { generator.withLock { IdempotencyKey(using: &$0) } }
}
