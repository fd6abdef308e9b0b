import Testing

@testable import account

@Suite("A line that is not shown while it is typed")
struct TypedSecretTests {
    private func typed(_ bytes: [UInt8]) -> TypedSecret.Step {
        var secret = TypedSecret()
        for byte in bytes {
            let step = secret.take(byte)
            if step != .more { return step }
        }
        return .more
    }

    @Test("It is what was typed, up to the end of the line", arguments: [UInt8(0x0A), 0x0D])
    func line(_ end: UInt8) {
        #expect(typed(Array(" pä\u{1F511} ".utf8) + [end]) == .done(" pä\u{1F511} "))
    }

    @Test("Backspace takes a whole character back, and more than there are none", arguments: [UInt8(0x08), 0x7F])
    func backspace(_ key: UInt8) {
        #expect(typed(Array("aä\u{1F511}".utf8) + [key, key] + Array("b\n".utf8)) == .done("ab"))
        #expect(typed([key, key] + Array("b\n".utf8)) == .done("b"))
    }

    @Test("Ctrl-U takes all back")
    func clear() {
        #expect(typed(Array("wrong".utf8) + [0x15] + Array("right\n".utf8)) == .done("right"))
    }

    @Test("Ctrl-C gives up at any time, Ctrl-D where there is nothing")
    func givenUp() {
        #expect(typed(Array("half".utf8) + [0x03]) == .givenUp)
        #expect(typed([0x04]) == .givenUp)
        #expect(typed(Array("a".utf8) + [0x04] + Array("b\n".utf8)) == .done("ab"))
    }

    @Test(
        "A line that is no UTF-8 is refused, and not changed to another",
        arguments: [[0xE4], [0xC3], [0xED, 0xA0, 0x80]]
    )
    func latin(_ bytes: [UInt8]) {
        #expect(typed(Array("p".utf8) + bytes + Array("ss\n".utf8)) == .unreadable)
    }

    @Test("Other control keys are no characters")
    func control() {
        #expect(typed([0x1A, 0x1C, 0x09] + Array("a\n".utf8)) == .done("a"))
    }
}
