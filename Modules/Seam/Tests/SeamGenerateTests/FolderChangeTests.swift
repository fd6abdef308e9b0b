import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamGenerate

/// What happens to the folder of generated files.
@Suite("The folder of generated files", .ownThread)
struct FolderChangeTests {
    private static let mark = GeneratedFile.header(command: "seam mocks", source: "A.swift")

    @Test("Files that differ are written, others are untouched, and what is no longer generated is deleted")
    func apply() throws {
        let toolchain = try Toolchain()
        let same = try toolchain.write("Same.swift", Self.mark + "same\n")
        let stale = try toolchain.write("Stale.swift", Self.mark)
        let hand = try toolchain.write("Hand.swift", "struct Hand {}\n")
        let past = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: same)
        let files = [
            GeneratedFile(path: "New.swift", text: Self.mark + "new\n"),
            GeneratedFile(path: "Same.swift", text: Self.mark + "same\n"),
        ]
        let change = FolderChange(files: files, in: toolchain.folder.path, command: "mocks")
        #expect(change.items.map(\.path) == ["New.swift", "Stale.swift"])
        #expect(change.obstacles.isEmpty)
        try change.apply()
        let date = try FileManager.default.attributesOfItem(atPath: same)[.modificationDate] as? Date
        #expect(date == past)
        #expect(!FileManager.default.fileExists(atPath: stale))
        #expect(FileManager.default.fileExists(atPath: hand))
        #expect(FolderChange(files: files, in: toolchain.folder.path, command: "mocks").items.isEmpty)
    }

    @Test("A file that was written by hand is never replaced")
    func obstacle() throws {
        let toolchain = try Toolchain()
        _ = try toolchain.write("New.swift", "struct New {}\n")
        let files = [GeneratedFile(path: "New.swift", text: Self.mark)]
        let change = FolderChange(files: files, in: toolchain.folder.path, command: "mocks")
        #expect(change.obstacles == ["New.swift"] && change.items.isEmpty)
    }

    @Test("A difference has the changed lines with three lines around them")
    func diff() {
        let old = (1...9).map { "line \($0)\n" }.joined()
        let text = UnifiedDiff.text(from: old, to: old.replacing("line 5", with: "changed"), path: "a.swift")
        #expect(
            text == """
                --- a.swift
                +++ a.swift
                @@ -2,7 +2,7 @@
                 line 2
                 line 3
                 line 4
                -line 5
                +changed
                 line 6
                 line 7
                 line 8

                """
        )
        #expect(
            UnifiedDiff.text(from: nil, to: "x\n", path: "b").hasPrefix("--- /dev/null\n+++ b\n@@ -0,0 +1,1 @@\n+x\n")
        )
        #expect(UnifiedDiff.text(from: "x", to: "x", path: "b").isEmpty)
        // `git apply` needs both: the end of the file, and a path that it reads whole.
        #expect(
            UnifiedDiff.text(from: "x", to: "x\n", path: "a b")
                == "--- a b\t\n+++ a b\t\n@@ -1,1 +1,1 @@\n-x\n\\ No newline at end of file\n+x\n"
        )
    }

    @Test("Indentation and length of lines are those of .swift-format")
    func format() {
        let json = """
            {"indentation": {"tabs": 1}, "lineLength": 80, "indentConditionalCompilationBlocks": false}
            """
        let format = CodeFormat(indentation: "\t", lineLength: 80, indentsConditions: false)
        #expect(CodeFormat(json: Data(json.utf8)) == format)
        #expect(CodeFormat(json: Data("{}".utf8)) == CodeFormat(indentation: "  ", lineLength: 100))
        #expect(CodeFormat(json: Data("[".utf8)) == nil)
    }

    @Test(
        "Patterns match names",
        arguments: [("Fetch*", true), ("*Order", true), ("*ch*Or*", true), ("Order", false), ("*x*", false)]
    )
    func patterns(pattern: String, matches: Bool) {
        #expect(Wildcard.matches("FetchOrder", pattern: pattern) == matches)
    }

    @Test("What a person writes in the place of a generated file between reading and writing stays")
    func raced() throws {
        let files = [
            GeneratedFile(path: "New.swift", text: Self.mark + "new\n"),
            GeneratedFile(path: "Old.swift", text: Self.mark + "new\n"),
        ]
        for name in ["New.swift", "Old.swift", "Stale.swift"] {
            let toolchain = try Toolchain()
            for old in ["Old.swift", "Stale.swift"] { _ = try toolchain.write(old, Self.mark + "old\n") }
            let change = FolderChange(files: files, in: toolchain.folder.path, command: "mocks")
            #expect(change.items.count == 3)
            let path = try toolchain.write(name, "struct Mine {}\n")
            #expect(throws: FolderChange.Failure.self) { try change.apply() }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "struct Mine {}\n")
        }
    }

    @Test("A generated file that is no longer UTF-8 is written anew")
    func damaged() throws {
        let toolchain = try Toolchain()
        let path = try toolchain.write("A.swift", "")
        try (Data(Self.mark.utf8) + [0xFF, 0xFE]).write(to: URL(fileURLWithPath: path))
        let file = GeneratedFile(path: "A.swift", text: Self.mark + "new\n")
        try FolderChange(files: [file], in: toolchain.folder.path, command: "mocks").apply()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == file.text)
    }
}
