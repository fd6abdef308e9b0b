import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// What is imported where a file doesn't see a name that a cut brings.
@Suite("Imports of cuts", .ownThread)
struct ImportTests {
    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "App", targets: [
            .target(name: "Core"),
            .target(name: "Services", dependencies: ["Core"]),
            .target(name: "Exporting", dependencies: ["Core"]),
            .target(name: "Screens", dependencies: ["Core", "Services", "Exporting"]),
            .target(name: "Far", dependencies: ["Services"]),
        ])
        """

    @Test(
        "A file that doesn't see the instance's type imports its module, if it can",
        arguments: [
            ("Screens", "import Services", "import Core\nimport Services\n\n"),
            ("Screens", "import Core\nimport Services", "import Core\nimport Services\n\n"),
            ("Screens", "import Exporting\nimport Services", "import Exporting\nimport Services\n\n"),
            ("Far", "import Services", nil),
        ]
    )
    func types(_ module: String, _ imports: String, _ head: String?) throws {
        let path = "Sources/\(module)/A.swift"
        let tree = try SourceTree([
            "Package.swift": Self.manifest,
            "Sources/Core/Store.swift": "public final class Store: Sendable { public init() {}; public func go() {} }",
            "Sources/Services/Services.swift": "import Core\npublic let mainStore = Store()",
            "Sources/Exporting/Exporting.swift": "@_exported import Core",
            path: imports + "\nfunc f() { mainStore.go() }\nfinal class A { func f() { mainStore.go() } }\n",
        ])
        let plan = try tree.plan("mainStore")
        let outcomes = plan.rows.filter { $0.use.file == path }.map(\.outcome)
        guard let head else {
            #expect(outcomes == [.left(.type), .left(.type)])
            return
        }
        #expect(outcomes.count == 2)
        try tree.cutAll()
        let text = try tree.text(path)
        #expect(text.hasPrefix(head + "private var store: Store { mainStore }\n\nfunc f() {"), "\(text)")
        #expect(try tree.cutAll() == 0)
    }

    @Test("A name is imported alone where most files that say it do that", arguments: [1, 3])
    func usuallyAlone(_ count: Int) throws {
        var files = [
            "Package.swift": Self.manifest,
            "Sources/Core/Store.swift": "public final class Store {}\npublic final class Other {}\n",
            "Sources/Screens/A.swift": "final class A {}\n",
            "Sources/Screens/B.swift": "import Core\nfinal class B { let store = Store() }\n",
        ]
        for n in 0..<count {
            files["Sources/Screens/C\(n).swift"] =
                "import class Core.Store\nfinal class C\(n) { let store = Store() }\n"
        }
        let tree = try SourceTree(files)
        let (_, index) = try tree.mapped()
        let file = try #require(index.file("Sources/Screens/A.swift"))
        let text = index.imports(of: file).text(of: "Core", naming: "Store", kind: "class")
        #expect(text == (count == 3 ? "class Core.Store" : "Core"))
    }

    @Test("A type that the code doesn't say needs no import")
    func unsaid() throws {
        let path = "Sources/Screens/A.swift"
        let tree = try Self.tree(path, "import Services\nclass A: UIViewController { func f() { mainStore.go() } }\n")
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text(path)
        #expect(text.contains(" = mainStore\n"), "\(text)")
        #expect(text.hasPrefix("import Services\nclass A"), "\(text)")
    }

    private static func tree(_ path: String, _ text: String, core: String = "") throws -> SourceTree {
        try SourceTree([
            "Package.swift": manifest,
            "Sources/Core/Store.swift":
                "public final class Store: Sendable {\npublic init() {}\npublic func go() {}\n}\n" + core,
            "Sources/Services/Services.swift": "import Core\npublic let mainStore = Store()\npublic struct Order {}\n",
            path: text,
        ])
    }

    @Test(
        "The type is imported alone if its module has another name that the file says",
        .startsCompiler,
        arguments: [
            ("import Services", "public struct Order {}", "import class Core.Store\nimport Services\n"),
            ("import Services", "public typealias Order = Int", "import class Core.Store\nimport Services\n"),
            ("import Services", "struct Order {}", "import Core\nimport Services\n"),
            ("import Services", "public enum Kit { public struct Order {} }", "import Core\nimport Services\n"),
            ("import Services", "extension Int { public struct Order {} }", "import Core\nimport Services\n"),
            (
                "import struct Core.Item\nimport Services",
                "@_exported import Foundation // Core\npublic struct Item {}",
                "import struct Core.Item\nimport class Core.Store\nimport Services\n"
            ),
            ("import class Core.Store\nimport Services", "", "import class Core.Store\nimport Services\nfinal"),
        ]
    )
    func names(_ imports: String, _ core: String, _ head: String) throws {
        let path = "Sources/Screens/A.swift"
        let caller = "\nfinal class A {\n    var order: Order?\n    func f() { mainStore.go() }\n}\n"
        let tree = try Self.tree(path, imports + caller, core: core)
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text(path)
        #expect(text.hasPrefix(head), "\(text)")
        for module in ["Core", "Services", "Screens"] {
            let errors = try tree.compile(module)
            #expect(errors == "")
        }
    }

    @Test("A type is imported alone where a file imports nothing else from modules of the tree but names")
    func scoped() throws {
        for (imports, text) in [
            ("import UIKit\nimport struct Services.Order", "class Core.Store"), ("import Services", "Core"),
            ("import UIKit", "Core"),
        ] {
            let path = "Sources/Screens/A.swift"
            let tree = try Self.tree(path, imports + "\nfinal class A {}\n", core: "")
            let (_, index) = try tree.mapped()
            let file = try #require(index.file(path))
            #expect(index.imports(of: file).text(of: "Core", naming: "Store", kind: "class") == text)
        }
    }

    @Test(
        "The declaration of a type imports the instance's module, if it imports only something else from there",
        .startsCompiler
    )
    func declarations() throws {
        let tree = try Self.tree(
            "Sources/Screens/A.swift",
            "import struct Core.Item\nfinal class A { var item: Item? }\n",
            core: "public struct Item {}"
        )
        let text = "import Core\nimport Services\nextension A { func f(_ store: Store) { mainStore.go() } }\n"
        try tree.write("Sources/Screens/A+F.swift", text)
        let plan = try tree.plan("mainStore", options: Cut.Options())
        #expect(plan.callers.map(\.obstacle) == [nil], "\(plan.diff)")
        try tree.cutAll(options: Cut.Options())
        #expect(
            try tree.text("Sources/Screens/A.swift").hasPrefix("import struct Core.Item\nimport class Core.Store\n")
        )
        for module in ["Core", "Services", "Screens"] { #expect(try tree.compile(module) == "") }
    }

    @Test(
        "A file that imports single names of a module imports the protocol so too, for functions as for properties",
        .startsCompiler,
        arguments: [
            "final class A { func f() { Store.shared.go() } }", "enum A { static func f() { Store.shared.go() } }",
        ]
    )
    func protocols(_ caller: String) throws {
        let tree = try SourceTree([
            "Package.swift": Self.manifest,
            "Sources/Core/Store.swift":
                "public final class Store: Sendable {\npublic static let shared = Store()\npublic func go() {}\n}\n",
            "Sources/Screens/A.swift": "import class Core.Store\n\n" + caller + "\n",
        ])
        var options = Cut.Options()
        options.protocolName = "Going"
        try tree.cutAll(options: options)
        let text = try tree.text("Sources/Screens/A.swift")
        #expect(text.hasPrefix("import protocol Core.Going\nimport class Core.Store\n\n"), "\(text)")
        #expect(text.contains("store: any Going = Store.shared"), "\(text)")
        for module in ["Core", "Screens"] { #expect(try tree.compile(module) == "") }
    }

    @Test("The instance's module is imported where a folder with files of no target has its name too")
    func folders() throws {
        let project = """
            { objects = {
              P = {isa = PBXProject; mainGroup = G; targets = (T, U, V); };
              G = {isa = PBXGroup; children = (A, B, C); sourceTree = "<group>"; };
              A = {isa = PBXFileSystemSynchronizedRootGroup; path = App; sourceTree = "<group>"; };
              B = {isa = PBXFileSystemSynchronizedRootGroup; path = Shop; sourceTree = "<group>"; };
              C = {isa = PBXFileSystemSynchronizedRootGroup; path = Sources; sourceTree = "<group>"; };
              T = {isa = PBXNativeTarget; name = App; fileSystemSynchronizedGroups = (A); };
              U = {isa = PBXNativeTarget; name = Services; fileSystemSynchronizedGroups = (B); };
              V = {isa = PBXNativeTarget; name = Core; fileSystemSynchronizedGroups = (C); };
            }; rootObject = P; }
            """
        let tree = try SourceTree([
            "App.xcodeproj/project.pbxproj": project,
            "Core/Old.swift": "struct Old {}",
            "Sources/Store.swift": "public final class Store { public init() {}; public func go() {} }",
            "Shop/Services.swift": "import Core\npublic let mainStore = Store()",
            "App/Other.swift": "import Core\nimport Services",
            "App/A.swift": "import Services\nfinal class A { func f() { mainStore.go() } }\n",
        ])
        try tree.cutAll()
        #expect(try tree.text("App/A.swift").hasPrefix("import Core\nimport Services\n"))
    }

    @Test("A target that compiles the accessor's file, too, imports nothing to pass it")
    func shared() throws {
        let project = """
            { objects = {
              P = {isa = PBXProject; mainGroup = G; targets = (T, U); };
              G = {isa = PBXGroup; children = (A, B, C); sourceTree = "<group>"; };
              A = {isa = PBXFileSystemSynchronizedRootGroup; path = App; sourceTree = "<group>"; };
              B = {isa = PBXFileSystemSynchronizedRootGroup; path = Watch; sourceTree = "<group>"; };
              C = {isa = PBXFileSystemSynchronizedRootGroup; path = Both; sourceTree = "<group>"; };
              T = {isa = PBXNativeTarget; name = App; fileSystemSynchronizedGroups = (A, C); };
              U = {isa = PBXNativeTarget; name = Watch; fileSystemSynchronizedGroups = (B, C); };
            }; rootObject = P; }
            """
        let tree = try SourceTree([
            "App.xcodeproj/project.pbxproj": project,
            "Both/Store.swift": "final class Store: Sendable { static let shared = Store(); func go() {} }",
            "Both/Screen.swift": "struct Screen { var store: Store = .shared; func show() { store.go() } }",
            "App/App.swift": "@main enum Program { static func main() { Screen().show() } }",
            "Watch/Watch.swift": "@main enum Program { static func main() { Screen().show() } }",
        ])
        _ = try tree.thread(isEarly: true)
        for path in ["App/App.swift", "Watch/Watch.swift"] {
            #expect(
                try tree.text(path)
                    == "@main enum Program { static func main() { Screen(store: Store.shared).show() } }"
            )
        }
    }

    @Test("A protocol, and the type for a root, are imported alone if the file says another name of their module")
    func others() throws {
        let store =
            "public final class Store: Sendable {\npublic init() {}\npublic static let shared = Store()\npublic func go() {} }"
        let files = [
            "Package.swift": Self.manifest,
            "Sources/Core/Store.swift": store,
            "Sources/Core/Order.swift": "public struct Order {}",
            "Sources/Services/Order.swift": "public struct Order {}",
            "Sources/Services/Screen.swift":
                "import Core\npublic final class Screen {\npublic init() {}\npublic func go() { Store.shared.go() } }",
            "Sources/Screens/A.swift":
                "import Services\nimport class Core.Store\nfinal class A {\nvar order: Order?\nfunc go() { Store.shared.go() } }",
            "Sources/Screens/Root.swift":
                "import Services\nenum Root {\nstatic func go(_ order: Order) { Screen().go() } }",
        ]
        let tree = try SourceTree(files)
        var options = Cut.Options()
        options.protocolName = "Going"
        let plan = try tree.plan("Store", options: options)
        #expect(plan.diff.contains("\n+import protocol Core.Going\n import class Core.Store\n"), "\(plan.diff)")
        try tree.cutAll(options: Cut.Options())
        options = Cut.Options(stage: .thread)
        (options.roots, options.isEarlyAllowed) = (Roots(["Root"]), true)
        let thread = try tree.plan("Store", options: options)
        #expect(thread.diff.contains("+import class Core.Store\n import Services\n"), "\(thread.diff)")
    }

    @Test("What the only branch around a file's code imports is seen there, and one more import joins it")
    func conditional() throws {
        func cut(_ imports: String) throws -> String {
            let tree = try SourceTree([
                "Package.swift": Self.manifest,
                "Sources/Core/Store.swift":
                    "public final class Store: Sendable { public init() {}; public func go() {} }",
                "Sources/Services/Services.swift": "import Core\npublic let mainStore = Store()",
                "Sources/Screens/A.swift":
                    "#if os(Linux)\n\(imports)\nfinal class A { func f() { mainStore.go() } }\nlet a = A()\n#endif\n",
            ])
            try tree.cutAll(options: Cut.Options())
            return try tree.text("Sources/Screens/A.swift")
        }
        let before = "#if os(Linux)\nimport Core\nimport Services\n"
        for imports in ["import Core\nimport Services\n", "import Services\n"] {
            let text = try cut(imports)
            #expect(text.hasPrefix(before) && text.contains("store: Store = mainStore"), "\(text)")
        }
    }
}
