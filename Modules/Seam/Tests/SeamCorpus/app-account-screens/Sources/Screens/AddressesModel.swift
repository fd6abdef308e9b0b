import LegacyAccount

@MainActor
public final class AddressesModel {
    private lazy var account = AccountService.shared
    public var rows: [String] { account.addresses.sorted() }

    public init() {}

    public func add(_ address: String) {
        Task { [account] in
            try await account.add(address: address)
        }
    }
}
