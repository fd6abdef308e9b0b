import Foundation
import TestSupport
import Testing

@testable import seam

/// Which part of the environment may change what, as a table: everything that isn't in `refusing` changes nothing.
@Suite("The environment of seam", .ownThread)
struct EnvironmentTests {
    /// One thing in the environment that isn't as usual.
    struct Row: CustomTestStringConvertible, Sendable {
        var name: String
        /// Variables, by name; nil for one that is unset. `@` stands for the folder around everything.
        var variables: [String: String?] = [:]
        /// What a shell does before it starts `seam`.
        var shell = ""
        /// What the shell does with the standard streams.
        var streams = ""
        /// The commands that say why they can't go on, change nothing, and end with one of these codes.
        var refusing: [String: [Int32]] = [:]

        var testDescription: String { name }
    }

    private static let evil = "touch @/home/trace; cat"
    private static let noState: [String: [Int32]] = ["cut": [2], "verify": [2], "retire": [2]]

    static let rows = [
        Row(name: "as usual"),
        Row(
            name: "git's place",
            variables: ["GIT_DIR": "@/other/.git", "GIT_WORK_TREE": "@/other", "GIT_INDEX_FILE": "@/x"]
        ),
        Row(
            name: "git's settings",
            variables: ["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": evil]
        ),
        Row(
            name: "git's programs",
            variables: ["GIT_EXTERNAL_DIFF": evil, "GIT_PAGER": evil, "GIT_EXEC_PATH": "@/other"]
        ),
        Row(name: "git's trace", variables: ["GIT_TRACE": "@/home/trace", "GIT_TRACE2_EVENT": "@/home/trace"]),
        Row(name: "TMPDIR unset", variables: ["TMPDIR": nil]),
        Row(name: "TMPDIR relative", variables: ["TMPDIR": "."]),
        Row(name: "TMPDIR missing", variables: ["TMPDIR": "/nowhere"], refusing: ["verify": [2]]),
        Row(name: "TMPDIR a link", variables: ["TMPDIR": "@/link"]),
        Row(name: "HOME unset", variables: ["HOME": nil]),
        Row(name: "HOME relative", variables: ["HOME": "."]),
        Row(
            name: "HOME missing",
            variables: ["HOME": "/dev/null/home", "XDG_STATE_HOME": nil],
            refusing: noState
        ),
        Row(name: "state relative", variables: ["XDG_STATE_HOME": "state"]),
        Row(name: "state in the tree", variables: ["XDG_STATE_HOME": "@/tree/state"], refusing: noState),
        Row(name: "state missing", variables: ["XDG_STATE_HOME": "/dev/null/state"], refusing: noState),
        Row(name: "cache relative", variables: ["XDG_CACHE_HOME": "cache"]),
        Row(name: "cache missing", variables: ["XDG_CACHE_HOME": "/dev/null/cache"]),
        Row(name: "pager and editor", variables: ["PAGER": evil, "EDITOR": evil, "VISUAL": evil, "LESSOPEN": evil]),
        Row(name: "no locale", variables: ["LANG": nil, "LC_ALL": "C"]),
        Row(name: "odd locale", variables: ["LANG": "tr_TR.UTF-8", "LC_ALL": "xx_YY"]),
        Row(name: "TMPDIR in the tree", variables: ["TMPDIR": "@/tree/bin"]),
        Row(name: "relative PATH first", variables: ["PATH": ".:bin:@/tree/bin:$PATH"]),
        Row(name: "few files", shell: "ulimit -n 64"),
        Row(name: "few files, and the limit can be raised", shell: "ulimit -S -n 8"),
        Row(name: "a descriptor beyond the limit", shell: "exec 250</dev/null; ulimit -n 64"),
        Row(
            name: "too few files",
            shell: "ulimit -n 40",
            refusing: ["map": [2], "check": [2], "cut": [2], "verify": [2], "retire": [2], "mocks": [2]]
        ),
        Row(name: "no long files", shell: "ulimit -f 0", refusing: noState.merging(["mocks": [74]]) { $1 }),
        Row(name: "no input", streams: "<&-"),
        Row(name: "no errors", streams: "2>&-"),
        Row(
            name: "no output",
            streams: ">&-",
            refusing: ["map": [74], "check": [74], "cut": [74], "verify": [74], "retire": [74], "mocks": [74]]
        ),
        Row(
            name: "nothing open",
            streams: "<&- >&- 2>&-",
            refusing: ["map": [74], "check": [74], "cut": [74], "verify": [74], "retire": [74], "mocks": [74]]
        ),
    ]

