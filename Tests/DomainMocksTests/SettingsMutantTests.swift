import Domain
import DomainContracts
import DomainMocks
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Mocked settings without one of their behaviours fail the rows about it, and no others")
struct SettingsMutantTests {
    @Test("Settings", arguments: settingsMutants)
    func settings(_ mutant: SettingsMutant) async throws {
        let failed = try await mutant.rowsFailed(of: SettingsContract.rowsWithoutRules) { confirmed, change in
            let mock = MockNotificationSettings(confirmed: [ada: confirmed.confirmed])
            var parts = SettingsParts(mock)
            change(&parts)
            return SettingsArrangement(
                fetch: parts,
                update: parts,
                pending: parts,
                tell: mock.tell,
                applied: { mock.applied(for: ada) }
            )
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row about settings is failed by a mutant")
    func everyRow() {
        #expect(unfailed(SettingsContract.rowsWithoutRules, by: settingsMutants.map(\.failedRows)) == [])
    }
}

private let ada = UserID("ada")

private let settingsMutants = [
    SettingsMutant("takes what was kept for live", failing: "What was stored does not count as live") { parts in
        parts.mapFetch { $0.with(freshness: .live) }
    },
    SettingsMutant(
        "does not say that an answer is live",
        failing: "What the store has confirmed comes through, on",
        "What the store has confirmed comes through, off"
    ) { parts in
        parts.mapFetch { $0.with(freshness: .unknown) }
    },
    SettingsMutant(
        "takes everything for off",
        failing: "What the store has confirmed comes through, on",
        "What was stored does not count as live",
        "A refused change leaves what was confirmed, and nothing queued",
        "A pending change is shown with what the store has confirmed"
    ) { parts in
        parts.mapFetch { $0.with(value: NotificationSettings(confirmed: false)) }
    },
    SettingsMutant(
        "takes everything for on",
        failing: "What the store has confirmed comes through, off",
        "A confirmed change is what is fetched next",
        "A pending change is shown with what the store has confirmed",
        "What was sent is confirmed, and queued no more"
    ) { parts in
        parts.mapFetch { $0.with(value: NotificationSettings(confirmed: true)) }
    },
    SettingsMutant("knows everybody", failing: "An unknown user is a failure of its own") { parts in
        parts.fetch(NotificationSettings(confirmed: true), for: .unknownUser)
    },
    SettingsMutant("makes settings of a damaged answer", failing: "A malformed answer is a failure") { parts in
        parts.fetch(NotificationSettings(confirmed: true), for: .malformed)
    },
    SettingsMutant(
        "makes settings up when it reaches nobody",
        failing: "A store out of reach with nothing stored is a failure"
    ) { parts in
        parts.fetch(NotificationSettings(confirmed: true), for: .unavailable)
    },
    SettingsMutant(
        "takes a store that asks to wait for one out of reach",
        failing: "Being asked to wait is a failure of its own",
        "Being asked to wait leaves what is queued, and is a failure of its own"
    ) { parts in
        parts.mapFailures { $0 == .busy ? .unavailable : $0 }
    },
    SettingsMutant(
        "hides that it was asked to sign in",
        failing: "Being asked to sign in is a failure of its own",
        "A change that asks to sign in is a failure, and nothing is queued",
        "Being asked to sign in leaves what is queued"
    ) { parts in
        parts.mapFailures { $0 == .unauthorised ? .unavailable : $0 }
    },
    SettingsMutant(
        "says that a change is confirmed, and does not send it",
        failing: "A change is pending while the store asks to wait",
        "Being asked to wait leaves what is queued, and is a failure of its own",
        "A change is confirmed by the store",
        "A confirmed change is what is fetched next",
        "A refused change is a failure",
        "A change that asks to sign in is a failure, and nothing is queued",
        "A change offline with nothing known is a failure, and nothing is queued",
        "A change offline is pending, and the store has not got it",
        "A pending change is shown with what the store has confirmed",
        "A pending change is sent when the store is back, and reported by its name",
        "What was sent is confirmed, and queued no more",
        "What was sent is not sent again",
        "What can't be sent stays queued under its name",
        "Sent twice at once, a change reaches the store once",
        "Off, on, off: one change is sent",
        "A change made with the store in reach takes the queued one with it",
        "A change that is cancelled before it starts ends as cancelled, and is not made",
        "A sending that is cancelled before it starts leaves what is queued"
    ) { parts in
        parts.update = { NotificationSettings(confirmed: $0) }
    },
    SettingsMutant(
        "leaves what is confirmed pending",
        failing: "A change is confirmed by the store",
        "Off, then on: nothing is pending",
        "A change made with the store in reach takes the queued one with it"
    ) { parts in
        parts.update = { [update = parts.update] isOn throws(SettingsError) in
            let answer = try await update(isOn)
            return answer.pending == nil ? NotificationSettings(confirmed: !isOn, pending: isOn) : answer
        }
    },
    SettingsMutant("takes a refusal for an answer", failing: "A refused change is a failure") { parts in
        parts.update = { [update = parts.update] isOn throws(SettingsError) in
            do throws(SettingsError) {
                return try await update(isOn)
            } catch {
                guard error == .refused else { throw error }
                return NotificationSettings(confirmed: true)
            }
        }
    },
    SettingsMutant("queues what was refused", failing: "A refused change leaves what was confirmed, and nothing queued")
    { parts in
        parts.keepQueued { $0 == .failure(.refused) }
    },
    SettingsMutant(
        "queues what asks to sign in",
        failing: "A change that asks to sign in is a failure, and nothing is queued"
    ) { parts in
        parts.keepQueued { $0 == .failure(.unauthorised) }
    },
    SettingsMutant(
        "queues with nothing known",
        failing: "A change offline with nothing known is a failure, and nothing is queued"
    ) { parts in
        parts.keepQueued { $0 == .failure(.unavailable) }
    },
    SettingsMutant(
        "queues what was cancelled",
        failing: "A change that is cancelled before it starts ends as cancelled, and is not made"
    ) { parts in
        parts.keepQueued { $0 == .failure(.cancelled) }
    },
    SettingsMutant(
        "queues what was confirmed",
        failing: "Off, then on: nothing is pending",
        "Off, on, off: one change is sent",
        "A change made with the store in reach takes the queued one with it"
    ) { parts in
        parts.keepQueued { if case .success(let answer) = $0 { answer.pending == nil } else { false } }
    },
    SettingsMutant(
        "forgets what is made offline",
        failing: "A change is pending while the store asks to wait",
        "Being asked to wait leaves what is queued, and is a failure of its own",
        "A change offline is pending, and the store has not got it",
        "A pending change is sent when the store is back, and reported by its name",
        "What was sent is confirmed, and queued no more",
        "What was sent is not sent again",
        "What can't be sent stays queued under its name",
        "Being asked to sign in leaves what is queued",
        "Sent twice at once, a change reaches the store once",
        "Off, on, off: one change is sent",
        "A sending that is cancelled before it starts leaves what is queued"
    ) { parts in
        parts.pending = { [] }
        parts.send = { [] }
    },
    SettingsMutant(
        "does not show what is pending",
        failing: "A pending change is shown with what the store has confirmed"
    ) { parts in
        parts.mapFetch { $0.map { NotificationSettings(confirmed: $0.confirmed) } }
    },
    SettingsMutant(
        "names a change anew each time",
        failing: "Being asked to wait leaves what is queued, and is a failure of its own",
        "A pending change is sent when the store is back, and reported by its name",
        "What can't be sent stays queued under its name",
        "Being asked to sign in leaves what is queued"
    ) { parts in
        let number = Numbers()
        parts.pending = { [pending = parts.pending] () async throws(SettingsError) in
            try await pending().map {
                PendingChange(id: PendingChangeID("N-\(number.next())"), newDeals: $0.newDeals, madeAt: $0.madeAt)
            }
        }
    },
    SettingsMutant(
        "keeps what was sent",
        failing: "What was sent is confirmed, and queued no more",
        "Sent twice at once, a change reaches the store once"
    ) { parts in
        parts.keepSent { $0 == .applied }
    },
    SettingsMutant(
        "sends everything twice",
        failing: "A pending change is sent when the store is back, and reported by its name",
        "What was sent is not sent again",
        "Sent twice at once, a change reaches the store once",
        "Off, on, off: one change is sent"
    ) { parts in
        parts.send = { [send = parts.send, update = parts.update] () async throws(SettingsError) in
            let sent = try await send()
            for change in sent where change.result == .applied {
                _ = try await update(change.change.newDeals)
            }
            return sent
        }
    },
    SettingsMutant(
        "sends the last choice whenever it sends",
        failing: "What was sent is not sent again",
        "Sent twice at once, a change reaches the store once",
        "Off, then on: nothing is sent"
    ) { parts in
        let last = LastChoice()
        parts.update = { [update = parts.update] isOn throws(SettingsError) in
            last.set(isOn)
            return try await update(isOn)
        }
        parts.send = { [send = parts.send, update = parts.update] () async throws(SettingsError) in
            let sent = try await send()
            guard sent.isEmpty, let choice = last.get() else { return sent }
            _ = try await update(choice)
            return sent
        }
    },
    SettingsMutant(
        "tells of changes that nobody made",
        failing: "What was sent is not sent again",
        "With nothing queued nothing is sent",
        "Off, then on: nothing is sent"
    ) { parts in
        parts.mapSent { $0.isEmpty ? [SentChange(.example(false), .applied)] : $0 }
    },
    SettingsMutant("drops what can't be sent", failing: "What can't be sent stays queued under its name") { parts in
        parts.dropQueue(at: .unavailable)
    },
    SettingsMutant("drops what asks to sign in", failing: "Being asked to sign in leaves what is queued") { parts in
        parts.dropQueue(at: .unauthorised)
    },
    SettingsMutant(
        "drops what is cancelled",
        failing: "A sending that is cancelled before it starts leaves what is queued"
    ) { parts in
        parts.dropQueue(at: .cancelled)
    },
    SettingsMutant(
        "does not coalesce",
        failing: "A pending change is sent when the store is back, and reported by its name",
        "What was sent is confirmed, and queued no more",
        "Sent twice at once, a change reaches the store once",
        "Off, then on: nothing is pending",
        "Off, on, off: one change is sent",
        "A change made with the store in reach takes the queued one with it"
    ) { parts in
        let box = Box(kept: [])
        parts.update = { [update = parts.update] isOn throws(SettingsError) in
            let answer = try await update(isOn)
            guard answer.pending != nil || !box.kept.isEmpty else { return answer }
            box.append(.example(isOn))
            return NotificationSettings(confirmed: true, pending: isOn)
        }
        parts.pending = { box.kept }
    },
    SettingsMutant(
        "leaves what is queued when a change is confirmed",
        failing: "A change made with the store in reach takes the queued one with it"
    ) { parts in
        let box = Box(kept: [])
        parts.update = { [update = parts.update, pending = parts.pending] isOn throws(SettingsError) in
            let queued = try await pending()
            let answer = try await update(isOn)
            if answer.pending == nil, answer.confirmed != true { for change in queued { box.append(change) } }
            return answer
        }
        parts.pending = { [pending = parts.pending] () async throws(SettingsError) in
            try await pending() + box.kept
        }
    },
    SettingsMutant(
        "takes being cancelled for being out of reach",
        failing: "A fetch that is cancelled before it starts ends as cancelled",
        "A change that is cancelled before it starts ends as cancelled, and is not made",
        "A sending that is cancelled before it starts leaves what is queued",
        "A fetch that is cancelled while it waits ends as cancelled, soon"
    ) { parts in
        parts.mapFailures { $0 == .cancelled ? .unavailable : $0 }
    },
    SettingsMutant(
        "starts although it was cancelled",
        failing: "A fetch that is cancelled before it starts ends as cancelled",
        "A change that is cancelled before it starts ends as cancelled, and is not made",
        "A sending that is cancelled before it starts leaves what is queued"
    ) { parts in
        let original = parts
        parts.fetch = { user throws(SettingsError) in
            guard Task.isCancelled else { return try await original.fetch(user) }
            return try await unreached { () async throws(SettingsError) in try await original.fetch(user) }
        }
        parts.update = { isOn throws(SettingsError) in
            try await unreached { () async throws(SettingsError) in try await original.update(isOn) }
        }
        parts.send = { () async throws(SettingsError) in
            try await unreached(original.send)
        }
    },
    SettingsMutant(
        "does not notice that it is cancelled while it waits",
        failing: "A fetch that is cancelled while it waits ends as cancelled, soon"
    ) { parts, hang in
        let original = parts.fetch
        parts.fetch = { user throws(SettingsError) in
            if Task.isCancelled { throw .cancelled }
            return try await unreached(hang: hang) { () async throws(SettingsError) in try await original(user) }
        }
    },
]
