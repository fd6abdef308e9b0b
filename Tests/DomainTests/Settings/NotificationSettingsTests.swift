import Domain
import Testing

@Suite("Notification settings")
struct NotificationSettingsTests {
    @Test("A choice that equals what is confirmed is not pending", arguments: [true, false])
    func noChoice(_ isOn: Bool) {
        #expect(NotificationSettings(confirmed: isOn, pending: isOn).pending == nil)
    }

    @Test("What a person wants is the pending choice", arguments: [true, false])
    func pending(_ isOn: Bool) {
        #expect(NotificationSettings(confirmed: !isOn, pending: isOn).newDeals == isOn)
    }

    @Test("What a person wants is what is confirmed where nothing is pending", arguments: [true, false])
    func confirmed(_ isOn: Bool) {
        #expect(NotificationSettings(confirmed: isOn).newDeals == isOn)
    }

    @Test("Choosing leaves what is confirmed, and choosing back leaves nothing pending", arguments: [true, false])
    func choosing(_ isOn: Bool) {
        let settings = NotificationSettings(confirmed: isOn)
        #expect(settings.choosing(newDeals: !isOn) == NotificationSettings(confirmed: isOn, pending: !isOn))
        #expect(settings.choosing(newDeals: !isOn).choosing(newDeals: isOn) == settings)
    }
}
