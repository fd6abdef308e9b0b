import ArgumentParser
import Presentation

/// `account settings`
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Shows the settings, or changes them.",
        discussion: "A change that can't be sent is kept and sent by account sync, or with the next change."
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
        try await Session.run(options) { session throws(AccountFailure) in
            let settings = session.composition.settings(of: session.user, session.formats)
            if let push {
                await settings.setNewDeals(push == .on)
                // A change that was not made is a failure, whatever is shown besides.
                if let problem = settings.problem { throw session.failure(problem) }
            } else {
                await settings.load()
                if settings.content == nil, let problem = settings.problem { throw session.failure(problem) }
            }
            return Session.Showing(document: AccountDocument(settings, session.formats)) { page in
                page.write(settings, session.formats)
            }
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
        try await Session.run(options) { session throws(AccountFailure) in
            let settings = session.composition.settings(of: session.user, session.formats)
            await settings.sync()
            if settings.sent == nil, let problem = settings.problem { throw session.failure(problem) }
            return Session.Showing(document: AccountDocument(settings, session.formats)) { page in
                for note in settings.sentNotes { page.line(note) }
            }
        }
    }
}

extension Page {
    /// Writes the settings with their heading.
    @MainActor
    fileprivate mutating func write(_ settings: SettingsViewModel, _ formats: Formats) {
        heading(settings.title)
        if let problem = settings.problem { line(formats.wording(problem), .warning, indent: 2) }
        guard let content = settings.content else { return }
        for note in [content.freshnessNote, content.pendingNote].compactMap({ $0 }) {
            line(note, .warning, indent: 2)
        }
        line(content.newDealsLine, indent: 2)
    }
}
