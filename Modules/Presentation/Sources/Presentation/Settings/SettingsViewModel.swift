public import Domain
public import Foundation
public import Observation

/// A user's settings.
///
/// Invariant: the last choice wins. A choice appears on the screen at once, as pending. The response of the store or the queue
/// replaces it, and a failure restores the previous setting. Changes are made one after the other; if several choices are made
/// while a change is running, the last of them is made next.
@MainActor @Observable
public final class SettingsViewModel: ScreenModel {
    /// The user.
    public let user: UserID
    /// The outcomes of the changes sent with `sync()`; `nil` before.
    public private(set) var sent: [SentChange]?

    private let update: any UpdateNotificationSettings
    private let pending: any SendPendingChanges
    private let formats: Formats
    private let settings: ReadViewModel<NotificationSettings>

    /// The choice on the screen that has no response yet.
    private var choice: Bool?
    /// The choice to make when the running change has ended.
    @ObservationIgnored private var next: Bool?
    private var change: Task<Void, Never>?
    /// The failure of the last change or `sync()`.
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

    /// The content of the screen: the settings of the last successful read, with a choice that has no response yet as pending.
    public var content: SettingsContent? {
        settings.content?.map { settings in choice.map(settings.choosing) ?? settings }
    }

    /// Whether a load, a change or a `sync()` is running.
    public var activity: Activity {
        settings.activity == .idle && change == nil && sending.activity == .idle ? .idle : .loading
    }

    /// Why the last load, change or `sync()` failed; `nil` after one that succeeded.
    public var problem: Problem? { failure ?? settings.problem }

    /// The outcomes of the changes that were sent, one line each, or a line that there were none; empty before.
    public var sentNotes: [String] {
        guard let sent else { return [] }
        return sent.isEmpty ? [formats.wording(.syncNothing)] : sent.map { formats.note(on: $0) }
    }

    /// Fetches the settings, and returns when that has ended. Superseding and cancellation work as in `ReadViewModel.load()`.
    public func load() async {
        failure = nil
        await settings.load()
    }

    /// Chooses whether push notifications about new deals are sent. Returns when the change has ended, or when a later choice
    /// that superseded it has. Once begun, a change is completed.
    public func setNewDeals(_ isOn: Bool) async {
        guard !Task.isCancelled else { return }
        choice = isOn
        next = isOn
        failure = nil
        let task = change ?? Task { await makeChanges() }
        change = task
        await task.value
    }

    /// Sends the queued changes. Returns when that has ended and the resulting settings are on the screen.
    public func sync() async {
        failure = nil
        await sending.run { [pending, user] () async throws(SettingsError) in
            try await pending.sendPendingChanges(of: user)
        } land: { result in
            switch result {
            case .success(let sent): self.sent = sent
            case .failure(let error): self.failure = Problem(sending: error)
            }
        }
        if failure == nil, sent != nil { await load() }
    }

    private func makeChanges() async {
        while let isOn = next {
            next = nil
            let result = await Result(async: { () async throws(SettingsError) in
                try await update.setNewDeals(isOn, for: user)
            })
            switch result {
            case .success(let settings):
                show(settings)
            case .failure(let error):
                switch error {
                case .changedElsewhere(let stands), .replaced(let stands): show(stands)
                default: break
                }
                failure = Problem(error)
            }
        }
        choice = nil
        change = nil
    }

    /// Shows the settings after a change. While a choice is pending, the confirmed setting is as old as before.
    private func show(_ settings: NotificationSettings) {
        let before = self.settings.snapshot?.freshness ?? .unknown
        self.settings.show(.success(Snapshot(settings, freshness: settings.pending == nil ? .live : before)))
    }
}
