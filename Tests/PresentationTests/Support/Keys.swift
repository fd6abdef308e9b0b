import Domain
import Synchronization

/// Keys, each another one.
final class Keys: Sendable {
    private let generator = Mutex(SplitMix(state: 1))

    func next() -> IdempotencyKey { generator.withLock { IdempotencyKey(using: &$0) } }
}
