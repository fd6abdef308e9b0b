public import Domain

/// One address as a person reads it. Each text is formatted when it is accessed.
public typealias UserAddressRow = ListRow<UserAddress>

extension UserAddressRow {
    /// The user's name for the address.
    public var label: String { entity.label }

    /// The person who lives or works there.
    public var recipient: String { entity.recipient }

    /// Street, town and so on as the country's post writes them, then the country's name in the reader's language.
    public var lines: [String] { entity.postal.lines + [formats.country(entity.postal.country)] }

    /// Whether the store uses this address by default.
    public var isDefault: Bool { entity.isDefault }

    /// The note beside the default address; `nil` beside the others.
    public var defaultNote: String? { isDefault ? formats.wording(.addressIsDefault) : nil }
}

extension Message {
    /// The address is the one that the store uses by default.
    public static let addressIsDefault = Message("address.default", "Default")

    static let addresses = [addressIsDefault]
}
