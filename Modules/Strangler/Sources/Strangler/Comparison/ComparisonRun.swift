/// Runs the candidate beside control and records what came of it. The caller is not in sight of it.
struct ComparisonRun<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// Control's end, once it is there; nil if the call was cancelled.
    typealias Control = (result: Result<Output, Failure>, latency: Duration)

    let lane: Lane<Input, Output, Failure>
    let comparison: Comparison<Input, Output, Failure>
    let flights: Flights

    /// Answers a call by control, and leaves a task behind that compares.
    func answered(_ input: Input) async throws(Failure) -> Output {
        let control = Promise<Control?>()
        let task = Task { await compare(input, control) }
        let start = lane.timing.elapsed()
        let result = await Result { () async throws(Failure) in try await lane.control(input) }
        let latency = lane.timing.elapsed() - start
        if lane.wasCancelled(result) {
            task.cancel()
            control.keep(nil)
        } else {
            control.keep((result, latency))
        }
        return try result.get()
    }

    private func compare(_ input: Input, _ control: Promise<Control?>) async {
        if comparison.start == .afterControl, await control.value == nil {
            flights.settle()
            flights.end()
            return
        }
        let attempt = Attempt(timing: lane.timing) { () async throws(Failure) in
            try await Nesting.$isComparedCandidate.withValue(true) {
                await Result { () async throws(Failure) in try await lane.candidate(input) }
            }.get()
        }
        let (ended, worker) = await attempt.run(within: comparison.deadline)
        if let control = await control.value { record(input, control, ended) }
        flights.settle()
        // The deadline may be over while the candidate is not; its place stays taken for as long as it runs.
        _ = await worker.value
        flights.end()
    }

    private func record(_ input: Input, _ control: Control, _ ended: Ended<Output, Failure>) {
        switch ended {
        case .timedOut:
            let fact = Fact.compared(.timedOut, control: control.latency, candidate: comparison.deadline)
            lane.recorder.record(lane.name, fact)
        case .answered(.failure(let failure), _) where lane.isCancellation(failure):
            lane.recorder.skip(lane.name, .candidateCancelled)
        case .answered(let candidate, let latency):
            let outcome = comparison.outcome(
                input,
                control: control.result,
                candidate: candidate,
                redactor: lane.redactor
            )
            let kept = comparison.keeping(outcome, input, control: control.result, candidate: candidate)
            lane.recorder.record(lane.name, .compared(kept, control: control.latency, candidate: latency))
        }
    }
}
