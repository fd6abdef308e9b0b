import Testing

@testable import account

@Suite("A line of text that a person edits")
struct FieldTests {
    @Test("Each change is made at the cursor", arguments: fieldChanges)
    fileprivate func change(_ change: Change, before: String, after: String) {
        var field = Field(before: "a b", after: "c d")
        change(&field)
        #expect(field == Field(before: before, after: after))
    }

    @Test("At either end there is nothing to move to or to delete")
    func ends() {
        var field = Field()
        field.moveLeft()
        field.moveRight()
        field.deleteBackward()
        field.deleteForward()
        field.deleteWord()
        #expect(field == Field())
    }

    @Test(
        "A character is one, however many code points it has",
        arguments: ["e\u{301}", "👩🏽‍💻", "🇩🇪", "👨‍👩‍👧‍👦"]
    )
    func characters(character: String) {
        var field = Field()
        field.insert("a")
        for scalar in character.unicodeScalars { field.insert(String(scalar)) }
        field.moveLeft()
        #expect(field.after == character)
        field.moveRight()
        field.deleteBackward()
        #expect(field.text == "a")
    }

    @Test("Line breaks and control characters of a paste are left out")
    func paste() {
        var field = Field()
        field.insert("me\r\nd\u{0}\u{1B}[2J\u{9B}\u{2028}x")
        #expect(field.text == "med[2Jx")
    }
}

@Suite("Text that is pasted into a line")
struct PastedTextTests {
    @Test(
        "Line breaks inside it become spaces, and those at its ends are left out",
        arguments: [
            ("one\ntwo", "one two"), ("\r\none\r\n\r\ntwo\u{2028}three\n", "one two three"), ("\n", ""), ("one", "one"),
            ("a\u{1B}[2Jb\nc", "a[2Jb c"),
        ]
    )
    func breaks(pasted: String, text: String) {
        var field = Field()
        field.paste(pasted)
        #expect(field.text == text)
    }
}

private typealias Change = @Sendable (inout Field) -> Void

private let fieldChanges: [(Change, String, String)] = [
    ({ $0.insert("x") }, "a bx", "c d"), ({ $0.moveLeft() }, "a ", "bc d"), ({ $0.moveRight() }, "a bc", " d"),
    ({ $0.moveToStart() }, "", "a bc d"), ({ $0.moveToEnd() }, "a bc d", ""),
    ({ $0.deleteBackward() }, "a ", "c d"), ({ $0.deleteForward() }, "a b", " d"),
    ({ $0.deleteWord() }, "a ", "c d"), ({ $0.deleteToStart() }, "", "c d"),
]
