import Domain
import Foundation
import LocalData
import TestSupport
import Testing

/// In any order of events, each change is made once, and the person sees the current setting.
@Suite("Histories of the queue", .turns)
struct QueueHistoryTests {
    @Test("Each choice is made once or its end is told", arguments: 1...60)
    func history(seed: UInt64) async throws {
        try await withFolder { folder in
            var random = SplitMix(state: seed)
            let server = SettingsServer()
            let keys = Keys()
            func restarted() throws -> OfflineSettings {
                try store(seed.isMultiple(of: 4) ? .file(file(in: folder)) : .memory).settings(server, keys: keys)
            }
            var settings = try restarted()
            _ = try await settings.notificationSettings(of: ada)
            // What the person wants; nil after they have seen another outcome.
            var wanted: Bool? = true
            var elsewhere = 0

            for _ in 1...25 {
                await server.meetSome(&random)
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<5:
                    let isOn = Bool.random(using: &random)
                    do throws(SettingsError) {
                        let answer = try await settings.setNewDeals(isOn, for: ada)
                        #expect(answer.newDeals == isOn)
                        // If the store can't be reached, a choice that equals the last confirmed setting changes nothing,
                        // though another device may have changed it.
                        let stands = await server.newDeals
                        wanted = answer.pending == nil && stands != isOn ? nil : isOn
                    } catch {
                        wanted = nil
                    }
                case 5..<8:
                    let sent = (try? await settings.sendPendingChanges(of: ada)) ?? []
                    if sent.contains(where: { $0.result != .applied }) { wanted = nil }
                case 8:
                    if Int.random(in: 0..<3, using: &random) == 0 {
                        await server.changeElsewhere(Bool.random(using: &random))
                        elsewhere += 1
                        wanted = nil
                    }
                    _ = try? await settings.notificationSettings(of: ada)
                default:
                    if seed.isMultiple(of: 4) { settings = try restarted() }
                }
                await server.recover()
                #expect(try await settings.pendingChanges(of: ada).count <= 2)
            }

            let sent = try await settings.sendPendingChanges(of: ada)
            if sent.contains(where: { $0.result != .applied }) { wanted = nil }
            let pending = try await settings.pendingChanges(of: ada)
            #expect(pending.isEmpty)
            let seen = try await settings.notificationSettings(of: ada).value
            let stands = await server.newDeals
            #expect(seen == NotificationSettings(confirmed: stands))
            if let wanted { #expect(stands == wanted) }
            // If only this device makes changes, and each is allowed, they alternate: each was made once, in its order.
            let made = await server.made
            let refusals = await server.refusals
            if elsewhere == 0, refusals == 0 { #expect(zip(made, made.dropFirst()).allSatisfy { $0 != $1 }) }
        }
    }
}

extension SettingsServer {
    /// Meets none to three of the next requests with a fault, or with none.
    fileprivate func meetSome(_ random: inout SplitMix) {
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            meet(Bool.random(using: &random) ? nil : Fault.allCases.randomElement(using: &random))
        }
    }
}
