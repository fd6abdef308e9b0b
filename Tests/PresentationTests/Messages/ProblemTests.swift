import Domain
import Foundation
import Presentation
import Testing

@Suite("What is said about a failure")
struct ProblemTests {
    @Test(
        "A noun and a failure make a whole sentence, in the number of the noun",
        arguments: [
            (
                Noun.orders, ReadError.unknownUser, Problem.Screen.blank,
                "The store does not know this user, so there are no orders to show. Check the spelling of the name."
            ),
            (
                .orders, .unauthorised, .blank,
                "You are not signed in, so the orders can't be shown. Sign in to see them."
            ),
            (
                .orders, .unavailable, .blank,
                "The store can't be reached and no orders are stored here. Check the connection, then try again."
            ),
            (
                .orders, .busy, .blank,
                "The store has too much to do and no orders are stored here. Try again in a moment."
            ),
            (
                .orders, .malformed, .blank,
                "The store sent orders that can't be read, so none are shown. Try again in a few minutes."
            ),
            (.orders, .unknownUser, .filled, "The store no longer knows this user. The orders shown are older."),
            (
                .orders, .unauthorised, .filled,
                "You are no longer signed in. The orders shown are older; sign in to refresh them."
            ),
            (
                .orders, .unavailable, .filled,
                "The store can't be reached. The orders shown are older; check the connection, then try again."
            ),
            (
                .orders, .busy, .filled,
                "The store has too much to do. The orders shown are older; try again in a moment."
            ),
            (
                .orders, .malformed, .filled,
                "The store sent orders that can't be read. The orders shown are older; try again in a few minutes."
            ),
            (
                .profile, .unavailable, .blank,
                "The store can't be reached and no profile is stored here. Check the connection, then try again."
            ),
            (
                .profile, .unauthorised, .filled,
                "You are no longer signed in. The profile shown is older; sign in to refresh it."
            ),
            (
                .names, .busy, .blank,
                "The names can't be searched, because their database has too much to do. Try again in a moment."
            ),
            (
                .settings, .unavailable, .blank,
                "The store can't be reached, and nothing was changed. Check the connection, then try again."
            ),
        ]
    )
    func sentences(noun: Noun, error: ReadError, screen: Problem.Screen, text: String) {
        #expect(Problem(error, reading: noun, on: screen)?.message.english() == text)
    }

    @Test("Every failure of a read has a message of its own and a recovery; a cancelled one has none", arguments: nouns)
    func reads(noun: Noun) {
        for screen in Problem.Screen.allCases {
            let problems = ReadError.allCases.map { Problem($0, reading: noun, on: screen) }
            #expect(Set(problems.compactMap { $0?.message }).count == ReadError.allCases.count - 1)
            #expect(Problem(.cancelled, reading: noun, on: screen) == nil)
            let recoveries = [ReadError.unknownUser, .unauthorised, .unavailable, .busy, .malformed].map {
                Problem($0, reading: noun, on: screen)?.recovery
            }
            #expect(recoveries == [Recovery.none, .signIn, .retry, .retry, .retry])
        }
    }

    @Test("The key of a message is that of its noun, its screen and its failure")
    func keys() {
        let keys = [
            Problem(.unknownUser, reading: .orders), Problem(.unauthorised, reading: .profile),
            Problem(.unavailable, reading: .deals, on: .filled), Problem(.busy, reading: .names),
            Problem(.malformed, reading: .reservations, on: .filled),
        ].map { $0?.message.key }
        #expect(
            keys == [
                "orders.problem.unknown-user", "profile.problem.sign-in", "deals.problem.refresh.unavailable",
                "search.problem.busy", "reservations.problem.refresh.malformed",
            ]
        )
    }

    @Test("Every failure of a sign-in has a message of its own, but for a cancelled one")
    func signInFailures() {
        let problems = signInErrors.map { Problem($0, formats: .british, now: .distantPast) }
        #expect(problems.last == .some(nil))
        #expect(Set(problems.compactMap { $0?.message }).count == signInErrors.count - 1)
    }

    @Test("Every failure of settings has a message of its own, but for a cancelled one")
    func settingsFailures() {
        let problems = settingsErrors.map { Problem($0) }
        #expect(problems.last == .some(nil))
        #expect(Set(problems.compactMap { $0?.message }).count == settingsErrors.count - 1)
    }

    @Test("Every failure of a reservation has a message of its own, but for a cancelled one")
    func reservationFailures() {
        let problems = ReservationsError.allCases.map { Problem($0) }
        #expect(Problem(ReservationsError.cancelled) == nil)
        #expect(Set(problems.compactMap { $0?.message }).count == ReservationsError.allCases.count - 1)
    }

    @Test("A sign-in is offered exactly where the text asks for one", arguments: problems)
    func signIn(problem: Problem) {
        let asksForSignIn = problem.message.english().lowercased().contains("sign in")
        #expect(asksForSignIn == (problem.recovery == .signIn))
    }

    @Test("A retry is offered exactly where the text says to try again", arguments: problems)
    func retry(problem: Problem) {
        let saysTryAgain = problem.message.english().lowercased().contains("try again")
        #expect(saysTryAgain == (problem.recovery == .retry))
    }
}

private let nouns: [Noun] = [.orders, .addresses, .profile, .deals, .settings, .names, .reservations]

private let problems =
    nouns.flatMap { noun in
        Problem.Screen.allCases.flatMap { screen in
            ReadError.allCases.compactMap { Problem($0, reading: noun, on: screen) }
        }
    } + signInErrors.compactMap { Problem($0, formats: .british, now: .distantPast) }
    + settingsErrors.compactMap { Problem($0) } + settingsErrors.compactMap { Problem(sending: $0) }

private let signInErrors: [SignInError] = [
    .wrongCredentials, .locked(until: nil), .locked(until: .distantFuture), .unavailable, .malformed, .notStored,
    .cancelled,
]

private let settingsErrors: [SettingsError] = [
    .unknownUser, .unauthorised, .refused, .changedElsewhere(NotificationSettings(confirmed: true)), .unavailable,
    .malformed, .notStored, .cancelled,
]
