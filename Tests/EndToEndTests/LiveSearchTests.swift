import AccountSandbox
import Foundation
import Testing

/// `account search` in a real terminal, with live keys.
// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("The live search in a terminal", .serialized, .enabled(if: Tmux.isWanted), .timeLimit(.minutes(15)))
struct LiveSearchTests {
    private static let prompt = "ready$"

    @Test("A person types, sees results, none, a failure, tries again, and leaves")
    func wholeWay() async throws {
        let server = try await SandboxServer.start(SandboxConfiguration())
        try await withTerminal(["--server", server.url.absoluteString, "--timeout", "120"]) { terminal, modes in
            try await terminal.expect("an invitation") { $0.contains("Please, search something") }

            for key in ["M", "e", "d"] { try await terminal.type(key) }
            try await terminal.expect("results, the first selected") { lines in
                lines[0] == "Search: Med" && lines.contains { $0.contains(" names in ") }
                    && lines.contains { $0.hasPrefix("> med-med-buy.com ") }
            }
            try await terminal.press("Down")
            try await terminal.expect("the second selected") { lines in
                lines.contains { $0.hasPrefix("  med-med-buy.com ") } && lines.contains { $0.hasPrefix("> ") }
            }
            try await terminal.resize(columns: 60, rows: 10)
            try await terminal.expect("the same on a smaller screen") { lines in
                lines.count { $0.hasPrefix("> ") } == 1 && lines.contains { $0.hasPrefix("Enter takes the name") }
            }
            try await terminal.resize(columns: 80, rows: 24)

            try await terminal.type("-no-such-name")
            try await terminal.expect("no result") { $0.contains("No result for this request") }

            try await terminal.press("C-u")
            try await terminal.expect("an empty field") { $0.contains("Please, search something") }
            await server.stop()
            try await terminal.paste("\nMed\n")
            try await terminal.expect("a failure and what to do") { lines in
                lines[0] == "Search: Med" && lines.contains { $0.contains("can't be reached") }
                    && lines.contains { $0.hasPrefix("Enter tries again") }
            }
            var configuration = SandboxConfiguration()
            configuration.port = UInt16(try #require(server.url.port))
            let again = try await SandboxServer.start(configuration)
            try await terminal.press("Enter")
            try await terminal.expect("results after the retry") { $0.contains { $0.hasPrefix("> med-med-buy.com ") } }

            try await terminal.press("Escape")
            try await terminal.expect("the shell") {
                $0.contains { $0.hasPrefix(Self.prompt) } && $0.contains("code=130")
            }
            try await modes.expectUnchanged(terminal)
            await again.stop()
        }
        await server.stop()
    }

    @Test("Enter takes the name: it is the one line of output, also where a script captures it")
    func takes() async throws {
        try await withFolder { folder in
            try await Tmux.run(columns: 120) { terminal in
                let account = "\(AccountProcess.executable.path) search --modules mock"
                try await terminal.type("name=$(\(account)); clear; echo \"took <$name>\"")
                try await terminal.press("Enter")
                try await terminal.expect("an invitation") { $0.contains("Please, search something") }
                try await terminal.type("medien")
                try await terminal.expect("the name in Unicode") { lines in
                    lines.contains { $0.hasPrefix("> medien-büro.example") }
                }
                try await terminal.press("Enter")
                try await terminal.expect("the name as registered") { $0.contains("took <xn--medien-bro-heb.example>") }
            }
        }
    }

    @Test("Enter before the result is there is not dropped: the first name is taken when it arrives")
    func earlyEnter() async throws {
        var configuration = SandboxConfiguration()
        configuration.latency = .milliseconds(1_000)
        let server = try await SandboxServer.start(configuration)
        try await withTerminal(["--server", server.url.absoluteString, "--timeout", "60"]) { terminal, _ in
            try await terminal.expect("an invitation") { $0.contains("Please, search something") }
            try await terminal.type("medical-island")
            try await terminal.press("Enter")
            try await terminal.expect("the name, and success") { lines in
                lines.contains { $0.hasPrefix("medical-island.example") } && lines.contains("code=0")
            }
        }
        await server.stop()
    }

    @Test("Ctrl-N and Ctrl-P move, and the position is shown")
    func moves() async throws {
        try await withTerminal(["--modules", "mock"]) { terminal, _ in
            try await terminal.expect("an invitation") { $0.contains("Please, search something") }
            try await terminal.type("example")
            try await terminal.expect("the first of several") { $0.contains { $0.contains(" 1 of ") } }
            try await terminal.press("C-n")
            try await terminal.expect("the second") { $0.contains { $0.contains(" 2 of ") } }
            try await terminal.press("C-p")
            try await terminal.expect("the first") { $0.contains { $0.contains(" 1 of ") } }
            try await terminal.press("Escape")
            try await terminal.expect("the exit code") { $0.contains("code=130") }
        }
    }

    @Test("Names with control characters in them move nothing on the screen")
    func hostileText() async throws {
        try await withTerminal([]) { terminal, modes in
            try await terminal.expect("an invitation") { $0.contains("Please, search something") }
            try await terminal.type("odd-")
            try await terminal.expect("each name on a line of its own") { lines in
                lines[0] == "Search: odd-" && lines.contains { $0.hasPrefix("> ") }
                    && lines.contains { $0.contains("odd-bell\u{FFFD}.example") }
                    && lines.contains { $0.contains("odd-two\u{FFFD}\u{FFFD}lines.example") }
            }
            try await terminal.press("C-c")
            try await terminal.expect("the shell") { $0.contains { $0.hasPrefix(Self.prompt) } }
            try await modes.expectUnchanged(terminal)
        }
    }

    @Test("Fast typing over a slow database ends with the answer to the last key")
    func fastTyping() async throws {
        var configuration = SandboxConfiguration()
        configuration.latency = .milliseconds(1_500)
        let server = try await SandboxServer.start(configuration)
        try await withTerminal(["--server", server.url.absoluteString]) { terminal, _ in
            try await terminal.expect("an invitation") { $0.contains("Please, search something") }
            for key in "medical-islandd" { try await terminal.type(String(key)) }
            try await terminal.press("BSpace")
            try await terminal.expect("the spinner") { $0[0].hasPrefix("Search: medical-island  ") }
            try await terminal.expect("the answer to the last key") { lines in
                lines[0] == "Search: medical-island" && lines.contains { $0.hasPrefix("> medical-island.example") }
            }
            try await terminal.press("Escape")
        }
        await server.stop()
    }

    @Test("Ctrl-C ends it by the signal, and the terminal is as before")
    func interrupted() async throws {
        try await withTerminal(["--modules", "mock"]) { terminal, modes in
            try await terminal.expect("an invitation") { $0.contains("Please, search something") }
            try await terminal.press("C-c")
            try await terminal.expect("the shell") { $0.contains { $0.hasPrefix(Self.prompt) } }
            try await terminal.type("echo ended=$?")
            try await terminal.press("Enter")
            try await terminal.expect("the signal's code") { $0.contains("ended=130") }
            try await modes.expectUnchanged(terminal)
        }
    }

    @Test("Ctrl-Z gives the terminal back, and fg brings the screen and the query back")
    func suspended() async throws {
        try await withTerminal(["--modules", "mock"]) { terminal, modes in
            try await terminal.expect("an invitation") { $0.contains("Please, search something") }
            try await terminal.type("loom")
            try await terminal.expect("a result") { $0.contains { $0.hasPrefix("> loom.example") } }
            try await terminal.press("C-z")
            try await terminal.expect("the shell") { $0.contains { $0.contains("Stopped") } }
            try await modes.expectUnchanged(terminal)

            try await terminal.type("fg")
            try await terminal.press("Enter")
            try await terminal.expect("the screen") { lines in
                lines[0] == "Search: loom" && lines.contains { $0.hasPrefix("> loom.example") }
            }
            try await terminal.press("BSpace")
            try await terminal.expect("a key") { $0[0] == "Search: loo" }
            try await terminal.press("Escape")
            try await terminal.expect("the shell") { lines in !lines.contains { $0.hasPrefix("Search:") } }
            try await modes.expectUnchanged(terminal)
        }
    }

    /// Starts `account search` in a terminal, and calls `body` with the terminal and its earlier modes.
    private func withTerminal(
        _ arguments: [String],
        _ body: (Tmux, Modes) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            try await Tmux.run { terminal in
                let modes = Modes(folder: folder)
                try await modes.write("before", terminal)
                let command = [AccountProcess.executable.path, "search"] + arguments + ["--state", folder.path]
                try await terminal.type("clear; \(command.joined(separator: " ")); echo code=$?")
                try await terminal.press("Enter")
                try await body(terminal, modes)
            }
        }
    }

    /// The modes of a terminal in the format of `stty -g`.
    private struct Modes {
        let folder: URL

        func expectUnchanged(_ terminal: Tmux, _ location: SourceLocation = #_sourceLocation) async throws {
            try await write("after", terminal)
            let before = try String(contentsOf: folder.appending(path: "before"), encoding: .utf8)
            let after = try String(contentsOf: folder.appending(path: "after"), encoding: .utf8)
            #expect(before.contains(":"), sourceLocation: location)
            #expect(after == before, sourceLocation: location)
        }

        func write(_ name: String, _ terminal: Tmux) async throws {
            let file = folder.appending(path: name)
            let mark = "written=\(UUID().uuidString.prefix(8))"
            // The typed mark differs from the printed mark.
            try await terminal.type("stty -g > \(file.path); echo \(mark.prefix(9))''\(mark.dropFirst(9))")
            try await terminal.press("Enter")
            try await terminal.expect("stty -g") { $0.contains(mark) }
        }
    }
}
