import Domain
import DomainMocks
import Foundation
import Presentation
import Testing

@MainActor
@Suite("The profile", .timeLimit(.minutes(15)))
struct UserProfileViewModelTests {
    private let person: MockFetchProfile
    private let orders: MockFetchUserOrder
    private let addresses: MockFetchUserAddresses
    private let profile: UserProfileViewModel

    init() throws {
        person = MockFetchProfile(profiles: [ada: .sample])
        orders = MockFetchUserOrder(orders: [ada: [try .sample()]])
        addresses = MockFetchUserAddresses(addresses: [ada: [try .sample()]])
        profile = UserProfileViewModel(
            user: ada,
            fetchProfile: person,
            fetchOrders: orders,
            fetchAddresses: addresses,
            formats: .british,
            now: { .distantPast }
        )
    }

    @Test("The heading names the user")
    func heading() {
        #expect(profile.title == "Account ada")
    }

    @Test("All parts load at the same time, for the profile's user")
    func loadsConcurrently() async throws {
        person.calls.hold()
        orders.calls.hold()
        addresses.calls.hold()
        let load = Task { await profile.load() }
        try await person.calls.waitUntilHeld(1)
        try await orders.calls.waitUntilHeld(1)
        try await addresses.calls.waitUntilHeld(1)
        #expect(profile.activity == .loading)

        person.calls.releaseAll()
        orders.calls.releaseAll()
        addresses.calls.releaseAll()
        await load.value
        #expect(person.calls.inputs == [ada])
        #expect(profile.person.content?.name == "Ada Example")
        #expect(orders.calls.inputs == [ada])
        #expect(addresses.calls.inputs == [ada])
        #expect(profile.orders.content?.rows.count == 1)
        #expect(profile.addresses.content?.rows.count == 1)
        #expect(profile.activity == .idle)
    }

    @Test("One part that is loading is enough for activity")
    func activityOfOne() async throws {
        addresses.calls.hold()
        let load = Task { await profile.load() }
        try await addresses.calls.waitUntilHeld(1)
        await profile.orders.load()
        #expect(profile.orders.activity == .idle)
        #expect(profile.activity == .loading)

        addresses.calls.releaseAll()
        await load.value
    }

    @Test("A part that fails does not touch the others")
    func independentFailure() async {
        orders.calls.stub(.failure(.unavailable))
        await profile.load()

        #expect(profile.orders.problem == Problem(.unavailable, reading: .orders))
        #expect(profile.addresses.problem == nil)
        #expect(profile.addresses.content?.rows.count == 1)
        #expect(profile.person.content != nil)
    }

    @Test("Cancelling the load cancels both fetches and shows nothing")
    func cancelled() async throws {
        orders.calls.hold()
        addresses.calls.hold()
        let load = Task { await profile.load() }
        try await orders.calls.waitUntilHeld(1)
        try await addresses.calls.waitUntilHeld(1)
        load.cancel()
        orders.calls.releaseAll()
        addresses.calls.releaseAll()
        await load.value

        #expect(profile.orders.content == nil)
        #expect(profile.addresses.content == nil)
        #expect(profile.orders.problem == nil)
        #expect(profile.addresses.problem == nil)
        #expect(profile.activity == .idle)
    }
}
