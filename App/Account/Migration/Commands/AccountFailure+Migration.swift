import Presentation
import Strangler

extension AccountFailure {
    /// No verdict lets the step through.
    static func notReleased(_ useCase: Migration.UseCase, _ plan: Plan, _ verdict: Verdict) -> AccountFailure {
        AccountFailure(
            key: "migration.verdict",
            text: "\(useCase.rawValue) stays on \(plan): the rule is \(verdict.words). Go on comparing, or add "
                + "--without-verdict to go forward all the same; that is recorded."
        )
    }

    static func refused(_ useCase: Migration.UseCase, _ refusal: Refusal) -> AccountFailure {
        AccountFailure(
            key: "migration.verdict",
            text: "\(useCase.rawValue): \(refusal)"
        )
    }

    static func plansChanged(_ useCase: Migration.UseCase, _ plan: Plan) -> AccountFailure {
        AccountFailure(
            key: "migration.plans",
            text: "Somebody else set \(useCase.rawValue) to \(plan) meanwhile. Nothing was changed.",
            recovery: .retry
        )
    }

    static let nothingToExport = AccountFailure(
        key: "migration.export",
        text:
            "Nothing can be exported: the journal has no mismatch with a stored specimen. Nothing was written."
    )
}
