import ArgumentParser
import Domain
import Foundation
import Presentation

/// The command `account sign-in`.
struct SignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in",
        abstract: "Signs a person in.",
        discussion: """
            The password is asked for on the terminal, without showing it, or read from standard input; never from an \
            argument, which other programs could see. The store in this process knows ada with analytical-engine, \
            and yuki with five-seven-five.

            One person uses a device and a store at a time: signing in as another signs the first one out, and erases what \
            is stored here for them. Changes of theirs that were never sent forbid it, unless they may be discarded.
            """
    )

    @Option(help: ArgumentHelp("The login (default: asked for on the terminal).", valueName: "login"))
    var login: String?

    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false

    @Flag(help: "Sign in although changes of somebody else that were never sent are lost.")
    var discardChanges = false

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions

    mutating func validate() throws {
        if options.user != nil { throw ValidationError("--user makes no difference to a sign-in; it takes --login.") }
        if passwordStdin, login == nil { throw ValidationError("--password-stdin needs --login.") }
        if !passwordStdin, !PasswordPrompt.isPossible {
            throw ValidationError("There is no terminal to ask for the password on; use --password-stdin.")
        }
    }

    func run() async throws {
        let credentials = try credentials()
        try await Session.runWithoutUser(options) { session throws(AccountFailure) in
            try await session.signIn(with: credentials, discardingPendingChanges: discardChanges)
        }
    }

    private func credentials() throws(AccountFailure) -> Credentials {
        guard passwordStdin else { return try PasswordPrompt.credentials(login: login) }
        return Credentials(login: login ?? "", password: try StandardInput.line() ?? "")
    }
}

extension PasswordPrompt {
    /// Asks for credentials on the terminal; for the login only if it is not known.
    fileprivate static func credentials(login: String?) throws(AccountFailure) -> Credentials {
        var login = login
        if login == nil { login = try line("Login: ") }
        guard let login, let password = try secret("Password: ") else { throw .signInGivenUp }
        return Credentials(login: login, password: password)
    }
}

extension Session {
    /// Asks for credentials on the terminal and signs in.
    func signIn() async throws(AccountFailure) -> Showing {
        guard PasswordPrompt.isPossible else { throw .noSignInTerminal }
        await pauseProgress()
        return try await signIn(with: PasswordPrompt.credentials(login: nil), discardingPendingChanges: false)
    }

    /// Signs in with these credentials.
    func signIn(
        with credentials: Credentials,
        discardingPendingChanges: Bool
    ) async throws(AccountFailure) -> Showing {
        let form = SignInViewModel(signIn: composition.signIn, formats: formats, now: { Date() })
        await form.submit(credentials, discardingPendingChanges: discardingPendingChanges)
        guard let user = form.user else {
            guard let problem = form.problem else { throw .signInGivenUp }
            throw failure(problem)
        }
        return Showing(document: .session(of: user)) { page in
            if let note = form.doneNote { page.line(note) }
        }
    }
}

/// The command `account sign-out`.
struct SignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Signs out, and erases the data stored here.",
        discussion: "Changes that were never sent forbid it: send them with account sync, or discard them."
    )

    @Flag(help: "Sign out although changes that were never sent are lost.")
    var discardChanges = false

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions

    mutating func validate() throws {
        if options.user != nil { throw ValidationError("--user makes no difference: who is signed in is signed out.") }
    }

    func run() async throws {
        try await Session.runWithoutUser(options) { session throws(AccountFailure) in
            let question = SignOutViewModel(signOut: session.composition.signOut, formats: session.formats)
            await question.submit(discardingPendingChanges: discardChanges)
            if let problem = question.problem { throw session.failure(problem) }
            return Session.Showing(document: .session(of: nil)) { page in
                if let note = question.doneNote { page.line(note) }
            }
        }
    }
}

extension JSON {
    /// Returns a document about who is signed in now.
    fileprivate static func session(of user: UserID?) -> JSON {
        ["session": ["isSignedIn": .bool(user != nil), "user": .text(user?.rawValue)]]
    }
}
