/// The two sides of a hand-over and what is needed to send a call to one of them.
struct Lane<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    typealias Work = @Sendable (Input) async throws(Failure) -> Output

    let name: String
    let salt: String
    let subject: @Sendable (Input) -> String
    let control: Work
    let candidate: Work
    let isCancellation: @Sendable (Failure) -> Bool
    let safeguards: Safeguards<Failure>
    /// Whether control may be called after the candidate failed with this fault.
    let mayFallBack: @Sendable (Failure) -> Bool
    let redactor: Redactor
    let recorder: Recorder
    let clock: any Clock<Duration>
    let timing: Timing
    let gate: Gate

    init(
        _ name: String,
        salt: String?,
        subject: @escaping @Sendable (Input) -> String,
        control: @escaping Work,
        candidate: @escaping Work,
        isCancellation: @escaping @Sendable (Failure) -> Bool,
        safeguards: Safeguards<Failure>,
        mayFallBack: @escaping @Sendable (Failure) -> Bool,
        redactor: Redactor,
        recorder: Recorder,
        clock: any Clock<Duration>
    ) {
        let timing = Timing(clock)
        self.name = name
        self.salt = salt ?? name
        self.subject = subject
        self.control = control
        self.candidate = candidate
        self.isCancellation = isCancellation
        self.safeguards = safeguards
        self.mayFallBack = mayFallBack
        self.redactor = redactor
        self.recorder = recorder
        self.clock = clock
        self.timing = timing
        gate = Gate(safeguards.killSwitch, timing: timing) { recorder.record(name, .killSwitch($0)) }
    }

    /// Sends a call of a rollout to one side, and from the candidate to control where it may fall back.
    func rolledOut(_ input: Input, _ share: Share) async throws(Failure) -> Output {
        guard !Nesting.isComparedCandidate else { return try await control(input) }
        guard share.contains(bucket: Bucket.of(subject(input), salt: salt)) else {
            return try await answered(input, by: .control)
        }
        let (mayCall, ticket) = gate.admit()
        guard mayCall else { return try await answered(input, by: .control) }
        switch await candidateRun(input) {
        case .answered(let result, let latency):
            return try await afterCandidate(input, result, latency, ticket)
        case .timedOut:
            gate.note(ticket, isFault: true, latency: safeguards.patience ?? .zero)
            recorder.record(name, .fellBack(.timedOut, latency: safeguards.patience ?? .zero))
            return try await answered(input, by: .control)
        }
    }

    /// Calls one side and records how it answered.
    func answered(_ input: Input, by side: Side) async throws(Failure) -> Output {
        let start = timing.elapsed()
        let result = await Result { () async throws(Failure) in
            switch side {
            case .control: try await control(input)
            case .candidate: try await candidate(input)
            }
        }
        if !wasCancelled(result) { record(result, by: side, latency: timing.elapsed() - start) }
        return try result.get()
    }

    /// Whether the call was cancelled, by its task or by the word of the side that was called.
    func wasCancelled(_ result: Result<Output, Failure>) -> Bool {
        if Task.isCancelled { return true }
        guard case .failure(let failure) = result else { return false }
        return isCancellation(failure)
    }

    /// Records a change of plan and, unless one share of a rollout became another, closes the kill switch.
    func planChanged(from former: Plan, to plan: Plan) {
        guard former != plan else { return }
        switch (former, plan) {
        case (.rollout, .rollout): break
        default: gate.reset()
        }
        recorder.record(name, .planChanged(from: former.description, to: plan.description))
    }

    private func candidateRun(_ input: Input) async -> Ended<Output, Failure> {
        guard let patience = safeguards.patience else {
            let start = timing.elapsed()
            let result = await Result { () async throws(Failure) in try await candidate(input) }
            return .answered(result, latency: timing.elapsed() - start)
        }
        let attempt = Attempt(timing: timing) { () async throws(Failure) in try await candidate(input) }
        let (ended, worker) = await attempt.run(within: patience)
        // A cancelled call is no reason to fall back: its caller gets what the candidate does, however late.
        if case .timedOut = ended, Task.isCancelled {
            return .answered(await worker.value, latency: patience)
        }
        return ended
    }

    private func afterCandidate(
        _ input: Input,
        _ result: Result<Output, Failure>,
        _ latency: Duration,
        _ ticket: Gate.Ticket
    ) async throws(Failure) -> Output {
        guard !wasCancelled(result) else {
            gate.giveBack(ticket)
            return try result.get()
        }
        guard case .failure(let failure) = result, safeguards.isFault(failure) else {
            gate.note(ticket, isFault: false, latency: latency)
            record(result, by: .candidate, latency: latency)
            return try result.get()
        }
        gate.note(ticket, isFault: true, latency: latency)
        guard mayFallBack(failure) else {
            record(result, by: .candidate, latency: latency)
            throw failure
        }
        recorder.record(name, .fellBack(.failed(redactor.recorded("error", failure)), latency: latency))
        return try await answered(input, by: .control)
    }

    private func record(_ result: Result<Output, Failure>, by side: Side, latency: Duration) {
        var failure: Recorded?
        if case .failure(let error) = result { failure = redactor.recorded("error", error) }
        recorder.record(name, .answered(by: side, latency: latency, failure: failure))
    }
}
