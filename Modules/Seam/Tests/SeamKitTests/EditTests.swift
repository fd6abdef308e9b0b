import Foundation
import TestSupport
import Testing

@testable import SeamKit

@Suite("Edits", .ownThread)
struct EditTests {
    /// A tree with random edits; the same seed gives the same edits.
    private struct Edited {
        let tree: Tree
        var generator: Generator
        var files: [String] = []
        var count = 0

        init(seed: UInt64) throws {
            generator = Generator(state: seed)
            tree = try Tree(["Package.swift": Self.manifest(excluding: nil)])
            for module in ["Core", "App", "AppTests"] {
                for _ in 0..<3 { try add(to: module) }
            }
        }

        static func manifest(excluding file: String?) -> String {
            let exclude = file.map { ", exclude: [\"\($0)\"]" } ?? ""
            return """
                let package = Package(name: "P", targets: [
                    .target(name: "Core", path: "Core"), .target(name: "App", path: "App"\(exclude)),
                    .testTarget(name: "AppTests", path: "AppTests"),
                ])
                """
        }

        private mutating func pick<Element>(_ list: [Element]) -> Element {
            list[Int.random(in: list.indices, using: &generator)]
        }

        /// Returns source that declares some of a few names and uses others.
        private mutating func source() -> String {
            let names = ["Account", "Cart", "Journal", "Player"]
            let declared = pick(names)
            let used = pick(names)
            let other = pick(names)
            return pick([
                "import Core\nfinal class \(declared) { static let shared = \(declared)(); var n = 0; func go() { n += 1 } }",
                "import Core\nstruct V\(count) { func f() { \(used).shared.go(); let a = \(other).shared; a.n = 1 } }",
                "enum S\(count) { static var \(used.lowercased()): \(used) { \(other.lowercased()) }; "
                    + "static let \(other.lowercased()) = \(used).shared }",
                "import Core\ntypealias \(declared) = \(used)\nfunc g\(count)() { \(other).shared.go() }",
                "extension \(declared) { var more: \(used) { \(used).shared } }\nlet g\(count) = \(other)()",
                "func broken( {",
            ])
        }

        /// Returns code that shows little to other files: bodies, and members with one of a few names that others may say.
        private mutating func piece() -> String {
            let used = pick(["Account", "Cart", "Journal", "Player"])
            let name = pick(["first", "second", "third"])
            count += 1
            return pick([
                "func \(name)() { \(used).shared.go() }",
                "func \(name)() -> \(used) { \(used).shared }",
                "let \(name) = \(used).shared",
                "func f\(count)() { \(name)().go(); let a = \(name); a.n = 1 }",
                "func f\(count)() { \(used).shared.n += 1; \(name)() }",
                "func f\(count)() { print(\(used).shared); \(used).shared.go() }",
                "func f\(count)(a: \(used)) { a.go(); a.n += 1 }",
                "func f\(count)() { for _ in 0..<3 { \(name)() } }",
                "extension Outside { func \(name)() {} }",
                "extension \(used) { static func \(name)() -> \(used) { .shared } }",
                "func f\(count)() { Outside.shared.go(); \(used).\(name)().go() }",
                "func f\(count)() { let a: Outside? = nil; print(a as Any, Elsewhere.shared) }",
                "func f\(count)(_ a: Elsewhere) { a.go() }",
                "struct W\(count) { var \(name) = \(used).shared; init() { self.\(name) = .shared; \(name).go() } }",
            ])
        }

        /// Adds such code to a file, or removes a line.
        private mutating func change(_ path: String) throws {
            let text = try String(contentsOf: tree.root.appending(path: path), encoding: .utf8)
            var lines = text.split(separator: "\n").map(String.init)
            if lines.count > 1, Bool.random(using: &generator) {
                lines.remove(at: Int.random(in: 1..<lines.count, using: &generator))
            } else {
                lines.append(piece())
            }
            try tree.write(path, Data(lines.joined(separator: "\n").utf8))
        }

        mutating func add(to module: String) throws {
            count += 1
            let path = "\(module)/F\(count).swift"
            try tree.write(path, Data(source().utf8))
            files.append(path)
        }

        private func remove(_ path: String) throws {
            try FileManager.default.removeItem(at: tree.root.appending(path: path))
        }

        /// Makes one edit.
        mutating func edit() throws {
            let index = Int.random(in: files.indices, using: &generator)
            let path = files[index]
            switch Int.random(in: 0..<14, using: &generator) {
            case 0: try add(to: pick(["Core", "App", "AppTests"]))
            case 1 where files.count > 4:
                try remove(path)
                files.remove(at: index)
            case 2, 3:
                // Renamed, or moved to another target.
                count += 1
                let new = "\(pick(["Core", "App", "AppTests"]))/M\(count).swift"
                let text = try Data(contentsOf: tree.root.appending(path: path))
                try remove(path)
                try tree.write(new, text)
                files[index] = new
            case 4:
                let file = path.split(separator: "/").last.map(String.init)
                try tree.write("Package.swift", Data(Self.manifest(excluding: pick([nil, file])).utf8))
            case 5, 6:
                count += 1
                try tree.write(path, Data(source().utf8))
            default: try change(path)
            }
        }
    }

    @Test("After each of 200 edits a run with stored facts gives the bytes of a cold one, and parses one file at most")
    func equality() throws {
        var edited = try Edited(seed: 20)
        let folder = edited.tree.root.path + "-results"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var cache = ResultCache(folder: folder, version: "1")
        // A run takes longer than a tick of the clock, so stamps can be trusted at once.
        cache.pause = 0
        let options = Analysis.Options(cache: cache)
        _ = try edited.tree.map(options)
        var reused = 0
        for edit in 0..<200 {
            try edited.edit()
            var warm = try edited.tree.map(options)
            let cold = try edited.tree.map()
            #expect(warm.statistics.parsed <= 1, "edit \(edit)")
            if (1..<warm.files.count).contains(warm.statistics.resolved) { reused += 1 }
            warm.statistics = cold.statistics
            #expect(JSONReport().text(of: warm) == JSONReport().text(of: cold), "edit \(edit)")
        }
        #expect(reused > 5)
    }
}
