import Domain
import DomainMocks
import Foundation
import Presentation
import Testing

@MainActor
@Suite("What is known about a person", .timeLimit(.minutes(15)))
struct ProfileViewModelTests {
    private func loaded(_ profile: Profile, unreadable: [FieldPath] = []) async -> ProfileViewModel {
        let mock = MockFetchProfile(profiles: [ada: profile], unreadable: unreadable)
        let model = ProfileViewModel(user: ada, fetchProfile: mock, formats: .british, now: { .distantPast })
        await model.load()
        return model
    }

    @Test("Name, telephone and bonus points are shown")
    func complete() async {
        let content = await loaded(.sample).content
        #expect(content?.name == "Ada Example")
        #expect(content?.phone == "Telephone +44 20 7946 0018")
        #expect(content?.bonus == "1,250 bonus points")
        #expect(content?.freshnessNote == nil)
        #expect(content?.unreadableNote == nil)
    }

    @Test("That there is no number is said, and one point is one")
    func sparse() async {
        let content = await loaded(Profile(name: "Grace", phone: nil, bonusPoints: 1)).content
        #expect(content?.phone == "No telephone number")
        #expect(content?.bonus == "1 bonus point")
    }

    @Test("What can't be read is told")
    func unreadable() async {
        let content = await loaded(.sample, unreadable: [FieldPath([.field("phone")])]).content
        #expect(content?.unreadableNote == "Part of what the store sent could not be read.")
    }

    @Test("A failure is told in the words of a profile, and what was on screen stays")
    func failure() async {
        let mock = MockFetchProfile(profiles: [ada: .sample])
        let model = ProfileViewModel(user: ada, fetchProfile: mock, formats: .british, now: { .distantPast })
        await model.load()
        mock.calls.stub(.failure(.unauthorised))
        await model.load()
        #expect(model.title == "Profile")
        #expect(model.problem == Problem(.unauthorised, reading: .profile, on: .filled))
        #expect(model.content?.name == "Ada Example")
    }
}
