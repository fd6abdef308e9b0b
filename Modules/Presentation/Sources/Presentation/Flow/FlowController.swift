public import Domain
public import Foundation
public import Observation

/// The one control point of the user interface: the only way to open another screen, and to run another feature's command.
///
/// Screens open links. A link to a screen shows that screen. A link to a command runs the command in the feature that owns it,
/// and the screen that opened the link receives the result as an update. Every failure on the way is published, here and
/// nowhere else.
///
/// Invariant: while a command runs, progress is on. When the command ends (successfully, with an error, out of time or
/// cancelled), progress goes off, exactly once.
@MainActor @Observable
public final class FlowController {
    /// The maximum number of screens that the user can go back to.
    public static let historyLimit = 100

    /// The links of the opened screens, oldest first; the last is the current one.
    public private(set) var history: [Link] = []
    /// The number of problems that could not be recorded, because publishing failed or did not end in time.
    public private(set) var unrecorded = 0

    private let directory: FeatureDirectory
    private let grammars: [LinkGrammar]
    private let publish: any PublishDiagnostic
    private let progress: ActivityIndicator
    private let formats: Formats
    private let limit: TimeLimit
    private let now: @Sendable () -> Date
    private let register = ScreenRegister()

    /// Creates a controller without a current screen.
    ///
    /// - Parameters:
    ///   - features: All features; throws if two claim the same link.
    ///   - grammars: The formats in which links may be written; throws if two have the same scheme.
    ///   - publish: Records each problem.
    ///   - progress: Counts each command while it runs. It may be shared.
    ///   - formats: The conversion of a problem to text.
    ///   - timeout: The time limit for a command, and then for recording a problem, measured by `clock`.
    ///   - clock: Measures the time limits.
    ///   - now: Returns the time at which a problem occurred.
    public init(
        features: [Feature],
        grammars: [LinkGrammar] = [.account],
        publish: any PublishDiagnostic,
        progress: ActivityIndicator,
        formats: Formats,
        timeout: Duration,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date
    ) throws(FlowSetupError) {
        directory = try FeatureDirectory(features)
        var schemes: Set<String> = []
        for grammar in grammars {
            guard schemes.insert(grammar.scheme).inserted else { throw .schemeClaimedTwice(grammar.scheme) }
        }
        self.grammars = grammars
        self.publish = publish
        self.progress = progress
        self.formats = formats
        limit = TimeLimit(time: timeout, clock: clock)
        self.now = now
    }

    /// The link of the current screen; `nil` before the first.
    public var current: Link? { history.last }

    /// Whether a command runs, or anything else that the indicator counts.
    public var isInProgress: Bool { progress.isActive }

    /// Parses a link and opens it.
    @discardableResult
    public func open(_ text: String) async -> FlowOutcome {
        do throws(LinkError) {
            return await open(try LinkGrammar.parse(text, by: grammars))
        } catch {
            return await fail(refusal(error), of: Self.feature)
        }
    }

    /// Opens the screen of the link, or runs its command, and returns when that is done.
    ///
    /// Cancelling the calling task cancels the command and returns soon, even if the command ignores the cancellation.
    @discardableResult
    public func open(_ link: Link) async -> FlowOutcome {
        switch link.target {
        case .screen(let screen): await go(to: screen, by: link)
        case .command(let command): await run(command, by: link)
        }
    }

    /// Opens the link of a command. Values that no link can have fail in the same way as a link that can't be parsed.
    @discardableResult
    public func open(_ command: CommandID, _ values: [String: String], for asker: ScreenID?) async -> FlowOutcome {
        let link = Link(.command(command), asker: asker)
        do throws(LinkError) {
            return await open(Link(link.target, parameters: try LinkParameters(values), asker: asker))
        } catch {
            return await end(command, by: link, .failure(refusal(error)), of: command.feature)
        }
    }

    /// Goes back to the previous screen and returns its link. Without a previous screen, does nothing and returns `nil`.
    @discardableResult
    public func back() -> Link? {
        guard history.count > 1 else { return nil }
        history.removeLast()
        return current
    }

    /// Registers a screen for updates. The registration lasts as long as the stream exists. An update without a registered
    /// screen is dropped, and that is recorded.
    public func updates(for screen: ScreenID) -> AsyncStream<ScreenUpdate> {
        register.updates(for: screen)
    }
}

/// The outcome of opening a link.
public enum FlowOutcome: Hashable, Sendable {
    /// The screen is shown.
    case shown(ScreenID)
    /// The command succeeded.
    case answered(CommandAnswer)
    /// The link failed for this reason. The failure is recorded.
    case failed(FlowProblem)
    /// The calling task was cancelled. This is not a failure.
    case cancelled
}

// MARK: - Screens and commands

extension FlowController {
    /// The feature in the records of links that belong to no feature.
    private static let feature = FeatureID("flow")

