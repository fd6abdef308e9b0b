import Foundation
import TestSupport
import Testing

@testable import SeamKit

@Suite("What files show each other", .ownThread)
struct InterfaceTests {
    private static let source = """
        import Foundation
        final class Cart {
            static let shared = Cart()
            var owner: String?
            init() { owner = nil }
            func load() { let all = ["loads"]; print(all) }
            var first: Journal { log() }
            func log() -> Journal { Journal.shared }
        }
        """

    private func facts(_ source: String) -> FileFacts {
        var text = source
        return text.withUTF8 { bytes in
            SourceParser.tree(of: bytes).map { FileFacts(of: $0, bytes: bytes) } ?? FileFacts()
        }
    }

    /// Returns the interface of a file.
    private func interface(_ source: String) -> FileInterface {
        FileInterface(of: facts(source))
    }

    @Test(
        "An edit that other files can't see leaves the interface as it was",
        arguments: [
            (#""loads""#, #""loads again""#), ("var owner", "// Who owns it.\n    var owner"),
            ("print(all)", "Journal.shared.write(); print(all)"),
        ]
    )
    func hidden(edit: (old: String, new: String)) {
        let edited = Self.source.replacing(edit.old, with: edit.new)
        #expect(edited != Self.source)
        let interfaces = (interface(edited), interface(Self.source))
        #expect(interfaces.0.core == interfaces.1.core)
        #expect(interfaces.0.loose.map(\.hash) == interfaces.1.loose.map(\.hash))
    }

    @Test(
        "An edit that other files may see changes the core of the interface",
        arguments: [
            ("class Cart", "class Cart: Store"), ("var owner: String?", "var owner: Journal?"),
            ("owner = nil", "owner = one"),
            ("{ log() }", "{ other() }"), ("{ Journal.shared }", "{ Journal() }"),
            ("func load()", "struct Inner {}; func load()"),
        ]
    )
    func seen(edit: (old: String, new: String)) {
        let edited = Self.source.replacing(edit.old, with: edit.new)
        #expect(edited != Self.source)
        #expect(interface(edited).core != interface(Self.source).core)
    }

    @Test("Members that the file itself doesn't name are loose")
    func loose() {
        let facts = facts(Self.source)
        let names = FileInterface(of: facts).loose.map { facts.names[Int($0.name)] }
        // The others are named in bodies, and an initialiser is called without its name.
        #expect(names == ["load", "first"])
    }

    /// A tree with 20 files and a cache beside it.
    private struct Stored {
        let tree: Tree
        let options: Analysis.Options

        init() throws {
            tree = try Tree([:])
            for number in 0..<20 {
                try tree.write(
                    "App/F\(number).swift",
                    Data("final class C\(number) { func f() { Cart.shared.load() } }\n".utf8)
                )
            }
            try tree.write("App/Cart.swift", Data(InterfaceTests.source.utf8))
            var cache = ResultCache(folder: tree.root.path + "-results", version: "1")
            cache.pause = 0
            options = Analysis.Options(cache: cache)
        }

        /// Writes a file, and returns the number of files whose uses were looked for after that.
        func resolved(_ path: String, _ text: String) throws -> Int {
            try tree.write(path, Data(text.utf8))
            let warm = try tree.map(options)
            let cold = try tree.map()
            #expect((warm.singletons, warm.uses) == (cold.singletons, cold.uses))
            return warm.statistics.resolved
        }

        func remove() { try? FileManager.default.removeItem(atPath: tree.root.path + "-results") }
    }

    @Test("After an edit of a body, uses are looked for in that file alone")
    func bodies() throws {
        let stored = try Stored()
        defer { stored.remove() }
        _ = try stored.tree.map(stored.options)
        #expect(try stored.resolved("App/F3.swift", "final class C3 { func f() { Cart.shared.owner = nil } }\n") == 1)
        let added = "final class C4 { func f() { Cart.shared.load() }; func unknown() { Cart.shared.load() } }\n"
        #expect(try stored.resolved("App/F4.swift", added) == 2)
    }

    @Test("If a file names a member that nothing named before, uses are looked for in all files")
    func names() throws {
        let stored = try Stored()
        defer { stored.remove() }
        _ = try stored.tree.map(stored.options)
        let helper = "final class C3 { func helper() -> Cart { Cart.shared } }\n"
        #expect(try stored.resolved("App/F3.swift", helper) == 1)
        #expect(try stored.resolved("App/F4.swift", "func g() { C3().helper().load() }\n") == 21)
    }

    @Test("If the body of a function makes its type a singleton, uses are looked for in all files")
    func decisions() throws {
        let stored = try Stored()
        defer { stored.remove() }
        let journal = "struct Journal { static let shared = Journal(); func write() {} }\n"
        try stored.tree.write("App/Journal.swift", Data(journal.utf8))
        _ = try stored.tree.map(stored.options)
        let printing = journal.replacing("write() {}", with: "write() { print(1) }")
        #expect(try stored.resolved("App/Journal.swift", printing) == 22)
    }
}