    /// The copy is no repository that the environment may name.
    private static let verified = #"test -z "$GIT_DIR$GIT_WORK_TREE$GIT_INDEX_FILE" && grep -rq private App"#

    private static let commands: [(name: String, arguments: [String])] = [
        ("map", ["map"]), ("check", ["check"]), ("mocks", ["mocks"]),
        ("cut", ["cut", "Legacy", "--gather", "--write"]),
        ("verify", ["cut", "Legacy", "--gather", "--write", "--verify", verified]),
        ("retire", ["retire", "Unused", "--write"]),
    ]

    private static let files = [
        "App/Legacy.swift": "final class Legacy { static let shared = Legacy(); var n = 0; func go() { n += 1 } }\n",
        "App/Callers.swift": "final class Caller { func a() { Legacy.shared.go() } }\n",
        "App/Unused.swift": "final class Unused { static let shared = Unused(); var n = 0 }\n",
        "App/Pay.swift": """
        protocol Payments {
            func pay(_ anAmountOfMoneyWithALongName: Int, toSomebodyWithALongName: String, forAReason: String) async throws -> String
        }

        """,
        ".swift-format": #"{"version": 1, "lineLength": 100, "indentation": {"spaces": 4}}"#,
        "seam.yml": "version: 1\ntypes:\n  Legacy:\n    only: [App]\nmocks:\n- {sources: [App], output: Generated}\n",
    ]

    private final class Place {
        let path = FileManager.default.temporaryDirectory.appending(path: "seam-place-\(UUID().uuidString)").path

        init() throws {
            for folder in ["home", "tmp", "other", "tree/App", "tree/bin"] {
                try FileManager.default.createDirectory(atPath: path + "/" + folder, withIntermediateDirectories: true)
            }
            try FileManager.default.createSymbolicLink(atPath: path + "/link", withDestinationPath: "tmp")
            for (name, text) in EnvironmentTests.files {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/tree/" + name))
            }
            for name in ["git", "swift"] {
                let program = path + "/tree/bin/" + name
                try Data("#!/bin/sh\ntouch \(path)/home/trace\n".utf8).write(to: URL(fileURLWithPath: program))
                chmod(program, 0o755)
            }
            let git = "git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm a"
            try #require(try run(["/bin/sh", "-c", git], ["PATH": "/usr/local/bin:/usr/bin:/bin"]).code == 0)
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }

        func run(_ command: [String], _ environment: [String: String]) throws -> (
            code: Int32, output: String, error: String
        ) {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: command[0])
            process.arguments = Array(command.dropFirst())
            process.currentDirectoryURL = URL(fileURLWithPath: path + "/tree")
            process.environment = environment
            // What is said is short, so that no pipe fills; and no limit on files is one on a pipe.
            let pipes = [Pipe(), Pipe()]
            (process.standardOutput, process.standardError) = (pipes[0], pipes[1])
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let number = process.processIdentifier
            let end = DispatchWorkItem { kill(number, SIGKILL) }
            DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: end)
            process.waitUntilExit()
            end.cancel()
            let texts = try pipes.map {
                String(decoding: try $0.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            }
            return (process.terminationReason == .exit ? process.terminationStatus : -1, texts[0], texts[1])
        }

