import ArgumentParser

/// A command that shows something of the account.
protocol ScreenCommand: AsyncParsableCommand, Sendable {
    var options: AccountOptions { get }
    /// Whether changes that could not be sent before are sent afterwards.
    var sendsPending: Bool { get }
    /// Brings what is shown, for whoever is signed in.
    @MainActor
    func show(in session: Session) async throws(AccountFailure) -> Session.Showing
}

extension ScreenCommand {
    var sendsPending: Bool { true }

    func run() async throws {
        try await Session.run(options, sendsPending: sendsPending) { session throws(AccountFailure) in
            try await show(in: session)
        }
    }
}
