import Domain
import Presentation

/// Why nothing can be shown: what a person reads, and the exit code a script reads.
struct AccountFailure: Error, Equatable {
    /// The exit codes beside 0, by their names in BSD's `sysexits.h`.
    enum Status: Int32 {
        /// A link that can't be opened; other mistakes of usage never get here.
        case usage = 64
        /// The store can't be reached, and nothing was kept.
        case unavailable = 69
        /// Anything else.
        case software = 70
        /// Something would be lost; it is done when that is agreed to.
        case temporary = 75
        /// The store refused the sign-in.
        case noPermission = 77

        /// The exit code for a kind of problem; the kinds are a closed set, so a new use case can't be forgotten here.
        init(_ cause: Problem.Cause) {
            self =
                switch cause {
                case .unavailable: .unavailable
                case .unauthorised: .noPermission
                case .loss: .temporary
                case .unclear: .usage
                case .unknownUser, .malformed, .refused, .device: .software
                }
        }
    }

    let document: ProblemDocument
    let status: Status

    var recovery: Recovery { document.recovery }

    init(key: String, text: String, recovery: Recovery, status: Status) {
        document = ProblemDocument(key: key, text: text, recovery: recovery)
        self.status = status
    }

    init(_ problem: Problem, wording: Wording) {
        document = ProblemDocument(problem, wording)
        status = Status(problem.cause)
    }

    init(_ problem: FlowProblem) {
        self.init(
            key: problem.code.text,
            text: problem.text,
            recovery: problem.recovery,
            status: Status(problem.cause)
        )
    }

    /// Tells standard error, and standard output too where a program reads it.
    func report(wantsJSON: Bool) {
        if wantsJSON { AccountDocument(problem: document).print() }
        StandardError.say(document.text)
    }
}

extension AccountFailure {
    static let signedOut = AccountFailure(
        key: "sign-in.needed",
        text: "You have signed out, so there is nothing to show. Sign in with: account sign-in",
        recovery: .signIn,
        status: .noPermission
    )
    static let noSignInTerminal = AccountFailure(
        key: "sign-in.no-terminal",
        text:
            "There is no terminal to ask for the password on. Sign in with: account sign-in --login LOGIN --password-stdin",
        recovery: .signIn,
        status: .usage
    )
    static let signInGivenUp = AccountFailure(
        key: "sign-in.given-up",
        text: "The sign-in was given up. Nothing has changed; sign in when you are ready.",
        recovery: .signIn,
        status: .software
    )
    static let signInRefused = AccountFailure(
        key: "sign-in.refused",
        text: "The store refused the sign-in. What was kept here is unchanged. Check the login, then try again.",
        recovery: .signIn,
        status: .noPermission
    )
    static let signInUnavailable = AccountFailure(
        key: "sign-in.unavailable",
        text:
            "The store can't be reached and nobody has signed in from here before. Check the connection, then try again.",
        recovery: .retry,
        status: .unavailable
    )
    static let noTerminal = AccountFailure(
        key: "terminal",
        text: "The search has lost its terminal. Try again on another.",
        recovery: .retry,
        status: .software
    )
    static func sandbox(_ error: any Error) -> AccountFailure {
        AccountFailure(
            key: "sandbox",
            text:
                "The store on this machine could not be started: \(error) What was kept here is unchanged; see it with --offline.",
            recovery: .retry,
            status: .unavailable
        )
    }

    static func output(_ error: any Error) -> AccountFailure {
        AccountFailure(
            key: "output",
            text: "The output could not be written to its end (\(error)). Nothing that was kept has changed.",
            recovery: .retry,
            status: .software
        )
    }
}
