import AccountSandbox
import Foundation
import Subprocess
import TestSupport
import Testing

/// What the environment of a process may change: the table in docs/security.md, row by row. Proxies have a suite of their own.
@Suite("The environment", .timeLimit(.minutes(30)))
struct EnvironmentTests {
    /// An environment, and what it may not change: the output is that of a run without it.
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        var variables: [String: String?] = [:]
        /// A command of the shell before the program is run in its place.
        var before = ""

        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "HOME is unset", variables: ["HOME": nil]),
        Row(name: "HOME doesn't exist", variables: ["HOME": "/does/not/exist"]),
        Row(name: "HOME is a file", variables: ["HOME": "/dev/null"]),
        Row(name: "HOME is relative", variables: ["HOME": "home"]),
        Row(name: "XDG folders are relative", variables: ["XDG_STATE_HOME": "x", "XDG_CACHE_HOME": "y"]),
        Row(name: "XDG folders are files", variables: ["XDG_STATE_HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null"]),
        Row(name: "TMPDIR doesn't exist", variables: ["TMPDIR": "/does/not/exist"]),
        Row(name: "TMPDIR is relative", variables: ["TMPDIR": "tmp"]),
        Row(name: "No pager and no editor can be run", variables: ["PAGER": "/does/not/exist", "EDITOR": "/dev/null"]),
        Row(name: "The locale is unknown", variables: ["LC_ALL": "xx_YY.UTF-99", "LANG": "?", "LANGUAGE": "../x"]),
        Row(name: "The time zone is unknown", variables: ["TZ": "Nowhere/At_all"]),
        Row(name: "The terminal is unknown", variables: ["TERM": "no-such-terminal", "COLORTERM": "x"]),
        Row(name: "A broker is named", variables: ["ACCOUNT_BROKER": "mqtt://127.0.0.1:1", "ACCOUNT_BROKER_CA": "/x"]),
        Row(name: "Certificates are elsewhere", variables: ["SSL_CERT_FILE": "/x", "CURL_CA_BUNDLE": "/x"]),
        Row(name: "PATH is empty", before: "export PATH="),
        Row(name: "Few files may be open, and the limit can be raised", before: "ulimit -S -n 8"),
        Row(name: "64 files may be open", before: "ulimit -n 64"),
        Row(name: "Standard input is closed", before: "exec 0<&-"),
        Row(name: "Standard error is closed", before: "exec 2>&-"),
        Row(name: "Input and error are closed", before: "exec 0<&- 2>&-"),
        Row(name: "A mask that takes all rights", before: "umask 777"),
        Row(name: "A mask that takes none", before: "umask 000"),
    ]

    static let commands = Effort.value(
        quick: [["orders"], ["deals"]],
        change: [["orders"], ["deals"], ["settings"]],
        full: [
            ["profile"], ["orders"], ["addresses"], ["deals"], ["settings"], ["reservations"], ["sync"],
            ["search", "loom"], ["errors"], ["migration"], ["sign-out"],
        ]
    )

    @Test("It changes nothing that is shown, what is stored is private, and nothing is made elsewhere", arguments: rows)
    func harmless(_ row: Row) async throws {
        try await withFolder { folder in
            for command in Self.commands {
                let usual = try await AccountProcess(state: folder.appending(path: "usual"))
                    .run(command, through: Self.shell("cd \(folder.path)"))
                let state = folder.appending(path: "state")
                var environment: [Environment.Key: String?] = [:]
                for (name, value) in row.variables {
                    environment.updateValue(value, forKey: Environment.Key(stringLiteral: name))
                }
                let before = ["cd \(folder.path)", row.before].filter { !$0.isEmpty }.joined(separator: "; ")
                let shown = try await AccountProcess(state: state)
                    .run(command, through: Self.shell(before), environment: environment)
                #expect(shown.code == usual.code, "\(command): \(shown.error)")
                #expect(shown.output == usual.output, "\(command)")
                #expect(try Self.open(in: state) == [], "\(command)")
            }
            // What the system's libraries make in the home folder, or nothing.
            let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(Set(made).subtracting(["usual", "state", "home"]) == [])
        }
    }

    @Test("If too few files may be open, that is said before anything is done", arguments: [6, 12, 40])
    func fewFiles(limit: Int) async throws {
        try await withFolder { folder in
            let state = folder.appending(path: "state")
            let shown = try await AccountProcess(state: state)
                .run(["orders"], through: Self.shell("ulimit -n \(limit)"))
            #expect(shown.code == 70)
            #expect(shown.error.contains("may open only \(limit) files and needs 64. Nothing was done"))
            #expect(!FileManager.default.fileExists(atPath: state.path))
        }
    }

    @Test("If standard output is closed, that is an error, and the command's change is made all the same")
    func closedOutput() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let shown = try await account.run(["settings", "--push", "off"], through: Self.shell("exec 1>&-"))
            #expect(shown.code == 74)
            #expect(shown.error.contains("The command was carried out all the same"))
            #expect(try await account("settings").output.contains("deals: off"))
        }
    }

    @Test(
        "Without --state, the folder is below an absolute XDG_STATE_HOME, or else below HOME",
        arguments: [("state", nil), (nil, "home"), ("relative", "home")] as [(String?, String?)]
    )
    func stateFolder(xdg: String?, home: String?) async throws {
        try await withFolder { folder in
            func path(_ name: String) -> String { folder.appending(path: name).path }
            var environment: [Environment.Key: String?] = ["PAGER": "cat", "HOME": path("home")]
            environment.updateValue(xdg == "state" ? path("state") : xdg, forKey: "XDG_STATE_HOME")
            let run = try await AccountProcess(state: folder).run(
                [],
                through: ["sh", "-c", "cd \(folder.path); exec \"$0\" orders"],
                environment: environment
            )
            #expect(run.code == 0, "\(run.error)")
            let expected = xdg == "state" ? "state/seam" : "home/.local/state/seam"
            #expect(FileManager.default.fileExists(atPath: path(expected) + "/legacy"))
            #expect(!FileManager.default.fileExists(atPath: path("relative")))
        }
    }

    /// A wrapper that carries out a command of the shell and then runs the program in its place.
    private static func shell(_ before: String) -> [String] {
        ["/bin/sh", "-c", "\(before); exec \"$0\" \"$@\""]
    }

    /// Returns what others than the owner may open, or the owner may not.
    private static func open(in folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: path).path)
            let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
            return mode & 0o077 != 0 || mode & 0o600 != 0o600
        }
    }
}
