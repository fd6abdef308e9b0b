import DomainMocks
import Testing

private enum Failure: Error, Equatable { case refused, cancelled }

/// Returns a mock that doubles its input; 0 is refused.
private func doubling() -> MockCalls<Int, Int, Failure> {
    MockCalls(cancelled: .cancelled) { input throws(Failure) in
        if input == 0 { throw .refused }
        return 2 * input
    }
}

extension MockCalls {
    /// Starts a call in a task of its own. The call has arrived when this method returns.
    fileprivate func started(_ input: Input) async throws -> Task<Output, any Error> {
        let arrived = count
        let task = Task { try await self(input) }
        try await waitUntilArrived(arrived + 1)
        return task
    }

    /// Starts a call in a task of its own. The call is being held when this method returns.
    fileprivate func startedAndHeld(_ input: Input) async throws -> Task<Output, any Error> {
        let alreadyHeld = held.count
        let task = Task { try await self(input) }
        try await waitUntilHeld(alreadyHeld + 1)
        return task
    }
}

@Suite("A mock's hooks")
struct MockCallsTests {
    @Test("A call that is not stubbed gets the mock's own answer")
    func ownAnswer() async throws {
        #expect(try await doubling()(21) == 42)
    }

    @Test("A call that is not stubbed gets the mock's own failure")
    func ownFailure() async {
        await #expect(throws: Failure.refused) { try await doubling()(0) }
    }

    @Test("Inputs are recorded in the order the calls arrive")
    func inputs() async throws {
        let calls = doubling()
        for input in [3, 1, 2] { _ = try await calls(input) }
        #expect(calls.inputs == [3, 1, 2])
    }

    @Test("A failed call is counted")
    func countsFailures() async {
        let calls = doubling()
        _ = try? await calls(0)
        #expect(calls.count == 1)
    }

    @Test("Stubs for the next calls are used once each, in order, before the stub for all")
    func stubs() async throws {
        let calls = doubling()
        calls.stub(.success(-1))
        calls.stubNext(.success(10))
        calls.stubNext(.success(11))
        var answers: [Int] = []
        for _ in 0..<4 { answers.append(try await calls(5)) }
        #expect(answers == [10, 11, -1, -1])
    }

    @Test("A stub may be a failure")
    func stubbedFailure() async {
        let calls = doubling()
        calls.stubNext(.failure(.refused))
        await #expect(throws: Failure.refused) { try await calls(5) }
    }

    @Test("Taking the stub away brings the mock's own answer back")
    func unstubbed() async throws {
        let calls = doubling()
        calls.stub(.failure(.refused))
        calls.stub(nil)
        #expect(try await calls(5) == 10)
    }

    @Test(
        "Held calls are released singly, in any order",
        arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    )
    func releasedInAnyOrder(_ order: [Int]) async throws {
        let calls = doubling()
        calls.hold()
        var tasks: [Task<Int, any Error>] = []
        for input in 1...3 { tasks.append(try await calls.startedAndHeld(input)) }
        var stillHeld = [0, 1, 2]
        for call in order {
            calls.release(call)
            stillHeld.removeAll { $0 == call }
            #expect(try await tasks[call].value == 2 * (call + 1))
            #expect(calls.held == stillHeld)
        }
    }

    @Test("A held call may be released with another answer")
    func releasedWith() async throws {
        let calls = doubling()
        calls.hold()
        let task = try await calls.startedAndHeld(1)
        calls.release(0, with: .failure(.refused))
        await #expect(throws: Failure.refused) { try await task.value }
    }

    @Test("A held call keeps the answer that stood when it arrived")
    func answeredAtArrival() async throws {
        let calls = doubling()
        calls.hold()
        calls.stubNext(.success(100))
        let task = try await calls.startedAndHeld(1)
        calls.stub(.failure(.refused))
        calls.release(0)
        #expect(try await task.value == 100)
    }

    @Test("Releasing all lets the held calls go, and later ones are not held")
    func releasedAll() async throws {
        let calls = doubling()
        calls.hold()
        let first = try await calls.startedAndHeld(1)
        let second = try await calls.startedAndHeld(2)
        calls.releaseAll()
        #expect(try await [first.value, second.value, calls(3)] == [2, 4, 6])
    }

    @Test("A call that is not held can't be released")
    func nothingToRelease() async throws {
        let calls = doubling()
        _ = try await calls(1)
        #expect(!calls.release(0))
    }

    @Test("A held call that is cancelled ends at once, and is held no more")
    func cancelledWhileHeld() async throws {
        let calls = doubling()
        calls.hold()
        let task = try await calls.startedAndHeld(1)
        task.cancel()
        await #expect(throws: Failure.cancelled) { try await task.value }
        #expect(calls.held.isEmpty)
    }

    @Test("Cancelling one held call leaves the others held")
    func cancelledBesideAnother() async throws {
        let calls = doubling()
        calls.hold()
        let first = try await calls.startedAndHeld(1)
        let second = try await calls.startedAndHeld(2)
        first.cancel()
        _ = await first.result
        #expect(calls.held == [1])
        calls.release(1)
        #expect(try await second.value == 4)
    }

    @Test("A call that was cancelled before it came is counted, and takes no stub")
    func cancelledBefore() async throws {
        let calls = doubling()
        calls.stubNext(.success(100))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await calls(1)
        }
        await #expect(throws: Failure.cancelled) { try await task.value }
        #expect(calls.count == 1)
        #expect(try await calls(1) == 100)
    }

    @Test("Waiting for calls that have come ends at once")
    func arrivedAlready() async throws {
        let calls = doubling()
        let task = try await calls.started(1)
        _ = try await task.value
        try await calls.waitUntilArrived(1)
    }

    @Test("Waiting for a call that never comes ends when the waiting task is cancelled")
    func cancelledWait() async {
        let calls = doubling()
        let task = Task { try await calls.waitUntilArrived(1) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("Calls from many tasks at once are all counted, held and answered")
    func manyAtOnce() async throws {
        let calls = doubling()
        calls.hold()
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for input in 1...200 { group.addTask { try await calls(input) } }
            try await calls.waitUntilHeld(200)
            calls.releaseAll()
            return try await group.reduce(0, +)
        }
        #expect(sum == 200 * 201)
    }
}
