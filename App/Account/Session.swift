import Domain
import Foundation
import Presentation

/// One run of a command: composed, asked, shown, ended.
@MainActor
struct Session {
    let composition: Composition
    /// Who is signed in; `nil` where nobody is, who gets to the sign-in screen and no other.
    let person: UserID?
    let formats: Formats
    /// Whether no store was to be asked: then nobody needs to be told that there was none, the age says it.
    var isOffline = false
    fileprivate var progress: Progress?

    init(_ composition: Composition, of person: UserID?, _ formats: Formats) {
        self.composition = composition
        self.person = person
        self.formats = formats
    }

    /// Who is signed in.
    var user: UserID {
        get throws(AccountFailure) {
            guard let person else { throw .signedOut }
            return person
        }
    }

    /// What a command brings to show.
    struct Showing {
        /// For programs.
        let document: AccountDocument
        /// For people.
        let write: @MainActor (inout Page) -> Void
        /// What is done once it is shown, so that nobody waits for it.
        var afterwards: (@MainActor () async -> Void)?
    }

    /// What to throw when there is nothing to show but a problem.
    func failure(_ problem: Problem) -> AccountFailure {
        AccountFailure(problem, wording: formats.wording)
    }

    /// Loads what a screen shows; throws if there is nothing to show but a problem.
    func load(_ model: some ScreenModel) async throws(AccountFailure) {
        await model.load()
        if model.content == nil, let problem = model.problem { throw failure(problem) }
    }

    /// Composes what `options` ask for, lets `load` bring what is to be shown for the user, and shows it.
    ///
    /// - Parameter sendsPending: Whether changes that could not be sent before are sent afterwards.
    static func run(
        _ options: AccountOptions,
        sendsPending: Bool = true,
        _ load: @MainActor (Session) async throws(AccountFailure) -> Showing
    ) async throws(AccountFailure) {
        try await runWithoutUser(options) { session throws(AccountFailure) in
            let session = try await session.signedIn(options)
            let showing = try await load(session)
            return sendsPending ? session.sendingPending(after: showing, options) : showing
        }
    }

    /// The same session for whoever is signed in.
    func signedIn(_ options: AccountOptions) async throws(AccountFailure) -> Session {
        if await composition.isSignedOut() { throw .signedOut }
        let user =
            if let user = options.user {
                UserID(user)
            } else {
                try await composition.signedInUser()
            }
        var session = Session(composition, of: user, formats)
        session.isOffline = options.offline
        session.progress = progress
        return session
    }

    /// The same for what needs nobody to be signed in.
    static func runWithoutUser(
        _ options: AccountOptions,
        _ load: @MainActor (Session) async throws(AccountFailure) -> Showing
    ) async throws(AccountFailure) {
        let progress = Progress(text: "Asking the store ...")
        let result = await Result { () async throws(AccountFailure) in
            try await composed(options) { composition throws(AccountFailure) in
                var session = Session(composition, of: nil, options.formats)
                session.progress = progress
                let showing = try await load(session)
                await progress.end()
                // Before the end of what was composed: nobody waits for a candidate that is still being compared.
                try showing.show(as: options.format)
                await showing.afterwards?()
            }
        }
        await progress.end()
        try result.get()
    }

    /// Takes the sign of progress away, before a person is asked for something.
    func pauseProgress() async {
        await progress?.end()
    }

    /// The same for what needs no modules either.
    static func show(
        _ options: AccountOptions,
        _ load: @MainActor () async throws(AccountFailure) -> Showing
    ) async throws(AccountFailure) {
        try await load().show(as: options.format)
    }

    /// Composes what `options` ask for, for as long as `body` runs.
    static func composed<Value>(
        _ options: AccountOptions,
        _ body: @MainActor (Composition) async throws(AccountFailure) -> Value
    ) async throws(AccountFailure) -> Value {
        let composition = try await Composition(options)
        let result = await Result { () async throws(AccountFailure) in try await body(composition) }
        await composition.stop()
        return try result.get()
    }
}

extension Session.Showing {
    @MainActor
    fileprivate func show(as format: AccountOptions.Format) throws(AccountFailure) {
        switch format {
        case .json:
            document.print()
        case .text:
            var page = Page(Terminal.standardOutput)
            write(&page)
            do {
                try page.print()
            } catch {
                throw .output(error)
            }
        }
    }
}

extension Composition {
    /// The modules that the options ask for.
    fileprivate init(_ options: AccountOptions) async throws(AccountFailure) {
        let warnings = Warnings()
        switch options.modules {
        case .mock:
            self = .mock(
                isOffline: options.offline,
                on: MockDevice(options.stateFolder) { warnings.say($0) }
            )
        case .real:
            self = try await .real(
                Settings(
                    server: options.serverURL,
                    isOffline: options.offline,
                    stateFolder: options.stateFolder,
                    timeout: .seconds(options.timeout),
                    warn: { warnings.say($0) }
                )
            )
        }
    }
}

extension Result {
    /// Keeps the error's type where a closure would widen it.
    @MainActor
    fileprivate init(_ body: @MainActor () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
