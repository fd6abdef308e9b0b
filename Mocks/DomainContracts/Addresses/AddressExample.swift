import Domain

/// The addresses that the rows use to check an implementation.
enum AddressExample {
    static let all = ListExamples(
        ListOrder(
            "The default address comes first, and the others as they were saved",
            records,
            stored: [1, 2, 0, 3].map { records[$0] }
        ),
        others: [address("G", "Home", "Grace", ["Example Lane 2"], "1010", "Wien", nil, "AT", true)],
        repeated: address("A", "Old", "A. Example", ["Altweg 9"], "80331", "München", nil, "DE", false)
    )

    /// The default address, which was saved third, then the others in the order in which they were saved.
    private static let records = [
        address("D", "Home", "Ada Example", ["Beispielweg 1", "2. Etage"], "10115", "Berlin", nil, "DE", true),
        address("C", "Work", "例 太郎", ["千代田1-1"], "100-0001", "千代田区", "東京都", "JP", false),
        address("B", "", "עדה", ["1 Example Road"], nil, "Dubai", "Dubai", "AE", false),
        address("A", "🏡", "Ada Example", ["1 Example Street"], "00000", "Anytown", "CA", "US", false),
    ]

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
