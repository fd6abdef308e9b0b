import Domain
import Foundation
import Presentation

let ada = UserID("ada")

extension Formats {
    /// British English, so that nothing depends on the machine's locale and time zone.
    static let british = Formats(locale: Locale(identifier: "en_GB"), timeZone: .gmt, wording: .english)

    init(_ locale: String, _ timeZone: String = "GMT") throws {
        guard let zone = TimeZone(identifier: timeZone) else { throw InvalidSample(text: timeZone) }
        self.init(locale: Locale(identifier: locale), timeZone: zone, wording: .english)
    }
}

extension Date {
    /// Returns a moment from ISO 8601: `Date.at("2026-11-19T09:14:00Z")`.
    static func at(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
}

extension Money {
    /// Returns an amount from its wire format: `Money.of("12.50", "EUR")`.
    static func of(_ text: String, _ code: String) throws -> Money {
        guard let currency = Currency(code: code), let money = Money(text: text, currency: currency) else {
            throw InvalidSample(text: "\(text) \(code)")
        }
        return money
    }
}

extension UserOrder {
    static func sample(
        _ number: String = "S-1",
        placedAt: String = "2026-11-19T09:14:00Z",
        status: OrderStatus = .paid,
        lines: [OrderLine] = [],
        total: String = "12.50",
        _ code: String = "EUR"
    ) throws -> UserOrder {
        UserOrder(
            number: OrderNumber(number),
            placedAt: try .at(placedAt),
            status: status,
            lines: lines,
            total: try .of(total, code)
        )
    }
}

extension UserAddress {
    static func sample(_ id: String = "A-1", country: String = "DE", isDefault: Bool = true) throws -> UserAddress {
        guard let country = CountryCode(country) else { throw InvalidSample(text: country) }
        return UserAddress(
            id: AddressID(id),
            label: "Home",
            recipient: "Ada Example",
            postal: PostalAddress(
                street: ["Beispielweg 1"],
                postalCode: "10115",
                locality: "Berlin",
                region: nil,
                country: country
            ),
            isDefault: isDefault
        )
    }
}

struct InvalidSample: Error {
    let text: String
}
