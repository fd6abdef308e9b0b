/// Runs one side in addition to the one that serves the caller, and records the outcome. The caller doesn't notice it.
///
/// One for all calls of a hand-over, so that a call's task holds one reference and no copy of everything.
final class ComparisonRun<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// The end of a side; nil if the call was cancelled.
    typealias Answer = (result: Result<Output, Failure>, latency: Duration)

    let pair: SidePair<Input, Output, Failure>
    let comparison: Comparison<Input, Output, Failure>
    let flights: Flights
    private let nesting: ComparedCandidate

    init(
        pair: SidePair<Input, Output, Failure>,
        comparison: Comparison<Input, Output, Failure>,
        flights: Flights
    ) {
        self.pair = pair
        self.comparison = comparison
        self.flights = flights
        nesting = ComparedCandidate(pair.origin, recorder: pair.recorder)
    }

    /// Serves a call with control, and starts a task that compares.
    func answered(_ input: Input) async throws(Failure) -> Output {
        try await run(input).result.get()
    }

    /// Runs both sides and waits until the outcome is recorded. The caller has taken a place among the flights.
    func compareNow(_ input: Input) async {
        await run(input).comparison.value
    }

    private func run(_ input: Input) async -> (result: Result<Output, Failure>, comparison: Task<Void, Never>) {
        let control = Promise<Answer?>()
        let task = Task { await compare(input, control) }
        let start = pair.timing.elapsed()
        let result = await Result { () async throws(Failure) in try await pair.control(input) }
        let latency = pair.timing.elapsed() - start
        if Task.isCancelled {
            task.cancel()
            control.keep(nil)
        } else {
            control.keep((result, latency))
        }
        return (result, task)
    }

    private func compare(_ input: Input, _ control: Promise<Answer?>) async {
        if comparison.start == .afterControl, await control.value == nil {
            pair.skip(input, .cancelled)
            flights.settle()
            flights.end()
            return
        }
        // Noted first: if the candidate ends the process, only the note of the run's beginning is left.
        let call = pair.begin(input)
        let (ended, worker) = await attempt { [self] () async throws(Failure) in try await pair.candidate(input) }
        if let control = await control.value {
            record(input, control, ended, call)
        } else {
            pair.recorder.record(pair.origin, .compared(.skipped(.cancelled)), of: call)
        }
        await leave(ended, worker)
    }

    /// Frees the place as soon as the work has ended. After its deadline the work may continue, and its place stays taken.
    private func leave(_ ended: Ended<Output, Failure>, _ worker: Task<Result<Output, Failure>, Never>) async {
        if case .answered = ended {
            flights.end()
            flights.settle()
        } else {
            flights.settle()
            _ = await worker.value
            flights.end()
        }
    }

    private func record(_ input: Input, _ control: Answer, _ ended: Ended<Output, Failure>, _ call: CallMark) {
        let fact: Fact
        switch ended {
        case .cancelled:
            fact = .compared(.skipped(.cancelled))
        case .timedOut:
            fact = .compared(.timedOut, control: control.latency, candidate: comparison.deadline)
        case .answered(let candidate, let latency):
            let outcome = outcome(input, control: control.result, candidate: candidate)
            fact = .compared(outcome, control: control.latency, candidate: latency)
        }
        pair.recorder.record(pair.origin, fact, of: call)
    }

    private func outcome(
        _ input: Input,
        control: Result<Output, Failure>,
        candidate: Result<Output, Failure>
    ) -> Outcome {
        let outcome = comparison.outcome(
            input,
            control: control,
            candidate: candidate,
            isFault: pair.isFault,
            redactor: pair.redactor
        )
        return comparison.keeping(outcome, input, control: control, candidate: candidate)
    }

    private func attempt(
        _ work: @escaping @Sendable () async throws(Failure) -> Output
    ) async -> (ended: Ended<Output, Failure>, worker: Task<Result<Output, Failure>, Never>) {
        let attempt = Attempt(timing: pair.timing, alarm: pair.alarm, executor: comparison.executor) {
            [nesting] () async throws(Failure) in
            try await Nesting.$compared.withValue(nesting) {
                await Result { () async throws(Failure) in try await work() }
            }.get()
        }
        return await attempt.run(within: comparison.deadline)
    }
}

// MARK: - In a rollout

extension ComparisonRun {
    /// Starts a task that compares what the candidate returned to its caller with the result of control.
    func follow(_ input: Input, _ candidate: Ended<Output, Failure>, latency: Duration) {
        guard flights.begin() else { return pair.skip(input, .tooManyUnderWay) }
        Task.detached { [self] in
            let call = pair.begin(input)
            let (ended, worker) = await attempt { [self] () async throws(Failure) in try await pair.control(input) }
            record(input, candidate, latency, control: ended, call)
            await leave(ended, worker)
        }
    }

    private func record(
        _ input: Input,
        _ candidate: Ended<Output, Failure>,
        _ latency: Duration,
        control: Ended<Output, Failure>,
        _ call: CallMark
    ) {
        guard case .answered(let controlResult, let controlLatency) = control else {
            return pair.recorder.record(pair.origin, .compared(.skipped(.controlTimedOut)), of: call)
        }
        let outcome: Outcome
        switch candidate {
        case .answered(let result, _): outcome = self.outcome(input, control: controlResult, candidate: result)
        case .timedOut, .cancelled: outcome = .timedOut
        }
        pair.recorder.record(
            pair.origin,
            .compared(outcome, control: controlLatency, candidate: latency),
            of: call
        )
        pair.gate.noteComparison(disagrees: outcome.disagrees)
    }
}

extension Outcome {
    /// Whether a result of the candidate disagreed; nil if there is none, which the kill switch counts as a fault.
    fileprivate var disagrees: Bool? {
        switch self {
        case .matched: false
        case .mismatched: true
        case .candidateFailed, .timedOut, .matchedFailure, .ignored, .notComparable, .skipped: nil
        }
    }
}
