import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Protocols in another module", .ownThread)
struct ProtocolModuleTests {
    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "Shop", targets: [
            .target(name: "Contracts"),
            .target(name: "Core", dependencies: ["Contracts"]),
            .target(name: "App", dependencies: ["Core", "Contracts"]),
            .target(name: "Tool", dependencies: ["Core"]),
        ])

        """
    private static let files = [
        "Package.swift": manifest,
        "Sources/Contracts/Item.swift": "public struct Item: Sendable {\n\tpublic init() {}\n}\n",
        "Sources/Core/Store.swift": """
        import Contracts

        public struct Secret: Sendable {}
        public final class Store: Sendable {
          public static let shared = Store()
          public func item(_ name: String = "a") -> Item { print(name); return Item() }
          public func secret() -> Secret { Secret() }
          func own() {}
        }

        """,
        "Sources/App/Screen.swift": """
        import Core

        public final class Screen {
          public init() {}
          public func show() { _ = Store.shared.item(); _ = Store.shared.secret() }
        }

        """,
        "Sources/Tool/Tool.swift": "import Core\n\nfinal class Tool { func run() { _ = Store.shared.item() } }\n",
    ]

    private static func plan(_ tree: SourceTree, into module: String?) throws -> CutPlan {
        var options = Cut.Options()
        options.protocolName = "Items"
        options.protocolModule = module
        return try tree.plan("Store", options: options)
    }

    @Test(
        "The protocol goes into the module, the conformance stays with the type, and callers import the module",
        .startsCompiler
    )
    func into() throws {
        let tree = try SourceTree(Self.files)
        let plan = try Self.plan(tree, into: "Contracts")
        #expect(plan.abstraction?.problem == nil)
        #expect(plan.abstraction?.members == ["item"])
        #expect(plan.abstraction?.refused.map(\.message) == ["Secret can't be seen from Contracts"])
        #expect(
            plan.changes.map(\.path) == [
                "Sources/App/Screen.swift", "Sources/Contracts/Items.swift", "Sources/Core/Store+Items.swift",
            ]
        )
        // Tool doesn't depend on the module.
        #expect(plan.rows.filter { $0.use.module == "Tool" }.map(\.outcome) == [.left(.member)])
        try SliceWriter(root: tree.root.path).write(plan.changes)
        #expect(try tree.text("Sources/App/Screen.swift").hasPrefix("import Contracts\nimport Core\n"))
        #expect(try tree.text("Sources/Contracts/Items.swift").contains("\n  func item(_ name: String) -> Item\n"))
        for module in ["Contracts", "Core", "App"] {
            let errors = try tree.compile(module)
            #expect(errors == "")
        }
        #expect(try Self.plan(tree, into: "Contracts").changes.isEmpty)
    }

    /// The module of the type has a dependency that the module of the protocol doesn't have.
    private static let outside = [
        "Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "Shop", targets: [
            .target(name: "Contracts"),
            .target(name: "Core", dependencies: ["Contracts", .product(name: "Wire", package: "wire")]),
            .target(name: "App", dependencies: ["Core", "Contracts", .product(name: "Wire", package: "wire")]),
        ])

        """,
        "Sources/Contracts/Names.swift": "import Foundation\n\npublic typealias Day = Date\n",
        "Sources/Core/Store.swift": """
        import Contracts
        import Foundation
        import Wire

        public typealias Wired = Int
        public final class Store: Sendable {
          public static let shared = Store()
          public func send(_ packet: Packet) {}
          public func wired() -> Wired { 1 }
          public func last() -> Date { Date() }
          public func day() -> Day { Day() }
          public func wait(_ done: @escaping (Bool) -> Void) {}
        }

        """,
    ]

    @Test(
        "What may be a type of a package that the module doesn't depend on is left out, and so is the import",
        .startsCompiler,
        arguments: [
            ("send(Packet())", "", "Packet can't be seen from Contracts"),
            ("wired()", "", "Wired can't be seen from Contracts"),
            // Another file says the name without the package.
            ("last()", "import Foundation\n\n", ""),
            ("day()", "", ""),
            ("wait { _ in }", "", ""),
        ]
    )
    func outside(_ call: String, _ imports: String, _ refusal: String) throws {
        var files = Self.outside
        files["Sources/App/Screen.swift"] = """
            import Core
            import Wire

            final class Screen {
              func show() { Store.shared.wait { _ in }; _ = Store.shared.\(call) }
            }

            """
        let tree = try SourceTree(files)
        let plan = try Self.plan(tree, into: "Contracts")
        #expect(plan.abstraction?.refused.map(\.message) == (refusal.isEmpty ? [] : [refusal]))
        guard refusal.isEmpty else { return }
        try SliceWriter(root: tree.root.path).write(plan.changes)
        #expect(try tree.text("Sources/Contracts/Items.swift").hasPrefix(imports + "/// The members of"))
        let errors = try tree.compile("Contracts")
        #expect(errors == "")
    }

    @Test("Beside the type, the protocol is public if callers in other modules need it", .startsCompiler)
    func beside() throws {
        let tree = try SourceTree(Self.files)
        let plan = try Self.plan(tree, into: nil)
        #expect(plan.rewritten == 3)
        try SliceWriter(root: tree.root.path).write(plan.changes)
        #expect(try tree.text("Sources/Core/Items.swift").contains("public protocol Items: Sendable {"))
        for module in ["Contracts", "Core", "App", "Tool"] {
            let errors = try tree.compile(module)
            #expect(errors == "")
        }
    }

    @Test("A public protocol has the isolation of its type", .startsCompiler)
    func isolated() throws {
        var files = Self.files
        for (path, text) in files { files[path] = text.replacing("public final", with: "@MainActor public final") }
        let tree = try SourceTree(files)
        try SliceWriter(root: tree.root.path).write(try Self.plan(tree, into: nil).changes)
        #expect(try tree.text("Sources/Core/Items.swift").contains("@MainActor public protocol Items: Sendable {"))
        for module in ["Contracts", "Core", "App"] {
            let errors = try tree.compile(module)
            #expect(errors == "")
        }
    }

    @Test(
        "A module that isn't there or that the type's module doesn't depend on is refused",
        arguments: ["Tool", "None"]
    )
    func refused(_ module: String) throws {
        let plan = try Self.plan(try SourceTree(Self.files), into: module)
        #expect(plan.abstraction?.problem != nil)
        #expect(plan.changes.isEmpty)
    }
}
