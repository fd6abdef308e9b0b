import Domain
import Presentation
import Testing

@testable import account

@Suite("Exit codes")
struct FailureTests {
    @Test("Every cause of a problem has its code", arguments: Problem.Cause.allCases)
    func causes(cause: Problem.Cause) {
        let code: Int32 =
            switch cause {
            case .unclear: 64
            case .unavailable: 69
            case .unknownUser, .notFound: 66
            case .malformed, .refused, .device: 70
            case .loss: 75
            case .unauthorised: 77
            }
        #expect(AccountFailure(Problem(.dealUnknown, cause: cause), wording: .english).status.rawValue == code)
        let recorded = FlowProblem(code: DiagnosticCode("sample"), text: "It is broken.", cause: cause)
        #expect(AccountFailure(recorded).status.rawValue == code)
    }

    @Test(
        "Every read that fails has the same codes",
        arguments: [
            (ReadError.unknownUser, Int32(66)), (.unauthorised, 77), (.unavailable, 69), (.busy, 69), (.malformed, 70),
        ]
    )
    func reads(error: ReadError, code: Int32) throws {
        for noun in [Noun.orders, .addresses, .profile, .deals, .settings, .names, .reservations] {
            let problem = try #require(Problem(error, reading: noun))
            #expect(AccountFailure(problem, wording: .english).status.rawValue == code)
        }
    }
}
