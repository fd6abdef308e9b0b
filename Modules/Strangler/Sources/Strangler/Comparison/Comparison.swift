import Foundation

/// How the results of control and candidate are compared, and the resources that the candidate may use.
///
/// Reasons: docs/adr/comparisons-and-the-verdict.md.
public struct Comparison<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// Returns whether two values are the same. If it throws, nothing shows that they are, and the run is a mismatch.
    public typealias Values = @Sendable (_ control: Output, _ candidate: Output) throws -> Bool
    /// Returns whether two errors are the same. If it throws, the run is a mismatch.
    public typealias Errors = @Sendable (_ control: Failure, _ candidate: Failure) throws -> Bool
    /// Returns the first difference between two values that are not the same; nil if it is unknown.
    public typealias Locate = @Sendable (_ control: Output, _ candidate: Output) throws -> Divergence?

    /// When the candidate starts.
    public enum Start: Hashable, Sendable {
        /// Together with control: both see the same moment, and share the machine.
        case withControl
        /// When control has ended: control has the machine for itself, and the data may change between the two calls.
        case afterControl
    }

    let values: Values
    let errors: Errors
    let rules: [IgnoreRule<Input, Output, Failure>]
    private(set) var exclusions: [IgnoreRule<Input, Output, Failure>] = []
    private(set) var executor: (any TaskExecutor)? = CandidateExecutor.shared
    /// What is compared, in words.
    private(set) var name = "functions of \(Output.self)"
    let locate: Locate
    let start: Start
    let deadline: Duration
    let maximumUnderWay: Int
    private(set) var specimens: SpecimenWriter<Input, Output, Failure>?

    /// - Parameters:
    ///   - values: Returns whether two values are the same.
    ///   - errors: Returns whether two errors are the same.
    ///   - rules: Known and accepted differences; the first rule that applies names the outcome.
    ///   - locate: Finds the first difference; by default it walks both values with `Mirror`.
    ///   - start: When the candidate starts.
    ///   - deadline: How long the candidate may take, from its start. Then it is cancelled.
    ///   - maximumUnderWay: How many candidates of this hand-over may run at once, including those that are past their deadline
    ///     and have not ended yet. A call beyond this number is not compared, and counted as skipped. The default is one less
    ///     than the number of cores, and at least one.
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
    /// One less than the machine's number of cores, and at least one.
    public static var defaultMaximumUnderWay: Int {
        max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
    }

    /// Returns the same comparison, in which two results that a rule covers are not compared. The rules are applied before the
    /// results are compared, because a cached value that happens to match shows nothing either.
    public func excluding(_ rules: IgnoreRule<Input, Output, Failure>...) -> Comparison {
        var comparison = self
        comparison.exclusions += rules
        return comparison
    }

    /// Returns the same comparison with another name for what it compares: its fields and tolerances. Two functions can't
    /// be compared, so change the name whenever they change.
    public func named(_ name: String) -> Comparison {
        var comparison = self
        comparison.name = name
        return comparison
    }

    /// What identifies the comparison in evidence: its name, its rules and its deadline. Runs of another comparison are no runs
    /// of this one, unless they differ in nothing but a shorter deadline: whoever returned in time for that did so for this one.
    public var identity: String {
        var parts = [name]
        if !rules.isEmpty { parts.append("ignoring " + rules.map(\.name).joined(separator: ", ")) }
        if !exclusions.isEmpty { parts.append("excluding " + exclusions.map(\.name).joined(separator: ", ")) }
        return ComparisonIdentity(parts.joined(separator: "; "), deadline: deadline).description
    }

    /// Returns the same comparison with candidates on other threads, or on Swift's own if `executor` is nil. By default they
    /// run on `CandidateExecutor.shared`.
    public func running(on executor: (any TaskExecutor)?) -> Comparison {
        var comparison = self
        comparison.executor = executor
        return comparison
    }
}

extension Comparison where Output: Equatable, Failure: Equatable {
    /// Creates a comparison with `==` for values and errors. The parameters are those of the full initializer.
    ///
    /// `==` of texts takes different encodings of one text to be the same (Unicode's canonical equivalence): an "ü" of one scalar
    /// and of two. If callers see the bytes, compare a part: `Comparison(of: { Array($0.name.utf8) })`.
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
        name = "== of \(Output.self)"
    }
}

extension Comparison where Output: Equatable, Failure == any Error {
    /// Creates a comparison with `==` for values, for operations that throw any error. Two errors are the same if they have one
    /// type, one description, one code, and the same parts. The parameters are those of the full initializer.
    public init(
        ignoring rules: [IgnoreRule<Input, Output, Failure>] = [],
        start: Start = .withControl,
        deadline: Duration = .seconds(10),
        maximumUnderWay: Int = defaultMaximumUnderWay
    ) {
        self.init(
            values: { $0 == $1 },
            errors: { areSame($0, $1) },
            ignoring: rules,
            start: start,
            deadline: deadline,
            maximumUnderWay: maximumUnderWay
        )
        name = "== of \(Output.self)"
    }
}

extension Comparison where Failure: Equatable {
    /// Creates a comparison of one part of the values, with `==` for that part and for errors: for example the value in a
    /// result that also contains its age. The other parameters are those of the full initializer.
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
        name = "== of a \(Part.self)"
    }
}

extension Comparison {
    /// Returns the same comparison, which also records of each mismatched run what a test needs to repeat it: a specimen, from
    /// which `Fixture` creates a file and a test. Use it for data that isn't personal, or write texts without personal data.
    ///
    /// Only these functions determine the contents of a specimen. If one of them throws, or the redactor did, nothing is stored
    /// and the record says so. A specimen above 64 KB is not stored either.
    ///
    /// - Parameters:
    ///   - input: Returns the input of the operation as a text that a test can read back.
    ///   - answer: Returns the result of one side, with a line for each fact, so that a failing test shows which one differs.
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

/// Returns whether two errors of any type are the same. A description alone says too little: a type may describe all of its
/// errors in the same words.
private func areSame(_ control: any Error, _ candidate: any Error) -> Bool {
    type(of: control) == type(of: candidate) && String(describing: control) == String(describing: candidate)
        && Divergence.first(control: control, candidate: candidate) == nil
        && control._domain == candidate._domain && control._code == candidate._code
}

/// A known and accepted case, with the name under which it is counted: a difference, or two results that can't be compared.
public struct IgnoreRule<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// Returns whether the rule covers two results that are not the same. If it throws, the rule does not.
    public typealias Covers =
        @Sendable (
            _ input: Input,
            _ control: Result<Output, Failure>,
            _ candidate: Result<Output, Failure>
        ) throws -> Bool

    /// The name of the difference in the journal.
    public let name: String
    let covers: Covers

    /// Creates a rule.
    public init(_ name: String, covers: @escaping Covers) {
        self.name = name
        self.covers = covers
    }
}
