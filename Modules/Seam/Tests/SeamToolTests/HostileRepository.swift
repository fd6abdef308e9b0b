import Foundation
import Testing

/// A repository whose every file that `seam` or git reads by itself would leave a trace or change something outside of it, and a
/// user who has just cloned it or unpacked it.
final class HostileRepository {
    /// The folder around everything. `home`, `victim` and `tmp` are the user's; `tree` is somebody else's.
    let place = FileManager.default.temporaryDirectory.appending(path: "seam-hostile-\(UUID().uuidString)").path
    var tree: String { place + "/tree" }
    private var trace: String { place + "/trace" }
    private var evil: String { "touch \(trace)/$$-${0##*/}; cat" }

    init(rules: String) throws {
        for folder in ["tree", "trace", "home", "victim/folder", "tmp"] {
            try FileManager.default.createDirectory(atPath: place + "/" + folder, withIntermediateDirectories: true)
        }
        for (path, text) in ["victim/file": "mine\n", "victim/folder/N.swift": Self.callers, "home/.bashrc": "mine\n"] {
            try write("../" + path, text)
        }
        try write("App/Legacy.swift", Self.legacy)
        try write("App/Callers.swift", Self.callers)
        try write("App/Wire.swift", Self.wire)
        try write("seam.yml", rules)
        try git("init", "-q")
        try git("add", "-A")
        try git("commit", "-qm", "a")
        try plantGit()
        try plantFiles()
        for name in try FileManager.default.contentsOfDirectory(atPath: trace) {
            try FileManager.default.removeItem(atPath: trace + "/" + name)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: place)
    }

    private static let legacy = """
        final class Legacy { static let shared = Legacy(); var n = 0; func go() { n += 1 } }
        final class Unused { static let shared = Unused() }

        """
    private static let callers = "final class Caller { func a() { Legacy.shared.go() } }\n"
    private static let wire = """
        /// @service
        protocol Payments { func pay(_ anAmountOfMoneyThatHasAVeryLongName: Int, toSomebodyWithALongName: String) async throws -> String }
        /// @model
        struct Coin {
            /// @json
            var value: Int
        }

        """

