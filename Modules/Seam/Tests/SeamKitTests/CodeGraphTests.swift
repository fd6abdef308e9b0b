import Foundation
import TestSupport
import Testing

@testable import SeamKit

@Suite("Graph", .ownThread)
struct CodeGraphTests {
    private static let sources = [
        "Core/Store.swift": "class Base {}\nfinal class Store: Base { static let shared = Store(); func go() {} }\n",
        "App/Screen.swift": """
        // Naïve names before the use: the offset counts bytes.
        final class Screen { func show() { Store.shared.go() } }
        enum Outer { struct Screen { func show() { Store.shared.go() } } }
        """,
        "App/More.swift": "extension Screen { func hide() { Store.shared.go() } }\nprotocol Shown {}\n"
            + "extension Outer.Screen: Shown {}\n",
        "Other/Screen.swift": "final class Screen { func show() { Store.shared.go() } }\n",
    ]

    private func text(_ place: CodeGraph.Place, _ length: Int) throws -> String {
        let bytes = try #require(Self.sources[place.file]).utf8
        return try #require(String(bytes.dropFirst(place.offset).prefix(length)))
    }

    @Test("Each use has the offset of its expression, and the type around it by identity")
    func uses() throws {
        let tree = try Tree(Self.sources)
        let analysed = try Analysis.analyse(root: tree.root.path)
        let graph = analysed.graph
        let uses = analysed.map.uses
        #expect(uses.count == 4)
        for use in uses {
            #expect(try text(CodeGraph.Place(file: use.file, offset: use.offset), 12) == "Store.shared")
        }
        let types = try graph.types(around: uses).map { try #require($0) }
        // In the map's order: the extension, the class, the nested struct, and the class of the other module.
        #expect(types[0] == types[1])
        #expect(Set(types).count == 3)
        #expect(types.map(graph.name) == ["Screen", "Screen", "Outer.Screen", "Screen"])
        #expect(types.map(graph.modules) == [["App"], ["App"], ["App"], ["Other"]])
    }

    @Test("A type has its declarations and extensions, what it inherits from and what inherits from it")
    func types() throws {
        let tree = try Tree(Self.sources)
        let analysed = try Analysis.analyse(root: tree.root.path)
        let graph = analysed.graph
        let nested = try #require(graph.type(called: "Outer.Screen", in: "App/More.swift", of: "App"))
        let parts = graph.parts(of: nested)
        #expect(parts.map(\.kind) == [.structType, .extensionOf])
        #expect(try text(parts[0].place, 6) == "Screen")
        #expect(try text(parts[1].place, 12) == "Outer.Screen")
        #expect(graph.parents(of: nested).map(graph.name) == ["Shown"])
        let singleton = try #require(analysed.map.singletons.first)
        let store = try #require(graph.type(of: singleton))
        let base = try #require(graph.type(called: "Base", in: "Core/Store.swift", of: "Core"))
        #expect(graph.children(of: base) == [store])
        #expect(graph.members(of: store).map(\.name) == ["shared", "go"])
        #expect(graph.members(of: store).map(\.isStatic) == [true, false])
        // The name alone means another type inside of the one around it.
        let outer = try #require(graph.type(called: "Outer", in: "App/More.swift", of: "App"))
        #expect(graph.type(called: "Screen", in: "App/More.swift", of: "App", inside: outer) == nested)
        #expect(graph.type(called: "Screen", in: "App/More.swift", of: "App") != nested)
    }

    @Test(
        "A declaration or an extension belongs to one type, whatever other types are called, and a name may mean several"
    )
    func identity() throws {
        let sources = [
            "App/Cart.swift": "class Cart {}\nprotocol Shown {}\nextension Outer.Cart {}\n",
            "App/Outer.swift": "enum Outer { class Cart {}; class Sub: Shown & Cart {} }\n",
            "App/Private.swift": "private class Cart {}\nprivate class Sub: Cart {}\n",
            "Other/Cart.swift": "public class Cart {}\n",
            "User/User.swift": "import App\nimport Other\n",
        ]
        let tree = try Tree(sources)
        let graph = try Analysis.analyse(root: tree.root.path).graph
        func type(_ text: String, in file: String) throws -> CodeGraph.TypeID {
            let source = try #require(sources[file])
            let start = try #require(source.range(of: text)?.lowerBound)
            let offset = source[..<start].utf8.count
            return try #require(graph.type(at: CodeGraph.Place(file: file, offset: offset)))
        }
        let nested = try type("Cart", in: "App/Outer.swift")
        #expect(try type("Outer.Cart", in: "App/Cart.swift") == nested)
        let plain = try type("Cart", in: "App/Cart.swift")
        let hidden = try type("Cart", in: "App/Private.swift")
        #expect(Set([nested, plain, hidden, try type("Cart", in: "Other/Cart.swift")]).count == 4)
        #expect(
            graph.mayHaveSubclass(of: nested) && graph.mayHaveSubclass(of: hidden) && !graph.mayHaveSubclass(of: plain)
        )
        #expect(graph.onlyType(called: "Cart", in: "App/Outer.swift") == plain)
        #expect(graph.onlyType(called: "Cart", in: "App/Private.swift") == hidden)
        #expect(graph.onlyType(called: "Cart", in: "User/User.swift") == nil)
    }

    @Test("A run that was served from the stored map makes the same graph from stored facts, without parsing")
    func stored() throws {
        let tree = try Tree(Self.sources)
        let folder = tree.root.path + "-results"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = Analysis.Options(cache: ResultCache(folder: folder, version: "1"))
        let first = try Analysis.analyse(root: tree.root.path, options: options)
        let trees = SyntaxTrees(naming: "Store")
        options.trees = trees
        let second = try Analysis.analyse(root: tree.root.path, options: options)
        #expect(second.map.statistics.cached == 4)
        #expect(second.map.uses == first.map.uses)
        for use in second.map.uses {
            let old = try #require(first.graph.types(around: [use])[0])
            let new = try #require(second.graph.types(around: [use])[0])
            #expect(first.graph.parts(of: old) == second.graph.parts(of: new))
        }
        #expect(Self.sources.keys.allSatisfy { trees.tree(at: $0) == nil })
    }
}
