import DataSupport
import Domain
import Foundation
import Presentation

/// One run of a command: composes the modules, loads, shows the result and ends.
@MainActor
struct Session {
    let composition: Composition
    /// The signed-in user; `nil` if nobody has signed in, in which case only the sign-in screen can be opened.
    let person: UserID?
    let formats: Formats
    /// Whether the command runs offline. Then no message says that the store can't be reached, because the age of the data
    /// shows it.
    var isOffline = false
    /// How long a command waits for the store to accept changes that could not be sent before.
    var patience = Duration.seconds(2)
    fileprivate var progress: Progress?

    init(_ composition: Composition, of person: UserID?, _ formats: Formats) {
        self.composition = composition
        self.person = person
        self.formats = formats
    }

    /// The signed-in user.
    var user: UserID {
        get throws(AccountFailure) {
            guard let person else { throw .signedOut }
            return person
        }
    }

    /// The output of a command.
    struct Showing {
        /// The document for programs.
        let document: JSON
        /// Writes the text for people.
        let write: @MainActor (inout Page) -> Void
        /// Why the command ends with another exit code than 0, although it shows something.
        var failure: AccountFailure?
        /// Whether pending changes were sent before, so that nothing has to be sent afterwards.
        var hasSentPending = false
        /// Work to do after the output is shown, so that nobody waits for it.
        var afterwards: (@MainActor () async -> Void)?
    }

    /// Returns the failure to throw if there is nothing to show but a problem.
    func failure(_ problem: Problem) -> AccountFailure {
        AccountFailure(problem, wording: formats.wording)
    }

    /// Loads the content of a screen. Throws if there is nothing to show but a problem.
    func load(_ model: some ScreenModel) async throws(AccountFailure) {
        await model.load()
        try check(model)
    }

    /// Throws if a screen that has been loaded has nothing to show but a problem.
    func check(_ model: some ScreenModel) throws(AccountFailure) {
        if model.content == nil, let problem = model.problem { throw failure(problem) }
    }

    /// Composes the modules according to `options`, calls `load` for the output, and shows it.
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

    /// Returns the same session for the user who is now signed in.
    func signedIn(_ options: AccountOptions) async throws(AccountFailure) -> Session {
        if await composition.isSignedOut() { throw .signedOut }
        let user = try await composition.person(
            named: options.user.map { UserID($0) },
            mayBeAnybody: options.modules == .mock
        )
        var session = Session(composition, of: user, formats)
        session.isOffline = options.offline
        session.patience = .seconds(options.timeout) / 5
        session.progress = progress
        return session
    }

    /// Runs a command that needs no signed-in user.
    static func runWithoutUser(
        _ options: AccountOptions,
        _ load: @MainActor (Session) async throws(AccountFailure) -> Showing
    ) async throws(AccountFailure) {
        let progress = Progress(text: "Asking the store ...")
        let result = await Result(async: { () async throws(AccountFailure) in
            try await composed(options) { composition throws(AccountFailure) in
                var session = Session(composition, of: nil, options.formats)
                session.progress = progress
                let showing = try await load(session)
                await progress.end()
                // Before the composition is stopped: nobody waits for a candidate that is still being compared.
                try AccountFailure.writing(showing.document, as: options.format, showing.write)
                await showing.afterwards?()
                if let failure = showing.failure { throw failure }
            }
        })
        await progress.end()
        try result.get()
    }

    /// Hides the progress line before a question to the person.
    func pauseProgress() async {
        await progress?.end()
    }

    /// Shows the output of a command that needs no modules.
    static func show(
        _ options: AccountOptions,
        _ load: @MainActor () async throws(AccountFailure) -> Showing
    ) async throws(AccountFailure) {
        let showing = try await load()
        try AccountFailure.writing(showing.document, as: options.format, showing.write)
    }

    /// Composes the modules according to `options`, and stops them after `body`.
    static func composed<Value>(
        _ options: AccountOptions,
        news: Composition.NewsSource? = nil,
        _ body: @MainActor (Composition) async throws(AccountFailure) -> Value
    ) async throws(AccountFailure) -> Value {
        let composition = try await Composition(options, news)
        let result = await Result(async: { () async throws(AccountFailure) in try await body(composition) })
        await composition.stop()
        return try result.get()
    }
}

extension AccountFailure {
    /// Writes a document for programs, or a page for people.
    static func writing(
        _ document: JSON,
        as format: AccountOptions.Format,
        _ write: (inout Page) -> Void
    ) throws(AccountFailure) {
        do throws(SystemError) {
            switch format {
            case .json:
                // Encoding can't fail: a document contains texts, whole numbers and lists of them.
                try Output.write((try? document.bytes(.prettyPrinted)) ?? Data())
            case .text:
                let pager = Pager()
                var page = Page(Terminal.standardOutput, pass: pager.write)
                write(&page)
                page.finish()
                try pager.finish()
            }
        } catch {
            throw .output(error)
        }
    }
}

extension Composition {
    /// Returns whom a command shows: who is signed in. With mocks, which store nothing of anybody, it may be anybody.
    func person(named: UserID?, mayBeAnybody: Bool) async throws(AccountFailure) -> UserID {
        if let named, mayBeAnybody { return named }
        let person = try await signedInUser()
        if let named, named != person { throw .otherUser(named, than: person) }
        return person
    }

    /// Creates the modules according to the options.
    fileprivate init(_ options: AccountOptions, _ news: NewsSource?) async throws(AccountFailure) {
        let warnings = Warnings()
        switch options.modules {
        case .mock:
            self = .mock(
                isOffline: options.offline,
                on: MockDevice(options.stateFolder) { warnings.say($0) }
            )
        case .real:
            var settings = Settings(
                server: options.serverURL,
                wire: .to(options.serverURL) { warnings.say($0) },
                isOffline: options.offline,
                stateFolder: options.stateFolder,
                timeout: .seconds(options.timeout),
                warn: { warnings.say($0) }
            )
            if let news {
                settings.news = news
                // Whoever follows news does so until interrupted.
                settings.isContinuous = true
            }
            self = try await .real(settings)
        }
    }
}
