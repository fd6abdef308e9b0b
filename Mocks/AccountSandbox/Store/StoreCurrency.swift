/// A currency in which the store sells. Decimals are as in ISO 4217.
enum StoreCurrency: String, Sendable, Decodable {
    case eur = "EUR"
    case jpy = "JPY"
    case kwd = "KWD"
    case usd = "USD"

    var decimals: Int {
        switch self {
        case .jpy: 0
        case .eur, .usd: 2
        case .kwd: 3
        }
    }

    /// Returns an amount in the wire format, in major units and with all decimals: `-12.50`.
    func text(_ minorUnits: Int) -> String {
        var digits = String(minorUnits.magnitude)
        if decimals > 0 {
            if digits.utf8.count <= decimals {
                digits = String(repeating: "0", count: decimals + 1 - digits.utf8.count) + digits
            }
            digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals))
        }
        return minorUnits < 0 ? "-" + digits : digits
    }
}
