public import Foundation
import Synchronization

/// A journal in memory: for tests, demonstrations and short-lived programs.
///
/// Its evidence is complete until the process ends. Of the entries themselves it stores only the newest of each operation.
public final class MemoryJournal: Journal {
    private struct State {
        /// The entries by operation and shelf. Those that a journal only counts have no shelf.
        var queues: [Place: Queue] = [:]
        /// The stored entries, each with its position in the order of arrival.
        var places: [Entry.ID: Int] = [:]
        var next = 0
        var evidence = Evidence()
    }

    private struct Place: Hashable {
        let operation: String
        let shelf: Shelf?
    }

    private let capacity: Int
    private let grain: Int
    private let writer = String(UInt64.random(in: .min ... .max), radix: 16)
    private let runFile: RunFile?
    private let state = Mutex(State())

    /// Creates a journal.
    ///
    /// - Parameters:
    ///   - capacity: How many entries it stores for each operation on each `Shelf`, and of those that are on none. If it has to
    ///     drop one about a difference, its evidence says so.
    ///   - grain: The length of the interval that one tally counts.
    ///   - crashLog: Where begun runs are noted, in files beside this one, so that the next process counts runs that ended this
    ///     one. The folder must exist. Without it crashes are not seen, and by default no verdict is met.
    public init(capacity: Int = 10_000, grain: Duration = .seconds(3_600), crashLog: URL? = nil) {
        self.capacity = max(1, capacity)
        self.grain = max(1, Int(grain / .seconds(1)))
        runFile = crashLog.map { RunFile(beside: $0) }
        guard let crashLog else { return }
        for (file, runs) in RunFile.leftBehind(beside: crashLog) {
            state.withLock { state in
                for entry in RunFile.entries(of: runs, at: Date()) { store(entry, in: &state) }
            }
            file.remove()
        }
    }

    /// The running runs of this process, if they are noted.
    public var runs: (any RunLog)? { runFile }

    /// The evidence.
    public var evidence: Evidence {
        state.withLock { $0.evidence }
    }

    /// The stored entries, oldest first.
    public var entries: [Entry] {
        state.withLock { state in
            let held = state.queues.values.flatMap(\.entries)
            return held.sorted { (state.places[$0.id] ?? 0) < (state.places[$1.id] ?? 0) }
        }
    }

    /// Stores entries. It never throws. An entry that is already stored is not counted again.
    public func record(_ entries: [Entry]) async {
        state.withLock { state in
            for entry in entries where state.places[entry.id] == nil { store(entry, in: &state) }
        }
    }

    private func store(_ entry: Entry, in state: inout State) {
        state.next += 1
        state.places[entry.id] = state.next
        state.evidence.add(entry, by: writer, grain: grain)
        let place = Place(operation: entry.operation, shelf: entry.fact.shelf)
        guard let dropped = state.queues[place, default: Queue()].append(entry, capacity) else { return }
        state.places[dropped.id] = nil
        guard place.shelf == .differences else { return }
        let loss = Entry(operation: dropped.operation, sides: dropped.sides, date: entry.date, fact: .truncated)
        state.evidence.add(loss, by: writer, grain: grain)
    }
}

/// The newest entries, at a cost that doesn't grow with their number.
private struct Queue {
    private var slots: [Entry?] = []
    private var first = 0

    var entries: [Entry] { slots[first...].compactMap { $0 } }

    /// Adds an entry, and returns the oldest one if there is no room for both.
    mutating func append(_ entry: Entry, _ capacity: Int) -> Entry? {
        slots.append(entry)
        guard slots.count - first > capacity else { return nil }
        let dropped = slots[first]
        slots[first] = nil
        first += 1
        if first > capacity {
            slots.removeFirst(first)
            first = 0
        }
        return dropped
    }
}
