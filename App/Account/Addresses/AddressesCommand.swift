import ArgumentParser
import Domain
import Presentation

/// The command `account addresses`.
struct AddressesCommand: ScreenCommand {
    static let configuration = CommandConfiguration(commandName: "addresses", abstract: "Shows the list of addresses.")

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions

    func show(in session: Session) async throws(AccountFailure) -> Session.Showing { try await session.addresses() }
}

extension Session {
    /// Returns the list of addresses.
    func addresses() async throws(AccountFailure) -> Showing {
        try await show(composition.addressList(of: try user, formats), as: .addresses)
    }
}

extension ListView<UserAddress> {
    static var addresses: ListView {
        ListView(name: "addresses", item: JSON.address) { row in
            RowText(
                [row.label + (row.defaultNote.map { " (\($0))" } ?? "")],
                details: ([row.recipient] + row.lines).map { ($0, nil) }
            )
        }
    }
}

extension JSON {
    fileprivate static func address(_ address: UserAddress) -> JSON {
        [
            "id": .string(address.id.rawValue),
            "label": .string(address.label),
            "recipient": .string(address.recipient),
            "street": .texts(address.postal.street),
            "postalCode": .text(address.postal.postalCode),
            "locality": .string(address.postal.locality),
            "region": .text(address.postal.region),
            "country": .string(address.postal.country.code),
            "isDefault": .bool(address.isDefault),
        ]
    }
}
