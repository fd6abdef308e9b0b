import Domain
import DomainContracts
import DomainMocks
import Foundation
import Synchronization
import Testing

@Suite("Mocked settings without one of their behaviours fail the rows about it, and no others")
struct SettingsMutantTests {
    @Test("Settings", arguments: settingsMutants)
    func settings(_ mutant: SettingsMutant) async throws {
        let failed = try await violatedRows(of: SettingsContract.rows) { row in
            let isImpatient = mutant.hangs && mutant.failedRows.contains(row.name)
            let contract = SettingsContract(patience: isImpatient ? .milliseconds(20) : .seconds(60)) { confirmed in
                let mock = MockNotificationSettings(confirmed: [ada: confirmed.confirmed])
                var parts = SettingsParts(mock)
                mutant.change(mock, &parts)
                return SettingsArrangement(
                    fetch: parts,
                    update: parts,
                    pending: parts,
                    tell: mock.tell,
                    applied: { mock.applied(for: ada) }
                )
            }
            try await contract.check(row)
        }
        #expect(failed == mutant.failedRows)
    }

    @Test("Every row about settings is failed by a mutant", arguments: SettingsContract.rows)
    func everyRow(_ row: SettingsContract.Row) {
        #expect(settingsMutants.contains { $0.failedRows.contains(row.name) })
    }
}

private let ada = UserID("ada")

/// Every call of a mock's use cases, each of which can be exchanged.
struct SettingsParts: FetchNotificationSettings, UpdateNotificationSettings, SendPendingChanges {
    typealias Settings = Snapshot<NotificationSettings>

    var fetch: @Sendable (UserID) async throws(SettingsError) -> Settings
    var update: @Sendable (Bool) async throws(SettingsError) -> NotificationSettings
    var send: @Sendable () async throws(SettingsError) -> [SentChange]
    var pending: @Sendable () async throws(SettingsError) -> [PendingChange]

    init(_ mock: MockNotificationSettings) {
        fetch = { user throws(SettingsError) in
            do throws(ReadError) {
                return try await mock.notificationSettings(of: user)
            } catch {
                throw SettingsError(error)
            }
        }
        update = { isOn throws(SettingsError) in try await mock.setNewDeals(isOn, for: ada) }
        send = { () async throws(SettingsError) in try await mock.sendPendingChanges(of: ada) }
        pending = { () async throws(SettingsError) in try await mock.pendingChanges(of: ada) }
    }

    func notificationSettings(of user: UserID) async throws(ReadError) -> Settings {
        do throws(SettingsError) {
            return try await fetch(user)
        } catch {
            throw ReadError.allCases.first { SettingsError($0) == error } ?? .malformed
        }
    }

    func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings {
        try await update(isOn)
    }

    func sendPendingChanges(of user: UserID) async throws(SettingsError) -> [SentChange] { try await send() }

    func pendingChanges(of user: UserID) async throws(SettingsError) -> [PendingChange] { try await pending() }
}

extension SettingsParts {
    fileprivate mutating func mapFetch(_ change: @escaping @Sendable (Settings) -> Settings) {
        fetch = { [fetch] user throws(SettingsError) in change(try await fetch(user)) }
    }

