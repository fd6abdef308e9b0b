public import Domain

/// What every `FetchUserAddresses` must do.
public typealias FetchUserAddressesContract = Contract<
    UserListSituation<UserAddress>, UserID, Snapshot<[UserAddress]>, UserAddressesError
>

extension FetchUserAddressesContract {
    /// Every row of the contract.
    public static var rows: [Row] {
        AddressExample.listRows.all + [
            UserListRows.answer("The default address comes first", toStored: AddressExample.saved) { answer in
                try expect(answer.value.first?.id, AddressExample.records.first?.id)
            },
            UserListRows.answer("The other addresses come as they were saved", toStored: AddressExample.saved) {
                answer in
                try expect(
                    answer.value.filter { !$0.isDefault }.map(\.id),
                    AddressExample.saved.filter { !$0.isDefault }.map(\.id)
                )
            },
        ]
    }

    /// Makes the contract for one implementation.
    ///
    /// - Parameters:
    ///   - patience: How long a call may take. Only an implementation that does not answer at all makes a row wait so
    ///     long; a passing row never does.
    ///   - arrange: Builds the implementation in a situation. It throws `NotApplicable` for a situation the
    ///     implementation can't get into; any other error means that the arrangement itself failed.
    public init(
        patience: Duration = .seconds(60),
        _ arrange: @escaping @Sendable (UserListSituation<UserAddress>) async throws -> any FetchUserAddresses
    ) {
        self.init(arrange: { situation in try await arrange(situation).fetchAddresses }, patience: patience)
    }
}
