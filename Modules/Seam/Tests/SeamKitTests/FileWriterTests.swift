import Foundation
import Testing

@testable import SeamKit

@Suite("Writing a file")
struct FileWriterTests {
    private static func names(_ tree: Tree) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: tree.root.path).sorted()
    }

    private static func status(_ tree: Tree, _ path: String) -> stat {
        var status = stat()
        lstat(tree.root.appending(path: path).path, &status)
        return status
    }

    private static func text(_ tree: Tree, _ path: String) throws -> String {
        String(decoding: try Data(contentsOf: tree.root.appending(path: path)), as: UTF8.self)
    }

    @Test("A file in a tree is made with its folders, replaced and deleted, and nothing else is left")
    func inTree() throws {
        let tree = try Tree([:])
        let writable = WritableTree(root: tree.root.path)
        try FileWriter.replace("App/A.swift", in: writable, with: Array("a".utf8), over: .nothing)
        try FileWriter.replace("App/A.swift", in: writable, with: Array("b".utf8))
        #expect(try Self.text(tree, "App/A.swift") == "b")
        #expect(try Self.names(tree) == ["App", "App/A.swift"])
        try FileWriter.remove("App/A.swift", in: writable)
        try FileWriter.remove("Gone/A.swift", in: writable)
        #expect(try Self.names(tree) == ["App"])
    }

    @Test("A new file never replaces one that is there", arguments: ["A.swift", "link"])
    func new(_ name: String) throws {
        let tree = try Tree(["A.swift": "mine"])
        let link = tree.root.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
        #expect(throws: FileWriter.Failure.self) {
            try FileWriter.replace(name, in: WritableTree(root: tree.root.path), with: [], over: .nothing)
        }
        #expect(try Self.text(tree, "A.swift") == "mine")
        #expect(try Self.names(tree) == ["A.swift", "link"])
    }

    @Test("A file that is exchanged while its new content is written stays")
    func exchanged() throws {
        let tree = try Tree(["A.swift": "a"])
        let staged = try StagedFile(bytes: [], for: try WritableTree(root: tree.root.path).place(of: "A.swift"))
        try tree.write("A.swift", Data("mine, and longer".utf8))
        #expect(throws: FileWriter.Failure.changed) { try staged.moveIntoPlace() }
        #expect(try Self.text(tree, "A.swift") == "mine, and longer")
        #expect(try Self.names(tree) == ["A.swift"])
    }

    @Test("A file that isn't the one that was read is neither replaced nor deleted")
    func raced() throws {
        let tree = try Tree(["A.swift": "mine"])
        let writable = WritableTree(root: tree.root.path)
        let (read, mine) = (Array("read".utf8), Array("mine".utf8))
        #expect(throws: FileWriter.Failure.changed) {
            try FileWriter.replace("A.swift", in: writable, with: [], over: .content(read))
        }
        #expect(throws: FileWriter.Failure.changed) { try FileWriter.remove("A.swift", in: writable, having: read) }
        #expect(throws: FileWriter.Failure.changed) {
            try FileWriter.replace("Gone.swift", in: writable, with: [], over: .content(read))
        }
        #expect(try Self.names(tree) == ["A.swift"])
        #expect(try Self.text(tree, "A.swift") == "mine")
        try FileWriter.replace("A.swift", in: writable, with: read, over: .content(mine))
        try FileWriter.remove("A.swift", in: writable, having: read)
        #expect(try Self.names(tree) == [])
    }

    @Test("A replaced file keeps its mode; while it is written, nobody else reads what it hid from them")
    func mode() throws {
        let tree = try Tree(["A.swift": "a"])
        chmod(tree.root.appending(path: "A.swift").path, 0o640)
        let place = try WritableTree(root: tree.root.path).place(of: "A.swift")
        let staged = try StagedFile(bytes: [], for: place)
        #expect(Self.status(tree, staged.draft).st_mode & 0o7777 == 0o640)
        try staged.moveIntoPlace()
        #expect(Self.status(tree, "A.swift").st_mode & 0o7777 == 0o640)
    }

    @Test(
        "A replaced file keeps its extended attributes",
        .enabled(if: Attribute.isSupported),
        arguments: [
            ("user.seam.test", "6b657074"), ("security.capability", "0100000200040000000000000000000000000000"),
        ]
    )
    func attributes(_ row: (name: String, value: String)) throws {
        let tree = try Tree(["A.swift": "a"])
        let path = tree.root.appending(path: "A.swift").path
        // Not everybody may set the second.
        guard Attribute.set(row.name, row.value, on: path) || row.name.hasPrefix("user") else { return }
        try FileWriter.replace("A.swift", in: WritableTree(root: tree.root.path), with: Array("b".utf8))
        #expect(Attribute.get(row.name, on: path) == row.value)
        try FileWriter.replace(path, with: Array("c".utf8))
        #expect(Attribute.get(row.name, on: path) == row.value)
        #expect(try Self.text(tree, "A.swift") == "c")
    }

    @Test("A replaced file keeps its owner", .enabled(if: geteuid() == 0))
    func owner() throws {
        let tree = try Tree(["A.swift": "a"])
        let path = tree.root.appending(path: "A.swift").path
        try #require(chown(path, 1234, 4321) == 0)
        chmod(path, 0o4755)
        try FileWriter.replace("A.swift", in: WritableTree(root: tree.root.path), with: Array("b".utf8))
        let status = Self.status(tree, "A.swift")
        #expect(status.st_uid == 1234 && status.st_gid == 4321 && status.st_mode & 0o7777 == 0o4755)
    }

    @Test("A file with a second name is not replaced, by either way of naming it")
    func hardLinks() throws {
        let tree = try Tree(["A.swift": "a"])
        let path = tree.root.appending(path: "A.swift").path
        try #require(link(path, tree.root.appending(path: "B.swift").path) == 0)
        #expect {
            try FileWriter.replace("A.swift", in: WritableTree(root: tree.root.path), with: [])
        } throws: { error in
            (error as? FileWriter.Failure)?.reason.contains("2 names (hard links)") == true
        }
        #expect(throws: FileWriter.Failure.self) { try FileWriter.replace(path, with: []) }
        #expect(try Self.text(tree, "B.swift") == "a")
        #expect(try Self.names(tree) == ["A.swift", "B.swift"])
    }
}

/// Extended attributes of files, as any program sets them.
enum Attribute {
    static let isSupported: Bool = {
        guard let tree = try? Tree(["A": ""]) else { return false }
        return set("user.seam.test", "01", on: tree.root.appending(path: "A").path)
    }()

    /// Sets an attribute to a value in hexadecimal digits.
    static func set(_ name: String, _ value: String, on path: String) -> Bool {
        run("import os, sys; os.setxattr(*sys.argv[1:3], bytes.fromhex(sys.argv[3]))", [path, name, value]) != nil
    }

    static func get(_ name: String, on path: String) -> String? {
        run("import os, sys; print(os.getxattr(*sys.argv[1:3]).hex(), end='')", [path, name])
    }

    private static func run(_ script: String, _ arguments: [String]) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = (try? output.fileHandleForReading.readToEnd()) ?? nil
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data ?? Data(), as: UTF8.self) : nil
    }
}