    private func go(to id: ScreenID, by link: Link) async -> FlowOutcome {
        guard let (screen, feature) = directory.screens[id] else {
            return await fail(problem("flow.unknown-screen", .flowUnknownScreen, .text(id.text)), of: Self.feature)
        }
        if let problem = mismatch(link.parameters, screen.parameters) { return await fail(problem, of: feature) }
        if link != current {
            history.append(link)
            if history.count > Self.historyLimit { history.removeFirst() }
        }
        return .shown(id)
    }

    private func run(_ id: CommandID, by link: Link) async -> FlowOutcome {
        guard let command = directory.commands[id] else {
            let isKnown = directory.features.contains(id.feature)
            let problem =
                isKnown
                ? problem("flow.unknown-command", .flowUnknownCommand, .text(id.feature.text), .text(id.name.text))
                : problem("flow.unknown-feature", .flowUnknownFeature, .text(id.feature.text))
            return await end(id, by: link, .failure(problem), of: isKnown ? id.feature : Self.feature)
        }
        if let problem = mismatch(link.parameters, command.parameters) {
            return await end(id, by: link, .failure(problem), of: id.feature)
        }
        progress.begin()
        let result = await limit.wait { [run = command.run, parameters = link.parameters] in
            await run(parameters)
        }
        progress.end()
        switch result {
        case .ended(.success(let answer)):
            return await end(id, by: link, .success(answer), of: id.feature)
        case .ended(.failure(.failed(let problem))):
            return await end(id, by: link, .failure(problem), of: id.feature)
        case .outOfTime:
            let problem = problem("flow.time-out", .flowTimeout, cause: .unavailable, severity: .error)
            return await end(id, by: link, .failure(problem), of: id.feature)
        case .ended(.failure(.cancelled)), .cancelled:
            return .cancelled
        }
    }

    /// Sends the result to the screen that opened the link, and records a failure.
    private func end(
        _ command: CommandID,
        by link: Link,
        _ result: Result<CommandAnswer, FlowProblem>,
        of feature: FeatureID
    ) async -> FlowOutcome {
        if let asker = link.asker, !register.deliver(ScreenUpdate(command, result), to: asker) {
            await record(DiagnosticCode("flow.update-dropped"), .notice, of: feature)
        }
        switch result {
        case .success(let answer): return .answered(answer)
        case .failure(let problem): return await fail(problem, of: feature)
        }
    }
}

// MARK: - Problems

extension FlowController {
    private func fail(_ problem: FlowProblem, of feature: FeatureID) async -> FlowOutcome {
        await record(problem.code, problem.severity, problem.details, of: feature)
        return .failed(problem)
    }

    /// Records a problem. If that fails, the failure is only counted, because recording it would fail in the same way.
    private func record(
        _ code: DiagnosticCode,
        _ severity: Diagnostic.Severity,
        _ details: [Diagnostic.Detail] = [],
        of feature: FeatureID
    ) async {
        let diagnostic = Diagnostic(time: now(), feature: feature, severity: severity, code: code, details: details)
        // A task of its own is not cancelled together with the calling one, whose cancellation may be the reason for the
        // record.
        let result = await Task { [publish, limit] in
            await limit.wait {
                await Result(async: { () async throws(PublishDiagnosticError) in try await publish.publish(diagnostic) }
                )
            }
        }.value
        if case .ended(.success) = result { return }
        unrecorded += 1
    }

    private func refusal(_ error: LinkError) -> FlowProblem {
        switch error {
        case .unknownScheme: problem("flow.link.unknown-scheme", .linkOfUnknownScheme)
        case .malformed: problem("flow.link.malformed", .linkMalformed)
        case .repeatedParameter: problem("flow.link.repeated-parameter", .linkRepeatsParameter)
        case .tooLong: problem("flow.link.too-long", .linkTooLong)
        }
    }

    private func mismatch(_ parameters: LinkParameters, _ expected: Feature.Parameters) -> FlowProblem? {
        switch expected.mismatch(parameters) {
        case .missing(let name)?: problem("flow.missing-parameter", .flowMissingParameter, .text(name))
        case .unknown(let name)?: problem("flow.unknown-parameter", .flowUnknownParameter, .text(name))
        case .unclear(let name)?: problem("flow.unclear-parameter", .flowUnclearParameter, .text(name))
        case nil: nil
        }
    }

    private func problem(
        _ code: StaticString,
        _ message: Message,
        _ arguments: Message.Argument...,
        cause: Problem.Cause = .unclear,
        severity: Diagnostic.Severity = .warning
    ) -> FlowProblem {
        FlowProblem(
            code: DiagnosticCode(code),
            text: formats.wording(message, arguments),
            cause: cause,
            severity: severity
        )
    }
}
