import DataSupport
import Domain
import Foundation
import Presentation
import Strangler

/// Hand-overs that no one calls: for verdicts and for changes of the plans.
struct Judging: Sendable {
    let migration: Migration
    /// The journal that looks and changes go to; nil if they are not recorded.
    private let folder: URL?
    private let pending = MemoryJournal()

    /// - Parameter records: Whether looks and changes go to the program's own journal.
    init(_ options: AccountOptions, plans: [Migration.UseCase: Plan], by rule: Rule, recording records: Bool) {
        folder = records ? options.stateFolder.migration : nil
        let nobody = AccountLists(orders: NotCalled(), addresses: NotCalled())
        migration = Migration(
            control: nobody,
            candidate: nobody,
            plans: plans,
            recorder: Recorder(to: pending),
            settings: Migration.Settings(
                server: Composition.Settings.storeFileName(at: options.serverURL),
                deadline: Migration.longestDeadline,
                rule: rule
            )
        )
    }

    /// Stores looks and changes, and closes the journal.
    func finish() async {
        await migration.settle()
        guard let folder else { return }
        let journal = LateJournal(in: folder) { StandardError.say("warning: " + $0) }
        // It has said so itself, and the plan is set in either case.
        try? await journal.record(pending.entries)
    }
}

/// A side that no command of `account migration` calls.
private struct NotCalled: FetchUserOrder, FetchUserAddresses {
    func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]> { throw .unavailable }

    func fetchAddresses(for user: UserID) async throws(UserAddressesError) -> Snapshot<[UserAddress]> {
        throw .unavailable
    }
}

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
