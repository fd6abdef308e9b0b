import Foundation
import Testing

@testable import SeamCut

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

    @Test("A folder of an older version's journal stops the writer, which doesn't read it")
    func oldJournal() throws {
        let tree = try SourceTree(Self.files)
        let outside = try SourceTree(["victim": "mine"])
        let victim = "../\(outside.root.lastPathComponent)/victim"
        let entry = #"{"path": "\#(victim)", "old": "", "new": "\#(Data("mine".utf8).base64EncodedString())"}"#
        try tree.write(".seam-cut/journal.json", "[\(entry)]")
        let writer = SliceWriter(root: tree.root.path)
        #expect(writer.hasOldJournal && !writer.isInterrupted)
        #expect(throws: WriteFailure.oldJournal) { try writer.write(Self.changes()) }
        #expect(try writer.recover() == [])
        for (name, text) in Self.files { #expect(try tree.text(name) == text) }
        #expect(try outside.text("victim") == "mine")
        #expect(try tree.text(".seam-cut/journal.json").contains("victim"))
    }

    @Test("What version 0.1.0 left in the middle of writing stays as it is, to be finished by hand")
    func releasedJournal() throws {
        let journal =
            #"[{"isNew":false,"new":[110,101,119,10],"old":[97,10],"path":"A.swift"},{"new":[110,10],"old":[98,10],"path":"B.swift"}]"#
        let left = [".seam-cut/journal.json": journal, ".seam-cut/1": "n\n", "A.swift": "new\n", "B.swift": "b\n"]
        let tree = try SourceTree(left)
        let writer = SliceWriter(root: tree.root.path)
        #expect(writer.hasOldJournal && !writer.isInterrupted)
        #expect(throws: WriteFailure.oldJournal) { try writer.write(Self.changes()) }
        #expect(try writer.recover() == [])
        for (name, text) in left { #expect(try tree.text(name) == text) }
        try FileManager.default.removeItem(at: tree.root.appending(path: ".seam-cut"))
        #expect(throws: WriteFailure.changed("A.swift")) { try writer.write(Self.changes()) }
    }

    @Test(
        "Whatever is called .seam-cut stops the writer, and isn't read",
        arguments: ["file", "link", "link to nothing", "link to a folder", "pipe"]
    )
    func oldName(_ kind: String) throws {
        let tree = try SourceTree(Self.files.merging(["F/x": "x"]) { $1 })
        let path = tree.root.path + "/.seam-cut"
        switch kind {
        case "file": try tree.write(".seam-cut", "")
        case "link": #expect(symlink("A.swift", path) == 0)
        case "link to nothing": #expect(symlink("nothing", path) == 0)
        case "link to a folder": #expect(symlink("F", path) == 0)
        default: #expect(mkfifo(path, 0o600) == 0)
        }
        let writer = SliceWriter(root: tree.root.path)
        #expect(throws: WriteFailure.oldJournal) { try writer.write(Self.changes()) }
        #expect(try writer.recover() == [])
        var status = stat()
        #expect(lstat(path, &status) == 0)
        for (name, text) in Self.files { #expect(try tree.text(name) == text) }
    }

    @Test("A file with a second name, or behind a link, stops the whole slice", arguments: ["hard", "soft", "folder"])
    func links(_ kind: String) throws {
        let tree = try SourceTree(["A.swift": "a\n", "Real/B.swift": "b\n"])
        let outside = try SourceTree(["B.swift": "b\n"])
        let manager = FileManager.default
        let (a, b) = (tree.root.path + "/A.swift", outside.root.path + "/B.swift")
        var path = "Linked.swift"
        switch kind {
        case "hard": try manager.linkItem(atPath: b, toPath: tree.root.path + "/Linked.swift")
        case "soft": try manager.createSymbolicLink(atPath: tree.root.path + "/Linked.swift", withDestinationPath: b)
        default:
            path = "Linked/B.swift"
            try manager.createSymbolicLink(
                atPath: tree.root.path + "/Linked",
                withDestinationPath: outside.root.path
            )
        }
        let edit = TextEdit(offset: 0, old: "", new: "new ")
        let changes = [("A.swift", "a\n"), (path, "b\n")].map { path, old in
            FileChange(path: path, bytes: Array(old.utf8), edits: [edit])
        }
        #expect {
            try SliceWriter(root: tree.root.path).write(changes)
        } throws: { error in
            guard case .refused(path, let reason)? = error as? WriteFailure else { return false }
            return reason.contains(kind == "hard" ? "hard links" : "is a link")
        }
        #expect(try String(contentsOfFile: a, encoding: .utf8) == "a\n")
        #expect(try outside.text("B.swift") == "b\n")
        #expect(try manager.contentsOfDirectory(atPath: tree.root.path).count == 3)
    }

    @Test(
        "What becomes a link after it was looked at isn't written through, and what was changed stays",
        arguments: ["file", "folder", "text"]
    )
    func exchanged(_ kind: String) throws {
        let tree = try SourceTree(["A.swift": "a\n", "F/B.swift": "b\n"])
        let outside = try SourceTree(["B.swift": "b\n"])
        let (root, victim) = (tree.root.path, outside.root.path)
        let edit = TextEdit(offset: 0, old: "", new: "new ")
        let changes = [("A.swift", "a\n"), ("F/B.swift", "b\n")].map { path, old in
            FileChange(path: path, bytes: Array(old.utf8), edits: [edit])
        }
        var writer = SliceWriter(root: root)
        writer.willReplace = { name in
            guard name == "F/B.swift" else { return }
            let path = root + (kind == "folder" ? "/F" : "/F/B.swift")
            if kind == "text" { return try tree.write(name, "mine\n") }
            #expect(rename(path, root + "/moved") == 0)
            #expect(symlink(kind == "folder" ? victim : victim + "/B.swift", path) == 0)
        }
        // The folder was opened before, so the file in it is still the one that was looked at.
        if kind == "folder" {
            try writer.write(changes)
            #expect(try tree.text("moved/B.swift") == "new b\n")
        } else {
            #expect(throws: WriteFailure.changed("F/B.swift")) { try writer.write(changes) }
            #expect(try tree.text("A.swift") == "a\n")
            #expect(try tree.text(kind == "text" ? "F/B.swift" : "moved") == (kind == "text" ? "mine\n" : "b\n"))
        }
        #expect(try outside.text("B.swift") == "b\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: victim) == ["B.swift"])
    }

    @Test("Another process that exchanges folder and file for links all the time leads nothing outside")
    func exchanging() throws {
        let tree = try SourceTree(["F/B.swift": "b\n"])
        let outside = try SourceTree(["B.swift": "b\n"])
        let script = """
            cd "$0"; while [ ! -e stop ]; do
            mv F real && ln -s "$1" F; rm F; mv real F
            mv F/B.swift B && ln -s "$1/B.swift" F/B.swift; rm F/B.swift; mv B F/B.swift
            done
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, tree.root.path, outside.root.path]
        process.standardError = FileHandle.nullDevice
        try process.run()
        var written = 0
        for _ in 0..<200 {
            let old = written % 2 == 0 ? "b\n" : "new b\n"
            let edit = TextEdit(offset: 0, old: written % 2 == 0 ? "" : "new ", new: written % 2 == 0 ? "new " : "")
            let change = FileChange(path: "F/B.swift", bytes: Array(old.utf8), edits: [edit])
            if (try? SliceWriter(root: tree.root.path).write([change])) != nil { written += 1 }
        }
        try tree.write("stop", "")
        process.waitUntilExit()
        #expect(try outside.text("B.swift") == "b\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.root.path) == ["B.swift"])
        #expect(try tree.text("F/B.swift").hasSuffix("b\n"))
    }
}
