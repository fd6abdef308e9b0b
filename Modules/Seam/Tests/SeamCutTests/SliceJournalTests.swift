import Foundation
import SeamKit
import Testing

@testable import SeamCut

@Suite("The journal of a slice")
struct SliceJournalTests {
    private static let files = ["A.swift": "a\n", "B.swift": "b\n", "C.swift": "c\n"]
    private static let dead = ProcessIdentity(number: .max, start: "never")

    private struct Stop: Error {}

    /// A tree in which a process was ended when it was about to replace the second file.
    private struct Interrupted {
        let tree: SourceTree
        let home: SourceTree
        let state: PrivateFolder
        let writer: SliceWriter

        init(_ files: [String: String] = SliceJournalTests.files, writer identity: ProcessIdentity = dead) throws {
            tree = try SourceTree(files)
            home = try SourceTree([:])
            let environment = ["XDG_STATE_HOME": home.root.path]
            state = try PrivateFolder.state(outside: "/nowhere", environment: environment)
            writer = SliceWriter(root: tree.root.path, environment: environment)
            let before = try SourceTree([:])
            let (tree, state) = (tree, state)
            var copied = writer
            var journal: [UInt8]?
            copied.willReplace = { name in
                guard name == "B.swift" else { return }
                journal = state.names.first.flatMap { state.read($0) }
                try FileManager.default.removeItem(at: before.root)
                try FileManager.default.copyItem(at: tree.root, to: before.root)
                throw Stop()
            }
            #expect(throws: WriteFailure.unwritable("B.swift")) { try copied.write(SliceJournalTests.changes) }
            #expect(state.names.isEmpty)
            for name in try FileManager.default.subpathsOfDirectory(atPath: before.root.path) {
                let url = before.root.appending(path: name)
                guard !url.hasDirectoryPath, let data = try? Data(contentsOf: url) else { continue }
                try tree.write(name, String(decoding: data, as: UTF8.self))
            }
            let bytes = try #require(journal)
            var decoded = try JSONDecoder().decode(SliceJournal.self, from: Data(bytes))
            decoded.writer = identity
            try decoded.write(to: state)
        }

        func edit(_ change: (inout SliceJournal) -> Void) throws {
            let bytes = try #require(state.names.first.flatMap { state.read($0) })
            var journal = try JSONDecoder().decode(SliceJournal.self, from: Data(bytes))
            change(&journal)
            try journal.write(to: state)
        }

        var names: [String] {
            get throws { try FileManager.default.subpathsOfDirectory(atPath: tree.root.path).sorted() }
        }
    }

    private static var changes: [FileChange] {
        let edit = TextEdit(offset: 0, old: "", new: "new ")
        let old = files.sorted { $0.key < $1.key }.map { name, text in
            FileChange(path: name, bytes: Array(text.utf8), edits: [edit])
        }
        return [FileChange(path: "A/New/N.swift", bytes: [], edits: [edit], isNew: true)] + old
    }

