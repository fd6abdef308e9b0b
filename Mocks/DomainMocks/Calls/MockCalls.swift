import Synchronization

/// The calls of one mocked operation: their outcomes, the calls that are being held, and their inputs.
///
/// Calls are numbered from 0 in the order they arrive. The outcome of a call is determined when it arrives, even if the call is
/// then held. A call whose task is cancelled fails with the `cancelled` failure at once, before it starts or while it is held,
/// and uses up no stub. All members may be used from any isolation.
public final class MockCalls<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// The outcome of a call.
    public typealias Outcome = Result<Output, Failure>

    private let cancelled: Failure
    private let answer: @Sendable (Input) throws(Failure) -> Output
    private let state = Mutex(State())

    /// Creates an operation without calls.
    ///
    /// - Parameters:
    ///   - cancelled: The error that a cancelled call throws.
    ///   - answer: Returns the result of a call that isn't stubbed.
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

// MARK: - Inputs

extension MockCalls {
    /// The inputs of the calls, in the order they arrived, including those of cancelled calls.
    public var inputs: [Input] { state.withLock { $0.inputs } }

    /// The number of calls that have arrived.
    public var count: Int { inputs.count }

    /// Waits until `count` calls have arrived since the mock was created. Throws if the waiting task is cancelled.
    public func waitUntilArrived(_ count: Int) async throws(CancellationError) {
        try await wait { $0.inputs.count >= count }
    }
}

// MARK: - Outcomes

extension MockCalls {
    /// Makes every call that arrives from now on end with `outcome`. `nil` restores the mock's default.
    public func stub(_ outcome: Outcome?) {
        update { $0.stub = outcome }
    }

    /// Makes the next call that has no stub of its own end with `outcome`, once. This takes precedence over `stub(_:)`.
    public func stubNext(_ outcome: Outcome) {
        update { $0.nextStubs.append(outcome) }
    }
}

// MARK: - Held calls

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

    /// Releases one held call, with `outcome` in place of its own outcome if one is given.
    ///
    /// Returns `false` without effect if that call is not being held (any more).
    @discardableResult
    public func release(_ call: Int, with outcome: Outcome? = nil) -> Bool {
        guard let held = update({ $0.held.removeValue(forKey: call) }) else { return false }
        return held.release(with: outcome)
    }

    /// Releases all held calls with their own outcomes, and stops holding calls.
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

        /// Returns `false` if the call has been cancelled in the meantime.
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

    /// Returns a stream that reports the release of the call, or `nil` if calls are not being held.
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

    /// Changes the state, and then resumes the tasks that waited for that change. All changes go through this method.
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
