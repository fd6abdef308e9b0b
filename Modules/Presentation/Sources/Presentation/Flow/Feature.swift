public import Domain

/// A part of an app, as one value: its screens and its commands. The composition root lists the features; without its
/// entry a feature has no screens, commands or links, and nothing else changes.
public struct Feature: Sendable {
    /// The first part of its commands' links, and what is recorded about it.
    public let id: FeatureID
    /// Where its links can lead.
    public let screens: [Screen]
    /// What its links can have done.
    public let commands: [Command]

    /// Creates a feature of its parts.
    public init(_ id: FeatureID, screens: [Screen] = [], commands: [Command] = []) {
        self.id = id
        self.screens = screens
        self.commands = commands
    }

    /// A screen that a link can lead to. What it looks like is a matter of the user interface.
    public struct Screen: Sendable {
        /// The screen's link is `account://` and this.
        public let id: ScreenID
        /// The parameters of its links.
        public let parameters: Parameters

        /// Creates a screen; by default its links have no parameters.
        public init(_ id: ScreenID, _ parameters: Parameters = Parameters()) {
            self.id = id
            self.parameters = parameters
        }
    }

    /// Something a link can have done.
    public struct Command: Sendable {
        /// Carries the command out. It returns failures, so that a closure needs no annotation to have a closed error.
        public typealias Run = @Sendable (LinkParameters) async -> CommandResult

        /// The last part of its links.
        public let name: CommandName
        /// The parameters of its links; a link with fewer or more does not reach it.
        public let parameters: Parameters
        /// Carries it out. It is cancelled when its time is used up or nobody waits for it any more; its result is
        /// ignored from then on.
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
        /// The names of those that each link must have.
        public let required: [String]
        /// The names of those that it may have.
        public let optional: [String]

        /// Whether a parameter of this name can have this value; a link with one that can't have its value does not get
        /// further.
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
    }
}

/// How a command ends.
public typealias CommandResult = Result<CommandAnswer, CommandError>

/// What a command has to say when it is done.
public struct CommandAnswer: Hashable, Sendable {
    /// For people, in their language.
    public let text: String
    /// For programs: texts by name.
    public let values: [String: String]

    /// Creates an answer of its parts.
    public init(_ text: String, values: [String: String] = [:]) {
        self.text = text
        self.values = values
    }
}

/// How a command ends that can't be carried out.
public enum CommandError: Error, Hashable, Sendable {
    /// It can't be; somebody is to be told.
    case failed(FlowProblem)
    /// The calling task was cancelled. Nothing is wrong: it is never shown or recorded.
    case cancelled
}

/// Why a link did not have the effect it was opened for: what a person reads, and what is recorded.
public struct FlowProblem: Hashable, Sendable {
    /// For programs, and for the record.
    public let code: DiagnosticCode
    /// For people: what happened, what was kept, what to do next.
    public let text: String
    /// What kind of problem it is; recovery and exit code are derived from it.
    public let cause: Problem.Cause
    /// How bad it is.
    public let severity: Diagnostic.Severity
    /// What else is recorded.
    public let details: [Diagnostic.Detail]

    /// Creates a problem of its parts; by default it is one that a person was told of and nothing is broken.
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

    /// Creates the problem that a screen would show, as one that is recorded.
    public init(
        code: DiagnosticCode,
        _ problem: Problem,
        formats: Formats,
        severity: Diagnostic.Severity = .warning
    ) {
        self.init(code: code, text: formats.wording(problem), cause: problem.cause, severity: severity)
    }

    /// What a screen can offer to do about it.
    public var recovery: Recovery { cause.recovery }
}
