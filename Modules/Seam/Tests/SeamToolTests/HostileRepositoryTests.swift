import Foundation
import TestSupport
import Testing

@testable import seam

@Suite("A hostile repository", .ownThread)
struct HostileRepositoryTests {
    /// What a `seam.yml` may try.
    private static let rules: [(name: String, text: String)] = [
        ("rules", "version: 1\ntypes:\n  Legacy:\n    only: []\n"),
        (
            "outputs",
            """
            version: 1
            mocks:
            - {sources: [App], output: Generated}
            models:
            - {sources: [App], output: Models, tests: ModelTests, kit: plain}
            services:
            - {sources: [App], output: Services}

            """
        ),
        ("baseline outside", "version: 1\nbaseline: ../victim/file\ntypes:\n  Legacy:\n    only: []\n"),
        ("baseline link", "version: 1\nbaseline: linked-baseline.yml\ntypes:\n  Legacy:\n    only: []\n"),
        ("baseline of git", "version: 1\nbaseline: .git/config2\ntypes:\n  Legacy:\n    only: []\n"),
        (
            "outputs outside",
            """
            version: 1
            mocks:
            - {sources: [App], output: ../victim/folder}
            models:
            - {sources: [App], output: linked-output, tests: ../victim/tests, kit: plain}
            services:
            - {sources: [App], output: .git/hooks}

            """
        ),
    ]

    private static let commands: [[String]] = [
        ["map"], ["map", "--format", "json", "--movable"], ["map", "--verify-index", ".build/debug/index/store"],
        ["map", "Sub.git"], ["check"], ["check", "Nested"], ["init"], ["init", "Nested"], ["init", "--force"],
        ["baseline", "update"], ["baseline", "update", "--accept-new"],
        ["progress", "--every", "commit"], ["progress", "Sub.git"], ["progress", "--verified", "HEAD"],
        ["progress", "Nested", "--verified", "HEAD"], ["next"],
        ["mocks", "--check"], ["mocks"], ["models"], ["services"], ["mocks"],
        ["cut", "Legacy"], ["cut", "Nothing", "--write"], ["retire", "Nothing", "--write"],
        ["explain", "App/Callers.swift:1"], ["mcp"], ["mcp", "--write"], ["init", "--agents"],
        [
            "cut", "Legacy", "--protocol", "Going", "--fake", "linked-output", "--contract", "App/LinkedFolder",
            "--write",
        ],
        ["cut", "Legacy", "Sub.git", "--write"], ["cut", "Legacy", "Nested", "--write"],
        ["cut", "Legacy", "--verify", "true"], ["cut", "Legacy", "--write"], ["retire", "Unused", "--write"],
    ]

    /// What is done before a person writes although `seam` refuses.
    private static let insisting: [[String]] = [
        ["cut", "Legacy", "--write"], ["cut", "Legacy", "--write", "--allow-dirty", "--verify", "true"],
        ["retire", "Unused", "--write", "--allow-dirty"],
        ["cut", "Legacy", "--protocol", "Going", "--fake", "linked-output", "--write", "--allow-dirty"],
    ]

    @Test(
        "No command leaves a trace or changes anything outside, whatever is planted",
        arguments: Effort.value(quick: [rules[1]], change: rules, full: rules).map(\.name)
    )
    func harmless(_ name: String) throws {
        let rules = try #require(Self.rules.first { $0.name == name })
        let repository = try HostileRepository(rules: rules.text)
        let before = try repository.outside()
        func run(_ arguments: [String]) throws {
            let result = try repository.seam(arguments)
            #expect(result.code >= 0, "\(arguments) took too long, or was ended by a signal: \(result.output)")
            #expect(try repository.outside() == before, "\(arguments): \(result.output)")
        }
        for arguments in Self.commands { try run(arguments) }
        try FileManager.default.removeItem(atPath: repository.tree + "/.seam-cut")
        for arguments in Self.insisting { try run(arguments) }
    }

