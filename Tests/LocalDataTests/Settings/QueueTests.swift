import Domain
import DomainContracts
import Foundation
import TestSupport
import Testing

@testable import LocalData

private let on = NotificationSettings(confirmed: true)
private let off = NotificationSettings(confirmed: false)
private let turningOff = NotificationSettings(confirmed: true, pending: false)

@Suite("The queue of changes", .turns)
struct QueueTests {
    @Test("A change made offline survives a restart, and reaches the store once though the answer is lost")
    func acrossRestart() async throws {
        try await withFolder { folder in
            let url = file(in: folder)
            let server = SettingsServer()
            do {
                let settings = try store(.file(url)).settings(server)
                _ = try await settings.notificationSettings(of: ada)
                await server.meet(.lost)
                let offline = try await settings.setNewDeals(false, for: ada)
                #expect(offline == turningOff)
            }
            do {
                let settings = try store(.file(url)).settings(server)
                await server.meet(nil, .answerLost)
                await #expect(throws: SettingsError.unavailable) {
                    try await settings.sendPendingChanges(of: ada)
                }
                let pending = try await settings.pendingChanges(of: ada)
                #expect(pending.map(\.newDeals) == [false])
            }
            let settings = try store(.file(url)).settings(server)
            let sent = try await settings.sendPendingChanges(of: ada)
            #expect(sent.map(\.result) == [.applied])
            let again = try await settings.sendPendingChanges(of: ada)
            #expect(again.isEmpty)
            let made = await server.made
            #expect(made == [false])
            let arrived = await server.arrived
            #expect(arrived == ["K-1", "K-1"])
            let now = try await settings.notificationSettings(of: ada)
            #expect(now == Snapshot(off, freshness: .live))
        }
    }

    @Test("A process killed while it waits for the answer leaves the change under its key")
    func killed() async throws {
        try await withFolder { folder in
            let url = file(in: folder)
            let server = SettingsServer()
            _ = try await store(.file(url)).settings(server).notificationSettings(of: ada)
            let child = try WriterProcess("change", url.path)
            let key = try #require(child.lines(1).first)
            // The store makes the change; the process ends before it receives the response.
            _ = try await server.change(false, key, "\"s-1\"")
            child.kill()

            let settings = try store(.file(url)).settings(server)
            let pending = try await settings.pendingChanges(of: ada)
            #expect(pending.map(\.id.rawValue) == [key])
            let sent = try await settings.sendPendingChanges(of: ada)
            #expect(sent.map(\.result) == [.applied])
            let made = await server.made
            #expect(made == [false])
            let arrived = await server.arrived
            #expect(arrived == [key, key])
        }
    }

    @Test("Off, then on, without a network: nothing is sent", arguments: Place.allCases)
    func coalesced(place: Place) async throws {
        try await withStore(place) { store in
            let server = SettingsServer()
            let settings = store.settings(server)
            _ = try await settings.notificationSettings(of: ada)
            await server.meet(.lost)
            let first = try await settings.setNewDeals(false, for: ada)
            #expect(first == turningOff)
            let second = try await settings.setNewDeals(true, for: ada)
            #expect(second == on)
            let sent = try await settings.sendPendingChanges(of: ada)
            #expect(sent.isEmpty)
            let arrived = await server.arrived
            #expect(arrived.isEmpty)
        }
    }

    @Test("A change that may have been sent is not touched; what follows it is", arguments: Place.allCases)
    func uncertain(place: Place) async throws {
        try await withStore(place) { store in
            let server = SettingsServer()
            let settings = store.settings(server)
            _ = try await settings.notificationSettings(of: ada)
            await server.meet(nil, .answerLost)
            _ = try await settings.setNewDeals(false, for: ada)
            await server.meet(.lost, times: 3)
            for isOn in [true, false, true] { _ = try await settings.setNewDeals(isOn, for: ada) }
            let pending = try await settings.pendingChanges(of: ada)
            #expect(pending.map(\.newDeals) == [false, true])
            #expect(pending.first?.id == PendingChangeID("K-1"))

            let sent = try await settings.sendPendingChanges(of: ada)
            #expect(sent.map(\.change) == pending)
            #expect(sent.map(\.result) == [.applied, .applied])
            let made = await server.made
            #expect(made == [false, true])
        }
    }

    @Test(
        "A change queued behind one whose answer was lost is not taken for another device's",
        arguments: [false, true]
    )
    func chained(hasLookedInBetween: Bool) async throws {
        try await withStore(.memory) { store in
            let server = SettingsServer()
            let settings = store.settings(server)
            _ = try await settings.notificationSettings(of: ada)
            await server.meet(nil, .answerLost)
            _ = try await settings.setNewDeals(false, for: ada)
            if hasLookedInBetween {
                let seen = try await settings.notificationSettings(of: ada)
                #expect(seen.value == off)
            }
            let set = try await settings.setNewDeals(true, for: ada)
            #expect(set == on)
            let made = await server.made
            #expect(made == [false, true])
        }
    }

    @Test("An answer that is repeated does not undo what another device has done since", arguments: Place.allCases)
    func repeatedAnswer(place: Place) async throws {
        try await withStore(place) { store in
            let server = SettingsServer()
            let settings = store.settings(server)
            _ = try await settings.notificationSettings(of: ada)
            await server.meet(nil, .answerLost)
            _ = try await settings.setNewDeals(false, for: ada)
            await server.changeElsewhere(true)
            _ = try await settings.notificationSettings(of: ada)

            let sent = try await settings.sendPendingChanges(of: ada)
            #expect(sent.map(\.result) == [.applied])
            let kept = try await store.settings.read(of: ada)
            #expect(kept?.value == on)
        }
    }

    @Test("An answer that was under way while a change was confirmed does not undo it")
    func staleFetch() async throws {
        try await withStore(.memory) { store in
            let server = SettingsServer()
            let settings = store.settings(server)
            _ = try await settings.notificationSettings(of: ada)
            // The store has responded, and another complete change is made before the response arrives.
            let slow = OfflineSettings(
                remote: RemoteSettings(
                    fetch: { _ async throws(SettingsError) in
                        let answer = try await server.fetch(ada)
                        _ = try await settings.setNewDeals(false, for: ada)
                        return answer
                    },
                    change: server.remote.change
                ),
                database: store,
                now: { noon },
                newKey: Keys().next
            )
            let seen = try await slow.notificationSettings(of: ada)
            #expect(seen.value == off)
            let kept = try await store.settings.read(of: ada)
            #expect(kept?.value == off)
        }
    }

    @Test("A choice that is what was confirmed is still compared with what stands now", arguments: [false, true])
    func unchangedChoice(isChangedElsewhere: Bool) async throws {
        try await withStore(.memory) { store in
            let server = SettingsServer()
            let settings = store.settings(server)
            _ = try await settings.notificationSettings(of: ada)
            if isChangedElsewhere {
                await server.changeElsewhere(false)
                await #expect(throws: SettingsError.changedElsewhere(off)) {
                    try await settings.setNewDeals(true, for: ada)
                }
            } else {
                let set = try await settings.setNewDeals(true, for: ada)
                #expect(set == on)
            }
            let arrived = await server.arrived
            #expect(arrived.isEmpty)
        }
    }

    /// Where a later choice on this device falls while an earlier one is made.
    enum Moment: CaseIterable {
        case beforeTheStoreIsReached, beforeItIsSent, afterItIsMade
    }

    @Test(
        "A later choice on this device replaces an earlier one that is still under way, which is told as that",
        arguments: Moment.allCases
    )
    func replacedHere(moment: Moment) async throws {
        try await withStore(.memory) { store in
            let server = SettingsServer()
            let later = store.settings(server)
            _ = try await later.notificationSettings(of: ada)
            @Sendable func choose(_ now: Moment) async throws(SettingsError) {
                if now == moment { _ = try await later.setNewDeals(true, for: ada) }
            }
            let slow = OfflineSettings(
                remote: RemoteSettings(
                    fetch: { user async throws(SettingsError) in
                        try await choose(.beforeTheStoreIsReached)
                        return try await server.fetch(user)
                    },
                    change: { user, isOn, key, version async throws(SettingsError) in
                        if !isOn { try await choose(.beforeItIsSent) }
                        let answer = try await server.remote.change(user, isOn, key, version)
                        if !isOn { try await choose(.afterItIsMade) }
                        return answer
                    }
                ),
                database: store,
                now: { noon },
                newKey: { "earlier" }
            )
            await #expect(throws: SettingsError.replaced(on)) { try await slow.setNewDeals(false, for: ada) }
            #expect(try await store.changes.read(of: ada) == [])
            #expect(await server.newDeals)
        }
    }

    @Test("A store that asks to wait is told as that, and a change waits for it")
    func busy() async throws {
        try await withStore(.memory) { store in
            let server = SettingsServer()
            let settings = store.settings(server)
            await server.tell(.asksToWait)
            await #expect(throws: SettingsError.busy) { try await settings.setNewDeals(false, for: ada) }
            await server.tell(.comesBack)
            _ = try await settings.notificationSettings(of: ada)
            await server.tell(.asksToWait)
            #expect(try await settings.setNewDeals(false, for: ada) == turningOff)
            #expect(try await settings.notificationSettings(of: ada).value == turningOff)
            await #expect(throws: SettingsError.busy) { try await settings.sendPendingChanges(of: ada) }
        }
    }

    @Test("Who chooses anew after seeing another device's change, changes that", arguments: Place.allCases)
    func chosenAnew(place: Place) async throws {
        try await withStore(place) { store in
            let server = SettingsServer()
            let settings = store.settings(server)
            _ = try await settings.notificationSettings(of: ada)
            await server.meet(.lost)
            _ = try await settings.setNewDeals(false, for: ada)
            await server.changeElsewhere(true)
            let seen = try await settings.notificationSettings(of: ada)
            #expect(seen.value == turningOff)

            let set = try await settings.setNewDeals(false, for: ada)
            #expect(set == off)
        }
    }

    @Test("What stands is asked for again if it can't be had when a change was overtaken")
    func overtakenInTheDark() async throws {
        try await withStore(.memory) { store in
            let server = SettingsServer()
            let settings = store.settings(server)
            _ = try await settings.notificationSettings(of: ada)
            await server.changeElsewhere(true)
            await server.meet(nil, nil, .lost)
            let set = try await settings.setNewDeals(false, for: ada)
            #expect(set == turningOff)

            let sent = try await settings.sendPendingChanges(of: ada)
            #expect(sent.map(\.result) == [.changedElsewhere(on)])
            let kept = try await store.settings.read(of: ada)
            #expect(kept?.value == on)
        }
    }

    @Test("A sign-in that is over takes a change back, unless it may have been made", arguments: [false, true])
    func signedOut(isUncertain: Bool) async throws {
        try await withStore(.memory) { store in
            let server = SettingsServer()
            let settings = store.settings(server)
            _ = try await settings.notificationSettings(of: ada)
            if isUncertain {
                await server.meet(nil, .answerBroken, .signedOut)
                let first = try await settings.setNewDeals(false, for: ada)
                #expect(first == turningOff)
                let second = try await settings.setNewDeals(false, for: ada)
                #expect(second == turningOff)
            } else {
                await server.meet(nil, .signedOut)
                await #expect(throws: SettingsError.unauthorised) {
                    try await settings.setNewDeals(false, for: ada)
                }
            }
            let pending = try await settings.pendingChanges(of: ada)
            #expect(pending.count == (isUncertain ? 1 : 0))
        }
    }

    @Test("What became of the first is told, though the second can't be sent")
    func partly() async throws {
        try await withStore(.memory) { store in
            let server = SettingsServer()
            let settings = store.settings(server)
            _ = try await settings.notificationSettings(of: ada)
            await server.meet(nil, .answerLost, .lost)
            _ = try await settings.setNewDeals(false, for: ada)
            _ = try await settings.setNewDeals(true, for: ada)

            await server.meet(nil, .lost)
            let sent = try await settings.sendPendingChanges(of: ada)
            #expect(sent.map(\.change.newDeals) == [false])
            let rest = try await settings.pendingChanges(of: ada)
            #expect(rest.map(\.newDeals) == [true])
        }
    }

    @Test("Changes of one user are not another's", arguments: Place.allCases)
    func users(place: Place) async throws {
        try await withStore(place) { store in
            let server = SettingsServer()
            let settings = store.settings(server)
            for user in [ada, bob] { _ = try await settings.notificationSettings(of: user) }
            await server.meet(.lost)
            _ = try await settings.setNewDeals(false, for: ada)
            let pending = try await settings.pendingChanges(of: bob)
            #expect(pending.isEmpty)
            let sent = try await settings.sendPendingChanges(of: bob)
            #expect(sent.isEmpty)
        }
    }

    @Test("Several stores over one file that send at once make each change once")
    func together() async throws {
        try await withFolder { folder in
            let server = SettingsServer()
            let keys = Keys()
            let devices = try (1...4).map { _ in try store(.file(file(in: folder))).settings(server, keys: keys) }
            _ = try await devices[0].notificationSettings(of: ada)
            for round in 1...10 {
                await server.meet(.lost)
                _ = try await devices[round % 4].setNewDeals(round.isMultiple(of: 2), for: ada)
                await withTaskGroup(of: Void.self) { group in
                    for device in devices {
                        group.addTask { _ = try? await device.sendPendingChanges(of: ada) }
                    }
                }
            }
            let made = await server.made
            #expect(made == (1...10).map { $0.isMultiple(of: 2) })
            let pending = try await devices[0].pendingChanges(of: ada)
            #expect(pending.isEmpty)
        }
    }
}
