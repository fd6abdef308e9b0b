import DataSupport
import Domain
import Presentation

/// Why a command shows nothing: a text for a person, and an exit code for a script.
struct AccountFailure: Error, Equatable {
    /// The exit codes besides 0, by their names in BSD's `sysexits.h`.
    enum Status: Int32 {
        /// A link can't be opened. Other usage errors are reported before this type is used.
        case usage = 64
        /// The user, deal or reservation that the command names doesn't exist.
        case notFound = 66
        /// The store can't be reached, and nothing is stored on this device.
        case unavailable = 69
        /// Any other failure.
        case software = 70
        /// The output could not be written.
        case output = 74
        /// Data would be lost. The command does it if the person agrees.
        case temporary = 75
        /// The store refused the sign-in.
        case noPermission = 77
        /// A link would change something, and nobody has agreed. It is not one of `sysexits.h`.
        case notConfirmed = 79

        /// Returns the exit code for a kind of problem. The kinds are a closed set, so each use case has an exit code.
        init(_ cause: Problem.Cause) {
            self =
                switch cause {
                case .unavailable: .unavailable
                case .unauthorised: .noPermission
                case .loss: .temporary
                case .unclear: .usage
                case .unknownUser, .notFound: .notFound
                case .malformed, .refused, .device: .software
                }
        }
    }

    let document: ProblemDocument
    let status: Status
    /// Whether the output for programs has the problem already.
    var isShown = false

    var recovery: Recovery { document.recovery }

    init(key: String, text: String, recovery: Recovery = .none, status: Status = .software) {
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

    /// Reports the failure on standard error, and also on standard output if a program reads it.
    func report(wantsJSON: Bool) {
        // An output that can't be written either has no other place to be reported than the next line.
        if wantsJSON, !isShown, let json = try? document.bytes() { try? Output.write(json) }
        StandardError.say("error: " + document.text)
    }
}

extension AccountFailure {
    static let signedOut = AccountFailure(
        key: "sign-in.needed",
        text: "You have signed out, so there is nothing to show. Sign in with: account sign-in",
        recovery: .signIn,
        status: .noPermission
    )
    static let signInNeeded = AccountFailure(
        key: "sign-in.needed",
        text: "Nobody has signed in to this store here, so there is nothing to show. Sign in with: account sign-in",
        recovery: .signIn,
        status: .noPermission
    )
    /// - Parameter user: The user that the command names.
    static func otherUser(_ user: UserID, than person: UserID) -> AccountFailure {
        AccountFailure(
            key: "sign-in.other-user",
            text:
                "\(person.rawValue) is signed in here, and \(user.rawValue) is not, so there is nothing to show. Sign in with: account sign-in",
            recovery: .signIn,
            status: .noPermission
        )
    }

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
        recovery: .signIn
    )
    static let signInRefused = AccountFailure(
        key: "sign-in.refused",
        text: "The store refused the sign-in. The data stored here is unchanged. Check the login, then try again.",
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
        recovery: .retry
    )
    static func sandbox(_ error: any Error) -> AccountFailure {
        AccountFailure(
            key: "sandbox",
            text:
                "The store on this machine could not be started: \(error) The data stored here is unchanged; see it with --offline.",
            recovery: .retry,
            status: .unavailable
        )
    }

    /// The output is written when the work is done, so nothing needs to say whether something was changed.
    ///
    /// - Parameter isOver: Whether the output is written during the work, which then ends.
    static func output(_ error: SystemError, andIsOver isOver: Bool = false) -> AccountFailure {
        AccountFailure(
            key: "output",
            text: "The output could not be written to its end (\(error)). "
                + (isOver ? "The command has ended with it." : "The command was carried out all the same."),
            status: .output
        )
    }
}
