import Domain

/// The time that a call may take.
struct TimeLimit: Sendable {
    let duration: Duration
    let clock: any Clock<Duration>
}

/// The events of work under way, in order.
private struct Heard<Event: Sendable> {
    let timeLimit: TimeLimit
    private let events: AsyncStream<(Event?, wait: Int)>.Continuation
    private var heard: AsyncStream<(Event?, wait: Int)>.Iterator
    private var waits = 0

    init(_ timeLimit: TimeLimit) {
        let (stream, events) = AsyncStream<(Event?, wait: Int)>.makeStream()
        self.timeLimit = timeLimit
        self.events = events
        heard = stream.makeAsyncIterator()
    }

    var tell: @Sendable (Event) -> Void {
        { [events] event in events.yield((event, wait: 0)) }
    }

    /// Waits for the next event; `nil` if that takes longer than the time limit.
    mutating func next() async throws -> Event? {
        waits += 1
        let timer = Task { [waits, timeLimit, events] in
            // Not a wait for a result: only work that never ends lets it run out.
            try await timeLimit.clock.sleep(for: timeLimit.duration)
            events.yield((nil, wait: waits))
        }
        defer { timer.cancel() }
        while let (event, wait) = await heard.next(isolation: nil) {
            if event != nil || wait == waits { return event }
        }
        throw CancellationError()
    }
}

/// Calls that a gate may delay. Calls that still wait are released with this object.
final class CallsUnderWay<Output: Sendable, Failure: Error> {
    typealias Outcome = Result<Output, Failure>

    /// Holds calls up in situations that have one.
    let gate: Gate
    private var heard: Heard<Event>
    private var tasks: [Task<Void, Never>] = []
    private var outcomes: [Int: Outcome] = [:]

    private enum Event: Sendable {
        case gateReached
        case ended(call: Int, Outcome)
    }

    init(_ timeLimit: TimeLimit) {
        heard = Heard(timeLimit)
        gate = Gate { [tell = heard.tell] in tell(.gateReached) }
    }

    /// Starts a call in a task of its own, cancelled beforehand if so asked. Returns its number, counted from 0.
    func start(
        cancelled: Bool = false,
        _ operation: @escaping @Sendable () async throws(Failure) -> Output
    ) -> Int {
        let call = tasks.count
        tasks.append(
            Task { [tell = heard.tell] in
                if cancelled { withUnsafeCurrentTask { $0?.cancel() } }
                tell(.ended(call: call, await Result(async: operation)))
            }
        )
        return call
    }

    func cancel(_ call: Int) {
        tasks[call].cancel()
    }

    deinit {
        gate.open()
        for task in tasks { task.cancel() }
    }

    /// Waits until the gate delays a call.
    func gateReached() async throws {
        let expected = "the call to wait for the store"
        switch try await heard.next() {
        case .gateReached?: return
        case .ended(_, let outcome)?: throw Mismatch(expected: expected, found: outcome.text)
        case nil:
            throw Mismatch(expected: expected, found: "neither a wait nor an end within \(heard.timeLimit.duration)")
        }
    }

    /// Waits until a call has ended.
    func outcome(of call: Int, expected: String) async throws -> Outcome {
        while true {
            if let outcome = outcomes[call] { return outcome }
            switch try await heard.next() {
            case .gateReached?: continue
            case .ended(let ended, let outcome)?: outcomes[ended] = outcome
            case nil: throw Mismatch(expected: expected, found: "no end within \(heard.timeLimit.duration)")
            }
        }
    }
}

/// An observer of a stream of updates. It stops with this object.
final class UpdatesUnderWay<Update: Sendable> {
    private var heard: Heard<Event>
    private let reader: Task<Void, Never>

    private enum Event: Sendable {
        case update(Update)
        case ended
    }

    /// Begins to read.
    init(_ updates: AsyncStream<Update>, _ timeLimit: TimeLimit) {
        heard = Heard(timeLimit)
        reader = Task { [tell = heard.tell] in
            for await update in updates { tell(.update(update)) }
            tell(.ended)
        }
    }

    deinit { reader.cancel() }

    /// Cancels the task that reads.
    func cancel() { reader.cancel() }

    /// Waits for the next update.
    func next() async throws -> Update {
        switch try await heard.next() {
        case .update(let update)?: return update
        case .ended?: throw Mismatch(expected: "an update", found: "the end of the updates")
        case nil: throw Mismatch(expected: "an update", found: "none within \(heard.timeLimit.duration)")
        }
    }

    /// Waits until the stream ends.
    func end() async throws {
        while true {
            switch try await heard.next() {
            case .update?: continue
            case .ended?: return
            case nil:
                throw Mismatch(expected: "the end of the updates", found: "none within \(heard.timeLimit.duration)")
            }
        }
    }
}
