import Synchronization

/// The newest entries, in memory: for tests, demonstrations and short-lived programs.
public final class MemoryJournal: Journal {
    private let capacity: Int
    private let kept = Mutex<[Entry]>([])

    /// A journal that keeps at most `capacity` entries; the oldest go first.
    public init(capacity: Int = 10_000) {
        self.capacity = max(1, capacity)
    }

    /// What is kept, oldest first.
    public var entries: [Entry] {
        kept.withLock { $0 }
    }

    /// Keeps entries. It never throws.
    public func record(_ entries: [Entry]) async {
        kept.withLock { kept in
            kept += entries
            kept.removeFirst(max(0, kept.count - capacity))
        }
    }
}
