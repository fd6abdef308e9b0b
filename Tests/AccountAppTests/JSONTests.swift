import Foundation
import Testing

@testable import account

@Suite("JSON that is printed")
struct JSONTests {
    @Test("Characters that a terminal would act on are escaped, and read back as they were")
    func escapes() throws {
        let text = "a\u{7F}\u{80}\u{9B}2J\u{9F}\u{61C}\u{200E}\u{2028}\u{202E}b\u{2066}\u{2069}é\u{10FFFF}\u{1B}"
        let bytes = try JSON.object(["text": .string(text), text: .string("")]).bytes()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isHarmless =
                switch scalar.value {
                case 0x0A, 0x20..<0x7F, 0xE9, 0x10FFFF: true
                default: false
                }
            #expect(isHarmless, "U+\(String(scalar.value, radix: 16))")
        }
        let read = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: String])
        #expect(read["text"] == text)
        #expect(read[text] == "")
    }
}
