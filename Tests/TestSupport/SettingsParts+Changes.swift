package import Domain
import Foundation
import Synchronization

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
