import DataSupport
import Domain
import StoreClient
import Strangler

extension Migration {
    /// Creates hand-overs that no one calls: for verdicts and for changes of the plans.
    ///
    /// - Parameter records: Whether looks and changes go to the program's own journal.
    static func judging(
        _ options: AccountOptions,
        plans: [UseCase: Plan],
        by rule: Rule,
        recording records: Bool
    ) -> Migration {
        let settings = Settings(
            server: (options.serverURL.map { StoreServer($0) } ?? StoreServer(named: "sandbox")).fileName,
            deadline: .seconds(options.timeout) / 2,
            rule: rule
        )
        let nobody = Side(orders: NotCalled(), addresses: NotCalled())
        let journal = LateJournal(in: options.stateFolder.migration) { StandardError.say("warning: " + $0) }
        return Migration(
            control: nobody,
            candidate: nobody,
            plans: plans,
            recorder: records ? Recorder(to: journal) : Recorder(),
            settings: settings
        )
    }
}

/// A side that no command of `account migration` calls.
private struct NotCalled: FetchUserOrder, FetchUserAddresses {
    func fetchOrders(for user: UserID) async throws(UserOrdersError) -> Snapshot<[UserOrder]> { throw .unavailable }

    func fetchAddresses(for user: UserID) async throws(UserAddressesError) -> Snapshot<[UserAddress]> {
        throw .unavailable
    }
}
