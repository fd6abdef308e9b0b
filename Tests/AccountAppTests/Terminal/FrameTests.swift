import Testing

@testable import account

@Suite("Drawing a frame")
struct FrameTests {
    private func frame(_ lines: String..., column: Int = 0) -> Frame {
        Frame(lines: lines.map { [Frame.Span($0, .strong)] }, cursor: Frame.Position(row: 0, column: column))
    }

    @Test("The first frame clears the screen and is drawn whole")
    func first() {
        let drawing = frame("a", "b").drawing(over: nil, hasColour: false)
        #expect(
            drawing
                == "\u{1B}[?25l\u{1B}[2J\u{1B}[1;1H\u{1B}[2Ka\u{1B}[2;1H\u{1B}[2Kb\u{1B}[1;1H\u{1B}[?25h"
        )
    }

    @Test("Later only the lines that differ are drawn, and nothing if none does")
    func changes() {
        let before = frame("a", "b", "c")
        #expect(before.drawing(over: before, hasColour: false) == "")
        #expect(
            frame("a", "x", "c", column: 2).drawing(over: before, hasColour: false)
                == "\u{1B}[?25l\u{1B}[2;1H\u{1B}[2Kx\u{1B}[1;3H\u{1B}[?25h"
        )
        #expect(
            frame("a", "b").drawing(over: before, hasColour: false)
                == "\u{1B}[?25l\u{1B}[3;1H\u{1B}[2K\u{1B}[1;1H\u{1B}[?25h"
        )
    }

    @Test("Emphasis is colour, and there is none without it")
    func colour() {
        #expect(frame("a").drawing(over: nil, hasColour: true).contains("\u{1B}[1ma\u{1B}[0m"))
        #expect(!frame("a").drawing(over: nil, hasColour: false).contains("m"))
    }

    @Test("No text can tell the terminal to do anything")
    func printable() {
        #expect(Frame.Span("a\u{1B}[2J\n\u{9B}b\u{202E}").text == "a\u{FFFD}[2J\u{FFFD}\u{FFFD}b\u{FFFD}")
    }
}
