import Domain
import Foundation
import Presentation

/// One run of a command: composed, asked, shown, ended.
@MainActor
struct Session {
    let composition: Composition
    let user: UserID
    let formats: Formats

    /// What a command brings to show.
    struct Showing {
        /// For programs.
        let document: AccountDocument
        /// For people.
        let write: @MainActor (inout Page) -> Void
    }

    /// What to throw when there is nothing to show but a problem.
    func failure(_ problem: Problem) -> AccountFailure {
        AccountFailure(problem, wording: formats.wording)
    }

    /// Loads a list; throws where there is nothing to show but a problem.
    func load<Entity, Row, Failure>(
        _ list: UserListViewModel<Entity, Row, Failure>
    ) async throws(AccountFailure) {
        await list.load()
        if list.content == nil, let problem = list.problem { throw failure(problem) }
    }

    /// Composes what `options` ask for, lets `load` bring what is to be shown for the user, and shows it.
    static func run(
        _ options: AccountOptions,
        _ load: @MainActor (Session) async throws(AccountFailure) -> Showing
    ) async throws(AccountFailure) {
        try await runWithoutUser(options) { composition throws(AccountFailure) in
            if await composition.isSignedOut() { throw .signedOut }
            let user =
                if let user = options.user {
                    UserID(user)
                } else {
                    try await composition.signedInUser()
                }
            return try await load(Session(composition: composition, user: user, formats: options.formats))
        }
    }

    /// The same for what needs nobody to be signed in.
    static func runWithoutUser(
        _ options: AccountOptions,
        _ load: @MainActor (Composition) async throws(AccountFailure) -> Showing
    ) async throws(AccountFailure) {
        let progress = Progress(text: "Asking the store ...")
        let result = await Result { () async throws(AccountFailure) in
            try await composed(options) { composition throws(AccountFailure) in
                let showing = try await load(composition)
                await progress.end()
                // Before the end of what was composed: nobody waits for a candidate that is still being compared.
                try showing.show(as: options.format)
            }
        }
        await progress.end()
        try result.get()
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
        switch options.modules {
        case .mock:
            self = .mock(isOffline: options.offline)
        case .real:
            let warnings = Warnings()
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
