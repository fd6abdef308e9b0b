/// Somebody who follows a stream of updates. Nothing here waits longer than `patience` at a time.
struct UpdatesUnderWay<Update: Sendable> {
    private let patience: Duration
    private let events: AsyncStream<Event>.Continuation
    private var heard: AsyncStream<Event>.Iterator
    private var waits = 0
    private let reader: Task<Void, Never>

    private enum Event: Sendable {
        case update(Update)
        case ended
        case patienceOver(wait: Int)
    }

    /// Begins to read.
    init(_ updates: AsyncStream<Update>, patience: Duration) {
        let (stream, events) = AsyncStream<Event>.makeStream()
        self.patience = patience
        self.events = events
        heard = stream.makeAsyncIterator()
        reader = Task {
            for await update in updates { events.yield(.update(update)) }
            events.yield(.ended)
        }
    }

    /// Cancels the task that reads.
    func cancel() {
        reader.cancel()
    }

    /// Waits for the next update.
    mutating func next() async throws -> Update {
        switch try await event() {
        case .update(let update): return update
        case .ended: throw Mismatch(expected: "an update", found: "the end of the updates")
        case .patienceOver: throw Mismatch(expected: "an update", found: "none within \(patience)")
        }
    }

    /// Waits until nothing more comes.
    mutating func end() async throws {
        while true {
            switch try await event() {
            case .update: continue
            case .ended: return
            case .patienceOver: throw Mismatch(expected: "the end of the updates", found: "none within \(patience)")
            }
        }
    }

    private mutating func event() async throws -> Event {
        waits += 1
        let timer = Task { [waits, patience, events] in
            // Not a wait for a result: only an update that never comes lets it run out.
            try await Task.sleep(for: patience)
            events.yield(.patienceOver(wait: waits))
        }
        defer { timer.cancel() }
        while let event = await heard.next(isolation: nil) {
            if case .patienceOver(let wait) = event, wait != waits { continue }
            return event
        }
        throw CancellationError()
    }
}
