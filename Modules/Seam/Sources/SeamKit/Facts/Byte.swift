/// The bytes that the scanner distinguishes.
enum Byte {
    static let newline: UInt8 = 10
    static let blank: UInt8 = 32
    static let quote: UInt8 = 34
    static let pound: UInt8 = 35
    static let dollar: UInt8 = 36
    static let openParenthesis: UInt8 = 40
    static let closeParenthesis: UInt8 = 41
    static let star: UInt8 = 42
    static let comma: UInt8 = 44
    static let minus: UInt8 = 45
    static let dot: UInt8 = 46
    static let slash: UInt8 = 47
    static let semicolon: UInt8 = 59
    static let less: UInt8 = 60
    static let equal: UInt8 = 61
    static let greater: UInt8 = 62
    static let at: UInt8 = 64
    static let openBracket: UInt8 = 91
    static let backslash: UInt8 = 92
    static let backtick: UInt8 = 96
    static let openBrace: UInt8 = 123
    static let closeBrace: UInt8 = 125
}

extension UInt8 {
    /// Whether it may be a byte of a name in UTF-8: a letter or digit of ASCII, `_`, or a part of any other character.
    @inlinable package var isOfName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }
}
