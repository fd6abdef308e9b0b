import Foundation
import Testing

@testable import SeamRewrite

@Suite("Writing a slice")
struct SliceWriterTests {
    private static let files = ["A.swift": "a\n", "B.swift": "b\n", "C.swift": "c\n"]

    private static func changes() -> [FileChange] {
        files.keys.sorted().map { name in
            let old = files[name] ?? ""
            return FileChange(path: name, bytes: Array(old.utf8), edits: [TextEdit(offset: 0, old: "", new: "new ")])
        }
    }

    private struct Stop: Error {}

    @Test("All files are written, with their permissions, and nothing else is left")
    func writes() throws {
        let tree = try SourceTree(Self.files)
        let path = tree.root.appending(path: "B.swift").path
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        try SliceWriter(root: tree.root.path).write(Self.changes())
        #expect(try tree.text("A.swift") == "new a\n")
        #expect(try tree.text("C.swift") == "new c\n")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode == 0o755)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: tree.root.path).sorted() == Self.files.keys.sorted()
        )
    }

    @Test("A failure in the middle leaves the old files")
    func fails() throws {
        let tree = try SourceTree(Self.files)
        var writer = SliceWriter(root: tree.root.path)
        writer.willReplace = { if $0 == "C.swift" { throw Stop() } }
        #expect(throws: WriteFailure.unwritable("C.swift")) { try writer.write(Self.changes()) }
        for (name, text) in Self.files { #expect(try tree.text(name) == text) }
    }

    @Test("A process that ends in the middle is taken back by the next one")
    func recovers() throws {
        let tree = try SourceTree(Self.files)
        let copy = try SourceTree([:])
        var writer = SliceWriter(root: tree.root.path)
        // The files on disk when the second file is about to be replaced.
        writer.willReplace = { name in
            guard name == "B.swift" else { return }
            try FileManager.default.removeItem(at: copy.root)
            try FileManager.default.copyItem(at: tree.root, to: copy.root)
        }
        try writer.write(Self.changes())
        #expect(try copy.text("A.swift") == "new a\n")
        #expect(try SliceWriter(root: copy.root.path).recover() == ["A.swift"])
        for (name, text) in Self.files { #expect(try copy.text(name) == text) }
        #expect(try SliceWriter(root: copy.root.path).recover() == [])
    }

    @Test("A file that was changed since it was read stops the whole slice")
    func changed() throws {
        let tree = try SourceTree(Self.files)
        try tree.write("B.swift", "mine\n")
        #expect(throws: WriteFailure.changed("B.swift")) {
            try SliceWriter(root: tree.root.path).write(Self.changes())
        }
        #expect(try tree.text("A.swift") == "a\n")
        #expect(try tree.text("B.swift") == "mine\n")
    }

    @Test("While one process writes, another waits, and takes nothing back")
    func alone() throws {
        let tree = try SourceTree(Self.files)
        let root = tree.root.path
        let done = DispatchSemaphore(value: 0)
        var writer = SliceWriter(root: root)
        writer.willReplace = { name in
            guard name == "B.swift" else { return }
            Thread.detachNewThread {
                _ = try? SliceWriter(root: root).recover()
                done.signal()
            }
            #expect(done.wait(timeout: .now() + 0.2) == .timedOut)
        }
        try writer.write(Self.changes())
        done.wait()
        for (name, text) in Self.files { #expect(try tree.text(name) == "new " + text) }
    }

    @Test("A read-only file stops the whole slice")
    func readOnly() throws {
        let tree = try SourceTree(Self.files)
        let path = tree.root.appending(path: "B.swift").path
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        #expect(throws: WriteFailure.readOnly("B.swift")) {
            try SliceWriter(root: tree.root.path).write(Self.changes())
        }
        for (name, text) in Self.files { #expect(try tree.text(name) == text) }
    }

    @Test("A journal that can't be read stops the next writer, which says so")
    func damaged() throws {
        let tree = try SourceTree(Self.files)
        let writer = SliceWriter(root: tree.root.path)
        #expect(!writer.isInterrupted)
        try tree.write(".seam-cut/journal.json", "[{")
        #expect(writer.isInterrupted)
        let journal = tree.root.appending(path: ".seam-cut/journal.json").path
        #expect(throws: WriteFailure.unrestored(journal)) { try writer.write(Self.changes()) }
        for (name, text) in Self.files { #expect(try tree.text(name) == text) }
    }

    @Test("A git work tree with changes is refused; one without, and a folder outside of git, are not")
    func git() throws {
        let tree = try SourceTree(Self.files.merging(["Ä \"b\".swift": ""]) { $1 })
        let root = tree.root.path
        try GitTree(root: root).requireClean(changing: ["A.swift"])
        for arguments in [
            ["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"],
        ] {
            #expect(try Compiler.launch("/usr/bin/env", ["git", "-C", root] + arguments).code == 0)
        }
        try GitTree(root: root).requireClean(changing: ["A.swift", "Ä \"b\".swift"])
        try tree.write("D.swift", "d\n")
        try GitTree(root: root).requireClean(changing: ["A.swift"])
        #expect(throws: WriteFailure.untracked("D.swift")) {
            try GitTree(root: root).requireClean(changing: ["A.swift", "D.swift"])
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
}
