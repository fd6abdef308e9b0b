import Foundation

/// How the answers of control and candidate are compared, and what the candidate may cost.
public struct Comparison<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// Whether two answers are the same. If it throws, nothing shows that they are, and the run is a mismatch.
    public typealias Values = @Sendable (_ control: Output, _ candidate: Output) throws -> Bool
    /// Whether two errors are the same. If it throws, the run is a mismatch.
    public typealias Errors = @Sendable (_ control: Failure, _ candidate: Failure) throws -> Bool
    /// The first difference between two answers that are not the same; nil if it can't say.
    public typealias Locate = @Sendable (_ control: Output, _ candidate: Output) throws -> Divergence?

    /// When the candidate starts.
    public enum Start: Hashable, Sendable {
        /// Together with control: the two see the same moment, and share the machine.
        case withControl
        /// When control has ended: control has the machine for itself, and the world may change between the two.
        case afterControl
    }

    let values: Values
    let errors: Errors
    let rules: [IgnoreRule<Input, Output, Failure>]
    private(set) var exclusions: [IgnoreRule<Input, Output, Failure>] = []
    private(set) var executor: (any TaskExecutor)? = CandidateExecutor.shared
    let locate: Locate
    let start: Start
    let deadline: Duration
    let maximumUnderWay: Int
    private(set) var specimens: SpecimenWriter<Input, Output, Failure>?

    /// - Parameters:
    ///   - values: Whether two answers are the same.
    ///   - errors: Whether two errors are the same.
    ///   - rules: Known and accepted differences; the first rule that applies names the outcome.
    ///   - locate: Finds the first difference; by default it walks both values with `Mirror`.
    ///   - start: When the candidate starts.
    ///   - deadline: How long the candidate may take, from its start. Then it is cancelled.
    ///   - maximumUnderWay: How many candidates of this hand-over may run at once, counting those that are past their
    ///     deadline and have not yet ended. A call beyond is not compared, and counted as skipped. By default one less
    ///     than the machine has cores, and at least one.
    public init(
        values: @escaping Values,
        errors: @escaping Errors,
        ignoring rules: [IgnoreRule<Input, Output, Failure>] = [],
        locate: @escaping Locate = { Divergence.first(control: $0, candidate: $1) },
        start: Start = .withControl,
        deadline: Duration = .seconds(10),
        maximumUnderWay: Int = defaultMaximumUnderWay
    ) {
        self.values = values
        self.errors = errors
        self.rules = rules
        self.locate = locate
        self.start = start
        self.deadline = deadline
        self.maximumUnderWay = maximumUnderWay
    }
}

extension Comparison {
    /// One less than the machine has cores, and at least one.
    public static var defaultMaximumUnderWay: Int {
        max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
    }

    /// The same comparison, in which two results that a rule covers are not compared. The rules are asked before
    /// whether the results are the same: an answer from a cache that happens to match shows nothing either.
    public func excluding(_ rules: IgnoreRule<Input, Output, Failure>...) -> Comparison {
        var comparison = self
        comparison.exclusions += rules
        return comparison
    }

    /// The same comparison with candidates on other threads, or on Swift's own if `executor` is nil. By default they
    /// run on `CandidateExecutor.shared`.
    public func running(on executor: (any TaskExecutor)?) -> Comparison {
        var comparison = self
        comparison.executor = executor
        return comparison
    }
}

extension Comparison where Output: Equatable, Failure: Equatable {
    /// A comparison by `==` of answers and of errors. The parameters are those of the full initializer.
    public init(
        ignoring rules: [IgnoreRule<Input, Output, Failure>] = [],
        start: Start = .withControl,
        deadline: Duration = .seconds(10),
        maximumUnderWay: Int = defaultMaximumUnderWay
    ) {
        self.init(
            values: { $0 == $1 },
            errors: { $0 == $1 },
            ignoring: rules,
            start: start,
            deadline: deadline,
            maximumUnderWay: maximumUnderWay
        )
    }
}

extension Comparison where Output: Equatable, Failure == any Error {
    /// A comparison by `==` of answers, and of errors by their types and descriptions, for operations that throw any
    /// error. The parameters are those of the full initializer.
    public init(
        ignoring rules: [IgnoreRule<Input, Output, Failure>] = [],
        start: Start = .withControl,
        deadline: Duration = .seconds(10),
        maximumUnderWay: Int = defaultMaximumUnderWay
    ) {
        self.init(
            values: { $0 == $1 },
            errors: { type(of: $0) == type(of: $1) && String(describing: $0) == String(describing: $1) },
            ignoring: rules,
            start: start,
            deadline: deadline,
            maximumUnderWay: maximumUnderWay
        )
    }
}

extension Comparison where Failure: Equatable {
    /// A comparison of one part of the answers, by `==` of that part and of errors: the value in an answer that also
    /// tells its age, for example. The other parameters are those of the full initializer.
    public init<Part: Equatable & Sendable>(
        of part: @escaping @Sendable (Output) -> Part,
        ignoring rules: [IgnoreRule<Input, Output, Failure>] = [],
        start: Start = .withControl,
        deadline: Duration = .seconds(10),
        maximumUnderWay: Int = defaultMaximumUnderWay
    ) {
        self.init(
            values: { part($0) == part($1) },
            errors: { $0 == $1 },
            ignoring: rules,
            locate: { Divergence.first(control: part($0), candidate: part($1)) },
            start: start,
            deadline: deadline,
            maximumUnderWay: maximumUnderWay
        )
    }
}

extension Comparison {
    /// The same comparison, which also records of each mismatched run what a test needs to repeat it: a specimen, from
    /// which `Fixture` makes a file and a test. For data that belongs to nobody, or texts without what belongs to
    /// somebody.
    ///
    /// Nothing else decides what a specimen holds. If a function throws, or the redactor did, nothing is kept and the
    /// record says so; of a specimen above 64 KB nothing is kept either.
    ///
    /// - Parameters:
    ///   - input: What the operation was called with, as a text that a test can read back.
    ///   - answer: What one side answered, a line for each fact, so that a failing test shows which one differs.
    public func keepingSpecimens(
        input: @escaping @Sendable (Input) throws -> String,
        answer: @escaping @Sendable (Result<Output, Failure>) throws -> [String]
    ) -> Comparison {
        var comparison = self
        comparison.specimens = SpecimenWriter(input: input, answer: answer)
        return comparison
    }

    var keepingNoSpecimens: Comparison {
        var comparison = self
        comparison.specimens = nil
        return comparison
    }
}

/// A case that is known and accepted, with the name under which it is counted: a difference, or two results that can't
/// be compared.
public struct IgnoreRule<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// Whether the rule covers two results that are not the same. If it throws, it does not.
    public typealias Covers =
        @Sendable (
            _ input: Input,
            _ control: Result<Output, Failure>,
            _ candidate: Result<Output, Failure>
        ) throws -> Bool

    /// What the difference is called in the journal.
    public let name: String
    let covers: Covers

    /// Makes a rule.
    public init(_ name: String, covers: @escaping Covers) {
        self.name = name
        self.covers = covers
    }
}
