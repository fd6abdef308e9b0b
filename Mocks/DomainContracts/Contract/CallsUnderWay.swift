/// Calls of one operation, and what is heard of them, in order. Nothing here waits longer than `patience` at a time.
struct CallsUnderWay<Input: Sendable, Output: Sendable, Failure: Error> {
    typealias Outcome = Result<Output, Failure>
    typealias Operation = @Sendable (Input) async throws(Failure) -> Output

    /// Held up by this gate, in situations that have one.
    let gate: Gate
    private let patience: Duration
    private let events: AsyncStream<Event>.Continuation
    private var heard: AsyncStream<Event>.Iterator
    private var waits = 0
    private var tasks: [Task<Void, Never>] = []
    private var outcomes: [Int: Outcome] = [:]

    private enum Event: Sendable {
        case gateReached
        case ended(call: Int, Outcome)
        case patienceOver(wait: Int)
    }

    init(patience: Duration) {
        let (stream, events) = AsyncStream<Event>.makeStream()
        gate = Gate { events.yield(.gateReached) }
        self.patience = patience
        self.events = events
        heard = stream.makeAsyncIterator()
    }

    /// Starts a call in a task of its own, cancelled beforehand if so asked. Answers its number, counted from 0.
    @discardableResult
    mutating func start(_ operation: @escaping Operation, _ input: Input, cancelled: Bool = false) -> Int {
        let call = tasks.count
        tasks.append(
            Task { [events] in
                if cancelled { withUnsafeCurrentTask { $0?.cancel() } }
                do throws(Failure) {
                    events.yield(.ended(call: call, .success(try await operation(input))))
                } catch {
                    events.yield(.ended(call: call, .failure(error)))
                }
            }
        )
        return call
    }

    func cancel(_ call: Int) {
        tasks[call].cancel()
    }

    /// Lets everything go that may still be waiting.
    func abandon() {
        gate.open()
        for task in tasks { task.cancel() }
    }

    /// Waits until a call is held up by the gate.
    mutating func gateReached(_ describe: (Outcome) -> String) async throws {
        let expected = "the call to wait for the store"
        switch try await next() {
        case .gateReached: return
        case .ended(_, let outcome): throw Mismatch(expected: expected, found: describe(outcome))
        case .patienceOver: throw Mismatch(expected: expected, found: "neither a wait nor an end within \(patience)")
        }
    }

    /// Waits until a call has ended.
    mutating func outcome(of call: Int, expected: String) async throws -> Outcome {
        while outcomes[call] == nil {
            switch try await next() {
            case .gateReached: continue
            case .ended(let ended, let outcome): outcomes[ended] = outcome
            case .patienceOver: throw Mismatch(expected: expected, found: "no end within \(patience)")
            }
        }
        guard let outcome = outcomes[call] else { throw CancellationError() }
        return outcome
    }

    private mutating func next() async throws -> Event {
        waits += 1
        let timer = Task { [waits, patience, events] in
            // Not a wait for a result: only a call that never ends lets it run out.
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