    /// What becomes of failures of all calls.
    fileprivate mutating func mapFailures(_ change: @escaping @Sendable (SettingsError) -> SettingsError) {
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

    fileprivate mutating func mapSent(_ change: @escaping @Sendable ([SentChange]) -> [SentChange]) {
        send = { [send] () async throws(SettingsError) in change(try await send()) }
    }

    /// What is answered in place of this failure of a fetch.
    fileprivate mutating func fetch(_ answer: NotificationSettings, for failure: SettingsError) {
        fetch = { [fetch] user throws(SettingsError) in
            do throws(SettingsError) {
                return try await fetch(user)
            } catch {
                guard error == failure else { throw error }
                return Snapshot(answer, freshness: .unknown)
            }
        }
    }

    /// Something that a change leaves queued for good when it ends so.
    fileprivate mutating func keepQueued(
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

    /// What is queued when a sending ends so stays there for good.
    fileprivate mutating func keepSent(_ isKept: @escaping @Sendable (SentChange.Outcome) -> Bool) {
        let box = Box(kept: [])
        send = { [send] () async throws(SettingsError) in
            let sent = try await send()
            for change in sent where isKept(change.result) { box.append(change.change) }
            return sent
        }
        pending = { [pending] () async throws(SettingsError) in box.kept + (try await pending()) }
    }

    /// Nothing is queued any more once a sending has failed so.
    fileprivate mutating func dropQueue(at failure: SettingsError) {
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

private final class Box: Sendable {
    private let changes: Mutex<[PendingChange]>

    init(kept: [PendingChange]) { changes = Mutex(kept) }

    var kept: [PendingChange] { changes.withLock { $0 } }

    func append(_ change: PendingChange) { changes.withLock { $0.append(change) } }
}

private final class Flag: Sendable {
    private let flag = Mutex(false)

    var isSet: Bool { flag.withLock { $0 } }

    func set(_ isSet: Bool = true) { flag.withLock { $0 = isSet } }
}

extension PendingChange {
    fileprivate static func example(_ newDeals: Bool) -> PendingChange {
        PendingChange(id: PendingChangeID("X"), newDeals: newDeals, madeAt: Date(timeIntervalSince1970: 0))
    }
}

/// Settings with one behaviour taken out, and the rows that must find it.
struct SettingsMutant: Sendable, CustomStringConvertible {
    /// What is wrong with them.
    let description: String
    /// The names of the rows that fail, all of them.
    let failedRows: Set<String>
    /// Whether the failing rows find out by running out of patience.
    let hangs: Bool
    let change: @Sendable (MockNotificationSettings, inout SettingsParts) -> Void

    init(
        _ description: String,
        hangs: Bool = false,
        failing rows: String...,
        change: @escaping @Sendable (MockNotificationSettings, inout SettingsParts) -> Void
    ) {
        self.description = description
        failedRows = Set(rows)
        self.hangs = hangs
        self.change = change
    }
}

private let settingsMutants = [
    SettingsMutant("takes what was kept for live", failing: "What was kept does not count as live") { _, parts in
        parts.mapFetch { $0.with(freshness: .live) }
    },
    SettingsMutant(
        "does not say that an answer is live",
        failing: "What the store has confirmed comes through, on",
        "What the store has confirmed comes through, off"
    ) { _, parts in
        parts.mapFetch { $0.with(freshness: .unknown) }
    },
    SettingsMutant(
        "takes everything for off",
        failing: "What the store has confirmed comes through, on",
        "What was kept does not count as live",
        "A refused change leaves what was confirmed, and nothing queued",
        "A pending change is shown with what the store has confirmed",
        "A queued change that is refused is told, and taken off",
        "What the store may have got is not coalesced away",
        "An overtaken change is queued no more, and what stands is shown"
    ) { _, parts in
        parts.mapFetch { $0.with(value: NotificationSettings(confirmed: false)) }
    },
    SettingsMutant(
        "takes everything for on",
        failing: "What the store has confirmed comes through, off",
        "A confirmed change is what is fetched next",
        "A pending change is shown with what the store has confirmed",
        "What was sent is confirmed, and queued no more",
        "A change whose answer was lost reaches the store once"
    ) { _, parts in
        parts.mapFetch { $0.with(value: NotificationSettings(confirmed: true)) }
    },
    SettingsMutant("knows everybody", failing: "An unknown user is a failure of its own") { _, parts in
        parts.fetch(NotificationSettings(confirmed: true), for: .unknownUser)
    },
    SettingsMutant("makes settings of a damaged answer", failing: "A malformed answer is a failure") { _, parts in
        parts.fetch(NotificationSettings(confirmed: true), for: .malformed)
    },
    SettingsMutant(
        "makes settings up when it reaches nobody",
        failing: "A store out of reach with nothing kept is a failure"
    ) { _, parts in
        parts.fetch(NotificationSettings(confirmed: true), for: .unavailable)
    },
    SettingsMutant(
        "hides that it was asked to sign in",
        failing: "Being asked to sign in is a failure of its own",
        "A change that asks to sign in is a failure, and nothing is queued",
        "Being asked to sign in leaves what is queued"
    ) { _, parts in
        parts.mapFailures { $0 == .unauthorised ? .unavailable : $0 }
    },
    SettingsMutant(
        "says that a change is confirmed, and does not send it",
        failing: "A change is confirmed by the store",
        "A confirmed change is what is fetched next",
        "A refused change is a failure",
        "A change that asks to sign in is a failure, and nothing is queued",
        "A change offline with nothing known is a failure, and nothing is queued",
        "A change offline is pending, and the store has not got it",
        "A pending change is shown with what the store has confirmed",
        "A pending change is sent when the store is back, and told by its name",
        "What was sent is confirmed, and queued no more",
        "What was sent is not sent again",
        "What can't be sent stays queued under its name",
        "Being asked to sign in leaves what is queued",
        "A change whose answer was lost reaches the store once",
        "Sent twice at once, a change reaches the store once",
        "Off, on, off: one change is sent",
        "What the store may have got is not coalesced away",
        "A change made with the store in reach takes the queued one with it",
        "A change made elsewhere in between is found, and left so",
        "Looking at the settings does not hide that a queued change was overtaken",
        "A change that is cancelled before it starts ends as cancelled, and is not made",
        "A sending that is cancelled before it starts leaves what is queued"
    ) { _, parts in
        parts.update = { NotificationSettings(confirmed: $0) }
    },
    SettingsMutant(
        "leaves what is confirmed pending",
        failing: "A change is confirmed by the store",
        "Off, then on: nothing is pending",
        "A change made with the store in reach takes the queued one with it",
        "Who was told of a change made elsewhere can change it again"
    ) { _, parts in
        parts.update = { [update = parts.update] isOn throws(SettingsError) in
            let answer = try await update(isOn)
            return answer.pending == nil ? NotificationSettings(confirmed: !isOn, pending: isOn) : answer
        }
    },
    SettingsMutant("takes a refusal for an answer", failing: "A refused change is a failure") { _, parts in
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
    { _, parts in
        parts.keepQueued { $0 == .failure(.refused) }
    },
    SettingsMutant(
        "queues what asks to sign in",
        failing: "A change that asks to sign in is a failure, and nothing is queued"
    ) { _, parts in
        parts.keepQueued { $0 == .failure(.unauthorised) }
    },
    SettingsMutant(
        "queues with nothing known",
        failing: "A change offline with nothing known is a failure, and nothing is queued"
    ) { _, parts in
        parts.keepQueued { $0 == .failure(.unavailable) }
    },
    SettingsMutant(
        "queues what was cancelled",
        failing: "A change that is cancelled before it starts ends as cancelled, and is not made"
    ) { _, parts in
        parts.keepQueued { $0 == .failure(.cancelled) }
    },
    SettingsMutant(
        "queues what was confirmed",
        failing: "Off, then on: nothing is pending",
        "Off, on, off: one change is sent",
        "A change made with the store in reach takes the queued one with it"
    ) { _, parts in
        parts.keepQueued { if case .success(let answer) = $0 { answer.pending == nil } else { false } }
    },
    SettingsMutant(
        "forgets what is made offline",
        failing: "A change offline is pending, and the store has not got it",
        "A pending change is sent when the store is back, and told by its name",
        "What was sent is confirmed, and queued no more",
        "What was sent is not sent again",
        "What can't be sent stays queued under its name",
        "Being asked to sign in leaves what is queued",
        "A queued change that is refused is told, and taken off",
        "Sent twice at once, a change reaches the store once",
        "Off, on, off: one change is sent",
        "What the store may have got is not coalesced away",
        "An overtaken change is queued no more, and what stands is shown",
        "Looking at the settings does not hide that a queued change was overtaken",
        "A sending that is cancelled before it starts leaves what is queued"
    ) { _, parts in
        parts.pending = { [] }
        parts.send = { [] }
    },
    SettingsMutant(
        "does not show what is pending",
        failing: "A pending change is shown with what the store has confirmed"
    ) { _, parts in
        parts.mapFetch { $0.map { NotificationSettings(confirmed: $0.confirmed) } }
    },
    SettingsMutant(
        "names a change anew each time",
        failing: "A pending change is sent when the store is back, and told by its name",
        "What can't be sent stays queued under its name",
        "Being asked to sign in leaves what is queued",
        "A queued change that is refused is told, and taken off",
        "A queued change that was overtaken is told, and not sent over the other"
    ) { _, parts in
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
    ) { _, parts in
        parts.keepSent { $0 == .applied }
    },
    SettingsMutant("keeps what was refused", failing: "A queued change that is refused is told, and taken off") {
        _,
        parts in
        parts.keepSent { $0 == .refused }
    },
    SettingsMutant(
        "keeps what was overtaken",
        failing: "An overtaken change is queued no more, and what stands is shown"
    ) { _, parts in
        parts.keepSent { if case .changedElsewhere = $0 { true } else { false } }
    },
    SettingsMutant(
        "sends everything twice",
        failing: "A pending change is sent when the store is back, and told by its name",
        "What was sent is not sent again",
        "A change whose answer was lost reaches the store once",
        "Sent twice at once, a change reaches the store once",
        "Off, on, off: one change is sent",
        "What the store may have got is not coalesced away"
    ) { mock, parts in
        parts.send = { [send = parts.send] () async throws(SettingsError) in
            let sent = try await send()
            for change in sent where change.result == .applied {
                _ = try await mock.setNewDeals(change.change.newDeals, for: ada)
            }
            return sent
        }
    },
    SettingsMutant(
        "sends the last choice whenever it sends",
        failing: "What was sent is not sent again",
        "Sent twice at once, a change reaches the store once",
        "Off, then on: nothing is sent"
    ) { mock, parts in
        let last = LastChoice()
        parts.update = { [update = parts.update] isOn throws(SettingsError) in
            last.set(isOn)
            return try await update(isOn)
        }
        parts.send = { [send = parts.send] () async throws(SettingsError) in
            let sent = try await send()
            guard sent.isEmpty, let choice = last.get() else { return sent }
            _ = try await mock.setNewDeals(choice, for: ada)
            return sent
        }
    },
    SettingsMutant(
        "tells of changes that nobody made",
        failing: "What was sent is not sent again",
        "With nothing queued nothing is sent",
        "Off, then on: nothing is sent"
    ) { _, parts in
        parts.mapSent { $0.isEmpty ? [SentChange(.example(false), .applied)] : $0 }
    },
    SettingsMutant("drops what can't be sent", failing: "What can't be sent stays queued under its name") { _, parts in
        parts.dropQueue(at: .unavailable)
    },
    SettingsMutant("drops what asks to sign in", failing: "Being asked to sign in leaves what is queued") { _, parts in
        parts.dropQueue(at: .unauthorised)
    },
    SettingsMutant(
        "drops what is cancelled",
        failing: "A sending that is cancelled before it starts leaves what is queued"
    ) { _, parts in
        parts.dropQueue(at: .cancelled)
    },
    SettingsMutant(
        "takes a refused change for applied",
        failing: "A queued change that is refused is told, and taken off"
    ) { _, parts in
        parts.mapSent { $0.map { $0.result == .refused ? SentChange($0.change, .applied) : $0 } }
    },
    SettingsMutant(
        "coalesces away what the store may have got",
        failing: "What the store may have got is not coalesced away"
    ) { _, parts in
        let isCleared = Flag()
        parts.update = { [update = parts.update] isOn throws(SettingsError) in
            let answer = try await update(isOn)
            isCleared.set(isOn)
            return answer
        }
        parts.send = { [send = parts.send] () async throws(SettingsError) in
            isCleared.isSet ? [] : try await send()
        }
    },
    SettingsMutant(
        "does not coalesce",
        failing: "A pending change is sent when the store is back, and told by its name",
        "What was sent is confirmed, and queued no more",
        "A queued change that is refused is told, and taken off",
        "Sent twice at once, a change reaches the store once",
        "Off, then on: nothing is pending",
        "Off, on, off: one change is sent",
        "A change made with the store in reach takes the queued one with it",
        "A queued change that was overtaken is told, and not sent over the other",
        "An overtaken change is queued no more, and what stands is shown"
    ) { _, parts in
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
    ) { _, parts in
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
        "looks before it changes, and changes whatever it sees",
        failing: "A change made elsewhere in between is found, and left so"
    ) { _, parts in
        parts.update = { [update = parts.update, fetch = parts.fetch] isOn throws(SettingsError) in
            if !Task.isCancelled { _ = try? await fetch(ada) }
            return try await update(isOn)
        }
    },
    SettingsMutant(
        "never gets over a change made elsewhere",
        failing: "Who was told of a change made elsewhere can change it again"
    ) { _, parts in
        let wasOvertaken = Flag()
        parts.update = { [update = parts.update] isOn throws(SettingsError) in
            do throws(SettingsError) {
                if wasOvertaken.isSet { throw .changedElsewhere(NotificationSettings(confirmed: true)) }
                return try await update(isOn)
            } catch {
                if case .changedElsewhere = error { wasOvertaken.set() }
                throw error
            }
        }
    },
    SettingsMutant(
        "sends a queued change over another",
        failing: "A queued change that was overtaken is told, and not sent over the other",
        "An overtaken change is queued no more, and what stands is shown",
        "Looking at the settings does not hide that a queued change was overtaken"
    ) { mock, parts in
        parts.send = { [send = parts.send] () async throws(SettingsError) in
            var sent = try await send()
            for (index, change) in sent.enumerated() {
                guard case .changedElsewhere = change.result else { continue }
                _ = try await mock.setNewDeals(change.change.newDeals, for: ada)
                sent[index] = SentChange(change.change, .applied)
            }
            return sent
        }
    },
    SettingsMutant(
        "sends over what was looked at",
        failing: "Looking at the settings does not hide that a queued change was overtaken"
    ) { mock, parts in
        let looks = Numbers()
        parts.fetch = { [fetch = parts.fetch] user throws(SettingsError) in
            _ = looks.next()
            return try await fetch(user)
        }
        parts.send = { [send = parts.send] () async throws(SettingsError) in
            let looked = looks.last > 1
            var sent = try await send()
            for (index, change) in sent.enumerated() where looked {
                guard case .changedElsewhere = change.result else { continue }
                _ = try await mock.setNewDeals(change.change.newDeals, for: ada)
                sent[index] = SentChange(change.change, .applied)
            }
            return sent
        }
    },
    SettingsMutant(
        "does not tell of what was overtaken",
        failing: "A queued change that was overtaken is told, and not sent over the other",
        "Looking at the settings does not hide that a queued change was overtaken"
    ) { _, parts in
        parts.mapSent { $0.filter { if case .changedElsewhere = $0.result { false } else { true } } }
    },
    SettingsMutant(
        "takes being cancelled for being out of reach",
        failing: "A fetch that is cancelled before it starts ends as cancelled",
        "A change that is cancelled before it starts ends as cancelled, and is not made",
        "A sending that is cancelled before it starts leaves what is queued",
        "A fetch that is cancelled while it waits ends as cancelled, soon"
    ) { _, parts in
        parts.mapFailures { $0 == .cancelled ? .unavailable : $0 }
    },
    SettingsMutant(
        "starts although it was cancelled",
        failing: "A fetch that is cancelled before it starts ends as cancelled",
        "A change that is cancelled before it starts ends as cancelled, and is not made",
        "A sending that is cancelled before it starts leaves what is queued"
    ) { _, parts in
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
        hangs: true,
        failing: "A fetch that is cancelled while it waits ends as cancelled, soon"
    ) { _, parts in
        let original = parts.fetch
        parts.fetch = { user throws(SettingsError) in
            if Task.isCancelled { throw .cancelled }
            return try await unreached { () async throws(SettingsError) in try await original(user) }
        }
    },
]

private final class Numbers: Sendable {
    private let number = Mutex(0)

    var last: Int { number.withLock { $0 } }

    func next() -> Int {
        number.withLock { number in
            number += 1
            return number
        }
    }
}

private final class LastChoice: Sendable {
    private let choice = Mutex<Bool?>(nil)

    func set(_ isOn: Bool) { choice.withLock { $0 = isOn } }

    func get() -> Bool? { choice.withLock { $0 } }
}
