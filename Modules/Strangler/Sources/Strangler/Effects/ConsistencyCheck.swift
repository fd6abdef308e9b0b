/// Whether both sides hold the same after a write: what a write changed is read back from both and compared.
///
/// The reads run while no other write of the subject does. What comes of them is recorded under the name of the write
/// followed by `(state)`, and judged by its own part of a `WriteVerdict`.
public struct ConsistencyCheck<Input: Sendable, State: Sendable, Failure: Error>: Sendable {
    /// Reads from one side what a write with this input changes.
    public typealias Read = @Sendable (Input) async throws(Failure) -> State

    let sample: Share
    let control: Read
    let candidate: Read
    let comparison: Comparison<Input, State, Failure>

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - sample: For which part of the writes both sides are read. Back-filled subjects always are.
    ///   - control: Reads from control.
    ///   - candidate: Reads from the candidate.
    ///   - comparison: How what was read is compared.
    public init(
        sample: Share = .percent(10),
        control: @escaping Read,
        candidate: @escaping Read,
        comparison: Comparison<Input, State, Failure>
    ) {
        self.sample = sample
        self.control = control
        self.candidate = candidate
        self.comparison = comparison
    }

    /// What the journal calls the checks of an operation: `orders (state)`.
    public static func operation(of name: String) -> String {
        stateOperation(of: name)
    }
}

func stateOperation(of name: String) -> String {
    "\(name) (state)"
}

/// A check without the type of what it reads.
struct StateCheck<Input: Sendable>: Sendable {
    let sample: Share
    /// The identity of the comparison.
    let comparison: String
    /// Reads both sides and records what came of it.
    let run: @Sendable (Input) async -> Void

    init<State, Failure>(
        _ check: ConsistencyCheck<Input, State, Failure>,
        of pair: SidePair<KeyedInput<Input>, some Sendable, Failure>,
        calls: CallContext<Input>
    ) {
        let reads = SidePair(
            Origin(operation: stateOperation(of: pair.origin.operation), sides: pair.origin.sides),
            salt: pair.salt,
            calls: calls,
            comparison: check.comparison.identity,
            control: check.control,
            candidate: check.candidate,
            cancellation: pair.cancellation,
            safeguards: pair.safeguards,
            mayFallBack: { _ in true },
            mayLeave: true,
            redactor: pair.redactor,
            recorder: pair.recorder,
            clock: pair.clock
        )
        // One place for each write that is under way: a check never has to be left out.
        let flights = Flights(maximum: .max)
        let runs = ComparisonRun(pair: reads, comparison: check.comparison, flights: flights)
        sample = check.sample
        comparison = check.comparison.identity
        run = { input in
            _ = flights.begin()
            await runs.compareNow(input)
        }
    }
}
