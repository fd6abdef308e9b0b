import Foundation
import TestSupport
import Testing

@testable import SeamKit

@Suite("Cache", .ownThread)
struct CacheTests {
    private static let sources = [
        "Core/Legacy.swift": """
        // seam:allow Legacy: the last of them
        import Foundation
        final class Legacy { static let shared = Legacy(); var name = ""; func rename() { name += "x" } }
        """,
        "App/Screen.swift": "func show() { print(Legacy.shared.name); Legacy.shared.rename() }",
        "App/Broken.swift": "func f( { Legacy.shared", "Vendor/A.swift": "let a = 1",
    ]

    /// Returns a cache for results, in a folder of its own.
    private func cache(_ version: String = "1", in tree: Tree) -> ResultCache {
        ResultCache(folder: tree.root.path + "-results/kept", version: version)
    }

    private func files(of cache: ResultCache) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: URL(fileURLWithPath: cache.folder),
            includingPropertiesForKeys: nil
        )
    }

    private func withTree(_ body: (Tree) throws -> Void) throws {
        let tree = try Tree(Self.sources)
        defer { try? FileManager.default.removeItem(atPath: tree.root.path + "-results") }
        try body(tree)
    }

    @Test("A result that somebody else may have written counts as missing")
    func foreign() throws {
        try withTree { tree in
            let options = Analysis.Options(cache: cache(in: tree))
            let first = try tree.map(options)
            for file in try files(of: cache(in: tree)) { #expect(chmod(file.path, 0o662) == 0) }
            let second = try tree.map(options)
            #expect(second.statistics.cached == 0)
            #expect(second == first)
        }
    }

    @Test("A second run finds what the first one kept, and it is the same")
    func hit() throws {
        try withTree { tree in
            let options = Analysis.Options(cache: cache(in: tree))
            let first = try tree.map(options)
            let second = try tree.map(options)
            #expect((first.statistics.cached, first.statistics.parsed > 0) == (0, true))
            #expect((second.statistics.cached, second.statistics.parsed) == (first.files.count, 0))
            #expect(second == first)
            #expect(second.statistics.lines == first.statistics.lines)
            #expect(!first.problems.isEmpty && !first.skipped.isEmpty && !first.uses.isEmpty)
        }
    }

    @Test(
        "What a file shows others changes their uses, although no name comes or goes",
        arguments: [
            "struct Holder { let service = One.shared }",
            "struct Holder { var service: One { .shared } }",
            "struct Holder { func service() -> One { .shared } }",
            "typealias Service = One",
            "struct Holder: HasOne {}",
            "class Holder: HoldsOne {}",
        ]
    )
    func shown(declaration: String) throws {
        let call = declaration.contains("func") ? "holder.service().go()" : "holder.service.go()"
        let tree = try Tree([
            "App/Services.swift": """
            final class One { static let shared = One(); var n = 0; func go() { n += 1 } }
            final class Two { static let shared = Two(); var n = 0; func go() { n += 1 } }
            protocol HasOne {}
            protocol HasTwo {}
            extension HasOne { var service: One { .shared } }
            extension HasTwo { var service: Two { .shared } }
            class HoldsOne { let service = One.shared }
            class HoldsTwo { let service = Two.shared }
            """,
            "App/Holder.swift": declaration,
            "App/Both.swift":
                "func both(a: HasOne, b: HasTwo, c: HoldsOne, d: HoldsTwo) { One.shared.go(); Two.shared.go() }",
            "App/Use.swift": declaration.contains("Holder")
                ? "func use(_ holder: Holder) { \(call) }" : "func use() { Service.shared.go() }",
        ])
        defer { try? FileManager.default.removeItem(atPath: tree.root.path + "-results") }
        var cache = cache(in: tree)
        cache.pause = 0
        let first = try tree.map(.init(cache: cache))
        try tree.write("App/Holder.swift", Data(declaration.replacing("One", with: "Two").utf8))
        var warm = try tree.map(.init(cache: cache))
        let cold = try tree.map()
        warm.statistics = cold.statistics
        #expect(JSONReport().text(of: warm) == JSONReport().text(of: cold))
        let used = [first, warm].map { $0.uses.filter { $0.file == "App/Use.swift" }.map(\.singleton) }
        #expect(used == [["App.One"], ["App.Two"]])
    }

    struct Change: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var version = "1"
        var options = Analysis.Options()
        var write: [String: String] = [:]
        var remove: [String] = []
    }

    @Test(
        "What anything else could come of is worked out anew",
        arguments: [
            Change(testDescription: "version", version: "2"),
            Change(testDescription: "excluded", options: .init(exclude: ["App"])),
            Change(testDescription: "included", options: .init(include: ["Vendor"])),
            Change(testDescription: "frameworks", options: .init(frameworks: false)),
            Change(testDescription: "files", options: .init(files: ["Core/Legacy.swift"])),
            Change(testDescription: "content", write: ["App/Screen.swift": "func show() {}"]),
            Change(testDescription: "new file", write: ["App/New.swift": "let b = Legacy.shared"]),
            Change(testDescription: "file gone", remove: ["App/Screen.swift"]),
            Change(testDescription: "manifest", write: ["Package.swift": "let package = Package(name: \"P\")"]),
            Change(testDescription: "skipped", write: ["Pods/A.swift": "let a = 1"]),
        ]
    )
    func refused(_ change: Change) throws {
        try withTree { tree in
            _ = try tree.map(.init(cache: cache(in: tree)))
            for (path, text) in change.write { try tree.write(path, Data(text.utf8)) }
            for path in change.remove { try FileManager.default.removeItem(at: tree.root.appending(path: path)) }
            var options = change.options
            options.cache = cache(change.version, in: tree)
            let map = try tree.map(options)
            #expect(map.statistics.cached == 0)
            #expect(try map == tree.map(change.options))
            #expect(try tree.map(options).statistics.cached == map.files.count)
        }
    }

    @Test("A map of some types is a part of the whole one, and is stored with it")
    func types() throws {
        try withTree { tree in
            try tree.write("App/Other.swift", Data("final class Other { static let shared = Other(); var n = 0 }".utf8))
            let whole = try tree.map(.init(cache: cache(in: tree)))
            let part = try tree.map(.init(types: ["Legacy"], cache: cache(in: tree)))
            #expect(part.statistics.cached == whole.files.count)
            #expect(part.singletons == whole.singletons.filter { $0.name == "Legacy" })
            #expect(part.uses == whole.uses.filter { $0.type == "Legacy" })
            #expect(try part == tree.map(.init(types: ["Legacy"])))
        }
    }

    /// Returns the contents of the tree's files, read with a pause of zero or of an hour.
    private func contents(_ tree: Tree, _ paths: [String], old: Contents = Contents(), pause: Int = 0) -> Contents {
        Contents(of: paths, root: tree.root.path, old: old, pause: pause, threads: 1)
    }

    @Test("A file that is written again with the size and dates that it had is read again")
    func forgedStamp() throws {
        let tree = try Tree(["A.swift": "let a = 1"])
        let path = tree.root.path + "/A.swift"
        let dates = try FileManager.default.attributesOfItem(atPath: path)
        let first = contents(tree, ["A.swift"], pause: .min / 2)
        #expect(contents(tree, ["A.swift"], old: first, pause: .min / 2).isKnown(as: first))
        let changed = FileStamp(of: path)
        // The clock of the file system ticks within a few milliseconds.
        while FileStamp(of: path) == changed {
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try handle.write(contentsOf: Data("let b = 2".utf8))
            try handle.close()
            try FileManager.default.setAttributes(
                [.modificationDate: dates[.modificationDate] as Any],
                ofItemAtPath: path
            )
        }
        let second = contents(tree, ["A.swift"], old: first, pause: .min / 2)
        #expect(second.hashes["A.swift"] == ContentHash(of: "let b = 2"))
        #expect(first.hashes["A.swift"] == ContentHash(of: "let a = 1"))
    }

    @Test("The stamp of a file that changed a moment ago proves nothing")
    func freshStamp() throws {
        let tree = try Tree(["A.swift": "let a = 1"])
        let fresh = contents(tree, ["A.swift", "Gone.swift"], pause: 3_600_000_000_000)
        #expect(fresh.isKnown(as: Contents()))
        #expect(fresh.hashes == ["A.swift": ContentHash(of: "let a = 1")])
    }

    @Test(
        "A damaged result is not used, and is replaced",
        arguments: ["empty", "cut", "longer", "changed", "another's", "of version 0.1.0"]
    )
    func damaged(_ damage: String) throws {
        try withTree { tree in
            let cache = cache(in: tree)
            let first = try tree.map(.init(cache: cache))
            for file in try files(of: cache) {
                var data = try Data(contentsOf: file)
                switch damage {
                case "empty": data = Data()
                case "cut": data.removeLast()
                case "longer": data.append(0)
                case "changed": data[data.count / 2] ^= 1
                case "of version 0.1.0": data.replaceSubrange(..<14, with: Data("seam result 6\n".utf8))
                default: data = Data("#!/bin/sh\n".utf8)
                }
                try data.write(to: file)
            }
            let second = try tree.map(.init(cache: cache))
            #expect(second.statistics.cached == 0)
            #expect(second == first)
            #expect(try tree.map(.init(cache: cache)).statistics.cached == first.files.count)
        }
    }

    @Test("Bytes of any kind are read or refused, never a crash")
    func anyBytes() throws {
        var map = try Tree(Self.sources).map()
        map.skipped = [Skipped(path: "a", reason: .link)]
        var writer = ArchiveWriter()
        map.write(to: &writer)
        for seed in 0..<200 {
            var generator = Generator(state: UInt64(seed))
            var bytes = writer.bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            if seed.isMultiple(of: 3) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator)) }
            bytes.withUnsafeBufferPointer { bytes in
                var reader = ArchiveReader(bytes: bytes)
                _ = try? CodeMap(from: &reader)
            }
        }
    }

    @Test("Results are their owner's alone and hold no text of the sources but names and comments to the tool")
    func ownersAlone() throws {
        try withTree { tree in
            let secret = "hunter2-in-a-literal"
            try tree.write("App/Secret.swift", Data("let a = Legacy.shared.name + \"\(secret)\" // \(secret)".utf8))
            let cache = cache(in: tree)
            _ = try tree.map(.init(cache: cache))
            let files = try files(of: cache)
            for path in files.map(\.path) + [cache.folder] {
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode.map { $0 & 0o077 } == 0, "\(path)")
            }
            // The map, the facts and results of its files, and its targets.
            #expect(files.count == 4)
            for file in files { #expect(try Data(contentsOf: file).range(of: Data(secret.utf8)) == nil) }
        }
    }

    @Test("A folder that cannot be made or written costs a run nothing else")
    func noFolder() throws {
        try withTree { tree in
            let cache = ResultCache(folder: tree.root.path + "/App/Screen.swift/kept", version: "1")
            let map = try tree.map(.init(cache: cache))
            let other = try tree.map()
            #expect(map == other)
        }
    }

    @Test("What nobody wrote for a month is taken away, and nothing else")
    func old() throws {
        try withTree { tree in
            let cache = cache(in: tree)
            _ = try tree.map(.init(cache: cache))
            let stranger = URL(fileURLWithPath: cache.folder).appending(path: "notes.txt")
            try Data("mine".utf8).write(to: stranger)
            let name = ResultKey("other").hash
            cache.keep(CodeMap(), as: name, key: name, now: Date(timeIntervalSinceNow: ResultCache.lifetime - 60))
            #expect(try files(of: cache).count == 6)
            cache.keep(CodeMap(), as: name, key: name, now: Date(timeIntervalSinceNow: ResultCache.lifetime + 60))
            #expect(try files(of: cache).map(\.lastPathComponent) == ["notes.txt"])
        }
    }

    @Test(
        "The folder is where the system keeps such things",
        arguments: [
            (["XDG_CACHE_HOME": "/c", "HOME": "/h"], "/c/seam"), (["XDG_CACHE_HOME": "relative"], nil), ([:], nil),
        ] as [([String: String], String?)]
    )
    func place(environment: [String: String], folder: String?) {
        #expect(ResultCache.standardFolder(environment: environment) == folder)
    }
}

extension ContentHash {
    fileprivate init(of text: String) {
        self = Array(text.utf8).withUnsafeBufferPointer { ContentHash(of: $0) }
    }
}
