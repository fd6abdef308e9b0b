public import Domain

/// A part of an app, as one value: its screens and its commands. The composition root lists the features. If a feature is not
/// in that list, its screens, commands and links don't exist, and nothing else changes.
///
/// Reasons: docs/adr/features-and-links.md.
public struct Feature: Sendable {
    /// The first part of the links to the feature's commands, and the feature's name in diagnostic records.
    public let id: FeatureID
    /// The screens that links to the feature can open.
    public let screens: [Screen]
    /// The commands that links to the feature can run.
    public let commands: [Command]

    /// Creates a feature from its parts.
    public init(_ id: FeatureID, screens: [Screen] = [], commands: [Command] = []) {
        self.id = id
        self.screens = screens
        self.commands = commands
    }

    /// A screen that a link can open. The user interface decides how it looks.
    public struct Screen: Sendable {
        /// The identifier of the screen. The screen's link is `account://` followed by it.
        public let id: ScreenID
        /// The parameters of its links.
        public let parameters: Parameters

        /// Creates a screen; by default its links have no parameters.
        public init(_ id: ScreenID, _ parameters: Parameters = Parameters()) {
            self.id = id
            self.parameters = parameters
        }
    }

    /// A command that a link can run.
    public struct Command: Sendable {
        /// Carries the command out. The closure returns failures, so that it needs no annotation to have a closed error type.
        public typealias Run = @Sendable (LinkParameters) async -> CommandResult

        /// The last part of the command's links.
        public let name: CommandName
        /// The parameters of the command's links. A link with fewer or more parameters fails.
        public let parameters: Parameters
        /// Carries the command out. Its task is cancelled when the time limit has passed or nobody waits for it any more; its
        /// result is then ignored.
        public let run: Run

        /// Creates a command; by default its links have no parameters.
        public init(_ name: CommandName, _ parameters: Parameters = Parameters(), run: @escaping Run) {
            self.name = name
            self.parameters = parameters
            self.run = run
        }
    }

    /// The parameters that links may have.
    public struct Parameters: Sendable {
        /// The names of the parameters that each link must have.
        public let required: [String]
        /// The names of the parameters that a link may have.
        public let optional: [String]

        /// Returns whether a parameter of this name can have this value. A link with an impossible value fails.
        public let isClear: @Sendable (_ name: String, _ value: String) -> Bool

        /// Creates parameters; by default each can have any value.
        public init(
            required: [String] = [],
            optional: [String] = [],
            isClear: @escaping @Sendable (_ name: String, _ value: String) -> Bool = { _, _ in true }
        ) {
            self.required = required
            self.optional = optional
            self.isClear = isClear
        }

        /// Why a link's parameters don't fit; the name of one is in the value.
        public enum Mismatch: Hashable, Sendable {
            /// A required parameter is missing.
            case missing(String)
            /// There is no such parameter.
            case unknown(String)
            /// The parameter can't have its value.
            case unclear(String)
        }

        /// Returns why `given` don't fit; `nil` if they do.
        public func mismatch(_ given: LinkParameters) -> Mismatch? {
            if let missing = required.first(where: { given[$0] == nil }) { return .missing(missing) }
            let names = given.names
            if let unknown = names.first(where: { !required.contains($0) && !optional.contains($0) }) {
                return .unknown(unknown)
            }
            return names.first { name in given[name].map { !isClear(name, $0) } ?? false }.map(Mismatch.unclear)
        }
    }
}

/// The outcome of a command.
public typealias CommandResult = Result<CommandAnswer, CommandError>

/// The result of a successful command.
public struct CommandAnswer: Hashable, Sendable {
    /// A text for people, in their language.
    public let text: String
    /// Values for programs, by name.
    public let values: [String: String]
    /// The results that this one consists of, such as one for each record of a list; empty for a result about one thing.
    public let parts: [CommandAnswer]

    /// Creates a result from its parts.
    public init(_ text: String, values: [String: String] = [:], parts: [CommandAnswer] = []) {
        self.text = text
        self.values = values
        self.parts = parts
    }
}

/// The outcome of a command that can't be carried out.
public enum CommandError: Error, Hashable, Sendable {
    /// The command failed, and the user must see why.
    case failed(FlowProblem)
    /// The calling task was cancelled. This is not a failure: it is never shown or recorded.
    case cancelled
}

/// Why a link did not have its effect: what a person reads, and what is recorded.
public struct FlowProblem: Hashable, Sendable {
    /// A code for programs and for the record.
    public let code: DiagnosticCode
    /// A text for people: what happened, what was preserved, what to do next.
    public let text: String
    /// The kind of problem, from which recovery and exit code are derived.
    public let cause: Problem.Cause
    /// How severe the problem is.
    public let severity: Diagnostic.Severity
    /// Further details for the record.
    public let details: [Diagnostic.Detail]

    /// Creates a problem from its parts. By default a person saw the problem and nothing is broken.
    public init(
        code: DiagnosticCode,
        text: String,
        cause: Problem.Cause,
        severity: Diagnostic.Severity = .warning,
        details: [Diagnostic.Detail] = []
    ) {
        self.code = code
        self.text = text
        self.cause = cause
        self.severity = severity
        self.details = details
    }

    /// Creates a problem to be recorded from the problem that a screen would show.
    public init(
        code: DiagnosticCode,
        _ problem: Problem,
        formats: Formats,
        severity: Diagnostic.Severity = .warning
    ) {
        self.init(code: code, text: formats.wording(problem), cause: problem.cause, severity: severity)
    }

    /// What a screen can offer to solve the problem.
    public var recovery: Recovery { cause.recovery }
}
