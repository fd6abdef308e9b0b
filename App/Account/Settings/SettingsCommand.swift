import ArgumentParser
import DataSupport
import Domain
import Foundation
import Presentation

/// The command `account settings`.
struct SettingsCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Shows the settings, or changes them.",
        discussion: "A change that can't be sent is stored, and sent by the next command that reaches the store."
    )

    /// A setting's value.
    enum Value: String, CaseIterable, ExpressibleByArgument {
        case on
        case off
    }

    @Option(help: "Whether to be sent push notifications about new deals.")
    var push: Value?

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions

    /// Whether to send pending changes afterwards. A change of settings already sends those that were pending before it.
    var sendsPending: Bool { push == nil }

    func show(in session: Session) async throws(AccountFailure) -> Session.Showing {
        guard let push else { return try await session.settings() }
        return try await session.setNewDeals(push == .on)
    }
}

/// The command `account sync`.
struct SyncCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Sends changes that could not be sent when they were made."
    )

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions

    var sendsPending: Bool { false }

    func show(in session: Session) async throws(AccountFailure) -> Session.Showing { try await session.sync() }
}

extension Session {
    /// Returns the settings, after sending what could not be sent before. Otherwise the screen would say that a change is not
    /// sent, and the next line that it is.
    func settings() async throws(AccountFailure) -> Showing {
        let settings = composition.settings(of: try user, formats)
        if !isOffline { await sendPendingChanges(within: patience) }
        try await load(settings)
        var showing = try showing(settings)
        showing.hasSentPending = true
        return showing
    }

    /// Changes a setting and returns the settings. Throws if the change was not made, even if settings could be shown.
    func setNewDeals(_ isOn: Bool) async throws(AccountFailure) -> Showing {
        let settings = composition.settings(of: try user, formats)
        await settings.setNewDeals(isOn)
        if let problem = settings.problem { throw failure(problem) }
        return try showing(settings)
    }

    /// Sends the changes that could not be sent before, and returns their outcomes.
    func sync() async throws(AccountFailure) -> Showing {
        let settings = composition.settings(of: try user, formats)
        await settings.sync()
        if settings.sent == nil, let problem = settings.problem { throw failure(problem) }
        let changes = JSON.object(["changes": .list((settings.sent ?? []).map(JSON.sent))])
        let parts = ["settings": JSON.settings(settings, formats), "sync": settings.sent == nil ? .absent : changes]
        return Showing(document: .account(of: try user, parts)) { page in
            for note in settings.sentNotes { page.line(note) }
        }
    }

    func showing(_ settings: SettingsViewModel) throws(AccountFailure) -> Showing {
        let document = JSON.account(of: try user, ["settings": .settings(settings, formats)])
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
            // The person's choice.
            "newDeals": .flag(snapshot?.value.newDeals),
            // The setting that the store last confirmed.
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

extension Session {
    /// Returns the output with work afterwards that sends changes that could not be sent when they were made.
    func sendingPending(after showing: Showing, _ options: AccountOptions) -> Showing {
        guard !options.offline, !showing.hasSentPending else { return showing }
        var showing = showing
        showing.afterwards = { [first = showing.afterwards] in
            await first?()
            await sendPendingChanges(within: patience)
        }
        return showing
    }

    /// Sends changes that could not be sent before, because the store is being called anyway, and reports the outcomes on
    /// standard error. What can't be sent in that time stays queued without a message, because the person did not ask for it.
    func sendPendingChanges(within patience: Duration) async {
        guard let person, let pending = composition.users[person].pendingChanges else { return }
        _ = await Deadline(patience, on: ContinuousClock()).wait { [formats] in
            guard let sent = try? await pending.sendPendingChanges(of: person) else { return }
            for change in sent { StandardError.say(formats.note(on: change)) }
        }
    }
}

@MainActor
extension Composition {
    func settings(of user: UserID, _ formats: Formats) -> SettingsViewModel {
        SettingsViewModel(
            user: user,
            fetch: users[user].stored.fetchSettings,
            update: users[user].stored.updateSettings,
            pending: users[user].stored.sendPendingChanges,
            formats: formats,
            now: { Date() }
        )
    }
}
