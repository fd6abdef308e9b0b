extension CheckReport.Finding {
    /// Tells this violation from all others of a run and stays when lines move, texts change or severities do: made
    /// of the rule, the file, the declaration, the member and how many like it stand before.
    ///
    /// A moved file counts under the path that the baseline knows it by. 16 hexadecimal digits.
    public var fingerprint: String {
        var key = violation.key
        key.file = pathInBaseline ?? key.file
        return Fingerprint.text(key, ordinal: ordinal)
    }
}

/// FNV-1a, 64 bits, over a violation's key.
enum Fingerprint {
    static func text(_ key: ViolationKey, ordinal: Int) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for part in [key.rule.rawValue, key.file, key.enclosing, key.member, String(ordinal)] {
            // A zero byte parts the texts: none of them holds one.
            for byte in Array(part.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
