import Domain
import DomainMocks
import Foundation
import Presentation
import Testing

@MainActor
@Suite("The settings", .timeLimit(.minutes(15)))
struct SettingsViewModelTests {
    private let mock = MockNotificationSettings(confirmed: [ada: true])
    private let settings: SettingsViewModel

    init() {
        settings = SettingsViewModel(
            user: ada,
            fetch: mock,
            update: mock,
            pending: mock,
            formats: .british,
            now: { .distantPast }
        )
    }

    @Test("They are empty until they are loaded, and then as the store has them")
    func load() async {
        #expect(settings.content == nil)
        await settings.load()
        #expect(settings.content?.newDealsLine == "Push notifications about new deals: on")
        #expect(settings.content?.pendingNote == nil)
        #expect(settings.problem == nil)
    }

    @Test("A choice is on screen at once, as pending, and confirmed when the store has it")
    func optimistic() async throws {
        await settings.load()
        mock.updates.hold()
        let change = Task { await settings.setNewDeals(false) }
        try await mock.updates.waitUntilHeld(1)
        #expect(settings.content?.newDeals == false)
        #expect(settings.content?.pendingNote == "Not confirmed yet. The store last had: on.")
        #expect(settings.activity == .loading)

        mock.updates.releaseAll()
        await change.value
        #expect(settings.content?.newDeals == false)
        #expect(settings.content?.pendingNote == nil)
        #expect(settings.activity == .idle)
    }

    @Test(
        "A failure brings back what was so before, and says why",
        arguments: [SettingsError.refused, .unavailable, .unauthorised, .notStored, .malformed]
    )
    func rollBack(_ error: SettingsError) async {
        await settings.load()
        mock.updates.stub(.failure(error))
        await settings.setNewDeals(false)
        #expect(settings.content?.newDeals == true)
        #expect(settings.content?.pendingNote == nil)
        #expect(settings.content?.freshnessNote == nil)
        #expect(settings.problem == Problem(error))
    }

    @Test("A change made elsewhere is shown instead, and why")
    func changedElsewhere() async {
        await settings.load()
        mock.updates.stub(.failure(.changedElsewhere(NotificationSettings(confirmed: true))))
        await settings.setNewDeals(false)
        #expect(settings.content?.newDeals == true)
        #expect(settings.problem == Problem(.settingsChangedElsewhere, cause: .refused))
    }

    @Test("A change offline stays on screen as pending, and no problem")
    func offline() async {
        await settings.load()
        mock.setAway(true)
        await settings.setNewDeals(false)
        #expect(settings.content?.newDeals == false)
        #expect(settings.content?.pendingNote == "Not confirmed yet. The store last had: on.")
        #expect(settings.problem == nil)
    }

    @Test("Of choices made while one is under way, the last is made, and no two at once")
    func lastChoice() async throws {
        await settings.load()
        mock.updates.hold()
        let first = Task { await settings.setNewDeals(false) }
        try await mock.updates.waitUntilHeld(1)
        let others = [true, false, true].map { isOn in Task { await settings.setNewDeals(isOn) } }
        for await shown in values(of: { settings.content?.newDeals }) where shown == true { break }
        #expect(mock.updates.count == 1)

        mock.updates.releaseAll()
        await first.value
        for other in others { await other.value }
        #expect(settings.content?.newDeals == true)
        #expect(settings.content?.pendingNote == nil)
        #expect(mock.applied(for: ada).last == true)
        #expect(mock.updates.count <= 4)
    }

    @Test("The next choice takes the last problem away")
    func nextChoice() async {
        await settings.load()
        mock.updates.stubNext(.failure(.refused))
        await settings.setNewDeals(false)
        await settings.setNewDeals(false)
        #expect(settings.problem == nil)
        #expect(settings.content?.newDeals == false)
    }

    @Test("A choice can be made before anything is loaded")
    func unloaded() async {
        await settings.setNewDeals(false)
        #expect(settings.content?.newDeals == false)
        #expect(mock.applied(for: ada) == [false])
    }

    @Test("What was queued is sent, told, and confirmed on screen")
    func sync() async {
        await settings.load()
        mock.setAway(true)
        await settings.setNewDeals(false)
        mock.setAway(false)
        await settings.sync()
        #expect(settings.sentNotes == ["Push notifications about new deals: off. The store has it now."])
        #expect(settings.content?.pendingNote == nil)
        #expect(settings.content?.newDeals == false)
    }

    @Test("That nothing had to be sent is told")
    func syncNothing() async {
        #expect(settings.sentNotes == [])
        await settings.sync()
        #expect(settings.sentNotes == ["Nothing had to be sent."])
    }

    @Test("What was refused or overtaken is told")
    func syncRefused() async {
        await settings.load()
        let change = PendingChange(id: PendingChangeID("C-1"), newDeals: false, madeAt: .distantPast)
        mock.sends.stubNext(.success([SentChange(change, .refused)]))
        await settings.sync()
        #expect(settings.sentNotes.first?.contains("does not allow") == true)

        let stands = NotificationSettings(confirmed: true)
        mock.sends.stubNext(.success([SentChange(change, .changedElsewhere(stands))]))
        await settings.sync()
        #expect(settings.sentNotes.first?.hasSuffix("because another device has changed it to on.") == true)
        #expect(settings.content?.newDeals == true)
    }

    @Test("What can't be sent is a problem, and stays pending")
    func syncOffline() async {
        await settings.load()
        mock.setAway(true)
        await settings.setNewDeals(false)
        await settings.sync()
        #expect(settings.problem == Problem(sending: .unavailable))
        #expect(settings.content?.newDeals == false)
        #expect(settings.sentNotes == [])
    }

    @Test(
        "What could not be sent may have been made, so no text says that nothing was changed",
        arguments: [SettingsError.unavailable, .malformed, .unauthorised]
    )
    func uncertain(error: SettingsError) async throws {
        await settings.load()
        mock.sends.stubNext(.failure(error))
        await settings.sync()
        let text = try #require(settings.problem?.message.english())
        #expect(settings.problem?.cause == Problem(error)?.cause)
        #expect(!text.contains("nothing was changed") && !text.contains("as they were"))
        #expect(text.contains("stay here"))
    }

    @Test("A load that fails says so")
    func failedLoad() async {
        mock.setAway(true)
        await settings.load()
        #expect(settings.content == nil)
        #expect(settings.problem == Problem(SettingsError.unavailable))
    }
}
