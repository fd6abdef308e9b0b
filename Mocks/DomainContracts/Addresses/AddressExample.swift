import Domain

/// The addresses that the rows try an implementation with.
enum AddressExample {
    /// The default one first, the others as saved.
    static let records = [
        address("D", "Home", "Ada Example", ["Beispielweg 1", "2. Etage"], "10115", "Berlin", nil, "DE", true),
        address("C", "Work", "例 太郎", ["千代田1-1"], "100-0001", "千代田区", "東京都", "JP", false),
        address("B", "", "עדה", ["1 Example Road"], nil, "Dubai", "Dubai", "AE", false),
        address("A", "🏡", "Ada Example", ["1 Example Street"], "00000", "Anytown", "CA", "US", false),
    ]

    /// The same as a user saves them: the default one came third.
    static let saved = [1, 2, 0, 3].map { records[$0] }

    static let listRows = UserListRows<UserAddress, UserAddressesError>(
        stored: saved,
        answered: records,
        others: [address("G", "Home", "Grace", ["Example Lane 2"], "1010", "Wien", nil, "AT", true)],
        duplicate: address("A", "Old", "A. Example", ["Altweg 9"], "80331", "München", nil, "DE", false),
        id: \.id
    )

    private static func address(
        _ id: String,
        _ label: String,
        _ recipient: String,
        _ street: [String],
        _ postalCode: String?,
        _ locality: String,
        _ region: String?,
        _ code: String,
        _ isDefault: Bool
    ) -> UserAddress {
        guard let country = CountryCode(code) else { preconditionFailure("An example has to be valid: \(code)") }
        return UserAddress(
            id: AddressID(id),
            label: label,
            recipient: recipient,
            postal: PostalAddress(
                street: street,
                postalCode: postalCode,
                locality: locality,
                region: region,
                country: country
            ),
            isDefault: isDefault
        )
    }
}
