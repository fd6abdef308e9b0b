extension Contract {
    /// Returns how a call ends.
    func outcome<Output: Sendable, Failure: Error>(
        cancelled: Bool = false,
        _ operation: @escaping @Sendable () async throws(Failure) -> Output
    ) async throws -> Result<Output, Failure> {
        let calls = CallsUnderWay<Output, Failure>(timeLimit)
        let call = calls.start(cancelled: cancelled, operation)
        return try await calls.outcome(of: call, expected: "an end of the call")
    }

    /// Returns what a call returns. Throws `Mismatch` if the call fails.
    @discardableResult
    func answer<Output: Sendable, Failure: Error>(
        _ operation: @escaping @Sendable () async throws(Failure) -> Output
    ) async throws -> Output {
        try await outcome(operation).expectAnswer()
    }

    /// Throws unless a call ends as `failure`.
    func expectFailure<Output: Sendable, Failure: Error & Equatable>(
        _ failure: Failure,
        cancelled: Bool = false,
        _ operation: @escaping @Sendable () async throws(Failure) -> Output
    ) async throws {
        try await outcome(cancelled: cancelled, operation).expect(failure)
    }

    /// Throws unless a call that is cancelled while the gate delays it ends as `cancelled`, soon.
    ///
    /// - Parameter arrange: Arranges that the gate delays the response, and returns the call.
    func expectCancelled<Output: Sendable, Failure: Error & Equatable>(
        _ cancelled: Failure,
        _ arrange: (Gate) async throws -> @Sendable () async throws(Failure) -> Output
    ) async throws {
        let calls = CallsUnderWay<Output, Failure>(timeLimit)
        let call = calls.start(try await arrange(calls.gate))
        try await calls.gateReached()
        calls.cancel(call)
        try await calls.outcome(of: call, expected: "\(cancelled)").expect(cancelled)
    }
}

extension Result {
    func expectAnswer() throws -> Success {
        guard case .success(let answer) = self else { throw Mismatch(expected: "an answer", found: text) }
        return answer
    }

    func expect(_ failure: Failure) throws where Failure: Equatable {
        if case .failure(failure) = self { return }
        throw Mismatch(expected: "\(failure)", found: text)
    }

    var text: String {
        switch self {
        case .success(let answer): "an answer: \(answer)"
        case .failure(let failure): "\(failure)"
        }
    }
}
