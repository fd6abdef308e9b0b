import Foundation
import TestSupport
import Testing

@testable import SeamKit

/// Compares maps with the index that the build of these tests wrote.
@Suite("The compiler's index", .ownThread)
struct IndexTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    private static let store = Bundle.main.bundleURL.appending(path: "index/store").path
    private static let isBuilt =
        FileManager.default.fileExists(atPath: store) && IndexStoreLibrary.find(outside: "/nowhere") != nil

    private static func comparison(
        _ change: (inout CodeMap) -> Void = { _ in }
    ) throws -> IndexComparison {
        var map = try Analysis.run(root: root, options: .init(files: ["Indexed/IndexedService.swift"]))
        change(&map)
        return try IndexComparison(of: map, root: root, store: store)
    }

    @Test("The map and the index agree on every use from outside the type", .enabled(if: isBuilt))
    func agreement() throws {
        let comparison = try Self.comparison()
        let shared = try #require(comparison.accessors.first { $0.name == "shared" })
        #expect(shared.isIndexed)
        #expect(shared.both == 4)
        #expect(shared.onlyMap.isEmpty && shared.onlyIndex.isEmpty, "\(shared)")
        #expect(shared.inside >= 2)
        #expect(shared.notCompiled == 1)
        for name in ["current", "processInfo", "default"] {
            #expect(comparison.accessors.first { $0.name == name }?.both == 1, "\(name): \(comparison.accessors)")
        }
        #expect(comparison.recall == 1 && comparison.precision == 1)
        #expect(comparison.files == 1 && comparison.stale.isEmpty && comparison.missing.isEmpty)
    }

    @Test("A use that the map misses, and one that it makes up, are reported and not taken over", .enabled(if: isBuilt))
    func disagreement() throws {
        var line = 0
        let comparison = try Self.comparison { map in
            let direct = map.uses.firstIndex { $0.enclosingFunction == "direct()" }
            let other = map.uses.firstIndex { $0.enclosingFunction == "ofTheFramework()" }
            guard let direct, let other else { return }
            let missed = map.uses[direct]
            line = missed.line
            // A line that names the accessor of a type that is not the singleton.
            map.uses[other].singleton = missed.singleton
            map.uses[other].type = missed.type
            map.singletons[map.singletons.firstIndex { $0.id == missed.singleton } ?? 0].accessors.append(
                Singleton.Accessor(name: "processInfo", file: "Indexed/IndexedService.swift", line: 9)
            )
            map.uses.remove(at: direct)
        }
        let shared = try #require(comparison.accessors.first { $0.name == "shared" })
        #expect(shared.onlyIndex.map(\.line) == [line])
        #expect(shared.both == 3)
        #expect((comparison.recall ?? 1) < 1)
    }

    @Test("A file that changed after the build is reported as older, and not compared", .enabled(if: isBuilt))
    func age() throws {
        let tree = try Tree(["Indexed/IndexedService.swift": "final class A { static let shared = A() }"])
        let map = try tree.map()
        let unknown = try IndexComparison(of: map, root: tree.root.path, store: Self.store)
        #expect(unknown.missing == ["Indexed/IndexedService.swift"])
        #expect(unknown.recall == nil && unknown.precision == nil)

        let library = try IndexStoreLibrary(path: try #require(IndexStoreLibrary.find(outside: "/nowhere")))
        let index = try CompilerIndex(store: Self.store, library: library)
        let path = try #require(index.records.keys.first { $0.hasSuffix("/IndexedService.swift") })
        let built = try #require(index.records[path]?.map(\.time).max())
        let own = try Analysis.run(root: Self.root, options: .init(files: ["Indexed/IndexedService.swift"]))
        let same = IndexReading(of: own, root: Self.root, index: index) { _ in built }
        #expect(same.stale.isEmpty && same.fresh.count == 1)
        let edited = IndexReading(of: own, root: Self.root, index: index) { _ in built + 1 }
        #expect(edited.stale == ["Indexed/IndexedService.swift"] && edited.fresh.isEmpty)
    }

    @Test("The accessor is found in the expression, over line ends, comments and marks")
    func places() {
        func place(_ text: String, _ names: Set<String> = ["shared"]) -> Int? {
            let bytes = Array(text.utf8)
            return bytes.withUnsafeBufferPointer { AccessorPlaces.name(among: names, in: $0, from: 0)?.1 }
        }
        #expect(place("A.shared.b") == 2)
        #expect(place(".shared") == 1)
        #expect(place("A\n    // shared\n    .shared") == 21)
        #expect(place("Box<A, B>?.shared") == 11)
        #expect(place("A.`default`.b", ["default"]) == 2)
        #expect(place("\\A.shared.b") == 3)
        #expect(place("sharedA.b = A.shared") == nil)
        #expect(place("") == nil)
    }

    @Test("What is no index store, and what is no library, are errors that say what to do")
    func errors() throws {
        let tree = try Tree(["App/A.swift": "final class A { static let shared = A() }", "none.so": "no library"])
        let map = try tree.map()
        let store = tree.root.path + "/nowhere"
        let library = tree.root.path + "/none.so"
        #expect(throws: IndexError.noLibrary(library)) {
            try IndexComparison(of: map, root: tree.root.path, store: store, library: library)
        }
        #expect(throws: (any Error).self) {
            try IndexComparison(of: map, root: tree.root.path, store: store)
        }
        #expect(!FileManager.default.fileExists(atPath: store))
        #expect(IndexStoreLibrary.find(outside: "/nowhere", environment: ["PATH": "relative:/nowhere"]) == nil)
    }

    @Test("The text lists what only one has; the shares are never rounded up")
    func report() throws {
        let place = IndexComparison.Place(file: "App/A.swift", line: 3, column: 7)
        let accessor = IndexComparison.Accessor(
            singleton: "App.A",
            name: "shared",
            isIndexed: true,
            both: 1999,
            onlyMap: [],
            onlyIndex: [place],
            notCompiled: 2,
            inside: 0
        )
        let comparison = IndexComparison(accessors: [accessor], units: 3, files: 2, stale: ["App/B.swift"], missing: [])
        let text = IndexReport(width: 80).text(of: comparison)
        #expect(text.contains("Recall 0.999, precision 1.000"))
        #expect(text.contains("Only in the index\n  App/A.swift:3:7  App.A.shared"))
        #expect(text.contains("1 file changed since, so not compared: App/B.swift"))
        #expect(text.contains("In code that was not compiled: 2 uses"))
        let data = Data(IndexReport().json(of: comparison).utf8)
        let document = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(document["format"] as? String == "seam-index")
        #expect(document["recall"] as? Double == 1999.0 / 2000)
        #expect((document["index"] as? [String: Any])?["stale"] as? [String] == ["App/B.swift"])
    }
}
