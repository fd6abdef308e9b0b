import ArgumentParser

/// A command that shows a part of the account.
protocol ScreenCommand: AsyncParsableCommand, Sendable {
    var options: AccountOptions { get }
    /// Whether changes that could not be sent before are sent afterwards.
    var sendsPending: Bool { get }
    /// Returns what to show for the signed-in user.
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
