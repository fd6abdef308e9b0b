import Domain
import DomainMocks
import Foundation
import Testing

@Suite("The mock of settings, begun where another ended")
struct MockSettingsTests {
    private let ada = UserID("ada")

    @Test("What was queued is pending, and sent once; a new choice takes its place")
    func queued() async throws {
        let before = MockNotificationSettings(confirmed: [ada: true], isAway: true, cached: .distantPast)
        _ = try await before.setNewDeals(false, for: ada)
        let queue = try await before.pendingChanges(of: ada)
        #expect(before.confirmed(of: ada) == true)

        let after = MockNotificationSettings(confirmed: [ada: true], pending: [ada: queue])
        let shown = try await after.notificationSettings(of: ada).value
        #expect(shown == NotificationSettings(confirmed: true, pending: false))
        let sent = try await after.sendPendingChanges(of: ada)
        #expect(sent == queue.map { SentChange($0, .applied) })
        let again = try await after.sendPendingChanges(of: ada)
        #expect(again == [])
        #expect(after.confirmed(of: ada) == false)

        let anew = MockNotificationSettings(
            confirmed: [ada: true],
            pending: [ada: queue],
            isAway: true,
            cached: .distantPast
        )
        let back = try await anew.setNewDeals(true, for: ada)
        #expect(back == NotificationSettings(confirmed: true))
        let rest = try await anew.pendingChanges(of: ada)
        #expect(rest == [])
    }

    @Test("Of somebody whom the store does not know nothing is confirmed")
    func unknown() {
        #expect(MockNotificationSettings(confirmed: [ada: true]).confirmed(of: UserID("bob")) == nil)
    }
}
