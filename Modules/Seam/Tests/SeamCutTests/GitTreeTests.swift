import Foundation
import Testing

@testable import SeamCut

@Suite("What git could bring back")
struct GitTreeTests {
    private static let files = ["A.swift": "a\n", "App/B.swift": "b\n", "Ä \"b\".swift": "ä\n"]
    private static let old = files.mapValues { Array($0.utf8) }

    @discardableResult
    private static func git(_ tree: SourceTree, in folder: String = "", _ arguments: String...) throws -> String {
        let options = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"]
        let run = try Compiler.launch(
            "/usr/bin/env",
            ["git", "-C", tree.root.path + "/" + folder] + options + arguments
        )
        try #require(run.code == 0, "\(arguments): \(run)")
        return run.output
    }

    private static func repository(_ files: [String: String] = files) throws -> SourceTree {
        let tree = try SourceTree(files)
        try git(tree, "init", "-q")
        try git(tree, "add", "-A")
        try git(tree, "commit", "-qm", "a")
        return tree
    }

    private static func differs(_ path: String, _ part: String, _ tree: SourceTree, _ old: [String: [UInt8]]) {
        #expect {
            try GitTree(root: tree.root.path).requireClean(changing: old)
        } throws: { error in
            guard case .differs(path, let reason)? = error as? WriteFailure else { return false }
            return reason.contains(part)
        }
    }

    @Test("A git work tree with changes is refused; one without, and a folder outside of git, are not")
    func clean() throws {
        try GitTree(root: try SourceTree(Self.files).root.path).requireClean(changing: Self.old)
        let tree = try Self.repository()
        let root = tree.root.path
        try GitTree(root: root).requireClean(changing: Self.old)
        try tree.write("D.swift", "d\n")
        try GitTree(root: root).requireClean(changing: Self.old)
        #expect(throws: WriteFailure.untracked("D.swift")) {
            try GitTree(root: root).requireClean(changing: ["D.swift": Array("d\n".utf8)])
        }
        try tree.write("Ä \"b\".swift", "changed\n")
        #expect(throws: WriteFailure.dirty("Ä \"b\".swift")) { try GitTree(root: root).requireClean() }
    }

    @Test("A git work tree that git can't read is refused")
    func unknownState() throws {
        let tree = try SourceTree(["App/A.swift": "a\n", ".git": "gitdir: /nowhere\n"])
        let app = tree.root.appending(path: "App").path
        #expect(throws: WriteFailure.unknownState) { try GitTree(root: app).requireClean() }
    }

    @Test(
        "Changes that git was asked to ignore are seen",
        arguments: [("--assume-unchanged", "assume that it is unchanged"), ("--skip-worktree", "asked to skip it")]
    )
    func ignored(_ row: (option: String, reason: String)) throws {
        let tree = try Self.repository()
        try Self.git(tree, "update-index", row.option, "App/B.swift")
        try GitTree(root: tree.root.path).requireClean(changing: Self.old)
        try tree.write("App/B.swift", "unsaved\n")
        #expect(try Self.git(tree, "status", "--porcelain").isEmpty)
        let old = Self.old.merging(["App/B.swift": Array("unsaved\n".utf8)]) { $1 }
        Self.differs("App/B.swift", row.reason, tree, old)
    }

    @Test(
        "Whatever hides unsaved work from git, or makes it git's, hides nothing",
        arguments: [
            ("a monitor that sees no change", "git update-index --fsmonitor-valid B.swift; echo unsaved > B.swift"),
            (
                "a monitor that lies",
                #"""
                printf '#!/bin/sh\nprintf "t\\0"\n' > .git/lie; chmod +x .git/lie; git config core.fsmonitorHookVersion 2
                git config core.fsmonitor .git/lie; git update-index --fsmonitor; git status > .git/s; git status > .git/s
                echo unsaved > B.swift
                """#
            ),
            (
                "same size and time",
                """
                git config core.checkStat minimal; git config core.trustctime false; touch -d 2001-01-01 B.swift .git/T
                git update-index -q --refresh; echo B > B.swift; touch -r .git/T B.swift
                """
            ),
            ("stats ignored", "git config core.ignoreStat true; git update-index B.swift; echo unsaved > B.swift"),
            ("a replaced object", "echo unsaved > B.swift; git replace HEAD:B.swift $(git hash-object -w B.swift)"),
            ("a sparse checkout", "git sparse-checkout set --no-cone /A.swift; echo unsaved > B.swift"),
            ("an ignored file", "git rm -q --cached B.swift; git commit -qm b; echo B.swift >> .git/info/exclude"),
            ("an intent to add", "git rm -q --cached B.swift; git commit -qm b; git add -N B.swift"),
            ("added, and not committed", "echo unsaved > B.swift; git add B.swift"),
            (
                "added, and then changed back",
                "echo unsaved > B.swift; git add B.swift; git show HEAD:B.swift > B.swift"
            ),
            ("no index", "rm .git/index"), ("a bare repository", "git config core.bare true; echo unsaved > B.swift"),
            ("missing objects", "mkdir .git/gone; mv .git/objects/?? .git/gone"),
            ("line ends", "git config core.autocrlf true; printf 'b\\r\\n' > B.swift"),
            (
                "settings of status",
                "git config status.showUntrackedFiles no; git config diff.ignoreSubmodules all; echo u > B.swift"
            ),
        ]
    )
    func hidden(_ row: (name: String, script: String)) throws {
        let tree = try Self.repository(["A.swift": "a\n", "B.swift": "b\n"])
        let git =
            "GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b; export ${!GIT_*}; "
        let run = try Compiler.launch("/bin/bash", ["-c", "cd \(tree.root.path); \(git)\(row.script)"])
        let bytes = [UInt8](try Data(contentsOf: tree.root.appending(path: "B.swift")))
        #expect(throws: WriteFailure.self, "\(run)") {
            try GitTree(root: tree.root.path).requireClean(changing: ["B.swift": bytes])
        }
    }

    @Test("Changes in a submodule whose changes git ignores are seen")
    func submodule() throws {
        let inner = try Self.repository(["S.swift": "s\n"])
        let tree = try Self.repository()
        try Self.git(tree, "submodule", "--quiet", "add", inner.root.path, "Sub")
        try Self.git(tree, "config", "-f", ".gitmodules", "submodule.Sub.ignore", "dirty")
        try Self.git(tree, "commit", "-qam", "s")
        try GitTree(root: tree.root.path).requireClean(changing: ["Sub/S.swift": Array("s\n".utf8)])
        try tree.write("Sub/S.swift", "unsaved\n")
        #expect(try Self.git(tree, "status", "--porcelain").isEmpty)
        Self.differs("Sub/S.swift", "aren't committed", tree, ["Sub/S.swift": Array("unsaved\n".utf8)])
    }

    @Test(
        "Files that git writes in another way than it has them are refused",
        arguments: [
            ("*.swift filter=upper", "the filter upper"), ("*.swift text eol=crlf", "line ends"),
            ("*.swift text working-tree-encoding=UTF-16LE", "encoding to UTF-16LE"), ("*.swift ident", "line ends"),
        ]
    )
    func converted(_ row: (attributes: String, reason: String)) throws {
        let tree = try SourceTree(["A.swift": "a $Id$\n", ".gitattributes": row.attributes])
        try Self.git(tree, "init", "-q")
        try Self.git(tree, "config", "filter.upper.clean", "tr A-Z a-z")
        try Self.git(tree, "config", "filter.upper.smudge", "tr a-z A-Z")
        if row.attributes.contains("UTF-16") {
            try Data("a $Id$\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
                .write(to: tree.root.appending(path: "A.swift"))
        }
        try Self.git(tree, "add", "-A")
        try Self.git(tree, "commit", "-qm", "a")
        try FileManager.default.removeItem(at: tree.root.appending(path: "A.swift"))
        try Self.git(tree, "checkout", "--", "A.swift")
        #expect(try Self.git(tree, "status", "--porcelain").isEmpty)
        let bytes = [UInt8](try Data(contentsOf: tree.root.appending(path: "A.swift")))
        Self.differs("A.swift", row.reason, tree, ["A.swift": bytes])
    }

    @Test("A filtered file that isn't in the slice is no reason to refuse it")
    func filteredElsewhere() throws {
        let tree = try SourceTree(["A.swift": "a\n", "big.bin": "pointer\n", ".gitattributes": "*.bin filter=lfs"])
        try Self.git(tree, "init", "-q")
        try Self.git(tree, "config", "filter.lfs.clean", "echo pointer")
        try Self.git(tree, "config", "filter.lfs.required", "true")
        try Self.git(tree, "add", "-A")
        try Self.git(tree, "commit", "-qm", "a")
        try tree.write("big.bin", "the real thing\n")
        try GitTree(root: tree.root.path).requireClean(changing: ["A.swift": Array("a\n".utf8)])
    }

    @Test("Where the environment says that the repository is elsewhere, the tree's own counts")
    func environment() throws {
        let tree = try Self.repository()
        let other = try Self.repository(["Other.swift": ""])
        try tree.write("A.swift", "unsaved\n")
        let places = [
            "GIT_DIR": other.root.path + "/.git", "GIT_WORK_TREE": other.root.path,
            "GIT_INDEX_FILE": other.root.path + "/.git/index",
        ]
        let environment = ProcessInfo.processInfo.environment.merging(places) { $1 }
        #expect(throws: WriteFailure.dirty("A.swift")) {
            try GitTree(root: tree.root.path, environment: environment).requireClean(changing: Self.old)
        }
    }

    @Test("A repository that names another folder as its work tree says nothing about this one")
    func otherWorkTree() throws {
        let (tree, other) = (try Self.repository(), try Self.repository())
        try Self.git(tree, "config", "core.worktree", other.root.path)
        #expect(throws: WriteFailure.unknownState) {
            try GitTree(root: tree.root.path).requireClean(changing: Self.old)
        }
    }
}
