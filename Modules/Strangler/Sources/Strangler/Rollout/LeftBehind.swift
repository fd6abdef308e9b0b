import Synchronization

/// The candidates of one hand-over that still run although their callers have left.
final class LeftBehind: Sendable {
    private let maximum: Int
    private let count = Atomic<Int>(0)

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// Whether the maximum number is running, so that no other may be called.
    var isFull: Bool {
        count.load(ordering: .relaxed) >= maximum
    }

    func add() {
        count.add(1, ordering: .relaxed)
    }

    func remove() {
        count.subtract(1, ordering: .relaxed)
    }
}
