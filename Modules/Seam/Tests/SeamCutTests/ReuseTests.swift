import Foundation
import SeamKit
import Synchronization
import Testing

@testable import SeamCut

/// Plans use the trees that the map's run has parsed, and the words of files that an earlier plan has stored.
struct ReuseTests {
    private static let files = [
        "App/Store.swift": "final class Store { static let shared = Store(); func go() {} }\n",
        "App/Caller.swift": "class Caller { init() {}\nfunc f() { Store.shared.go() } }\n",
        "App/Sub.swift": "final class Sub: Caller { override init() {} }\n",
        "App/Other.swift": "struct Other {}\n",
    ]

    private let tree: SourceTree
    private var analysis = Analysis.Options()

    init() throws {
        tree = try SourceTree(Self.files)
        let folder = tree.root.appending(path: ".seam").path
        analysis.cache = ResultCache(folder: folder, version: "1")
    }

    private func plan(_ analysis: Analysis.Options) throws -> String {
        let analysed = try Analysis.analyse(root: tree.root.path, options: analysis)
        let store = try #require(analysed.map.singletons.first)
        return CutPlanner(analysed, root: tree.root.path, analysis: analysis).plan(store).json
    }

    @Test("A plan with stored words and the map's trees is the plan without them, also after an edit")
    func samePlan() throws {
        let first = try plan(Analysis.Options())
        #expect(first.contains("var store: Store = .shared"))
        for _ in 0..<2 {
            var reusing = analysis
            reusing.trees = SyntaxTrees(naming: "Store")
            #expect(try plan(reusing) == first)
        }
        // Nothing inherits from the caller any more, so its initializer can take the instance.
        try tree.write("App/Sub.swift", "final class Sub: Another {}\n")
        let second = try plan(Analysis.Options())
        #expect(second.contains("private let store: Store"))
        #expect(try plan(analysis) == second)
    }

    @Test("Words are read from files that have changed since they were stored")
    func storedWords() throws {
        func read() throws -> (paths: [String], words: TreeWords) {
            let map = try tree.map()
            let paths = Mutex<[String]>([])
            let words = TreeWords(of: map.files, root: tree.root.path, analysis: analysis) { [root = tree.root] path in
                paths.withLock { $0.append(path) }
                return (try? Data(contentsOf: root.appending(path: path))).map { [UInt8]($0) }
            }
            return (paths.withLock { $0.sorted() }, words)
        }
        #expect(try read().paths == Self.files.keys.sorted())
        #expect(try read().paths.isEmpty)
        try tree.write("App/Other.swift", "extension Caller { func dumped() { dump(Other.init) } }\n")
        let (paths, words) = try read()
        #expect(paths == ["App/Other.swift"])
        // In the map's order: Caller, Other, Store, Sub.
        #expect(words.files(saying: ["Caller", "Store"]) == [0])
        #expect(words.files(saying: ["dumped"]) == [1])
    }

    @Test("A run adds the trees of the files that contain the name, as it read them")
    func trees() throws {
        var options = Analysis.Options()
        let trees = SyntaxTrees(naming: "Store")
        options.trees = trees
        _ = try Analysis.run(root: tree.root.path, options: options)
        try tree.write("App/Caller.swift", "")
        let caller = try #require(trees.tree(at: "App/Caller.swift"))
        #expect(String(decoding: caller.bytes, as: UTF8.self) == Self.files["App/Caller.swift"])
        #expect(trees.tree(at: "App/Other.swift") == nil)
    }
}
