import Domain
import DomainMocks
import Foundation
import Presentation
import Testing

@MainActor
@Suite("The sign-in", .timeLimit(.minutes(15)))
struct SignInViewModelTests {
    private static let password = "correct-horse-4711"
    private let credentials = Credentials(login: "ada", password: Self.password)
    private let mock: MockSignIn
    private let form: SignInViewModel

    init() {
        mock = MockSignIn(accounts: [ada: credentials])
        form = SignInViewModel(signIn: mock, formats: .british, now: { Date(timeIntervalSince1970: 1_795_250_000) })
    }

    @Test("Who signs in is named")
    func signsIn() async {
        await form.submit(credentials)
        #expect(form.user == ada)
        #expect(form.problem == nil)
        #expect(form.doneNote == "Signed in as ada.")
        #expect(form.activity == .idle)
    }

    @Test("A wrong password signs nobody in, and the next attempt may")
    func wrong() async {
        await form.submit(Credentials(login: "ada", password: "wrong"))
        #expect(form.user == nil)
        #expect(form.problem == Problem(.signInWrong, cause: .unauthorised))
        await form.submit(credentials)
        #expect(form.user == ada)
        #expect(form.problem == nil)
    }

    @Test("Half of the credentials are not sent", arguments: [("", "x"), ("ada", ""), ("", "")])
    func incomplete(_ login: String, _ password: String) async {
        await form.submit(Credentials(login: login, password: password))
        #expect(form.problem == Problem(.signInIncomplete, cause: .unauthorised))
        #expect(mock.calls.count == 0)
    }

    @Test("A lock is told with the hour at which it ends")
    func locked() async throws {
        mock.calls.stub(.failure(.locked(until: try .at("2026-11-21T14:05:30Z"))))
        let form = SignInViewModel(signIn: mock, formats: .british, now: { Date(timeIntervalSince1970: 1_795_267_800) })
        await form.submit(credentials)
        let problem = try #require(form.problem)
        #expect(
            Wording.english(problem)
                == "Too many attempts have failed, so this login is locked until 14:05. Nothing has changed; sign in after that."
        )
    }

    @Test("A lock that ends on another day is told with that day")
    func lockedTillTomorrow() throws {
        let until = try Date.at("2026-11-22T00:05:30Z")
        let problem = try #require(
            Problem(.locked(until: until), formats: .british, now: try .at("2026-11-21T23:55:00Z"))
        )
        #expect(Wording.english(problem).contains("locked until 22 Nov 2026 at 0:05."))
    }

    @Test("An attempt that is under way is activity, and takes the last problem away")
    func underWay() async throws {
        await form.submit(Credentials(login: "ada", password: "wrong"))
        mock.calls.hold()
        let attempt = Task { await form.submit(credentials) }
        try await mock.calls.waitUntilHeld(1)
        #expect(form.activity == .loading)
        #expect(form.problem == nil)
        mock.calls.releaseAll()
        await attempt.value
        #expect(form.user == ada)
    }

    @Test("A cancelled attempt is no problem")
    func cancelled() async throws {
        mock.calls.hold()
        let attempt = Task { await form.submit(credentials) }
        try await mock.calls.waitUntilHeld(1)
        attempt.cancel()
        await attempt.value
        #expect(form.user == nil)
        #expect(form.problem == nil)
        #expect(form.activity == .idle)
    }

    @Test("The form does not keep what was typed")
    func secrecy() async {
        let form = SignInViewModel(signIn: Deaf(), formats: .british, now: { .distantPast })
        await form.submit(credentials)
        var text = ""
        dump(form, to: &text)
        #expect(text.contains("SignInViewModel"))
        #expect(!text.contains(Self.password))
    }
}

private struct Deaf: SignIn {
    func signIn(
        with credentials: Credentials,
        discardingPendingChanges: Bool
    ) async throws(SignInError) -> UserID { throw .wrongCredentials }
}

@MainActor
@Suite("The sign-out", .timeLimit(.minutes(15)))
struct SignOutViewModelTests {
    @Test("Who signs out is signed in no more")
    func signsOut() async {
        let mock = MockSignOut()
        let question = SignOutViewModel(signOut: mock, formats: .british)
        await question.submit()
        #expect(question.isDone)
        #expect(!mock.isSignedIn)
        #expect(question.doneNote == "Signed out. Your data on this device is erased.")
    }

    @Test("Changes that would be lost are told, and lost when that is agreed to", arguments: [1, 2])
    func pending(_ count: Int) async throws {
        let mock = MockSignOut(pendingChanges: count)
        let question = SignOutViewModel(signOut: mock, formats: .british)
        await question.submit()
        let problem = try #require(question.problem)
        #expect(problem.recovery == .discard)
        #expect(Wording.english(problem).hasPrefix(count == 1 ? "1 change was never" : "2 changes were never"))
        #expect(mock.isSignedIn)

        await question.submit(discardingPendingChanges: true)
        #expect(question.isDone)
        #expect(question.problem == nil)
        #expect(mock.pendingChanges == 0)
    }

    @Test("What could not be erased is told")
    func notErased() async {
        let mock = MockSignOut()
        mock.calls.stub(.failure(.notErased))
        let question = SignOutViewModel(signOut: mock, formats: .british)
        await question.submit()
        #expect(!question.isDone)
        #expect(question.problem == Problem(.signOutNotErased, cause: .device))
    }
}
