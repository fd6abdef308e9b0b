/// An address a user has saved, for invoices and for the registration of names.
public struct UserAddress: Identifiable, Hashable, Codable, Sendable {
    /// Unique among a user's addresses.
    public let id: AddressID
    /// The user's name for it: "Home".
    public let label: String
    /// The person who lives or works there.
    public let recipient: String
    /// The postal address.
    public let postal: PostalAddress
    /// Whether the store uses this address unless the user picks another.
    public let isDefault: Bool

    /// Creates an address from its parts.
    public init(id: AddressID, label: String, recipient: String, postal: PostalAddress, isDefault: Bool) {
        self.id = id
        self.label = label
        self.recipient = recipient
        self.postal = postal
        self.isDefault = isDefault
    }
}
