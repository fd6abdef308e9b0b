import TestSupport
import Testing

@testable import Domain

@Suite("Punycode")
struct PunycodeTests {
    /// RFC 3492, section 7.1, (A) to (S).
    private static let samples = [
        (
            "egbpdaj6bu4bxfgehfvwxn",
            "\u{644}\u{64A}\u{647}\u{645}\u{627}\u{628}\u{62A}\u{643}\u{644}\u{645}\u{648}\u{634}\u{639}\u{631}\u{628}\u{64A}\u{61F}"
        ),
        ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
        ("ihqwctvzc91f659drss3x8bo0yb", "\u{4ED6}\u{5011}\u{7232}\u{4EC0}\u{9EBD}\u{4E0D}\u{8AAA}\u{4E2D}\u{6587}"),
        ("Proprostnemluvesky-uyb24dma41a", "Pro\u{10D}prost\u{11B}nemluv\u{ED}\u{10D}esky"),
        (
            "4dbcagdahymbxekheh6e0a7fei0b",
            "\u{5DC}\u{5DE}\u{5D4}\u{5D4}\u{5DD}\u{5E4}\u{5E9}\u{5D5}\u{5D8}\u{5DC}\u{5D0}\u{5DE}\u{5D3}\u{5D1}\u{5E8}\u{5D9}\u{5DD}\u{5E2}\u{5D1}\u{5E8}\u{5D9}\u{5EA}"
        ),
        (
            "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd",
            "\u{92F}\u{939}\u{932}\u{94B}\u{917}\u{939}\u{93F}\u{928}\u{94D}\u{926}\u{940}\u{915}\u{94D}\u{92F}\u{94B}\u{902}\u{928}\u{939}\u{940}\u{902}\u{92C}\u{94B}\u{932}\u{938}\u{915}\u{924}\u{947}\u{939}\u{948}\u{902}"
        ),
        (
            "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa",
            "\u{306A}\u{305C}\u{307F}\u{3093}\u{306A}\u{65E5}\u{672C}\u{8A9E}\u{3092}\u{8A71}\u{3057}\u{3066}\u{304F}\u{308C}\u{306A}\u{3044}\u{306E}\u{304B}"
        ),
        ("989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c", "세계의모든사람들이한국어를이해한다면얼마나좋을까"),
        ("b1abfaaepdrnnbgefbaDotcwatmq2g4l", "почемужеонинеговорятпорусски"),
        ("PorqunopuedensimplementehablarenEspaol-fmd56a", "Porqu\u{E9}nopuedensimplementehablarenEspa\u{F1}ol"),
        (
            "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g",
            "T\u{1EA1}isaoh\u{1ECD}kh\u{F4}ngth\u{1EC3}ch\u{1EC9}n\u{F3}iti\u{1EBF}ngVi\u{1EC7}t"
        ),
        ("3B-ww4c5e180e575a65lsy2b", "3年B組金八先生"),
        ("-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n", "安室奈美恵-with-SUPER-MONKEYS"),
        (
            "Hello-Another-Way--fc4qua05auwb3674vfr0b",
            "Hello-Another-Way-\u{305D}\u{308C}\u{305E}\u{308C}\u{306E}\u{5834}\u{6240}"
        ),
        ("2-u9tlzr9756bt3uc0v", "\u{3072}\u{3068}\u{3064}\u{5C4B}\u{6839}\u{306E}\u{4E0B}2"),
        ("MajiKoi5-783gue6qz075azm5e", "Maji\u{3067}Koi\u{3059}\u{308B}5\u{79D2}\u{524D}"),
        ("de-jg4avhby1noc0d", "\u{30D1}\u{30D5}\u{30A3}\u{30FC}de\u{30EB}\u{30F3}\u{30D0}"),
        ("d9juau41awczczp", "\u{305D}\u{306E}\u{30B9}\u{30D4}\u{30FC}\u{30C9}\u{3067}"),
        ("-> $1.00 <--", "-> $1.00 <-"),
    ]

    @Test("The RFC's samples decode to their Unicode", arguments: samples)
    func decodes(encoded: String, decoded: String) {
        #expect(Punycode.decode(encoded).map { Array($0.unicodeScalars) } == Array(decoded.unicodeScalars))
    }

    @Test("The RFC's samples encode to their ASCII, but for the case of digits", arguments: samples)
    func encodes(encoded: String, decoded: String) {
        #expect(Punycode.encode(decoded)?.lowercased() == encoded.lowercased())
    }

    @Test(
        "What isn't Punycode is refused",
        arguments: [
            "ü", "a-ü", "-", "-abc", "b_cher", "bcher-k", "bcher-!", "a b", "99999999", "99999999999999999999999999",
            "abc-99999999999", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "\u{0}\u{7F}", "ab-zd9k",
            "a-qo7g",
        ]
    )
    func refuses(text: String) {
        #expect(Punycode.decode(text) == nil)
    }

    @Test("What was encoded decodes to the same, whatever the characters")
    func roundTrip() throws {
        var dice = SplitMix(state: 3492)
        for _ in 0..<2_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0..<20, using: &dice) {
                let bounds: [UInt32] = [0x80, 0x250, 0x3100, 0x11_0000]
                let bound = bounds[Int.random(in: 0..<4, using: &dice)]
                if let scalar = Unicode.Scalar(UInt32.random(in: 0..<bound, using: &dice)) { text.append(scalar) }
            }
            let encoded = try #require(Punycode.encode(String(text)))
            #expect(Punycode.decode(encoded).map { Array($0.unicodeScalars) } == Array(text))
        }
    }
}
