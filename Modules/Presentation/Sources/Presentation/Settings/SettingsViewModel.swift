public import Domain
public import Foundation
public import Observation

/// A person's settings.
///
/// Invariant: the last choice wins. A choice is on screen at once, as pending; what the store or the queue makes of it
/// replaces it, and a failure brings back what was so before. Changes are made one after the other; of choices that come
/// while one is under way the last is made.
@MainActor @Observable
public final class SettingsViewModel: ScreenModel {
    /// Whose settings they are.
    public let user: UserID
    /// What became of changes that were sent with `sync()`; `nil` before.
    public private(set) var sent: [SentChange]?

    private let update: any UpdateNotificationSettings
    private let pending: any SendPendingChanges
    private let formats: Formats
    private let settings: ReadViewModel<NotificationSettings, SettingsContent>

    /// What is on screen and was not answered yet.
    private var choice: Bool?
    /// What is to be made when the change under way has ended.
    @ObservationIgnored private var next: Bool?
    private var change: Task<Void, Never>?
    /// Of the last change or sending.
    private var failure: Problem?
    private let sending = Latest()

    /// Creates settings that are empty until their first `load()`.
    public init(
        user: UserID,
        fetch: any FetchNotificationSettings,
        update: any UpdateNotificationSettings,
        pending: any SendPendingChanges,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.user = user
        self.update = update
        self.pending = pending
        self.formats = formats
        settings = ReadViewModel(
            .settings,
            of: user,
            read: fetch.notificationSettings,
            formats: formats,
            now: now
        )
    }

    /// The heading.
    public var title: String { settings.title }

    /// What is on screen: the last that could be had, with a choice that was not answered yet as pending.
    public var content: SettingsContent? {
        settings.snapshot.map { snapshot in
            SettingsContent(
                snapshot.map { settings in choice.map(settings.choosing) ?? settings },
                of: .settings,
                formats: formats
            )
        }
    }

    /// Whether a load, a change or a sending is under way.
    public var activity: Activity {
        settings.activity == .idle && change == nil && sending.activity == .idle ? .idle : .loading
    }

    /// Why the last load, change or sending failed; `nil` once one has succeeded.
    public var problem: Problem? { failure ?? settings.problem }

    /// What to say of changes that were sent, one line each, or that there were none; empty before.
    public var sentNotes: [String] {
        guard let sent else { return [] }
        return sent.isEmpty ? [formats.wording(.syncNothing)] : sent.map { formats.note(on: $0) }
    }

    /// Fetches the settings, and returns when that has ended; supersedes and is cancelled as the lists' loads are.
    public func load() async {
        failure = nil
        await settings.load()
    }

    /// Chooses whether push notifications about new deals are sent, and returns when that has ended, or is overtaken by a
    /// later choice that has. Once begun it is carried through.
    public func setNewDeals(_ isOn: Bool) async {
        guard !Task.isCancelled else { return }
        choice = isOn
        next = isOn
        failure = nil
        let task = change ?? Task { await makeChanges() }
        change = task
        await task.value
    }

    /// Sends what is queued, and returns when that has ended and what is so then is on screen.
    public func sync() async {
        failure = nil
        await sending.run { [pending, user] () async throws(SettingsError) in
            try await pending.sendPendingChanges(of: user)
        } land: { result in
            switch result {
            case .success(let sent): self.sent = sent
            case .failure(let error): self.failure = Problem(error)
            }
        }
        if failure == nil, sent != nil { await load() }
    }

    private func makeChanges() async {
        while let isOn = next {
            next = nil
            switch await result(of: isOn) {
            case .success(let settings):
                show(settings)
            case .failure(let error):
                if case .changedElsewhere(let stands) = error { show(stands) }
                failure = Problem(error)
            }
        }
        choice = nil
        change = nil
    }

    private func result(of isOn: Bool) async -> Result<NotificationSettings, SettingsError> {
        do throws(SettingsError) {
            return .success(try await update.setNewDeals(isOn, for: user))
        } catch {
            return .failure(error)
        }
    }

    /// What is pending was confirmed by nobody, and what was confirmed before is as old as it was.
    private func show(_ settings: NotificationSettings) {
        let before = self.settings.snapshot?.freshness ?? .unknown
        self.settings.show(.success(Snapshot(settings, freshness: settings.pending == nil ? .live : before)))
    }
}
