import Domain
import Foundation

struct FreshnessDocument: Encodable {
    let state: String
    var asOf: Date?

    init(_ freshness: Freshness) {
        switch freshness {
        case .live: state = "live"
        case .kept(let date):
            state = "kept"
            asOf = date
        case .unknown: state = "unknown"
        }
    }
}

struct MoneyDocument: Encodable {
    let amount: String
    let currency: String

    init(_ money: Money) {
        amount = money.text
        currency = money.currency.code
    }
}

struct OrderDocument: Encodable {
    struct Line: Encodable {
        let name: String
        let service: String
        let years: Int
        let price: MoneyDocument
    }

    let number: String
    let placedAt: Date
    let status: String
    let lines: [Line]
    let total: MoneyDocument

    init(_ order: UserOrder) {
        number = order.number.rawValue
        placedAt = order.placedAt
        status =
            switch order.status {
            case .placed: "placed"
            case .paid: "paid"
            case .completed: "completed"
            case .cancelled: "cancelled"
            case .refunded: "refunded"
            case .unknown(let word): word
            }
        lines = order.lines.map { line in
            let service =
                switch line.service {
                case .registration: "registration"
                case .renewal: "renewal"
                case .transfer: "transfer"
                case .unknown(let word): word
                }
            return Line(name: line.name.text, service: service, years: line.years, price: MoneyDocument(line.price))
        }
        total = MoneyDocument(order.total)
    }
}

struct AddressDocument: Encodable {
    let id: String
    let label: String
    let recipient: String
    let street: [String]
    let postalCode: String?
    let locality: String
    let region: String?
    let country: String
    let isDefault: Bool

    init(_ address: UserAddress) {
        id = address.id.rawValue
        label = address.label
        recipient = address.recipient
        street = address.postal.street
        postalCode = address.postal.postalCode
        locality = address.postal.locality
        region = address.postal.region
        country = address.postal.country.code
        isDefault = address.isDefault
    }
}
