public import Domain
public import Foundation
public import Observation

/// A person's settings.
///
/// Invariant: the last choice wins. A choice is on screen at once, as pending; what the store or the queue makes of it
/// replaces it, and a failure brings back what was so before. Changes are made one after the other; of choices that come
/// while one is under way the last is made.
@MainActor @Observable
public final class SettingsViewModel {
    /// Whose settings they are.
    public let user: UserID
    /// What became of changes that were sent with `sync()`; `nil` before.
    public private(set) var sent: [SentChange]?

    private let fetch: any FetchNotificationSettings
    private let update: any UpdateNotificationSettings
    private let pending: any SendPendingChanges
    private let formats: Formats
    private let loading: Loading<NotificationSettings, SettingsError>

    /// What is on screen and was not answered yet.
    private var choice: Bool?
    /// What is to be made when the change under way has ended.
    @ObservationIgnored private var next: Bool?
    private var change: Task<Void, Never>?
    /// Of the last change or sending.
    private var failure: Problem?
    private let sending = Latest()

    /// Makes settings that are empty until they are told to `load()`.
    ///
    /// - Parameter now: asked when a load begins; what it brought is from then if a later one fails.
    public init(
        user: UserID,
        fetch: any FetchNotificationSettings,
        update: any UpdateNotificationSettings,
        pending: any SendPendingChanges,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.user = user
        self.fetch = fetch
        self.update = update
        self.pending = pending
        self.formats = formats
        loading = Loading(now: now) { error, _ in Problem(error) }
    }

    /// The heading.
    public var title: String { formats.wording(.settingsTitle) }

    /// What is on screen: the last that could be had, with a choice that was not answered yet as pending.
    public var content: SettingsContent? {
        loading.snapshot.map { snapshot in
            SettingsContent(
                snapshot.map { settings in choice.map(settings.choosing) ?? settings },
                formats: formats
            )
        }
    }

    /// Whether a load, a change or a sending is under way.
    public var activity: Activity {
        loading.activity == .idle && change == nil && sending.activity == .idle ? .idle : .loading
    }

    /// Why the last load, change or sending failed; `nil` once one has succeeded.
    public var problem: Problem? { failure ?? loading.problem }

    /// What to say of changes that were sent, one line each, or that there were none; empty before.
    public var sentNotes: [String] {
        guard let sent else { return [] }
        return sent.isEmpty ? [formats.wording(.syncNothing)] : sent.map { formats.note(on: $0) }
    }

    /// Fetches the settings, and returns when that has ended; supersedes and is cancelled as the lists' loads are.
    public func load() async {
        failure = nil
        await loading.load { [fetch, user] () async throws(SettingsError) in
            try await fetch.notificationSettings(of: user)
        }
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
        let before = loading.snapshot?.freshness ?? .unknown
        loading.show(.success(Snapshot(settings, freshness: settings.pending == nil ? .live : before)))
    }
}

/// Settings as a person reads them.
public struct SettingsContent: Sendable {
    /// What the texts are made of, with its age.
    public let snapshot: Snapshot<NotificationSettings>
    private let formats: Formats

    init(_ snapshot: Snapshot<NotificationSettings>, formats: Formats) {
        self.snapshot = snapshot
        self.formats = formats
    }

    /// Whether push notifications about new deals are on, as the person wants it.
    public var newDeals: Bool { snapshot.value.newDeals }

    /// The same in a sentence.
    public var newDealsLine: String { formats.wording(.settingsNewDeals, .text(formats.value(newDeals))) }

    /// That the store has something else; `nil` when it has the same.
    public var pendingNote: String? {
        snapshot.value.pending.map { _ in
            formats.wording(.settingsPending, .text(formats.value(snapshot.value.confirmed)))
        }
    }

    /// How old it is, in words; `nil` when it is live, and where `pendingNote` says all that is known of it.
    public var freshnessNote: String? {
        if snapshot.freshness == .unknown, snapshot.value.pending != nil { return nil }
        return formats.note(on: snapshot.freshness)
    }
}

extension Formats {
    /// What became of a change that was sent.
    public func note(on sent: SentChange) -> String {
        let value = Message.Argument.text(self.value(sent.change.newDeals))
        return switch sent.result {
        case .applied: wording(.syncApplied, value)
        case .refused: wording(.syncRefused, value)
        case .changedElsewhere(let stands):
            wording(.syncChangedElsewhere, value, .text(self.value(stands.newDeals)))
        }
    }

    fileprivate func value(_ isOn: Bool) -> String { wording(isOn ? .settingsOn : .settingsOff) }
}
