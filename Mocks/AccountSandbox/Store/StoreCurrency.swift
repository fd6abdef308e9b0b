/// A currency the store sells in. Decimals as in ISO 4217.
enum StoreCurrency: String, Sendable {
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
}
