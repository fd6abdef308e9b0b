import Presentation
import Testing

@Suite("The way to the sign-in screen and back")
struct SignInLinkTests {
    private static let screens = [
        "account://deals", "account://deals?all=true", "account://deal?id=D-1", "account://search?query=%26%3D%25",
    ]

    private func link(_ text: String) throws -> Link { try LinkGrammar.account.parse(text) }

    @Test("A screen that asks to sign in leads there and back", arguments: screens)
    func back(_ text: String) throws {
        let screen = try link(text)
        let signIn = try #require(screen.next(after: .signIn))
        #expect(signIn.target == .screen(.signIn))
        // Also in its printed form.
        #expect(try link(signIn.description).afterSignIn == screen)
    }

    @Test("A command leads to the sign-in screen and is not carried out by the way")
    func command() throws {
        let signIn = try link("account://reservations/cancel?id=1").next(after: .signIn)
        #expect(signIn == Link(.screen(.signIn)))
        #expect(signIn?.afterSignIn == nil)
    }

    @Test("A screen whose link is too long to be a parameter leads there all the same")
    func long() throws {
        let screen = try link("account://search?query=" + String(repeating: "x", count: 1024))
        #expect(screen.next(after: .signIn) == Link(.screen(.signIn)))
    }

    @Test("Other recoveries stay where they are", arguments: [Recovery.retry, .discard, .none])
    func others(_ recovery: Recovery) throws {
        for screen in Self.screens { #expect(try link(screen).next(after: recovery) == nil) }
    }

    @Test("The sign-in screen does not lead to itself")
    func noLoop() throws {
        #expect(Link(.screen(.signIn)).next(after: .signIn) == nil)
        #expect(try link("account://sign-in?then=account://sign-in").afterSignIn == nil)
    }

    @Test(
        "What is no screen's link is nowhere to go after a sign-in",
        arguments: ["", "deals", "https://deals", "account://reservations/cancel?id=1"]
    )
    func nowhere(_ then: String) throws {
        #expect(Link(.screen(.signIn), parameters: try LinkParameters(["then": then])).afterSignIn == nil)
        #expect(!Feature.Screen.signIn.parameters.isClear("then", then))
    }

    @Test("Other screens lead nowhere by themselves")
    func other() throws {
        #expect(try link("account://deal?then=account://deals").afterSignIn == nil)
    }
}
