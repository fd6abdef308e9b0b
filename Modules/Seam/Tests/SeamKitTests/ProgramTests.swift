import Foundation
import Testing

@testable import SeamKit

@Suite("Running other programs")
struct ProgramTests {
    private static func program(_ text: String = "#!/bin/sh\n", at path: String, in tree: Tree) throws {
        try tree.write(path, Data(text.utf8))
        chmod(tree.root.appending(path: path).path, 0o755)
    }

    @Test("A program is found in absolute folders outside of the tree only")
    func found() throws {
        let (tree, outside) = (try Tree([:]), try Tree([:]))
        try Self.program(at: "bin/tool", in: tree)
        try Self.program(at: "bin/tool", in: outside)
        let link = outside.root.appending(path: "links").path
        try FileManager.default.createDirectory(atPath: link, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: link + "/tool",
            withDestinationPath: tree.root.path + "/bin/tool"
        )
        let folder = outside.root.path + "/linked"
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: tree.root.path + "/bin")
        // What the tree's link names is the tree's choice.
        let chosen = tree.root.path + "/chosen"
        try FileManager.default.createSymbolicLink(atPath: chosen, withDestinationPath: outside.root.path + "/bin")
        let good = outside.root.path + "/bin"
        let path = ["", ".", "bin", "./bin", tree.root.path + "/bin", chosen, link, folder, good].joined(separator: ":")
        let environment = ["PATH": path]
        #expect(Program.find("tool", outside: tree.root.path, environment: environment) == good + "/tool")
        #expect(
            Program.find("tool", outside: tree.root.path + "/other", environment: environment) == tree.root.path
                + "/bin/tool"
        )
        #expect(Program.environment(outside: tree.root.path, from: environment)["PATH"] == "\(link):\(good)")
    }

    @Test("A folder in a repository gets no git of that repository's")
    func ofRepository() throws {
        let tree = try Tree([".git/HEAD": "", "Sub/A.swift": ""])
        try Self.program(at: "bin/git", in: tree)
        let environment = ["PATH": tree.root.path + "/bin"]
        let folder = tree.root.path + "/Sub"
        #expect(Git(at: folder, of: folder, until: .init(), environment: environment) == nil)
        try FileManager.default.removeItem(at: tree.root.appending(path: ".git"))
        #expect(Git(at: folder, of: folder, until: .init(), environment: environment) != nil)
    }

    @Test("No variable of git's is passed on")
    func environment() {
        let environment = Program.environment(
            outside: "/nowhere",
            from: ["GIT_DIR": "/x", "GIT_CONFIG_COUNT": "1", "HOME": "/h"]
        )
        #expect(environment.keys.filter { $0.hasPrefix("GIT_") }.isEmpty)
        #expect(environment["HOME"] == "/h")
    }

    @Test("Output and input of any length pass, and a program that takes too long is ended")
    func runs() throws {
        let input = Data(repeating: 65, count: 1_000_000)
        let copied = Program.run("/bin/cat", arguments: [], environment: [:], input: input)
        #expect(copied?.output == input && copied?.code == 0)
        #expect(Program.run("/bin/sh", arguments: ["-c", "exit 3"], environment: [:])?.code == 3)
        #expect(
            Program.run("/bin/sh", arguments: ["-c", "exec sleep 600"], environment: [:], limit: .seconds(0)) == nil
        )
        #expect(Program.run("/nowhere/at/all", arguments: [], environment: [:]) == nil)
        #expect(Program.run("/bin/cat", arguments: ["/dev/zero"], environment: [:], maximum: 1 << 22) == nil)
    }

    /// A repository whose own settings run a program for everything that git can run one for.
    private static func hostile(_ trace: String) throws -> Tree {
        let tree = try Tree(["A.swift": "a\n", "B.swift": "b\n"])
        let evil = "touch \(trace)/$$ ; cat"
        func git(_ arguments: [String]) throws {
            let options = [
                "-C", tree.root.path, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.fsmonitor=false",
            ]
            let result = Program.run(
                "/usr/bin/env",
                arguments: ["git"] + options + arguments,
                environment: ProcessInfo.processInfo.environment
            )
            try #require(result?.code == 0, "\(arguments)")
        }
        try git(["init", "-q"])
        try git(["add", "-A"])
        try git(["commit", "-qm", "a"])
        try tree.write(".gitattributes", Data("* filter=evil.one diff=evil merge=evil\n".utf8))
        for name in ["post-index-change", "post-checkout", "reference-transaction", "fsmonitor-watchman", "pre-commit"]
        {
            try program("#!/bin/sh\n\(evil) </dev/null\n", at: ".git/hooks/\(name)", in: tree)
        }
        let programs = [
            "core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass",
            "core.alternateRefsCommand",
            "diff.external", "diff.evil.textconv", "diff.evil.command", "filter.evil.one.clean",
            "filter.evil.one.smudge",
            "filter.evil.one.process", "merge.evil.driver", "pager.status", "pager.ls-files", "pager.config",
            "interactive.diffFilter", "gpg.program", "credential.helper", "sequence.editor",
        ]
        for key in programs { try git(["config", key, evil]) }
        for command in ["status", "ls-files", "rev-parse", "config", "cat-file", "check-attr"] {
            try git(["config", "alias.\(command)", "!\(evil)"])
        }
        try git(["config", "core.untrackedCache", "true"])
        // The same by files that the configuration names, and by a remote that would send what is missing.
        try program("#!/bin/sh\n\(evil) </dev/null\n", at: ".git/more/post-index-change", in: tree)
        let more =
            "[core]\n\tfsmonitor = \"\(evil)\"\n\thooksPath = \(tree.root.path)/.git/more\n"
            + "[filter \"evil.one\"]\n\tprocess = \"\(evil)\"\n"
        for name in ["evil.inc", "config.worktree"] { try tree.write(".git/\(name)", Data(more.utf8)) }
        for (key, value) in [
            ("include.path", "evil.inc"), ("includeIf.gitdir:**.path", "evil.inc"),
            ("extensions.worktreeConfig", "true"), ("extensions.partialClone", "evil"),
            ("remote.evil.promisor", "true"),
            ("remote.evil.url", "ext::sh -c \(evil)"), ("remote.evil.uploadpack", evil), ("core.gitProxy", evil),
        ] {
            try git(["config", key, value])
        }
        // Files that git has to read again, since they look newer than what it knows.
        try tree.write("B.swift", Data("c\n".utf8))
        return tree
    }

    @Test("Git runs nothing that a repository names, and takes no lock")
    func quiet() throws {
        let trace = try Tree([:])
        let tree = try Self.hostile(trace.root.path)
        for file in try FileManager.default.contentsOfDirectory(atPath: trace.root.path) {
            try FileManager.default.removeItem(atPath: trace.root.path + "/" + file)
        }
        let index = tree.root.appending(path: ".git/index")
        let before = try Data(contentsOf: index)
        let git = try #require(Git(at: tree.root.path, of: tree.root.path, until: .init())?.withoutFilters())
        #expect(git.list(["status", "--porcelain", "-z", "--untracked-files=no"]) == [" M B.swift"])
        #expect(git.list(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])?.count == 3)
        #expect(git.list(["ls-files", "-z", "-m"]) == ["B.swift"])
        #expect(git.run(["rev-parse", "--show-toplevel"]) != nil)
        #expect(git.run(["cat-file", "blob", "HEAD:A.swift"]) == Data("a\n".utf8))
        #expect(git.list(["check-attr", "-z", "filter", "--", "A.swift"])?.last == "evil.one")
        #expect(git.run(["cat-file", "-s", String(repeating: "1", count: 40)]) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: trace.root.path).isEmpty)
        #expect(try Data(contentsOf: index) == before)
    }

    @Test("Filters whose names can't be given to git are a reason to run nothing")
    func oddFilter() throws {
        let tree = try Self.hostile("/nowhere")
        let config = tree.root.appending(path: ".git/config")
        let text = try String(contentsOf: config, encoding: .utf8) + "[filter \"a=b\"]\n\tclean = false\n"
        try Data(text.utf8).write(to: config)
        #expect(try #require(Git(at: tree.root.path, of: tree.root.path, until: .init())).withoutFilters() == nil)
    }

    @Test("Git isn't run when its time is up, so that several commands wait no longer than one")
    func deadline() throws {
        let tree = try Self.hostile("/nowhere")
        let git = try #require(Git(at: tree.root.path, of: tree.root.path, until: .init(after: .zero)))
        #expect(git.run(["rev-parse", "--git-dir"]) == nil)
        #expect(mkfifo(tree.root.path + "/pipe", 0o600) == 0)
        try FileManager.default.removeItem(atPath: tree.root.path + "/.git/index")
        #expect(rename(tree.root.path + "/pipe", tree.root.path + "/.git/index") == 0)
        let waiting = try #require(Git(at: tree.root.path, of: tree.root.path, until: .init(after: .milliseconds(300))))
        #expect(waiting.run(["status", "--porcelain"]) == nil)
        #expect(waiting.run(["rev-parse", "--git-dir"]) == nil)
    }

    @Test("A bare repository inside of the tree isn't one for the tool")
    func bare() throws {
        let tree = try Self.hostile("/nowhere")
        let bare = tree.root.path + "/Sub"
        try FileManager.default.moveItem(atPath: tree.root.path + "/.git", toPath: bare)
        let git = try #require(Git(at: bare, of: tree.root.path, until: .init()))
        #expect(git.run(["rev-parse", "--git-dir"]) == nil)
        #expect(git.run(["status", "--porcelain"]) == nil)
    }

    @Test("A work tree is the one around the folder, wherever the repository says that it is")
    func workTree() throws {
        let (tree, other) = (try Self.hostile("/nowhere"), try Self.hostile("/nowhere"))
        let root = try #require(realpath(tree.root.path, nil).map { String(cString: $0) })
        func found(_ folder: String = "") -> String? {
            Git(at: tree.root.path + folder, of: tree.root.path, until: .init())?.workTree
        }
        try tree.write("Sub/A.swift", Data())
        #expect(found() == root && found("/Sub") == root)
        let config = tree.root.appending(path: ".git/config")
        let text = try String(contentsOf: config, encoding: .utf8)
        for place in [other.root.path, "/", root + "/Sub"] {
            try Data((text + "[core]\n\tworktree = \(place)\n").utf8).write(to: config)
            #expect(found() == nil, "\(place)")
        }
    }
}
