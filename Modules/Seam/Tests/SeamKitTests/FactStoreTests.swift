import Foundation
import TestSupport
import Testing

@testable import SeamKit

@Suite("Stored facts", .ownThread)
struct FactStoreTests {
    /// A tree with a cache beside it.
    private struct Stored {
        let tree: Tree
        let options: Analysis.Options

        init(files: Int) throws {
            tree = try Tree([:])
            for number in 0..<files { try tree.write("App/F\(number).swift", Self.source(number)) }
            var cache = ResultCache(folder: tree.root.path + "-results", version: "1")
            cache.pause = 0
            options = Analysis.Options(cache: cache)
        }

        static func source(_ number: Int, edit: Int = 0) -> Data {
            Data("final class C\(number) { static let shared = C\(number)(); var edit\(edit) = 0 }\n".utf8)
        }

        /// Maps the tree, and compares the map with that of a cold run.
        func parsed() throws -> Int {
            var warm = try tree.map(options)
            let cold = try tree.map()
            let parsed = warm.statistics.parsed
            warm.statistics = cold.statistics
            #expect(JSONReport().text(of: warm) == JSONReport().text(of: cold))
            return parsed
        }

        var store: FactStore {
            FactStore(
                store: TreeStore(cache: options.cache ?? ResultCache(folder: "", version: ""), root: tree.root.path)
            )
        }

        func remove() { try? FileManager.default.removeItem(atPath: tree.root.path + "-results") }
    }

    @Test("An edit is stored beside the facts of all files, and a later run knows both")
    func edits() throws {
        let stored = try Stored(files: 5)
        defer { stored.remove() }
        #expect(try stored.parsed() == 5)
        let first = stored.store.base.id
        for edit in 1...3 {
            try stored.tree.write("App/F\(edit).swift", Stored.source(edit, edit: edit))
            #expect(try stored.parsed() == 1, "edit \(edit)")
            let store = stored.store
            #expect(store.base.id == first)
            #expect((store.base.count, store.recent.count) == (5, edit))
        }
        // A file as it was is known; its edit isn't needed any more.
        try stored.tree.write("App/F1.swift", Stored.source(1))
        #expect(try stored.parsed() == 0)
        #expect(stored.store.recent.count == 2)
    }

    @Test("Many new files, and many that are gone, are a reason to write everything")
    func everything() throws {
        let stored = try Stored(files: 5)
        defer { stored.remove() }
        _ = try stored.parsed()
        let first = stored.store.base.id
        for number in 5..<120 { try stored.tree.write("App/F\(number).swift", Stored.source(number)) }
        #expect(try stored.parsed() == 115)
        let second = stored.store
        #expect(second.base.id != first)
        #expect((second.base.count, second.recent.count) == (120, 0))
        for number in 114..<120 { try stored.tree.write("App/F\(number).swift", Stored.source(number, edit: 1)) }
        #expect(try stored.parsed() == 6)
        #expect(stored.store.base.id == second.base.id)
        for number in 0..<110 {
            try FileManager.default.removeItem(at: stored.tree.root.appending(path: "App/F\(number).swift"))
        }
        #expect(try stored.parsed() == 0)
        #expect((stored.store.base.count, stored.store.recent.count) == (10, 0))
    }

    @Test("Facts of another base are not used")
    func otherBase() throws {
        let stored = try Stored(files: 3)
        defer { stored.remove() }
        _ = try stored.parsed()
        try stored.tree.write("App/F1.swift", Stored.source(1, edit: 1))
        _ = try stored.parsed()
        let cache = try #require(stored.options.cache)
        let store = TreeStore(cache: cache, root: stored.tree.root.path)
        // The same facts, written anew: a table with another number.
        store.keep(.facts, key: store.key(of: .facts).hash) { RecordTable(records: [], old: RecordTable()) }
        store.finish()
        #expect((stored.store.base.count, stored.store.recent.count) == (0, 0))
        try stored.tree.write("App/F2.swift", Stored.source(2, edit: 2))
        #expect(try stored.parsed() == 3)
    }
}
