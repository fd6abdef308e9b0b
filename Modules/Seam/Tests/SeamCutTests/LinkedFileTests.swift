import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Files that are read through links", .ownThread)
struct LinkedFileTests {
    private static let store = "final class Store { static let shared = Store(); func go() {} }\n"
    private static let cart = "final class Cart { func f() { Store.shared.go() } }\n"
    private static let taker = """
        final class Cart {
            private let store: Store
            init(store: Store = .shared) { self.store = store }
            func f() { store.go() }
        }

        """
    private static let root = "@main struct App { static func main() { Cart().f() } }\n"

    /// A tree in which a file is a link to one outside.
    private func tree(_ files: [String: String], linking path: String) throws -> (tree: SourceTree, other: SourceTree) {
        let tree = try SourceTree(files.filter { $0.key != path })
        let other = try SourceTree(["File.swift": files[path, default: ""]])
        try FileManager.default.createSymbolicLink(
            at: tree.root.appending(path: path),
            withDestinationURL: other.root.appending(path: "File.swift")
        )
        return (tree, other)
    }

    @Test("A use in such a file stays, with its reason", arguments: [Stage.gather, .inject, .thread, .retire])
    func use(stage: Stage) throws {
        let (tree, other) = try tree(
            ["App/Store.swift": Self.store, "App/Cart.swift": Self.cart, "App/Other.swift": "final class Other {}\n"],
            linking: "App/Cart.swift"
        )
        let plan = try tree.plan("Store", options: Cut.Options(stage: stage))
        #expect(plan.changes.isEmpty)
        #expect(plan.rows.map(\.outcome) == [.left(.linked)])
        #expect(try other.text("File.swift") == Self.cart)
    }

    @Test("A caller that is made in such a file isn't threaded, and a singleton declared in one isn't retired")
    func maker() throws {
        let files = ["App/Store.swift": Self.store, "App/Cart.swift": Self.taker, "App/App.swift": Self.root]
        let made = try tree(files, linking: "App/App.swift")
        let threaded = try made.tree.plan("Store", options: Cut.Options(stage: .thread))
        #expect(!threaded.changes.contains { $0.path == "App/App.swift" })
        let declared = try tree(files, linking: "App/Store.swift")
        var options = Cut.Options(stage: .retire)
        options.roots = Roots(["App"])
        #expect(try declared.tree.plan("Store", options: options).changes.isEmpty)
    }
}
