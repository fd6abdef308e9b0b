import ArgumentParser
import Domain
import Presentation

/// `account settings`
struct SettingsCommand: ScreenCommand {
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

    /// A change is sent with what was pending before it.
    var sendsPending: Bool { push == nil }

    func show(in session: Session) async throws(AccountFailure) -> Session.Showing {
        guard let push else { return try await session.settings() }
        return try await session.setNewDeals(push == .on)
    }
}

/// `account sync`
struct SyncCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Sends changes that could not be sent when they were made."
    )

    @OptionGroup var options: AccountOptions

    var sendsPending: Bool { false }

    func show(in session: Session) async throws(AccountFailure) -> Session.Showing { try await session.sync() }
}

extension Session {
    /// The settings.
    func settings() async throws(AccountFailure) -> Showing {
        let settings = composition.settings(of: try user, formats)
        try await load(settings)
        return try showing(settings)
    }

    /// The settings after a change. One that was not made is a failure, whatever could be shown besides.
    func setNewDeals(_ isOn: Bool) async throws(AccountFailure) -> Showing {
        let settings = composition.settings(of: try user, formats)
        await settings.setNewDeals(isOn)
        if let problem = settings.problem { throw failure(problem) }
        return try showing(settings)
    }

    /// What became of the changes that could not be sent before.
    func sync() async throws(AccountFailure) -> Showing {
        let settings = composition.settings(of: try user, formats)
        await settings.sync()
        if settings.sent == nil, let problem = settings.problem { throw failure(problem) }
        let changes = JSON.object(["changes": .list((settings.sent ?? []).map(JSON.sent))])
        let parts = ["settings": JSON.settings(settings, formats), "sync": settings.sent == nil ? .absent : changes]
        return Showing(document: AccountDocument(of: try user, parts)) { page in
            for note in settings.sentNotes { page.line(note) }
        }
    }

    private func showing(_ settings: SettingsViewModel) throws(AccountFailure) -> Showing {
        let document = AccountDocument(of: try user, ["settings": JSON.settings(settings, formats)])
        return Showing(document: document) { page in
            page.heading(settings.title)
            page.warn([settings.problem.map { formats.wording($0) }])
            guard let content = settings.content else { return }
            page.warn(content.notes)
            page.line(content.newDealsLine, indent: 2)
        }
    }
}

extension JSON {
    @MainActor
    fileprivate static func settings(_ settings: SettingsViewModel, _ formats: Formats) -> JSON {
        let snapshot = settings.content?.snapshot
        return [
            // What the person wants.
            "newDeals": .flag(snapshot?.value.newDeals),
            // What the store last confirmed.
            "confirmed": .flag(snapshot?.value.confirmed),
            "freshness": .freshness(snapshot?.freshness),
            "problem": .problem(settings.problem, formats),
        ]
    }

    fileprivate static func sent(_ sent: SentChange) -> JSON {
        let result =
            switch sent.result {
            case .applied: "applied"
            case .refused: "refused"
            case .changedElsewhere: "changed-elsewhere"
            }
        return [
            "newDeals": .bool(sent.change.newDeals), "madeAt": .date(sent.change.madeAt), "result": .string(result),
        ]
    }
}
