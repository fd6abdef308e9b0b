import Foundation
import Synchronization

/// The connection between a recorder and one journal: a bounded buffer and the task that empties it.
final class Outlet: Sendable {
    let runs: (any RunLog)?
    private let journal: any Journal
    private let capacity: Int
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    /// How long entries gather after a batch.
    private static var gathering: Duration { .milliseconds(20) }

    init(_ journal: any Journal, capacity: Int, now: @escaping @Sendable () -> Date) {
        self.journal = journal
        self.capacity = capacity
        self.now = now
        runs = journal.runs
    }

    func take(_ entry: Entry, token: Int?) {
        var entry = entry
        entry.isLogged = token != nil
        state.withLock { state in
            if state.waiting.count < capacity {
                state.waiting.append(entry)
                if state.waiting.count > capacity / 2 { state.pause?.cancel() }
                if let token { state.tokens.append(token) }
            } else {
                state.losses.add(entry, token)
            }
            startDraining(&state)
        }
    }

    func skip(_ origin: Origin, _ reason: SkipReason, _ call: CallMark?) {
        state.withLock { state in
            state.skips[Skip(origin: origin, reason: reason, call: call?.withoutTokens), default: 0] += 1
            startDraining(&state)
        }
    }

    func flush() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                let last = state.taken + (state.isEmpty ? 0 : 1)
                guard state.brought < last else { return true }
                state.flushes.append((last, continuation))
                state.pause?.cancel()
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    private func startDraining(_ state: inout State) {
        guard !state.isDraining else { return }
        state.isDraining = true
        Task.detached(priority: .utility) { await self.drain() }
    }

    private func drain() async {
        while let batch = nextBatch() {
            do {
                try await journal.record(batch.entries)
                for token in batch.tokens { runs?.end(token) }
            } catch {
                state.withLock { state in
                    for entry in batch.entries { state.losses.add(entry, nil) }
                    state.losses.tokens += batch.tokens
                }
            }
            endBatch()
            await pause()
        }
    }

    /// Lets entries gather, unless somebody waits for them or the buffer fills: a journal that takes each one as soon as it
    /// can is busy all the time, with a transaction for each.
    private func pause() async {
        let pause = Task { _ = try? await Task.sleep(for: Self.gathering) }
        state.withLock { state in
            state.pause = pause
            if !state.flushes.isEmpty || state.waiting.count > capacity / 2 { pause.cancel() }
        }
        await pause.value
        state.withLock { $0.pause = nil }
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

    /// Returns the waiting entries. If there are none, it ends the task in the same step, so that the next entry starts
    /// another.
    private func nextBatch() -> Batch? {
        let date = now()
        return state.withLock { state in
            guard !state.isEmpty else {
                state.isDraining = false
                return nil
            }
            state.taken += 1
            let skips = state.skips.map { skip, count in
                Entry(
                    operation: skip.origin.operation,
                    sides: skip.origin.sides,
                    subject: skip.call?.subject,
                    labels: skip.call?.labels ?? [:],
                    date: date,
                    fact: .compared(.skipped(skip.reason)),
                    count: count,
                    comparison: skip.call?.comparison
                )
            }
            // The tokens of lost entries go with the report of the loss.
            let batch = Batch(
                entries: state.losses.entries(at: date) + state.waiting + skips,
                tokens: state.losses.tokens + state.tokens
            )
            state.waiting = []
            state.tokens = []
            state.skips = [:]
            state.losses = Losses()
            return batch
        }
    }
}

extension Outlet {
    private struct State {
        var waiting: [Entry] = []
        /// The tokens of the runs whose entries wait.
        var tokens: [Int] = []
        var skips: [Skip: Int] = [:]
        var losses = Losses()
        var isDraining = false
        /// The pause between two batches; cancelled to bring what waits at once.
        var pause: Task<Void, Never>?
        /// The number of batches that were taken, and the number of those that the journal has received.
        var taken = 0
        var brought = 0
        var flushes: [(batch: Int, continuation: CheckedContinuation<Void, Never>)] = []

        var isEmpty: Bool { waiting.isEmpty && skips.isEmpty }
    }

    private struct Skip: Hashable {
        let origin: Origin
        let reason: SkipReason
        /// The call, if it was chosen for a comparison: of these there are at most as many as there are classes of subjects.
        let call: CallMark?
    }

    private struct Batch {
        let entries: [Entry]
        let tokens: [Int]
    }

    /// The losses since the journal last received a batch, by operation and sides.
    private struct Losses {
        private struct Place: Hashable {
            let operation: String
            let sides: Sides?
        }

        private var counts: [Place: (entries: Int, comparisons: Int)] = [:]
        var tokens: [Int] = []

        mutating func add(_ entry: Entry, _ token: Int?) {
            let place = Place(operation: entry.operation, sides: entry.sides)
            var count = counts[place] ?? (0, 0)
            count.entries += entry.count
            switch entry.fact {
            case .compared(let outcome, _, _): count.comparisons += outcome.isOfChosenCall ? entry.count : 0
            case .unended, .interrupted: count.comparisons += entry.count
            case .lost(let comparisons): count.comparisons += comparisons
            default: break
            }
            counts[place] = count
            if let token { tokens.append(token) }
        }

        func entries(at date: Date) -> [Entry] {
            counts.map { place, count in
                Entry(
                    operation: place.operation,
                    sides: place.sides,
                    date: date,
                    fact: .lost(comparisons: count.comparisons),
                    count: count.entries
                )
            }
        }
    }
}
