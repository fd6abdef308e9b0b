public import Domain

/// One address as a person reads it. Every text is formatted when it is asked for.
public struct UserAddressRow: Identifiable, Sendable {
    /// What the texts are made of.
    public let address: UserAddress
    private let formats: Formats

    /// Creates the row of `address`.
    public init(_ address: UserAddress, formats: Formats) {
        self.address = address
        self.formats = formats
    }

    /// The address's identifier, unique in a list.
    public var id: AddressID { address.id }

    /// The user's own word for it.
    public var label: String { address.label }

    /// Who lives or works there.
    public var recipient: String { address.recipient }

    /// Street, place and so on as the country's post writes them, then the country's name in the reader's language.
    public var lines: [String] { address.postal.lines + [formats.country(address.postal.country)] }

    /// Whether the store uses this address by default.
    public var isDefault: Bool { address.isDefault }

    /// What to write beside the default address; `nil` beside the others.
    public var defaultNote: String? { isDefault ? formats.wording(.addressIsDefault) : nil }
}

extension Message {
    /// The address is the one that the store uses by default.
    public static let addressIsDefault = Message("address.default", "Default")

    static let addresses = [addressIsDefault]
}
