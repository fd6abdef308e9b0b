public import Foundation
import Synchronization

/// Takes entries from calls at once and brings them to journals afterwards.
///
/// A call never waits for a journal and never fails with one: entries go into a bounded buffer that one task empties.
/// When the buffer is full, or a journal throws, entries are lost, and every journal is told how many it missed.
public final class Recorder: Sendable {
    private let journals: [any Journal]
    private let capacity: Int
    private let now: @Sendable () -> Date
    private let state: Mutex<State>

    /// - Parameters:
    ///   - journals: Where entries go. Each is told everything; one that fails is no loss to the others.
    ///   - capacity: How many entries may wait.
    ///   - now: Today's date and time.
    public init(to journals: any Journal..., capacity: Int = 4_096, now: @escaping @Sendable () -> Date = { Date() }) {
        self.journals = journals
        self.capacity = max(1, capacity)
        self.now = now
        state = Mutex(State(losses: journals.map { _ in Losses() }))
    }

    /// Waits until every entry recorded before has been brought to the journals: before a program ends, and in tests.
    ///
    /// It waits as long as the journals take, and not for entries recorded meanwhile.
    public func flush() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                let last = state.taken + (state.isEmpty ? 0 : 1)
                guard state.brought < last else { return true }
                state.flushes.append((last, continuation))
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    func record(_ operation: String, _ fact: Fact) {
        let entry = Entry(operation: operation, date: now(), fact: fact)
        state.withLock { state in
            if state.waiting.count < capacity {
                state.waiting.append(entry)
            } else {
                for journal in journals.indices { state.losses[journal].add(entry) }
            }
            startDraining(&state)
        }
    }

    /// Counts a call that was not compared. Alike skips become one entry, so that they cost no room.
    func skip(_ operation: String, _ reason: SkipReason) {
        state.withLock { state in
            state.skips[Skip(operation: operation, reason: reason), default: 0] += 1
            startDraining(&state)
        }
    }

    private func startDraining(_ state: inout State) {
        guard !state.isDraining else { return }
        state.isDraining = true
        Task.detached(priority: .utility) { await self.drain() }
    }

    private func drain() async {
        while let batch = nextBatch() {
            for (number, journal) in journals.enumerated() {
                let entries = batch.losses[number].entries(at: batch.date) + batch.entries
                guard !entries.isEmpty else { continue }
                do {
                    try await journal.record(entries)
                } catch {
                    state.withLock { state in
                        for entry in entries { state.losses[number].add(entry) }
                    }
                }
            }
            endBatch()
        }
    }

    private func endBatch() {
        let done = state.withLock { state in
            state.brought += 1
            let brought = state.brought
            defer { state.flushes.removeAll { $0.batch <= brought } }
            return state.flushes.filter { $0.batch <= brought }
        }
        for flush in done { flush.continuation.resume() }
    }

    /// Takes what waits; with nothing left, ends the task in the same step, so that the next entry starts another.
    private func nextBatch() -> Batch? {
        let date = now()
        return state.withLock { state in
            guard !state.isEmpty else {
                state.isDraining = false
                return nil
            }
            state.taken += 1
            let skips = state.skips.map { skip, count in
                Entry(operation: skip.operation, date: date, fact: .compared(.skipped(skip.reason)), count: count)
            }
            let batch = Batch(date: date, entries: state.waiting + skips, losses: state.losses)
            state.waiting = []
            state.skips = [:]
            state.losses = journals.map { _ in Losses() }
            return batch
        }
    }
}

extension Recorder {
    private struct State {
        var waiting: [Entry] = []
        var skips: [Skip: Int] = [:]
        /// One for each journal.
        var losses: [Losses]
        var isDraining = false
        /// How many batches were taken, and how many of them were brought to the journals.
        var taken = 0
        var brought = 0
        var flushes: [(batch: Int, continuation: CheckedContinuation<Void, Never>)] = []

        var isEmpty: Bool { waiting.isEmpty && skips.isEmpty }
    }

    private struct Skip: Hashable {
        let operation: String
        let reason: SkipReason
    }

    private struct Batch {
        let date: Date
        let entries: [Entry]
        let losses: [Losses]
    }

    /// What one journal missed since it last took something, by operation.
    private struct Losses {
        private var counts: [String: (entries: Int, comparisons: Int)] = [:]

        mutating func add(_ entry: Entry) {
            var count = counts[entry.operation] ?? (0, 0)
            count.entries += entry.count
            switch entry.fact {
            case .compared(.skipped, _, _): break
            case .compared: count.comparisons += entry.count
            case .lost(let comparisons): count.comparisons += comparisons
            default: break
            }
            counts[entry.operation] = count
        }

        func entries(at date: Date) -> [Entry] {
            counts.map { operation, count in
                Entry(
                    operation: operation,
                    date: date,
                    fact: .lost(comparisons: count.comparisons),
                    count: count.entries
                )
            }
        }
    }
}
