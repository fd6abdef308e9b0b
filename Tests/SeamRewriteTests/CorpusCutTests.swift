import Foundation
import SeamKit
import Testing

@testable import SeamRewrite

/// Cuts every singleton of every tree of the corpus.
@Suite("Cuts of the corpus", .ownThread)
struct CorpusCutTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "SeamCorpus")
    static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: corpus.path)) ?? [])
        .filter { name in
            let folder = corpus.appending(path: name).path
            return FileManager.default.fileExists(atPath: folder + "/expected.json")
                && !FileManager.default.fileExists(atPath: folder + "/source.json")
        }
        .sorted()

    @Test("The map counts as many movable uses of each singleton as the plan has", arguments: names)
    func movable(_ name: String) throws {
        let root = Self.corpus.appending(path: name).path
        let map = try Analysis.run(root: root)
        let counts = Cut.movable(map, root: root, roots: Roots(), threads: 2)
        #expect(counts.count == map.singletons.count)
        for singleton in map.singletons {
            let json = try Cut.plan(map, root: root, singleton: singleton).json()
            let plan = try JSONDecoder().decode(Plan.self, from: Data(json.utf8))
            #expect(counts[singleton.id] == plan.counts.rewritten, "\(singleton.id)")
        }
    }

    private struct Plan: Decodable {
        struct Counts: Decodable { var rewritten: Int }
        var counts: Counts
    }

    @Test("The groups add up to the map, edits change nothing else, and a second run has no edits", arguments: names)
    func groups(_ name: String) throws {
        let tree = try SourceTree([:])
        try FileManager.default.removeItem(at: tree.root)
        try FileManager.default.copyItem(at: Self.corpus.appending(path: name), to: tree.root)
        for id in try tree.map().singletons.map(\.id) {
            let map = try tree.map()
            // A cut can remove the last trace of a singleton that is declared elsewhere.
            guard let singleton = map.singletons.first(where: { $0.id == id }) else { continue }
            let plan = Cut.plan(map, root: tree.root.path, singleton: singleton)
            let left = plan.left.reduce(0) { $0 + $1.count }
            #expect(plan.rows.map(\.use) == map.uses.filter { $0.singleton == id })
            #expect(plan.rewritten + left + plan.outside == plan.rows.count)
            for change in plan.changes {
                #expect(Self.takenBack(change) == change.bytes)
                #expect(!ParsedFile(path: change.path, bytes: change.result).hasError)
            }
            try SliceWriter(root: tree.root.path).write(plan.changes)
            let again = try tree.map()
            if let same = again.singletons.first(where: { $0.id == id }) {
                #expect(Cut.plan(again, root: tree.root.path, singleton: same).changes.isEmpty, "\(id)")
            }
        }
    }

    /// Returns the bytes with all edits undone.
    private static func takenBack(_ change: FileChange) -> [UInt8] {
        var shift = 0
        let back = change.edits.map { edit in
            defer { shift += edit.new.utf8.count - edit.old.utf8.count }
            return TextEdit(offset: edit.offset + shift, old: edit.new, new: edit.old)
        }
        return FileChange(path: change.path, bytes: change.result, edits: back).result
    }
}
