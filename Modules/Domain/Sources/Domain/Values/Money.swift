public import Foundation

/// An exact amount in one currency. Negative amounts are refunds.
///
/// The scale is checked: an amount can't have more decimals than its currency. So a price that was sent in the wrong unit is
/// found when it is read and not when it is paid. The size is checked too: an amount has at most 18 digits when written with
/// all decimals of its currency, so that every amount can be written and read again.
public struct Money: Hashable, Sendable {
    /// The amount in major units: 12.50 for twelve euros fifty.
    public let amount: Decimal
    /// The currency.
    public let currency: Currency

    /// Creates an amount. Returns `nil` if `amount` is not a number, needs more decimals than `currency` has, or has too many
    /// digits.
    public init?(_ amount: Decimal, _ currency: Currency) {
        let limit = Decimal(sign: .plus, exponent: Self.digits - currency.minorUnits, significand: 1)
        guard amount.isFinite, amount.magnitude < limit else { return nil }
        var exact = amount
        var rounded = Decimal()
        NSDecimalRound(&rounded, &exact, currency.minorUnits, .plain)
        guard rounded == amount else { return nil }
        self.amount = amount
        self.currency = currency
    }

    /// Creates an amount from a literal: `Money(0.07, euro)`. Returns `nil` for the same reasons as for an exact amount.
    ///
    /// The amount is the shortest decimal that represents the number. So `0.1 + 0.2`, which is slightly more than `0.3`, is not
    /// an amount of euros.
    public init?(_ amount: Double, _ currency: Currency) {
        guard let exact = Decimal(string: "\(amount)") else { return nil }
        self.init(exact, currency)
    }

    /// Creates a whole amount. Returns `nil` if it has too many digits.
    public init?(_ amount: Int, _ currency: Currency) {
        self.init(Decimal(amount), currency)
    }

    /// Reads an amount in its wire format: an optional minus, digits, and at most `currency.minorUnits` decimals after a point.
    /// Returns `nil` for anything else, including exponents, separators, spaces and too many digits.
    public init?(text: String, currency: Currency) {
        var rest = text.utf8[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }

        var significand: UInt64 = 0
        var count = 0
        var decimals: Int?
        for byte in rest {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                significand = significand * 10 + UInt64(byte - UInt8(ascii: "0"))
                count += 1
                decimals? += 1
                guard count <= Self.digits else { return nil }
            case UInt8(ascii: ".") where decimals == nil && count > 0:
                decimals = 0
            default:
                return nil
            }
        }
        let missing = currency.minorUnits - (decimals ?? 0)
        guard count > 0, decimals != 0, missing >= 0, significand < Self.powerOfTen(Self.digits - missing) else {
            return nil
        }
        amount = Decimal(
            sign: isNegative ? .minus : .plus,
            exponent: -(decimals ?? 0),
            significand: Decimal(significand)
        )
        self.currency = currency
    }

    /// The amount in its wire format, with all decimals of the currency: `12.50`, `1500`, `3.125`.
    public var text: String {
        var text = "\(amount.magnitude)"
        let decimals = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
        if decimals == 0, currency.minorUnits > 0 { text += "." }
        text += String(repeating: "0", count: max(0, currency.minorUnits - decimals))
        return amount < 0 ? "-" + text : text
    }

    private static let digits = 18

    private static func powerOfTen(_ exponent: Int) -> UInt64 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}

extension Money: Codable {
    private enum CodingKeys: CodingKey {
        case amount, currency
    }

    /// Decodes an amount from two strings: `{"amount": "12.50", "currency": "EUR"}`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let currency = try fields.decode(Currency.self, forKey: .currency)
        guard let money = Money(text: try fields.decode(String.self, forKey: .amount), currency: currency) else {
            throw DecodingError.dataCorruptedError(forKey: .amount, in: fields, debugDescription: "no amount")
        }
        self = money
    }

    /// Encodes the amount in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(text, forKey: .amount)
        try fields.encode(currency, forKey: .currency)
    }
}