        /// Runs `seam` in an environment with these peculiarities.
        func seam(_ arguments: [String], _ rows: [Row]) throws -> (code: Int32, output: String, error: String) {
            var environment: [String: String] = [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": path + "/home",
                "TMPDIR": path + "/tmp", "XDG_STATE_HOME": path + "/home/state", "XDG_CACHE_HOME": path + "/home/cache",
            ]
            for (name, value) in rows.flatMap(\.variables) {
                environment[name] = value?.replacingOccurrences(of: "@", with: path)
                    .replacingOccurrences(of: "$PATH", with: environment["PATH"] ?? "")
            }
            let tool = Bundle.main.bundleURL.appending(path: "seam").path
            let shell = rows.map { $0.shell.isEmpty ? "" : $0.shell + "; " }.joined()
            let streams = rows.map(\.streams).joined(separator: " ")
            return try run(["/bin/bash", "-c", "\(shell)exec \"$@\" \(streams)", "sh", tool] + arguments, environment)
        }

        /// The files of the tree.
        func files() throws -> [String: String] {
            let root = path + "/tree"
            let paths = try FileManager.default.subpathsOfDirectory(atPath: root).filter { path in
                !["bin", ".git"].contains { path.hasPrefix($0) }
            }
            return Dictionary(
                uniqueKeysWithValues: paths.map { path in
                    (
                        path,
                        FileManager.default.contents(atPath: root + "/" + path).map {
                            String(decoding: $0, as: UTF8.self)
                        } ?? ""
                    )
                }
            )
        }
    }

    /// What each command does in a usual environment.
    private static let usual: [String: (code: Int32, output: String, files: [String: String])] = {
        var found: [String: (code: Int32, output: String, files: [String: String])] = [:]
        for command in commands {
            guard let place = try? Place(), let result = try? place.seam(command.arguments, []),
                let files = try? place.files()
            else { continue }
            found[command.name] = (result.code, result.output, files)
        }
        return found
    }()

    private static func check(_ rows: [Row], _ command: (name: String, arguments: [String])) throws {
        let usual = try #require(usual[command.name])
        let place = try Place()
        let before = try place.files()
        let result = try place.seam(command.arguments, rows)
        let files = try place.files()
        let label = Comment(rawValue: "\(command.name) with \(rows.map(\.name)): \(result)")
        let refusing = rows.flatMap { $0.refusing[command.name] ?? [] }
        if refusing.isEmpty {
            #expect(result.code == usual.code && result.output == usual.output && files == usual.files, label)
        } else {
            #expect(refusing.contains(result.code), label)
            // A command whose output can't be written says so after it has done the rest.
            #expect(files == before || result.code == 74 && files == usual.files, label)
            #expect(result.error.contains("seam: error: ") || rows.contains { $0.streams.contains("2>") }, label)
        }
        #expect(!FileManager.default.fileExists(atPath: place.path + "/home/trace"), label)
        let left = try FileManager.default.contentsOfDirectory(atPath: place.path + "/tmp").filter {
            !$0.hasSuffix(".log")
        }
        #expect(left.isEmpty, label)
    }

    @Test("What is usual works", arguments: commands.map(\.name))
    func usual(_ name: String) throws {
        let usual = try #require(Self.usual[name])
        #expect(usual.code == 0)
        #expect(
            (usual.files["App/Callers.swift"] != Self.files["App/Callers.swift"]) == ["cut", "verify"].contains(name)
        )
        #expect((usual.files["Generated/MockPayments.swift"] != nil) == (name == "mocks"))
        #expect((usual.files["App/Unused.swift"] != Self.files["App/Unused.swift"]) == (name == "retire"))
    }

    @Test(
        "One thing that isn't as usual changes nothing, or is said, and then nothing is written",
        arguments: Effort.value(
            quick: rows.filter { $0.shell + $0.streams != "" || $0.refusing.isEmpty == false },
            change: rows,
            full: rows
        )
    )
    func one(_ row: Row) throws {
        let names: Set = Effort.value(
            quick: ["cut"],
            change: ["map", "cut", "mocks"],
            full: Set(Self.commands.map(\.name))
        )
        for command in Self.commands where names.contains(command.name) { try Self.check([row], command) }
    }

    @Test("Two things that aren't as usual are no different", .enabled(if: Effort.current == .full), arguments: rows)
    func two(_ row: Row) throws {
        for other in Self.rows
        where other.name > row.name && Set(other.variables.keys).isDisjoint(with: row.variables.keys) {
            for command in Self.commands where ["map", "cut", "verify"].contains(command.name) {
                try Self.check([row, other], command)
            }
        }
    }
}
