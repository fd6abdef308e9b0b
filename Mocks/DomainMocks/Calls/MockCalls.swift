import Synchronization

/// The calls of one mocked operation: what they are answered, which of them are held, and what came in.
///
/// Calls are numbered from 0 in the order they arrive, and a call is given its answer when it arrives, also if it is
/// then held. A call whose task is cancelled fails with the `cancelled` failure at once, before it starts and while it
/// is held, and takes no stub. All of it may be used from any isolation.
public final class MockCalls<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// How a call ends.
    public typealias Outcome = Result<Output, Failure>

    private let cancelled: Failure
    private let answer: @Sendable (Input) throws(Failure) -> Output
    private let state = Mutex(State())

    /// Makes an operation that no call has reached.
    ///
    /// - Parameters:
    ///   - cancelled: What a cancelled call throws.
    ///   - answer: What a call does that is not stubbed.
    public init(cancelled: Failure, answer: @escaping @Sendable (Input) throws(Failure) -> Output) {
        self.cancelled = cancelled
        self.answer = answer
    }

    /// Calls the operation.
    public func callAsFunction(_ input: Input) async throws(Failure) -> Output {
        let (call, stub) = arrive(input)
        guard !Task.isCancelled else { throw cancelled }
        let outcome = stub ?? answered(input)
        guard let release = holdIfAsked(call, outcome) else { return try outcome.get() }

        var releases = release.makeAsyncIterator()
        guard let released = await releases.next(isolation: nil) else {
            update { $0.held[call] = nil }
            throw cancelled
        }
        return try released.get()
    }
}

// MARK: - What came in

extension MockCalls {
    /// What the calls were given, in the order they arrived; cancelled calls are among them.
    public var inputs: [Input] { state.withLock { $0.inputs } }

    /// How many calls have arrived.
    public var count: Int { inputs.count }

    /// Waits until `count` calls have arrived since the mock was made. Throws if the waiting task is cancelled.
    public func waitUntilArrived(_ count: Int) async throws(CancellationError) {
        try await wait { $0.inputs.count >= count }
    }
}

// MARK: - What is answered

extension MockCalls {
    /// Answers every call that arrives from now on with `outcome`; `nil` brings the mock's own answer back.
    public func stub(_ outcome: Outcome?) {
        update { $0.stub = outcome }
    }

    /// Answers the next call that is not yet spoken for with `outcome`, once; this goes before `stub(_:)`.
    public func stubNext(_ outcome: Outcome) {
        update { $0.nextStubs.append(outcome) }
    }
}

// MARK: - What is held

extension MockCalls {
    /// Holds every call that arrives from now on, until it is released.
    public func hold() {
        update { $0.isHolding = true }
    }

    /// The numbers of the calls that are being held, in the order they arrived.
    public var held: [Int] { state.withLock { $0.held.keys.sorted() } }

    /// Waits until `count` calls (or more) are being held at once. Throws if the waiting task is cancelled.
    public func waitUntilHeld(_ count: Int) async throws(CancellationError) {
        try await wait { $0.held.count >= count }
    }

    /// Lets one held call go, with `outcome` in place of its own answer if one is given.
    ///
    /// Answers `false`, and does nothing, if that call is not being held (any more).
    @discardableResult
    public func release(_ call: Int, with outcome: Outcome? = nil) -> Bool {
        guard let held = update({ $0.held.removeValue(forKey: call) }) else { return false }
        return held.release(with: outcome)
    }

    /// Lets every held call go with its own answer, and holds no more.
    public func releaseAll() {
        let held = update { state in
            defer { state.held = [:] }
            state.isHolding = false
            return state.held
        }
        for (_, call) in held.sorted(by: { $0.key < $1.key }) { call.release(with: nil) }
    }
}

// MARK: - How

extension MockCalls {
    private struct State {
        var inputs: [Input] = []
        var stub: Outcome?
        var nextStubs: [Outcome] = []
        var isHolding = false
        var held: [Int: HeldCall] = [:]
        var waiters: [Waiter] = []
    }

    private struct HeldCall {
        let outcome: Outcome
        let continuation: AsyncStream<Outcome>.Continuation

        /// Answers `false` if the call has been cancelled meanwhile.
        @discardableResult
        func release(with other: Outcome?) -> Bool {
            if case .terminated = continuation.yield(other ?? outcome) { return false }
            continuation.finish()
            return true
        }
    }

    private struct Waiter {
        let isOver: @Sendable (State) -> Bool
        let continuation: AsyncStream<Never>.Continuation
    }

    private func arrive(_ input: Input) -> (call: Int, stub: Outcome?) {
        let isCancelled = Task.isCancelled
        return update { state in
            state.inputs.append(input)
            let call = state.inputs.count - 1
            guard !isCancelled else { return (call, nil) }
            return (call, state.nextStubs.isEmpty ? state.stub : state.nextStubs.removeFirst())
        }
    }

    private func answered(_ input: Input) -> Outcome {
        do throws(Failure) {
            return .success(try answer(input))
        } catch {
            return .failure(error)
        }
    }

    /// Answers what tells the release of the call, or `nil` if calls are not being held.
    private func holdIfAsked(_ call: Int, _ outcome: Outcome) -> AsyncStream<Outcome>? {
        update { state in
            guard state.isHolding else { return nil }
            let (stream, continuation) = AsyncStream<Outcome>.makeStream()
            state.held[call] = HeldCall(outcome: outcome, continuation: continuation)
            return stream
        }
    }

    private func wait(until isOver: @escaping @Sendable (State) -> Bool) async throws(CancellationError) {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        update { $0.waiters.append(Waiter(isOver: isOver, continuation: continuation)) }
        for await _ in stream {}
        if Task.isCancelled { throw CancellationError() }
    }

    /// The one way to change the state: whoever waits for what the change brought about is let go after it.
    private func update<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
        let (value, done) = state.withLock { state in
            let value = change(&state)
            let waiters = state.waiters
            state.waiters = waiters.filter { !$0.isOver(state) }
            return (value, waiters.filter { $0.isOver(state) })
        }
        for waiter in done { waiter.continuation.finish() }
        return value
    }
}