    @Test("What a process has begun is undone by the next one: files, new files, and what was prepared")
    func recovers() throws {
        let interrupted = try Interrupted()
        #expect(try interrupted.tree.text("A.swift") == "new a\n")
        #expect(try interrupted.tree.text("A/New/N.swift") == "new ")
        #expect(try interrupted.names.contains { $0.hasPrefix(".seam-") })
        #expect(interrupted.writer.isInterrupted)
        #expect(try interrupted.writer.recover() == ["A/New/N.swift", "A.swift"])
        for (name, text) in Self.files { #expect(try interrupted.tree.text(name) == text) }
        #expect(try interrupted.names == Self.files.keys.sorted())
        #expect(!interrupted.writer.isInterrupted)
        #expect(try interrupted.writer.recover() == [])
    }

    @Test("A file that somebody has changed since then stays, and so does a folder with something else in it")
    func changed() throws {
        let interrupted = try Interrupted()
        try interrupted.tree.write("A.swift", "mine\n")
        try interrupted.tree.write("A/New/Mine.swift", "mine\n")
        #expect(try interrupted.writer.recover() == ["A/New/N.swift"])
        #expect(try interrupted.tree.text("A.swift") == "mine\n")
        #expect(try interrupted.tree.text("A/New/Mine.swift") == "mine\n")
    }

    @Test("A folder that was there before stays, although nothing is in it")
    func folders() throws {
        let interrupted = try Interrupted(Self.files.merging(["A/keep": ""]) { $1 })
        try FileManager.default.removeItem(at: interrupted.tree.root.appending(path: "A/keep"))
        try interrupted.writer.recover()
        #expect(try interrupted.names == ["A", "A.swift", "B.swift", "C.swift"])
    }

    @Test("While its writer is alive, nothing is undone")
    func alive() throws {
        let parent = ProcessIdentity.of(getppid())
        let interrupted = try Interrupted(writer: parent)
        #expect(throws: WriteFailure.busy) { try interrupted.writer.recover() }
        #expect(throws: WriteFailure.busy) { try interrupted.writer.write(Self.changes) }
        #expect(try interrupted.tree.text("A.swift") == "new a\n")
    }

    @Test("A process with the number of the writer, but another start, is another one")
    func reused() throws {
        let interrupted = try Interrupted(writer: ProcessIdentity(number: getppid(), start: "earlier"))
        #expect(try interrupted.writer.recover().count == 2)
    }

    @Test(
        "Even a journal that was written by somebody else reaches nothing outside of the tree, and nothing of git's",
        arguments: ["../victim", "/etc/hostname", ".git/config", "A.swift/../../victim", "link/victim"]
    )
    func forged(_ path: String) throws {
        let interrupted = try Interrupted()
        let outside = interrupted.tree.root.deletingLastPathComponent().appending(path: "victim")
        try interrupted.tree.write(".git/config", "mine")
        let folder = try SourceTree(["victim": "mine"])
        try FileManager.default.createSymbolicLink(
            atPath: interrupted.tree.root.path + "/link",
            withDestinationPath: folder.root.path
        )
        try interrupted.edit { journal in
            let new = Data("mine".utf8)
            let entry = SliceJournal.Entry(path: path, old: Data("evil".utf8), new: new, draft: "victim")
            let gone = SliceJournal.Entry(path: path, old: nil, new: new, draft: "../victim")
            journal = SliceJournal(tree: journal.tree, entries: [entry, gone], folders: ["..", "link", ".git"])
            journal.writer = Self.dead
        }
        #expect(try interrupted.writer.recover() == [])
        #expect(try folder.text("victim") == "mine")
        #expect(try interrupted.tree.text(".git/config") == "mine")
        #expect(!FileManager.default.fileExists(atPath: outside.path))
    }

    @Test("A tree that is moved, copied or made again at the same place has no journal")
    func otherTree() throws {
        let interrupted = try Interrupted()
        let root = interrupted.tree.root
        let other = root.deletingLastPathComponent().appending(path: root.lastPathComponent + "-old")
        defer { try? FileManager.default.removeItem(at: other) }
        try FileManager.default.moveItem(at: root, to: other)
        try FileManager.default.copyItem(at: other, to: root)
        #expect(!interrupted.writer.isInterrupted)
        #expect(try interrupted.writer.recover() == [])
        #expect(try interrupted.tree.text("A.swift") == "new a\n")
    }

    @Test("A journal that can't be read, or is a link or another user's, stops the writer, which says where it is")
    func unreadable() throws {
        for kind in ["damaged", "of another tree", "linked", "open to others"] {
            let interrupted = try Interrupted()
            let name = try #require(interrupted.state.names.first)
            let path = interrupted.state.path + "/" + name
            switch kind {
            case "damaged": try interrupted.state.write(Array("[{".utf8), to: name)
            case "of another tree":
                let tree = try #require(SliceJournal.Tree(interrupted.home.root.path))
                let journal = SliceJournal(tree: tree, entries: [], folders: [])
                try interrupted.state.write([UInt8](JSONEncoder().encode(journal)), to: name)
            case "linked":
                try FileManager.default.moveItem(atPath: path, toPath: interrupted.home.root.path + "/moved")
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../moved")
            default: chmod(path, 0o666)
            }
            #expect(throws: WriteFailure.unrestored("the journal", journal: path), "\(kind)") {
                try interrupted.writer.write(Self.changes)
            }
            #expect(try interrupted.tree.text("A.swift") == "new a\n")
        }
    }

    @Test("Without a folder for state nothing is written")
    func noState() throws {
        let tree = try SourceTree(Self.files)
        let writer = SliceWriter(root: tree.root.path, environment: ["XDG_STATE_HOME": tree.root.path + "/A.swift"])
        #expect {
            try writer.write(Self.changes)
        } throws: { error in
            if case .noJournal = error as? WriteFailure { true } else { false }
        }
        for (name, text) in Self.files { #expect(try tree.text(name) == text) }
    }

    @Test("A state folder that is exchanged for a link while a slice is written leads nothing outside")
    func exchanged() throws {
        let (tree, home) = (try SourceTree(Self.files), try SourceTree(["elsewhere/file": "mine"]))
        let environment = ["XDG_STATE_HOME": home.root.path]
        var writer = SliceWriter(root: tree.root.path, environment: environment)
        let state = home.root.path + "/seam-cut"
        writer.willReplace = { name in
            guard name == "B.swift" else { return }
            #expect(rename(state, home.root.path + "/moved") == 0)
            #expect(symlink("elsewhere", state) == 0)
        }
        try writer.write(Self.changes)
        #expect(try tree.text("C.swift") == "new c\n")
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: home.root.path).sorted() == [
                "elsewhere", "elsewhere/file", "moved", "seam-cut",
            ]
        )
    }
}
