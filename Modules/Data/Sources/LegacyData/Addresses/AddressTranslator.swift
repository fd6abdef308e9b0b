import Domain
import Foundation

/// Translates `GET /legacy/users/{user}/addresses`, from bytes to entities, the default one first.
enum AddressTranslator {
    static func translate(_ body: Data) throws(LegacyFailure) -> LegacyAnswer<[UserAddress]> {
        let envelope = try LegacyEnvelope<AddressRecord.List>(body)
        let answer = LegacyAnswer(
            list: "addresses",
            records: envelope.payload.addresses,
            generatedAt: envelope.generatedAt,
            identity: \UserAddress.id,
            called: "id",
            read: address
        )
        return LegacyAnswer(
            value: answer.value.filter(\.isDefault) + answer.value.filter { !$0.isDefault },
            generatedAt: answer.generatedAt,
            unreadable: answer.unreadable
        )
    }

    static func address(_ record: AddressRecord) throws(UnreadableField) -> UserAddress {
        if !record.isObject { throw UnreadableField([]) }
        guard let id = record.id, !id.isEmpty else { throw UnreadableField("id") }
        return UserAddress(
            id: AddressID(id),
            label: try record.label.readable(as: "label"),
            recipient: try record.recipient.readable(as: "recipient"),
            postal: PostalAddress(
                street: try record.street.readable(as: "street"),
                postalCode: try record.zip.readable(as: "postalCode"),
                locality: try record.city.readable(as: "locality"),
                region: try record.region.readable(as: "region"),
                country: try record.country.flatMap { CountryCode($0) }.readable(as: "country")
            ),
            isDefault: try record.isDefault.readable(as: "isDefault")
        )
    }
}
