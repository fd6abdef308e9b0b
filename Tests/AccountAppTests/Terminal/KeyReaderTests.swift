import Testing

@testable import account

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
        // None of these is a supported key.
        ("\u{1B}[99;5u", []), ("\u{1B}x", []), ("\u{2}", []), ("\u{1B}[?1;2c", []), ("\t", []),
    ]

    @Test("A paste of a megabyte is read in parts at once, and the field takes what it can hold")
    func longPaste() throws {
        var reader = KeyReader()
        var keys = reader.keys(Array("\u{1B}[200~".utf8))
        let part = [UInt8](repeating: UInt8(ascii: "x"), count: 4_096)
        let clock = ContinuousClock()
        let time = clock.measure {
            for _ in 0..<256 { keys += reader.keys(part) }
        }
        #expect(keys == [])
        // It took 39 seconds when all was searched again with each part.
        #expect(time < .seconds(10))
        keys = reader.keys(Array("end\u{1B}[20".utf8)) + reader.keys(Array("1~y".utf8))
        #expect(keys.count == 2)
        #expect(keys.last == .text("y"))
        guard case .paste(let text)? = keys.first else {
            Issue.record("nothing was pasted")
            return
        }
        #expect(text.utf8.count <= 3 * 8_192)
        var field = Field()
        field.insert(text)
        #expect(field.text.count == Field.limit)
        field.insert("z")
        #expect(field.text.count == Field.limit)
    }

    @Test("A sequence without an end is dropped")
    func endlessSequence() {
        var reader = KeyReader()
        for _ in 0..<256 { #expect(reader.keys(Array("\u{1B}[".utf8) + [UInt8](repeating: 0x30, count: 4_096)) == []) }
        #expect(reader.keys(Array("q".utf8)).last == .text("q"))
    }

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
