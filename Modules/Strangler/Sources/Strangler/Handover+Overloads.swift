extension Handover where Output: Equatable, Failure == any Error {
    /// Creates a hand-over of an operation that throws any error. Errors are the same if their types and descriptions are, and
    /// `CancellationError` means that the call was cancelled. The parameters are those of the full initializer.
    public init(
        _ name: String,
        between sides: Sides,
        plan: Plan = .legacy,
        subject: @escaping @Sendable (Input) -> String,
        control: @escaping Operation,
        candidate: @escaping Operation,
        comparison: Comparison<Input, Output, any Error> = Comparison(),
        rule: Rule = Rule(),
        safeguards: Safeguards<any Error> = Safeguards(),
        redactor: Redactor = .withholding,
        recorder: Recorder
    ) {
        self.init(
            name,
            between: sides,
            plan: plan,
            subject: subject,
            control: control,
            candidate: candidate,
            cancellation: .standard,
            comparison: comparison,
            rule: rule,
            safeguards: safeguards,
            redactor: redactor,
            recorder: recorder
        )
    }
}

extension Handover where Output: Equatable, Failure == Never {
    /// Creates a hand-over of an operation that can't fail. There is no error for a cancelled caller, who waits for the
    /// candidate. The parameters are those of the full initializer.
    public init(
        _ name: String,
        between sides: Sides,
        plan: Plan = .legacy,
        subject: @escaping @Sendable (Input) -> String,
        control: @escaping Operation,
        candidate: @escaping Operation,
        comparison: Comparison<Input, Output, Never> = Comparison(),
        rule: Rule = Rule(),
        safeguards: Safeguards<Never> = Safeguards(),
        redactor: Redactor = .withholding,
        recorder: Recorder
    ) {
        self.init(
            name,
            between: sides,
            plan: plan,
            subject: subject,
            control: control,
            candidate: candidate,
            cancellation: .none,
            comparison: comparison,
            rule: rule,
            safeguards: safeguards,
            redactor: redactor,
            recorder: recorder
        )
    }
}
