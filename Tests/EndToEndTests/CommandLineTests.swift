import AccountSandbox
import Foundation
@testable import account
import Subprocess
import Testing

/// The conventions of command lines, tried on the program as a person runs it.
// One server at a time: each needs a thread of its own, and their number in a process is limited.
@Suite("The command line, as people expect it", .serialized)
struct CommandLineTests {
    /// Runs the program with `--help` alone, without the options that other tests add.
    private static let rootHelp = ["bash", "-c", "\"$0\" --help"]

    @Test("Options are grouped in help, and the root help has those of the default command")
    func help() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let orders = try await account("orders", "--help")
            #expect(orders.code == 0)
            #expect(orders.output.contains("COMMON OPTIONS:"))
            let root = try await account.run([], through: Self.rootHelp)
            #expect(root.code == 0)
            for text in ["SUBCOMMANDS:", "COMMON OPTIONS:", "--modules", "--server", "--offline", "--time-zone"] {
                #expect(root.output.contains(text), "\(text)")
            }
        }
    }

    @Test("Each command has --version, and all print the same one", arguments: [[], ["orders"], ["migration", "set"]])
    func version(command: [String]) async throws {
        try await withFolder { folder in
            let versions = ["bash", "-c", "\"$0\" \(command.joined(separator: " ")) --version"]
            let ended = try await AccountProcess(state: folder).run([], through: versions)
            #expect(ended.code == 0, "\(ended.error)")
            #expect(ended.output == PackageVersion.current + "\n")
        }
    }

    @Test(
        "Every error has one form: the program's name, 'error', and the reason",
        arguments: [
            (["deal", "D-0"], 66), (["cancel", "no-such"], 66), (["orders", "--user", "nobody"], 77),
            (["orders", "--frmat", "json"], 64), (["ordres"], 64), (["orders", "--timeout", "1"], 64),
            (["open", "account://nowhere"], 64), (["deals", "--offline"], 69), (["reserve"], 64),
            (["migration", "export", "/nowhere/at all"], 70),
        ] as [([String], Int32)]
    )
    func errors(arguments: [String], code: Int32) async throws {
        try await withFolder { folder in
            let ended = try await AccountProcess(state: folder).run(arguments)
            #expect(ended.code == code, "\(ended.error)")
            #expect(ended.output == "")
            #expect(ended.error.hasPrefix("account: error: "), "\(ended.error)")
            #expect(!ended.error.contains("Error:"))
        }
    }

    @Test(
        "Exit codes are documented in help: each that the program has",
        arguments: [64, 66, 69, 70, 74, 75, 77, 79, 130]
    )
    func codes(code: Int) async throws {
        try await withFolder { folder in
            let help = try await AccountProcess(state: folder).run([], through: Self.rootHelp).output
            let codes = try #require(help.range(of: "Exit codes:"))
            let words = help[codes.upperBound...].split { !$0.isNumber }.map(String.init)
            #expect(words.contains("\(code)"))
        }
    }

    @Test("A path is printed on one line, however narrow the terminal is", arguments: ["20", "40"])
    func paths(columns: String) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let file = folder.appending(path: "a folder with a long name and spaces.svg").path
            let drawn = try await account("migration", "chart", file, environment: ["COLUMNS": columns])
            #expect(drawn.code == 0, "\(drawn.error)")
            #expect(drawn.output.contains(file))
            let missing = "/nowhere/" + String(repeating: "deep/", count: 30) + "chart.svg"
            let failed = try await account("migration", "chart", missing, environment: ["COLUMNS": columns])
            #expect(failed.code == 70)
            #expect(failed.error.contains(missing))
        }
    }

    @Test("cancel takes what reserve printed")
    func cancelWhatWasPrinted() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let reserved = try await account("reserve", "example.com")
            let number = try #require(reserved.output.firstMatch(of: /#[0-9]+/)).output
            let cancelled = try await account("cancel", String(number))
            #expect(cancelled.code == 0, "\(cancelled.error)")
            #expect(try await account("reservations").output.contains("No reservations."))
            #expect(try await account("reserve", "loom.example").code == 0)
            #expect(try await account("cancel", "loom.example").code == 0)
        }
    }

    @Test("Values are completed by the shell: stored deals, and the sandbox's faults")
    func completion() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            #expect(try await account("deals").code == 0)
            let deals = try await completions("account deal --state \(folder.path)", folder)
            #expect(deals.contains("D-1001"), "\(deals)")
            let faults = try await completions("account sandbox --fault", folder)
            #expect(Set(SandboxFault.Kind.allCases.map(\.rawValue)).isSubset(of: Set(faults)))
        }
    }

    /// Returns what bash offers after these words.
    private func completions(_ line: String, _ folder: URL) async throws -> [String] {
        let words = line.split(separator: " ")
        let script = """
            PATH="$(dirname "$0"):$PATH"
            source <("$0" --generate-completion-script bash)
            COMP_WORDS=(\(words.joined(separator: " ")) "")
            COMP_CWORD=\(words.count)
            COMP_LINE="\(line) "
            COMP_POINT=${#COMP_LINE}
            _account account "" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let ended = try await AccountProcess(state: folder).run([], through: ["bash", "-c", script])
        return ended.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

@Suite("A list that is longer than a screen", .serialized, .timeLimit(.minutes(15)))
struct LongListTests {
    private static let count = 2_000

    private func withOrders(_ body: (AccountProcess, String) async throws -> Void) async throws {
        var configuration = SandboxConfiguration()
        configuration.orderCount = Self.count
        let server = try await SandboxServer.start(configuration)
        try await withFolder { try await body(AccountProcess(state: $0), server.url.absoluteString) }
        await server.stop()
    }

    @Test("A pipe gets all of them; a terminal gets them by its pager, or some of them if it has none")
    func outputs() async throws {
        try await withOrders { account, url in
            let arguments = ["orders", "--server", url, "--timeout", "120"]
            let piped = try await account.run(arguments)
            #expect(piped.code == 0, "\(piped.error)")
            #expect(heads(piped.output) == Self.count)

            let paged = try await account.run(
                arguments,
                through: PseudoTerminal.wrapper,
                environment: ["PAGER": "head -n 3", "TERM": "xterm"]
            )
            #expect(paged.code == 0, "\(paged.output)")
            #expect(heads(paged.output) < 5)

            for pager in [
                "/does/not/exist", "false", "sh -c 'cat >/dev/null; exit 3'", "sh -c 'cat >/dev/null; kill -9 $$'",
            ] {
                let failed = try await account.run(
                    arguments,
                    through: PseudoTerminal.wrapper,
                    environment: ["PAGER": .some(pager), "TERM": "xterm"]
                )
                #expect(failed.code == 0, "\(failed.output)")
                #expect(heads(failed.output) == Self.count, "\(pager)")
            }

            let plain = try await account.run(
                arguments,
                through: PseudoTerminal.wrapper,
                environment: ["PAGER": "cat", "TERM": "xterm"]
            )
            #expect(plain.code == 0)
            #expect(heads(plain.output) == 100)
            #expect(plain.output.contains("and 1900 more: account orders --limit 2000"))
            let limited = try await account.run(arguments + ["--limit", "7"])
            #expect(heads(limited.output) == 7)
        }
    }

    /// Returns the number of orders: each begins with its number.
    private func heads(_ output: String) -> Int {
        output.split(whereSeparator: \.isNewline).count { $0.hasPrefix("  S-") }
    }

    @Test(
        "What takes longer than a second counts the seconds on a terminal, and a pipe gets nothing of it"
    )
    func progress() async throws {
        var configuration = SandboxConfiguration()
        configuration.latency = .seconds(2)
        let server = try await SandboxServer.start(configuration)
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let arguments = ["deals", "--server", server.url.absoluteString, "--timeout", "60"]
            let shown = try await account.run(arguments, through: PseudoTerminal.wrapper)
            #expect(shown.output.contains("Asking the store ...\rAsking the store ... 1 s"))
            let piped = try await account.run(arguments)
            #expect(!piped.error.contains("Asking") && !piped.output.contains("Asking"))
        }
        await server.stop()
    }
}
