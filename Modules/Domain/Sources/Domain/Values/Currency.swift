/// A currency of ISO 4217 together with the number of its decimals.
public struct Currency: Hashable, Sendable, CustomStringConvertible {
    /// The alphabetic code, three upper-case ASCII letters.
    public let code: String
    /// The number of decimals an amount may have: 0 for JPY, 2 for EUR, 3 for KWD, 4 for CLF.
    public let minorUnits: Int

    /// Returns `nil` for a code that ISO 4217 does not list with a minor unit (case matters).
    public init?(code: String) {
        guard let minorUnits = Self.minorUnits[code] else { return nil }
        self.code = code
        self.minorUnits = minorUnits
    }

    /// The alphabetic code.
    public var description: String { code }

    /// ISO 4217, list one (current currencies and funds), without the codes whose minor unit is "not applicable".
    private static let minorUnits: [String: Int] = {
        let codes: [Int: String] = [
            0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
            2: """
            AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF \
            CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL \
            HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU \
            MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR \
            SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED \
            VES WST XCD XCG YER ZAR ZMW ZWG
            """,
            3: "BHD IQD JOD KWD LYD OMR TND",
            4: "CLF UYW",
        ]
        var table: [String: Int] = [:]
        for (minorUnits, list) in codes {
            for code in list.split(separator: " ") { table[String(code)] = minorUnits }
        }
        return table
    }()
}
