import Domain
import Foundation
import Presentation
import Testing

@Suite("What is said about a failure")
struct ProblemTests {
    @Test("Every failure of orders has its message and recovery", arguments: UserOrdersError.allCases)
    func orders(error: UserOrdersError) {
        let expected: (blank: Problem?, filled: Problem?) =
            switch error {
            case .unknownUser:
                (Problem(.ordersOfUnknownUser, .none), Problem(.ordersRefreshOfUnknownUser, .none))
            case .unauthorised:
                (Problem(.ordersNeedSignIn, .signIn), Problem(.ordersRefreshNeedsSignIn, .signIn))
            case .unavailable, .busy:
                (Problem(.ordersUnavailable, .retry), Problem(.ordersRefreshUnavailable, .retry))
            case .malformed:
                (Problem(.ordersMalformed, .retry), Problem(.ordersRefreshMalformed, .retry))
            case .cancelled:
                (nil, nil)
            }
        #expect(Problem(error, reading: .orders, on: .blank) == expected.blank)
        #expect(Problem(error, reading: .orders, on: .filled) == expected.filled)
    }

    @Test("Every failure of addresses has its message and recovery", arguments: UserAddressesError.allCases)
    func addresses(error: UserAddressesError) {
        let expected: (blank: Problem?, filled: Problem?) =
            switch error {
            case .unknownUser:
                (Problem(.addressesOfUnknownUser, .none), Problem(.addressesRefreshOfUnknownUser, .none))
            case .unauthorised:
                (Problem(.addressesNeedSignIn, .signIn), Problem(.addressesRefreshNeedsSignIn, .signIn))
            case .unavailable, .busy:
                (Problem(.addressesUnavailable, .retry), Problem(.addressesRefreshUnavailable, .retry))
            case .malformed:
                (Problem(.addressesMalformed, .retry), Problem(.addressesRefreshMalformed, .retry))
            case .cancelled:
                (nil, nil)
            }
        #expect(Problem(error, reading: .addresses, on: .blank) == expected.blank)
        #expect(Problem(error, reading: .addresses, on: .filled) == expected.filled)
    }

    @Test("Every failure of a search has its message and recovery", arguments: SearchNamesError.allCases)
    func search(error: SearchNamesError) {
        let expected: Problem? =
            switch error {
            case .unavailable, .unauthorised: Problem(.searchUnavailable, .retry)
            case .busy: Problem(.searchBusy, .retry)
            case .malformed, .unknownUser: Problem(.searchMalformed, .retry)
            case .cancelled: nil
            }
        #expect(Problem(error, reading: .search) == expected)
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

    @Test("Every failure of deals has a message of its own on each screen", arguments: Problem.Screen.allCases)
    func deals(screen: Problem.Screen) {
        let errors: [ReadError] = [.unauthorised, .unavailable, .malformed]
        let problems = errors.map { Problem($0, reading: .deals, on: screen) }
        #expect(Set(problems.compactMap { $0?.message }).count == errors.count)
        #expect(Problem(DealsError.cancelled, reading: .deals, on: screen) == nil)
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

private let problems =
    Problem.Screen.allCases.flatMap { screen in
        Problem.Noun.allCases.flatMap { noun in
            ReadError.allCases.compactMap { Problem($0, reading: noun, on: screen) }
        }
    }
    + signInErrors.compactMap { Problem($0, formats: .british, now: .distantPast) }
    + settingsErrors.compactMap { Problem($0) }

private let signInErrors: [SignInError] = [
    .wrongCredentials, .locked(until: nil), .locked(until: .distantFuture), .unavailable, .malformed, .notKept,
    .cancelled,
]

private let settingsErrors: [SettingsError] = [
    .unknownUser, .unauthorised, .refused, .changedElsewhere(NotificationSettings(confirmed: true)), .unavailable,
    .malformed, .notKept, .cancelled,
]
