import Foundation
import Testing

@testable import SeamKit

@Suite("What may be written inside of a tree")
struct WritableTreeTests {
    private static func tree() throws -> Tree {
        let tree = try Tree(["App/A.swift": "a\n", "Outside/B.swift": "b\n"])
        for (link, target) in [("App/link", "../Outside"), ("App/L.swift", "A.swift"), ("App/loop", "loop")] {
            let path = tree.root.appending(path: link).path
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        }
        return tree
    }

    @Test(
        "Files inside may be written, whether they exist or not",
        arguments: [
            "App/A.swift", "App/New.swift", "New/Deep/Er.swift", "App", "./App//A.swift", "..a/b", "App/.gitignore",
            "~/x", "$HOME/x", "...", ". .", "a\nb", ".gitx", ":", " ",
        ]
    )
    func inside(_ path: String) throws {
        #expect(WritableTree(root: try Self.tree().root.path).refusal(for: path) == nil)
    }

    @Test(
        "Whatever leaves the tree, or is git's, is refused",
        arguments: [
            ("../a", WritableTree.Refusal.outside("../a")), ("App/../../a", .outside("App/../../a")),
            ("/etc/passwd", .outside("/etc/passwd")), ("", .outside("")), (".", .outside(".")),
            ("./../a", .outside("./../a")), ("App/..", .outside("App/..")), ("a\0b", .outside("a\0b")),
            (".git/config", .git(".git/config")), ("Sub/.git/hooks/x", .git("Sub/.git/hooks/x")),
            (".git", .git(".git")),
            (".GIT/config", .git(".GIT/config")), (".g\u{200C}it/config", .git(".g\u{200C}it/config")),
            ("GIT~1/x", .git("GIT~1/x")), (".git. ./x", .git(".git. ./x")), (".git::$DATA", .git(".git::$DATA")),
            ("App/link/B.swift", .link("App/link")), ("App/link", .link("App/link")),
            ("App/L.swift", .link("App/L.swift")), ("App/loop/C.swift", .link("App/loop")),
            ("App/A.swift/x", .system("App/A.swift", code: ENOTDIR)),
        ]
    )
    func outside(_ row: (path: String, refusal: WritableTree.Refusal)) throws {
        let tree = try Self.tree()
        #expect(WritableTree(root: tree.root.path).refusal(for: row.path) == row.refusal)
        #expect(throws: row.refusal) { try WritableTree(root: tree.root.path).place(of: row.path, makingFolders: true) }
    }

    @Test("The tree itself may be named through a link")
    func linkedRoot() throws {
        let tree = try Self.tree()
        #expect(WritableTree(root: tree.root.appending(path: "App/link").path).refusal(for: "B.swift") == nil)
    }

    @Test("Folders that are made on the way are listed")
    func made() throws {
        let tree = try Self.tree()
        #expect(
            try WritableTree(root: tree.root.path).place(of: "App/X/Y/Z.swift", makingFolders: true).made == [
                "App/X", "App/X/Y",
            ]
        )
        #expect(try WritableTree(root: tree.root.path).place(of: "App/X/Y/Z.swift", makingFolders: true).made == [])
    }
}
