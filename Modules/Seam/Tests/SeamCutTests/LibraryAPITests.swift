import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("What is public in a library", .ownThread)
struct LibraryAPITests {
    private static let library = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "Kit",
            products: [.library(name: "Kit", targets: ["Kit"])],
            targets: [.target(name: "Kit")]
        )

        """

    private static let store = """
        public final class Store: Sendable {
            public static let shared = Store()
            public func go() -> Int { 1 }
        }

        """
    private static let screen = """
        public final class Screen: Sendable {
            private let store: Store
            public init(title: String, store: Store = .shared) { self.store = store }
            public func show() -> Int { store.go() }
        }
        public func opened(_ title: String) -> Int { Store.shared.go() }

        """
    private static let main = """
        public final class Main {
            private let store: Store
            let screen: Screen
            init(store: Store) { self.store = store; screen = Screen(title: "a") }
        }

        """

    private static func tree(_ screen: String, folder: String = "") throws -> SourceTree {
        try SourceTree([
            folder + "Package.swift": library, folder + "Sources/Kit/Store.swift": store,
            folder + "Sources/Kit/Screen.swift": screen,
        ])
    }

    private static func options(_ stage: Stage, changesAPI: Bool) -> Cut.Options {
        var options = Cut.Options(stage: stage)
        (options.isEarlyAllowed, options.changesAPI) = (true, changesAPI)
        return options
    }

    @Test("Without the option, calls pass the instance, and what is public stays as it is")
    func kept() throws {
        let tree = try Self.tree(Self.screen + Self.main)
        let plan = try tree.plan("Store", options: Self.options(.thread, changesAPI: false))
        let text = plan.changes.first.map { String(decoding: $0.result, as: UTF8.self) }
        #expect(text == Self.screen + Self.main.replacingOccurrences(of: #""a")"#, with: #""a", store: store)"#))
        #expect(plan.api.isEmpty)
        #expect(!plan.summary.contains("Public declarations"))
        let retiring = try tree.plan("Store", options: Self.options(.retire, changesAPI: false))
        #expect(retiring.changes.isEmpty)
        #expect(try Self.tree("").plan("Store", options: Self.options(.retire, changesAPI: false)).changes.isEmpty)
    }

    @Test("With it, they change and go, the plan lists them, and everybody can make an instance", .startsCompiler)
    func changed() throws {
        let tree = try Self.tree(Self.screen + Self.main)
        var plan = try tree.plan("Store", options: Self.options(.thread, changesAPI: true))
        #expect(
            plan.api.map(\.text) == [
                "Screen.init(title: String, store: Store = .shared) becomes Screen.init(title: String, store: Store)",
                "opened(_ title: String) becomes opened(_ title: String, store: Store)",
            ]
        )
        #expect(plan.api.map(\.line) == [3, 6])
        #expect(plan.summary.contains("Screen.swift:3: Screen.init(title: String, store: Store = .shared) becomes"))
        try SliceWriter(root: tree.root.path).write(plan.changes)
        plan = try tree.plan("Store", options: Self.options(.retire, changesAPI: true))
        #expect(plan.api.map(\.text) == ["Store.shared goes"])
        #expect(plan.json.contains(#""old":"Store.shared""#) || plan.json.contains(#""old" : "Store.shared""#))
        try SliceWriter(root: tree.root.path).write(plan.changes)
        #expect(
            try tree.text("Sources/Kit/Store.swift")
                == Self.store.replacingOccurrences(of: "public static let shared = Store()", with: "public init() {}")
        )
        #expect(try tree.compile("Kit") == "")
    }

    @Test("A maker doesn't take the instance where code outside of the tree makes it")
    func makers() throws {
        let outer = "public final class Outer { let screen: Screen; public init() { screen = Screen(title: \"a\") } }\n"
        let root = "@main enum Program { static func main() { _ = Outer() } }\n"
        let tree = try Self.tree(Self.screen + outer + root)
        let plan = try tree.plan("Store", options: Self.options(.thread, changesAPI: false))
        #expect(plan.changes.isEmpty)
        #expect(plan.calls.compactMap(\.obstacle?.change) == [Reason.api.advice])
        let changed = try tree.plan("Store", options: Self.options(.thread, changesAPI: true))
        #expect(changed.api.map(\.text).contains("Outer.init() becomes Outer.init(store: Store)"))
    }

    @Test("What belongs to an app of the tree is no library", arguments: ["", "Modules/Kit/"])
    func inside(folder: String) throws {
        let tree = try Self.tree(Self.screen + Self.main, folder: folder)
        let path = folder + "Sources/Kit/Screen.swift"
        #expect(try tree.mapped().index.modules.isImportedOutside(path))
        try tree.write(".git", "")
        #expect(try tree.mapped().index.modules.isImportedOutside(path) == folder.isEmpty)
        if !folder.isEmpty {
            try tree.write(folder + ".git", "")
            #expect(try tree.mapped().index.modules.isImportedOutside(path))
        }
        let program = Self.library.replacingOccurrences(of: ".library", with: ".executable")
        try tree.write(folder + "Package.swift", program)
        #expect(try !tree.mapped().index.modules.isImportedOutside(path))
    }
}
