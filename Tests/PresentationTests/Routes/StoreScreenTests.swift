import Domain
import Presentation
import Testing

@Suite("Screens as values")
struct StoreScreenTests {
    private static let screens: [StoreScreen] = [
        .deals(all: true), .deals(all: false), .deal(DealID("D-1")), .profile(ada), .settings(ada),
    ]

    @Test("A screen that asks to sign in leads there and back", arguments: screens)
    func signIn(_ screen: StoreScreen) {
        #expect(screen.next(after: .signIn) == .signIn(then: screen))
    }

    @Test("Other recoveries stay where they are", arguments: [Recovery.retry, .discard, .none])
    func others(_ recovery: Recovery) {
        for screen in Self.screens { #expect(screen.next(after: recovery) == nil) }
    }

    @Test("The sign-in leads nowhere by itself")
    func noLoop() {
        #expect(StoreScreen.signIn(then: .profile(ada)).next(after: .signIn) == nil)
    }

    @Test("Screens with other parameters are others")
    func different() {
        #expect(Set(Self.screens).count == Self.screens.count)
        #expect(StoreScreen.deal(DealID("D-1")) != .deal(DealID("D-2")))
    }
}
