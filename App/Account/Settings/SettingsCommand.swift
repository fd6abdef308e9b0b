import ArgumentParser
import Domain
import Presentation

/// `account settings`
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Shows the settings, or changes them.",
        discussion: "A change that can't be sent is kept, and sent by the next command that reaches the store."
    )

    /// A setting's value.
    enum Value: String, CaseIterable, ExpressibleByArgument {
        case on
        case off
    }

    @Option(help: "Whether to be sent push notifications about new deals.")
    var push: Value?

    @OptionGroup var options: AccountOptions

    func run() async throws {
        // A change is sent with what was pending before it.
        try await Session.run(options, sendsPending: push == nil) { session throws(AccountFailure) in
            if let push { return try await session.setNewDeals(push == .on) }
            return try await session.settings()
        }
    }
}

/// `account sync`
struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Sends changes that could not be sent when they were made."
    )

    @OptionGroup var options: AccountOptions

    func run() async throws {
        try await Session.run(options, sendsPending: false) { session throws(AccountFailure) in
            try await session.sync()
        }
    }
}

extension Session {
    /// The settings.
    func settings() async throws(AccountFailure) -> Showing {
        let settings = composition.settings(of: try user, formats)
        try await load(settings)
        return showing(settings)
    }

    /// The settings after a change. One that was not made is a failure, whatever could be shown besides.
    func setNewDeals(_ isOn: Bool) async throws(AccountFailure) -> Showing {
        let settings = composition.settings(of: try user, formats)
        await settings.setNewDeals(isOn)
        if let problem = settings.problem { throw failure(problem) }
        return showing(settings)
    }

    /// What became of the changes that could not be sent before.
    func sync() async throws(AccountFailure) -> Showing {
        let settings = composition.settings(of: try user, formats)
        await settings.sync()
        if settings.sent == nil, let problem = settings.problem { throw failure(problem) }
        return Showing(document: AccountDocument(settings, formats)) { page in
            for note in settings.sentNotes { page.line(note) }
        }
    }

    private func showing(_ settings: SettingsViewModel) -> Showing {
        Showing(document: AccountDocument(settings, formats)) { page in page.write(settings, formats) }
    }
}

extension Page {
    /// Writes the settings with their heading.
    @MainActor
    fileprivate mutating func write(_ settings: SettingsViewModel, _ formats: Formats) {
        heading(settings.title)
        if let problem = settings.problem { line(formats.wording(problem), .warning, indent: 2) }
        guard let content = settings.content else { return }
        for note in content.notes {
            line(note, .warning, indent: 2)
        }
        line(content.newDealsLine, indent: 2)
    }
}