    @Test(
        "The system sees no program of the tree started, and no file outside changed",
        .enabled(if: Effort.current == .full && access("/usr/bin/strace", X_OK) == 0),
        arguments: rules.map(\.name)
    )
    func watched(_ name: String) throws {
        let rules = try #require(Self.rules.first { $0.name == name })
        let repository = try HostileRepository(rules: rules.text)
        let log = repository.place + "/strace.log"
        for (index, arguments) in (Self.commands + Self.insisting).enumerated() {
            if index == Self.commands.count {
                try FileManager.default.removeItem(atPath: repository.tree + "/.seam-cut")
            }
            let result = try repository.seam(arguments, trace: log)
            #expect(result.code >= 0, "\(arguments): \(result.output)")
            let calls = try String(contentsOfFile: log, encoding: .utf8)
            #expect(Self.trespasses(calls, repository) == [], "\(arguments)")
            // Else the file is empty, and nothing was seen.
            #expect(calls.contains("execve("))
        }
    }

    /// The calls that start a program of the tree or change something outside of what `seam` may change.
    static func trespasses(_ log: String, _ repository: HostileRepository) -> [String] {
        let allowed = [
            repository.tree + "/App/", repository.tree + "/seam.yml", repository.tree + "/.seam-",
            repository.place + "/home/.cache", repository.place + "/home/.local", repository.place + "/tmp/",
            repository.tree + "/Generated", repository.tree + "/Models", repository.tree + "/ModelTests",
            repository.tree + "/Services", repository.tree + "/Nested/", repository.tree + "/seam-baseline.yml",
            "/dev/null", "/dev/tty", "/proc/self/",
            // The note of `--verified`, in the repository that `Nested/.git` names.
            repository.tree + "/Sub.git/objects/", repository.tree + "/Sub.git/refs/notes",
            repository.tree + "/Sub.git/logs",
        ]
        return log.split(separator: "\n").map(String.init).filter { line in
            guard !line.contains(" = -1 "), let call = line.firstMatch(of: /(?<name>\w+)\((?<rest>.*)/) else {
                return false
            }
            let paths = call.output.rest.matches(of: /"(?<path>[^"]*)"/).map { String($0.output.path) }
            guard let first = paths.first else { return false }
            if call.output.name == "execve" { return first.hasPrefix(repository.tree) || !first.hasPrefix("/") }
            let opens = ["open", "openat", "creat"].contains(call.output.name)
            if opens, !line.contains("O_WRONLY"), !line.contains("O_RDWR"), !line.contains("O_CREAT") { return false }
            // Relative paths are names in folders that WritableTree has opened: the snapshots see what they are.
            return paths.contains { path in path.hasPrefix("/") && !allowed.contains { path.hasPrefix($0) } }
        }
    }

    @Test("A program of the tree, and a file outside, are seen in what the system was asked to do")
    func planted() throws {
        let repository = try HostileRepository(rules: "version: 1\n")
        for line in [
            "1 execve(\"\(repository.tree)/bin/git\", [\"git\"], 0x1) = 0", "1 execve(\"./swift\", [], 0x1) = 0",
            "1 openat(AT_FDCWD, \"\(repository.place)/home/.bashrc\", O_WRONLY|O_TRUNC) = 3",
            "1 unlink(\"\(repository.place)/victim/file\") = 0",
            "1 rename(\"\(repository.place)/tmp/a\", \"\(repository.tree)/.git/config\") = 0",
        ] {
            #expect(Self.trespasses(line, repository) == [line])
        }
        for line in [
            "1 execve(\"/usr/bin/git\", [\"git\"], 0x1) = 0", "1 unlink(\"/etc/passwd\") = -1 ENOENT (No such file)",
            "1 openat(AT_FDCWD, \"/etc/passwd\", O_RDONLY) = 3",
        ] {
            #expect(Self.trespasses(line, repository) == [])
        }
    }
}
