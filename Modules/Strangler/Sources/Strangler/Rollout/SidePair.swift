/// The two sides of a hand-over, with everything needed to send a call to one of them.
final class SidePair<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    typealias Work = @Sendable (Input) async throws(Failure) -> Output

    let origin: Origin
    let salt: String
    let calls: CallContext<Input>
    /// The identity of the comparison; nil if nothing is compared.
    let comparison: String?
    let control: Work
    let candidate: Work
    let cancellation: Cancellation<Failure>
    let safeguards: Safeguards<Failure>
    /// Returns whether control may be called after the candidate failed with this fault.
    let mayFallBack: @Sendable (Failure) -> Bool
    /// Whether a caller may leave the candidate alone: not if it writes and nothing shows whether it did.
    let mayLeave: Bool
    let redactor: Redactor
    let recorder: Recorder
    let clock: any Clock<Duration>
    let timing: Timing
    let alarm: Alarm
    let gate: Gate
    let left: LeftBehind

    init(
        _ origin: Origin,
        salt: String?,
        calls: CallContext<Input>,
        comparison: String? = nil,
        control: @escaping Work,
        candidate: @escaping Work,
        cancellation: Cancellation<Failure>,
        safeguards: Safeguards<Failure>,
        mayFallBack: @escaping @Sendable (Failure) -> Bool,
        mayLeave: Bool,
        redactor: Redactor,
        recorder: Recorder,
        clock: any Clock<Duration>
    ) {
        let timing = Timing(clock)
        self.origin = origin
        self.salt = salt ?? origin.operation
        self.calls = calls
        self.comparison = comparison
        self.control = control
        self.candidate = candidate
        self.cancellation = cancellation
        self.safeguards = safeguards
        self.mayFallBack = mayFallBack
        self.mayLeave = mayLeave
        self.redactor = redactor
        self.recorder = recorder
        self.clock = clock
        self.timing = timing
        alarm = Alarm(timing)
        gate = Gate(safeguards.killSwitch, timing: timing) { recorder.record(origin, .killSwitch($0)) }
        left = LeftBehind(maximum: safeguards.maximumLeftBehind)
    }

    /// The pair with control on both sides.
    var calibration: SidePair {
        SidePair(
            Origin(operation: Calibration.operation(of: origin.operation), sides: origin.sides.calibration),
            salt: salt,
            calls: calls,
            comparison: comparison,
            control: control,
            candidate: control,
            cancellation: cancellation,
            safeguards: safeguards,
            mayFallBack: mayFallBack,
            mayLeave: mayLeave,
            redactor: redactor,
            recorder: recorder,
            clock: clock
        )
    }

    /// Returns whether an error is a fault. An error that means that the call was cancelled is a fault too, because this method
    /// is called only if nobody cancelled the call.
    func isFault(_ failure: Failure) -> Bool {
        safeguards.isFault(failure) || cancellation.includes(failure)
    }

    /// Logs that a run of the candidate begins.
    func begin(_ input: Input) -> CallMark {
        recorder.begin(origin, mark(input))
    }

    /// What is recorded of a call that is no run of the candidate.
    func mark(_ input: Input) -> CallMark {
        CallMark(
            subject: SubjectClass(of: calls.subject(input)),
            labels: calls.labels(input, by: redactor),
            comparison: comparison
        )
    }

    /// Stops an operation that writes inside a candidate that is only compared: the caller has control's answer, and control
    /// has acted. It throws the error for a cancelled call; without one it never returns.
    func stopInComparison() async throws(Failure) {
        guard let compared = Nesting.compared else { return }
        recorder.record(origin, .effectInComparison)
        compared.noteEffect()
        if let error = cancellation.error { throw error() }
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    /// Counts a call that was not compared.
    func skip(_ input: Input, _ reason: SkipReason) {
        recorder.skip(origin, reason, reason.isOfChosenCall ? mark(input) : nil)
    }

    /// Sends a call of a rollout to one side, and from the candidate to control if it may fall back.
    ///
    /// - Parameter follow: Called with the outcome of the candidate if the call was chosen for a comparison. A chosen call
    ///   inside the share that can't be compared is counted as skipped.
    func rolledOut(
        _ input: Input,
        _ share: Share,
        follow: ((Ended<Output, Failure>, Duration) -> Void)? = nil
    ) async throws(Failure) -> Output {
        func skip(_ reason: SkipReason) {
            if follow != nil { self.skip(input, reason) }
        }
        guard Nesting.compared == nil else { return try await control(input) }
        guard isInside(input, share) else { return try await answered(input, by: .control) }
        guard !left.isFull else {
            skip(.tooManyUnderWay)
            return try await answered(input, by: .control)
        }
        let (mayCall, ticket) = gate.admit()
        guard mayCall else {
            skip(.killSwitchOpen)
            return try await answered(input, by: .control)
        }
        let call = begin(input)
        let ended = await candidateRun(input)
        switch ended {
        case .answered(let result, let latency):
            if Task.isCancelled { skip(.cancelled) } else { follow?(ended, latency) }
            return try await afterCandidate(input, result, latency, ticket, call)
        case .timedOut:
            let patience = safeguards.patience ?? .zero
            follow?(ended, patience)
            gate.note(ticket, isFault: true, latency: patience)
            recorder.record(origin, .fellBack(.timedOut, latency: patience), of: call)
            return try await answered(input, by: .control)
        case .cancelled:
            gate.giveBack(ticket)
            recorder.end(call)
            skip(.cancelled)
            guard let error = cancellation.error else { return try await control(input) }
            throw error()
        }
    }

    /// Calls one side and records its outcome.
    func answered(_ input: Input, by side: Side) async throws(Failure) -> Output {
        let call = side == .candidate ? begin(input) : nil
        let start = timing.elapsed()
        let result = await Result { () async throws(Failure) in
            switch side {
            case .control: try await control(input)
            case .candidate: try await candidate(input)
            }
        }
        if !Task.isCancelled {
            record(result, by: side, latency: timing.elapsed() - start, call)
        } else if let call {
            recorder.end(call)
        }
        return try result.get()
    }

    func isInside(_ input: Input, _ share: Share) -> Bool {
        let subject = calls.subject(input)
        switch calls.target(input) {
        case .candidate: return true
        case .control: return false
        case nil: return share.contains(bucket: Bucket.of(subject, salt: salt))
        }
    }

    private func candidateRun(_ input: Input) async -> Ended<Output, Failure> {
        guard mayLeave else {
            let start = timing.elapsed()
            let result = await Result { () async throws(Failure) in try await candidate(input) }
            return .answered(result, latency: timing.elapsed() - start)
        }
        let attempt = Attempt(timing: timing, alarm: alarm, executor: safeguards.executor) {
            [self] () async throws(Failure) in try await candidate(input)
        }
        let start = timing.elapsed()
        let (ended, worker) = await attempt.run(within: safeguards.patience)
        switch ended {
        case .answered: break
        case .cancelled where cancellation.error == nil:
            // There is no error that could be thrown to the caller at once.
            return .answered(await worker.value, latency: timing.elapsed() - start)
        case .timedOut, .cancelled:
            left.add()
            Task.detached { [left] in
                _ = await worker.value
                left.remove()
            }
        }
        return ended
    }

    private func afterCandidate(
        _ input: Input,
        _ result: Result<Output, Failure>,
        _ latency: Duration,
        _ ticket: Gate.Ticket,
        _ call: CallMark
    ) async throws(Failure) -> Output {
        guard !Task.isCancelled else {
            gate.giveBack(ticket)
            recorder.end(call)
            return try result.get()
        }
        guard case .failure(let failure) = result, isFault(failure) else {
            gate.note(ticket, isFault: false, latency: latency)
            record(result, by: .candidate, latency: latency, call)
            return try result.get()
        }
        gate.note(ticket, isFault: true, latency: latency)
        guard mayFallBack(failure) else {
            record(result, by: .candidate, latency: latency, call)
            throw failure
        }
        recorder.record(
            origin,
            .fellBack(.failed(redactor.recorded("error", failure)), latency: latency),
            of: call
        )
        return try await answered(input, by: .control)
    }

    private func record(_ result: Result<Output, Failure>, by side: Side, latency: Duration, _ call: CallMark?) {
        var failure: Recorded?
        if case .failure(let error) = result { failure = redactor.recorded("error", error) }
        recorder.record(origin, .answered(by: side, latency: latency, failure: failure), of: call)
    }
}
