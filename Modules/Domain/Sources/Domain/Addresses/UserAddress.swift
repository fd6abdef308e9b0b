/// A place a user has saved, for invoices and for the registration of names.
public struct UserAddress: Identifiable, Hashable, Codable, Sendable {
    /// Unique among a user's addresses.
    public let id: AddressID
    /// The user's own word for it: "Home".
    public let label: String
    /// Who lives or works there.
    public let recipient: String
    /// Where it is.
    public let postal: PostalAddress
    /// Whether the store takes this one unless told otherwise.
    public let isDefault: Bool

    /// Makes an address of its parts.
    public init(id: AddressID, label: String, recipient: String, postal: PostalAddress, isDefault: Bool) {
        self.id = id
        self.label = label
        self.recipient = recipient
        self.postal = postal
        self.isDefault = isDefault
    }
}
