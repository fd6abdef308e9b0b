import Testing

@testable import AccountApp

@Suite("Keys from bytes")
struct KeyReaderTests {
    private static let keys: [(String, [Key])] = [
        ("med", [.text("med")]), ("ü東👩🏽‍💻", [.text("ü東👩🏽‍💻")]), ("a\rb", [.text("a"), .enter, .text("b")]),
        ("\u{7F}\u{8}", [.backspace, .backspace]), ("\u{1}\u{5}", [.home, .end]),
        ("\u{15}\u{17}", [.deleteToStart, .deleteWord]), ("\u{C}", [.redraw]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]), ("\u{1B}OA\u{1B}OB", [.up, .down]),
        ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
        ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~", [.home, .end, .home, .end]),
        ("\u{1B}[3~", [.delete]), ("\u{1B}[200~a\r\nb\u{1B}[A\u{1B}[201~c", [.paste("a\r\nb\u{1B}[A"), .text("c")]),
        // None of these is a key of ours.
        ("\u{1B}[99;5u", []), ("\u{1B}x", []), ("\u{2}", []), ("\u{1B}[?1;2c", []), ("\t", []),
    ]

    @Test("Every sequence is one key, whether its bytes come together or one by one", arguments: keys)
    func sequences(bytes: String, keys: [Key]) {
        var together = KeyReader()
        #expect(together.keys(Array(bytes.utf8)) == keys)

        var single = KeyReader()
        let pieces = bytes.utf8.flatMap { single.keys([$0]) }
        let joined = pieces.reduce(into: [Key]()) { keys, key in
            if case .text(let text) = key, case .text(let earlier)? = keys.last {
                keys[keys.count - 1] = .text(earlier + text)
            } else {
                keys.append(key)
            }
        }
        #expect(joined == keys)
    }

    @Test("An escape is held until it is known whether it begins a sequence")
    func escape() {
        var reader = KeyReader()
        #expect(reader.keys([0x1B]) == [])
        #expect(reader.holdsEscape)
        #expect(reader.takeEscape() == .escape)
        #expect(!reader.holdsEscape)
        #expect(reader.takeEscape() == nil)
        #expect(reader.keys(Array("[A".utf8)) == [.text("[A")])
        #expect(reader.keys([0x1B, 0x1B]) == [.escape])
    }

    @Test(
        "Bytes that are no UTF-8 are left out, and what follows is read",
        arguments: [[0xFF], [0xC3], [0xE2, 0x82], [0x80]]
    )
    func invalid(bytes: [UInt8]) {
        var reader = KeyReader()
        #expect(reader.keys(bytes + Array("a".utf8)).last == .text("a"))
    }
}
