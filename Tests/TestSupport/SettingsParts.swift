package import Domain
import Foundation
import Synchronization

/// The use cases about Ada's settings, each of which can be replaced.
package struct SettingsParts: FetchNotificationSettings, UpdateNotificationSettings, SendPendingChanges {
    package typealias Settings = Snapshot<NotificationSettings>

    package var fetch: @Sendable (UserID) async throws(SettingsError) -> Settings
    package var update: @Sendable (Bool) async throws(SettingsError) -> NotificationSettings
    package var send: @Sendable () async throws(SettingsError) -> [SentChange]
    package var pending: @Sendable () async throws(SettingsError) -> [PendingChange]

    package init(_ settings: some FetchNotificationSettings & UpdateNotificationSettings & SendPendingChanges) {
        let ada = UserID("ada")
        fetch = { user throws(SettingsError) in
            do throws(ReadError) {
                return try await settings.notificationSettings(of: user)
            } catch {
                throw SettingsError(error)
            }
        }
        update = { isOn throws(SettingsError) in try await settings.setNewDeals(isOn, for: ada) }
        send = { () async throws(SettingsError) in try await settings.sendPendingChanges(of: ada) }
        pending = { () async throws(SettingsError) in try await settings.pendingChanges(of: ada) }
    }

    package func notificationSettings(of user: UserID) async throws(ReadError) -> Settings {
        do throws(SettingsError) {
            return try await fetch(user)
        } catch {
            throw ReadError.allCases.first { SettingsError($0) == error } ?? .malformed
        }
    }

    package func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings {
        try await update(isOn)
    }

    package func sendPendingChanges(of user: UserID) async throws(SettingsError) -> [SentChange] { try await send() }

    package func pendingChanges(of user: UserID) async throws(SettingsError) -> [PendingChange] { try await pending() }
}

extension SettingsParts {
    package mutating func mapSent(_ change: @escaping @Sendable ([SentChange]) -> [SentChange]) {
        send = { [send] () async throws(SettingsError) in change(try await send()) }
    }

    /// Makes a change stay queued permanently if sending it has this outcome.
    package mutating func keepSent(_ isKept: @escaping @Sendable (SentChange.Outcome) -> Bool) {
        let box = Box(kept: [])
        send = { [send] () async throws(SettingsError) in
            let sent = try await send()
            for change in sent where isKept(change.result) { box.append(change.change) }
            return sent
        }
        pending = { [pending] () async throws(SettingsError) in box.kept + (try await pending()) }
    }
}

package typealias SettingsMutant = PartsMutant<SettingsParts>

/// A box for stored changes.
package final class Box: Sendable {
    private let changes: Mutex<[PendingChange]>

    package init(kept: [PendingChange]) { changes = Mutex(kept) }

    package var kept: [PendingChange] { changes.withLock { $0 } }

    package func append(_ change: PendingChange) { changes.withLock { $0.append(change) } }
}

package final class Flag: Sendable {
    private let flag = Mutex(false)

    package init() {}

    package var isSet: Bool { flag.withLock { $0 } }

    package func set(_ isSet: Bool = true) { flag.withLock { $0 = isSet } }
}

/// What mutants do to the parts.
extension SettingsParts {
    package mutating func mapFetch(_ change: @escaping @Sendable (Settings) -> Settings) {
        fetch = { [fetch] user throws(SettingsError) in change(try await fetch(user)) }
    }

    /// Changes the failures of all calls.
    package mutating func mapFailures(_ change: @escaping @Sendable (SettingsError) -> SettingsError) {
        fetch = { [fetch] user throws(SettingsError) in
            do throws(SettingsError) { return try await fetch(user) } catch { throw change(error) }
        }
        update = { [update] isOn throws(SettingsError) in
            do throws(SettingsError) { return try await update(isOn) } catch { throw change(error) }
        }
        send = { [send] () async throws(SettingsError) in
            do throws(SettingsError) { return try await send() } catch { throw change(error) }
        }
    }

    /// Returns `answer` in place of this failure of a fetch.
    package mutating func fetch(_ answer: NotificationSettings, for failure: SettingsError) {
        fetch = { [fetch] user throws(SettingsError) in
            do throws(SettingsError) {
                return try await fetch(user)
            } catch {
                guard error == failure else { throw error }
                return Snapshot(answer, freshness: .unknown)
            }
        }
    }

    /// Makes a change stay queued permanently when it ends in this way.
    package mutating func keepQueued(
        _ isKept: @escaping @Sendable (Result<NotificationSettings, SettingsError>) -> Bool
    ) {
        let box = Box(kept: [])
        update = { [update] isOn throws(SettingsError) in
            let result = await Result(async: { () async throws(SettingsError) in try await update(isOn) })
            if isKept(result) { box.append(PendingChange.example(isOn)) }
            return try result.get()
        }
        pending = { [pending] () async throws(SettingsError) in try await pending() + box.kept }
    }

    /// Empties the queue once sending has failed in this way.
    package mutating func dropQueue(at failure: SettingsError) {
        let hasFailed = Flag()
        send = { [send] () async throws(SettingsError) in
            do throws(SettingsError) {
                return try await send()
            } catch {
                if error == failure { hasFailed.set() }
                throw error
            }
        }
        pending = { [pending] () async throws(SettingsError) in hasFailed.isSet ? [] : try await pending() }
    }
}

extension PendingChange {
    package static func example(_ newDeals: Bool) -> PendingChange {
        PendingChange(id: PendingChangeID("X"), newDeals: newDeals, madeAt: Date(timeIntervalSince1970: 0))
    }
}

package final class Numbers: Sendable {
    private let number = Mutex(0)

    package init() {}

    package func next() -> Int {
        number.withLock { number in
            number += 1
            return number
        }
    }
}

package final class LastChoice: Sendable {
    private let choice = Mutex<Bool?>(nil)

    package init() {}

    package func set(_ isOn: Bool) { choice.withLock { $0 = isOn } }

    package func get() -> Bool? { choice.withLock { $0 } }
}