    private func write(_ path: String, _ text: String, isProgram: Bool = false) throws {
        let url = URL(fileURLWithPath: tree + "/" + path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        if isProgram { chmod(url.path, 0o755) }
    }

    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: tree + "/" + path, withDestinationPath: target)
    }

    private func git(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let options = ["-C", tree, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.fsmonitor=false"]
        process.arguments = ["git"] + options + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(arguments)")
    }

    /// What git runs by itself, if nobody stops it.
    private func plantGit() throws {
        try git("clone", "-q", "--bare", ".", "Sub.git")
        try write("Nested/.git", "gitdir: ../Sub.git\n")
        try write("Nested/App/Callers.swift", Self.legacy + Self.callers)
        try write(".gitattributes", "* filter=evil diff=evil merge=evil\n")
        try write(
            ".gitmodules",
            "[submodule \"s\"]\n\tpath = s\n\turl = ext::sh -c touch%20\(trace)/url\n\tupdate = !touch \(trace)/update\n"
        )
        let programs = [
            "core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass", "diff.external",
            "diff.evil.textconv", "diff.evil.command", "filter.evil.clean", "filter.evil.smudge", "filter.evil.process",
            "pager.status", "credential.helper",
        ]
        let hooks = [
            "post-index-change", "post-checkout", "reference-transaction", "fsmonitor-watchman", "pre-auto-gc",
        ]
        for repository in [".git", "Sub.git"] {
            let config = tree + "/" + repository + "/config"
            for key in programs { try git("config", "-f", config, key, evil) }
            for command in ["status", "ls-files", "rev-parse", "config", "cat-file", "check-attr"] {
                try git("config", "-f", config, "alias.\(command)", "!\(evil)")
            }
            for hook in hooks {
                try write("\(repository)/hooks/\(hook)", "#!/bin/sh\n\(evil) </dev/null\n", isProgram: true)
            }
        }
        try plantMore()
        try git("config", "-f", tree + "/Sub.git/config", "core.bare", "false")
        try git("config", "-f", tree + "/Sub.git/config", "core.worktree", place + "/victim")
        // Git looks again at what is newer than its index.
        try write("App/Callers.swift", Self.callers)
    }

    /// The same by files that git's configuration names, other objects, and links in the place of what git writes.
    private func plantMore() throws {
        let more =
            "[core]\n\tfsmonitor = \"\(evil)\"\n\thooksPath = \(tree)/bin\n[filter \"evil\"]\n\tclean = \"\(evil)\"\n"
        for name in ["evil.inc", "config.worktree"] { try write(".git/\(name)", more) }
        try write("bin/post-index-change", "#!/bin/sh\n\(evil) </dev/null\n", isProgram: true)
        for (key, value) in [
            ("include.path", "evil.inc"), ("includeIf.gitdir:**.path", "evil.inc"), ("core.gitProxy", evil),
            ("extensions.worktreeConfig", "true"), ("extensions.partialClone", "evil"),
            ("remote.evil.promisor", "true"),
            ("remote.evil.url", "ext::sh -c touch% \(trace)/remote"), ("remote.evil.uploadpack", evil),
        ] {
            try git("config", "-f", tree + "/.git/config", key, value)
        }
        try write(".git/objects/info/alternates", "\(place)/victim\n")
        try write(".git/info/grafts", String(repeating: "1", count: 40) + "\n")
        try write(".git/logs/refs/.keep", "")
        try link(".git/logs/refs/notes", to: "../../../../victim/folder")
        try link(".git/refs/notes", to: "../../../victim/folder")
    }

    /// What `seam` reads by itself.
    private func plantFiles() throws {
        func entry(_ path: String, _ old: String, isNew: Bool = false) -> String {
            let new = Data("mine\n".utf8).base64EncodedString()
            let isNew = isNew ? ", \"isNew\": true" : ""
            return
                "{\"path\": \"\(path)\", \"old\": \"\(Data(old.utf8).base64EncodedString())\", \"new\": \"\(new)\"\(isNew)}"
        }
        let entries = [entry("../home/.bashrc", "evil\n"), entry("../victim/file", "", isNew: true)]
        try write(".seam-cut/journal.json", "[\(entries.joined(separator: ", "))]")
        for name in ["git", "swift", "swift-format", "sh", "env", "bin/git", "bin/swift", "bin/env"] {
            try write(name, "#!/bin/sh\n\(evil) </dev/null\n", isProgram: true)
        }
        try write("lib/libIndexStore.so", "no library")
        try write(".swift-version", "../../victim")
        try write(".swift-format", #"{"version": 1, "indentation": {"spaces": 4}}"#)
        try write("Package.swift", "import Foundation\nFileManager.default.createFile(atPath: \"\(trace)/manifest\")\n")
        try link("App/Linked.swift", to: "../../victim/folder/N.swift")
        try link("App/LinkedFolder", to: "../../victim/folder")
        try link("App/Loop", to: ".")
        try link("linked-output", to: "../victim/folder")
        try link("linked-baseline.yml", to: "../victim/file")
        try link("CODEOWNERS", to: "../victim/file")
        try link("AGENTS.md", to: "../home/.bashrc")
        // No text has these bytes.
        for folder in ["App", "Generated", "."] {
            try write("\(folder)/.folder", "")
            let name = Array("\(tree)/\(folder)/".utf8) + [0xFF, 0x1B] + Array("[31m.swift".utf8) + [0]
            let file = name.withUnsafeBytes {
                open($0.baseAddress!.assumingMemoryBound(to: CChar.self), O_CREAT, 0o600)
            }
            try #require(file >= 0)
            close(file)
        }
        // Whoever opens one waits for somebody to write.
        for path in [
            "App/Pipe.swift", "Generated/Pipe.swift", "Generated/.swift-format", "Nested/seam.yml", ".swiftlint.yml",
            ".editorconfig", "App/.swiftformat", "App/View.xib", "App/Old.m", "App/project.yml", "App/BUILD",
            "A.podspec",
        ] {
            try write(path + ".folder", "")
            try #require(mkfifo(tree + "/" + path, 0o600) == 0)
        }
    }

    /// Everything outside of the tree, but for the folders that are there for `seam`, by its path.
    func outside() throws -> [String: String] {
        var found: [String: String] = [:]
        for folder in ["home", "victim", "trace"] {
            let root = place + "/" + folder
            for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
                if path.hasPrefix(".cache") || path == ".local" || path.hasPrefix(".local/state") { continue }
                var status = stat()
                lstat(root + "/" + path, &status)
                let text = FileManager.default.contents(atPath: root + "/" + path).map {
                    String(decoding: $0, as: UTF8.self)
                }
                found[folder + "/" + path] = "\(status.st_mode) \(status.st_ino) \(status.st_mtim.tv_sec) \(text ?? "")"
            }
        }
        // Logs of --verify remain.
        for path in try FileManager.default.contentsOfDirectory(atPath: place + "/tmp") where !path.hasSuffix(".log") {
            found["tmp/" + path] = ""
        }
        found["git"] = FileManager.default.contents(atPath: tree + "/.git/config").map {
            String(decoding: $0, as: UTF8.self)
        }
        return found
    }

    /// Runs `seam` in the tree, as somebody who has the tree's folders on `PATH`.
    ///
    /// - Parameter trace: a file for what the system is asked to do; nil for none.
    func seam(_ arguments: [String], trace: String? = nil) throws -> (code: Int32, output: String) {
        let process = Process()
        let tool = Bundle.main.bundleURL.appending(path: "seam").path
        let calls =
            "trace=execve,open,openat,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,link,linkat,symlink,"
            + "symlinkat,chmod,fchmodat,chown,lchown,fchownat,truncate,rmdir"
        let wrapper = trace.map { ["/usr/bin/strace", "-f", "-s", "4096", "-e", calls, "-o", $0] } ?? []
        let command = wrapper + [tool] + arguments
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = URL(fileURLWithPath: tree)
        process.environment = [
            "PATH": ".:bin:\(tree):\(tree)/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
            "HOME": place + "/home", "TMPDIR": place + "/tmp", "GIT_DIR": tree + "/Sub.git", "PAGER": evil,
            "GIT_PAGER": evil, "GIT_EDITOR": evil, "EDITOR": evil, "GIT_EXTERNAL_DIFF": evil, "GIT_SSH_COMMAND": evil,
            "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": evil,
        ]
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let number = process.processIdentifier
        let end = DispatchWorkItem { kill(number, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: end)
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        end.cancel()
        return (process.terminationReason == .exit ? process.terminationStatus : -1, text)
    }
}
