import Domain
import DomainMocks
import Foundation
import Presentation
import Synchronization
import Testing

@testable import account

@Suite("The live search on screen")
struct SearchScreenTests {
    private let small = Frame.Size(rows: 6, columns: 40)

    @Test("Without a query a person is asked for one")
    func blank() {
        var screen = SearchScreen()
        screen.content.message = "Please, search something"
        #expect(
            text(screen, small) == ["Search: ", "Please, search something", "", "", "", "Esc leaves"]
        )
        #expect(screen.frame(small).cursor == Frame.Position(row: 0, column: 8))
    }

    @Test("Results stand below the field, the first of them selected")
    func results() {
        var screen = filled(names: "a.example", "xn--bcher-kva.example")
        screen.content.summary = "2 names in 1ms"
        screen.field.insert("ex")
        #expect(
            text(screen, Frame.Size(rows: 6, columns: 60)) == [
                "Search: ex", "2 names in 1ms", "", "> a.example       updated 1 Jan 1970",
                "  bücher.example  updated 1 Jan 1970", "Enter takes the name   Up/Down move   Esc leaves      1 of 2",
            ]
        )
        #expect(screen.frame(small).cursor == Frame.Position(row: 0, column: 10))
        #expect(screen.selected?.registeredName == "a.example")
    }

    @Test("The page with the selection on it is shown, and the selection stops at either end")
    func pages() {
        var screen = filled((0..<100).map { "n\($0).example" })
        let size = Frame.Size(rows: 8, columns: 60)
        #expect(screen.pageLength(size) == 5)
        screen.move(by: -1)
        #expect(screen.selected?.registeredName == "n0.example")
        screen.move(by: 7)
        #expect(
            text(screen, size)[2...6].map { String($0.prefix(6)) } == [
                "  n5.e", "  n6.e", "> n7.e", "  n8.e", "  n9.e",
            ]
        )
        screen.move(by: 1_000)
        #expect(screen.selected?.registeredName == "n99.example")
        screen.content.results = filled(names: "only.example").content.results
        #expect(screen.selected?.registeredName == "only.example")
    }

    @Test("The position of the selection stands at the right of the last line", arguments: [40, 60, 80])
    func position(columns: Int) throws {
        var screen = filled((0..<50).map { "n\($0).example" })
        screen.move(by: 2)
        let last = try #require(text(screen, Frame.Size(rows: 10, columns: columns)).last)
        #expect(last.hasSuffix("3 of 50"))
        #expect(last.displayWidth == columns)
        #expect(last.contains("Enter takes") && last.contains("Esc leaves"))
    }

    @Test("The part of each name that matches the query stands out, also in the selected line")
    func highlight() {
        var screen = filled(names: "medical.example", "no-such.example", "a-MED-b.example")
        screen.field.insert("med")
        let lines = screen.frame(Frame.Size(rows: 10, columns: 60)).lines
        func marked(_ row: Int) -> [Frame.Span] {
            lines[row + 2].filter { [.strong, .selectedStrong].contains($0.emphasis) }
        }
        #expect(marked(0) == [Frame.Span("med", .selectedStrong)])
        #expect(marked(1) == [])
        #expect(marked(2) == [Frame.Span("MED", .strong)])
    }

    @Test(
        "Columns are aligned, however wide a name is, and the name is cut and not the columns",
        arguments: [40, 60, 80]
    )
    func columns(columns: Int) {
        let wide = String(repeating: "w", count: 70) + ".example"
        let screen = filled(names: "a.example", wide, "東京都千代田区東京都千代田区東京都.example")
        let rows = text(screen, Frame.Size(rows: 10, columns: columns))[2...4]
        let starts = rows.map { row in
            row.range(of: "updated").map { String(row[..<$0.lowerBound]).displayWidth }
        }
        #expect(starts[0] != nil)
        #expect(Set(starts).count == 1)
        #expect(rows.allSatisfy { $0.displayWidth <= columns && $0.hasSuffix("updated 1 Jan 1970") })
        #expect(rows.dropFirst().allSatisfy { $0.contains("…") } || columns == 80)
    }

    @Test("A page of 100,000 results makes the texts of its rows only")
    func lazy() {
        let made = Counter()
        var screen = SearchScreen()
        let counting = Wording { message, arguments in
            made.add()
            return message.english(arguments)
        }
        screen.content.results =
            ListContent(
                Snapshot(Array(repeating: match("a.example"), count: 100_000), freshness: .live),
                of: .names,
                formats: Formats(locale: Locale(identifier: "en_GB"), timeZone: .gmt, wording: counting)
            ).rows
        screen.move(by: 50_000)
        _ = screen.frame(Frame.Size(rows: 24, columns: 80))
        #expect((1..<50).contains(made.count))
    }

    @Test("A name can be taken only when it answers what is in the field")
    func unsettled() {
        var screen = filled(names: "a.example")
        screen.content.isSettled = false
        #expect(screen.selected == nil)
        #expect(text(screen, small).last == "Esc leaves")
    }

    @Test("A failure says how to try again")
    func failure() {
        var screen = SearchScreen()
        screen.content.message = "The names can't be searched. Try again."
        screen.content.canRetry = true
        let frame = screen.frame(small)
        #expect(text(screen, small)[1] == "The names can't be searched. Try again.")
        #expect(frame.lines[1].first?.emphasis == .warning)
        #expect(text(screen, small).last == "Enter tries again   Esc leaves")
    }

    @Test("The spinner turns at the end of the field's line while something is under way")
    func spinner() {
        var screen = SearchScreen()
        screen.content.isActive = true
        let turns = (0..<5).map { turn in
            screen.turn = turn
            return text(screen, small)[0]
        }
        #expect(turns.map(\.last) == ["|", "/", "-", "\\", "|"])
        #expect(turns.allSatisfy { $0.displayWidth == 40 })
    }

    @Test(
        "On no size of terminal is there a line too many or a column too wide, or the cursor outside",
        arguments: [1, 2, 3, 5, 24],
        [1, 5, 12, 20, 80]
    )
    func sizes(rows: Int, columns: Int) {
        let size = Frame.Size(rows: rows, columns: columns)
        var screen = filled(
            names: "東京都千代田区.example",
            "مثال.إختبار",
            "a\u{1B}[2J.example",
            String(repeating: "n", count: 253)
        )
        screen.content.summary = "4 names in 152ms"
        screen.content.notes = ["1 name could not be read and is not shown."]
        screen.content.isActive = true
        for typed in ["", "med", String(repeating: "m", count: 10_000), "👩🏽‍💻東京", "cafe\u{301}"] {
            screen.field = Field()
            screen.field.insert(typed)
            let frame = screen.frame(size)
            #expect(frame.lines.count <= rows)
            for line in frame.lines { #expect(line.map(\.text).joined().displayWidth <= columns) }
            #expect(frame.cursor.row < rows && frame.cursor.column < columns)
        }
    }

    @Test("The text around the cursor is in view, wherever it stands")
    func cursor() {
        var screen = SearchScreen()
        screen.field.insert(String(repeating: "a", count: 100) + "Z")
        #expect(text(screen, small)[0].contains("Z"))
        screen.field.moveToStart()
        #expect(!text(screen, small)[0].contains("Z"))
        #expect(screen.frame(small).cursor == Frame.Position(row: 0, column: 8))
    }

    private func text(_ screen: SearchScreen, _ size: Frame.Size) -> [String] {
        screen.frame(size).lines.map { $0.map(\.text).joined() }
    }

    private func filled(names: String...) -> SearchScreen { filled(names) }

    private func filled(_ names: [String]) -> SearchScreen {
        var screen = SearchScreen()
        screen.content.results =
            ListContent(Snapshot(names.map(match), freshness: .live), of: .names, formats: formats).rows
        return screen
    }
}

private let formats = Formats(locale: Locale(identifier: "en_GB"), timeZone: .gmt, wording: .english)

private func match(_ name: String) -> NameMatch {
    NameMatch(
        name: InternetName(name),
        nameServers: [],
        country: nil,
        createdAt: nil,
        updatedAt: Date(timeIntervalSince1970: 0),
        expiresAt: nil,
        isDead: nil
    )
}

private final class Counter: Sendable {
    private let made = Mutex(0)

    var count: Int { made.withLock { $0 } }

    func add() { made.withLock { $0 += 1 } }
}
