import Domain
import Presentation
import Testing

@testable import AccountApp

@Suite("Exit codes")
struct FailureTests {
    @Test(
        "Each reason for showing nothing has its code",
        arguments: [
            (UserOrdersError.unknownUser, Int32(70)),
            (.unauthorised, 77),
            (.unavailable, 69),
            (.malformed, 70),
        ]
    )
    func orders(error: UserOrdersError, code: Int32) throws {
        let problem = try #require(Problem(error, reading: .orders, on: .blank))
        #expect(AccountFailure(problem, wording: .english).status.rawValue == code)
    }

    @Test(
        "Addresses have the same",
        arguments: [
            (UserAddressesError.unknownUser, Int32(70)),
            (.unauthorised, 77),
            (.unavailable, 69),
            (.malformed, 70),
        ]
    )
    func addresses(error: UserAddressesError, code: Int32) throws {
        let problem = try #require(Problem(error, reading: .addresses, on: .blank))
        #expect(AccountFailure(problem, wording: .english).status.rawValue == code)
    }

    @Test(
        "A search has the same",
        arguments: [(SearchNamesError.unavailable, Int32(69)), (.busy, 69), (.malformed, 70)]
    )
    func search(error: SearchNamesError, code: Int32) throws {
        let problem = try #require(Problem(error, reading: .names))
        #expect(AccountFailure(problem, wording: .english).status.rawValue == code)
    }
}
