import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Injecting into types in several files", .ownThread)
struct InjectFilesTests {
    private static let program = [
        "App/Account.swift": """
        nonisolated final class Account: Sendable {
            static let shared = Account("shared")
            let name: String
            init(_ name: String) {
                self.name = name
                print("made", name)
            }
        }
        """,
        "App/Base.swift": """
        nonisolated class Base {
            init() {}
        }
        """,
        "App/Extra.swift": """
        extension Screen {
            func more() { print("more", Account.shared.name, title) }
        }
        extension Plain {
            func show() { print("plain", Account.shared.name) }
        }
        extension Inherited {
            func show() { print("inherited", Account.shared.name) }
        }
        extension Worker {
            func show() { print("worker", Account.shared.name) }
        }
        extension Value {
            func show() { print("value", Account.shared.name) }
        }
        extension Int {
            func show() { print("number", Account.shared.name) }
        }
        """,
        "App/Main.swift": """
        @main enum Program {
            @MainActor static func main() async {
                print("start")
                let screen = Screen(title: "a")
                screen.show()
                screen.more()
                let plain = Plain()
                plain.show()
                let inherited = Inherited()
                inherited.show()
                let worker = Worker(2)
                await worker.show()
                print(Value(size: 3))
                Value(size: 3).show()
                4.show()
            }
        }
        """,
        "App/Types.swift": """
        nonisolated final class Screen {
            let title: String
            init(title: String) { self.title = title }
            func show() { print("screen", Account.shared.name) }
        }
        nonisolated final class Plain {
            var isOn = false
        }
        nonisolated final class Inherited: Base {
            var isOn = false
        }
        actor Worker {
            let size: Int
            init(_ size: Int) { self.size = size }
        }
        nonisolated struct Value {
            let size: Int
        }
        """,
    ]

    @Test(
        "Extensions in other files read the instance that the type's own declaration stores",
        .startsCompiler,
        arguments: Compiler.Mode.languages
    )
    func severalFiles(_ mode: Compiler.Mode) throws {
        let tree = try SourceTree(Self.program)
        if mode == .mainActor { try tree.write("Package.swift", Compiler.mainActorManifest) }
        let files = Self.program.keys.sorted().map { tree.root.appending(path: $0) }
        let before = try Compiler.run(files, mode)
        #expect(before.errors.isEmpty, "\(before.errors)")
        let plan = try tree.plan("Account", options: .late)
        #expect(
            plan.callers.map { "\($0.name) \($0.obstacle?.code ?? "injected")" } == [
                "Screen injected", "Plain injected", "Inherited injected", "Worker injected", "Value struct",
                "Int kind",
                "Screen injected",
            ]
        )
        try tree.cutAll(options: .late)
        let after = try Compiler.run(files, mode)
        #expect(after.errors.isEmpty, "\(after.errors)")
        #expect(after.output == before.output)
        #expect(after.warnings <= before.warnings)
        #expect(try tree.cutAll(options: .late) == 0)
        // The same instance is used in all files.
        var main = try tree.text("App/Main.swift")
        for (made, passing) in [
            ("Screen(title: \"a\")", "Screen(title: \"a\", account: mine)"), ("Plain()", "Plain(account: mine)"),
            ("Inherited()", "Inherited(account: mine)"),
            ("Worker(2)", "Worker(2, account: mine)"),
        ] {
            main = main.replacing(made, with: passing)
        }
        try tree.write("App/Main.swift", main.replacing("print(\"start\")", with: "let mine = Account(\"mine\")"))
        let passed = try Compiler.run(files, mode)
        #expect(passed.errors.isEmpty, "\(passed.errors)")
        #expect(
            passed.output == """
                made mine
                screen mine
                more mine a
                plain mine
                inherited mine
                worker mine
                Value(size: 3)
                made shared
                value shared
                number shared

                """
        )
    }

    @Test("Gathering all files first and injecting then is the same as both at once")
    func steps() throws {
        let (once, twice) = (try SourceTree(Self.program), try SourceTree(Self.program))
        try once.cutAll(options: .late)
        try twice.cutAll()
        try twice.cutAll(options: .late)
        for path in Self.program.keys { #expect(try once.text(path) == twice.text(path)) }
    }

    @Test("A file that comes later reads what the type stores already")
    func later() throws {
        var files = Self.program
        files["App/Extra.swift"] = nil
        let tree = try SourceTree(files)
        try tree.cutAll(options: .late)
        let types = try tree.text("App/Types.swift").replacing("private let injected", with: "let injected")
        try tree.write("App/Types.swift", types)
        try tree.write("App/Extra.swift", "extension Screen {\n    func more() { print(Account.shared.name) }\n}\n")
        try tree.cutAll(options: .late)
        #expect(try tree.text("App/Types.swift") == types)
        #expect(try tree.text("App/Extra.swift").contains("{ injectedAccount ?? .shared }"))
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var obstacle: Reason
        var files: [String: String]

        init(_ obstacle: Reason, _ testDescription: String, _ files: [String: String]) {
            (self.obstacle, self.testDescription, self.files) = (obstacle, testDescription, files)
        }
    }

    private static let store = "public final class Store { public static let shared = Store(); func go() {} }"
    private static let use = "extension A { func f() { Store.shared.go() } }"

    @Test(
        "An extension that can't share the stored instance is gathered only",
        arguments: [
            Refused(
                .files,
                "a private stored property",
                [
                    "App/Store.swift": store, "App/B.swift": use,
                    "App/A.swift": """
                    final class A {
                        private let injectedStore: Store?
                        private var store: Store { injectedStore ?? .shared }
                        init(store injectedStore: Store? = nil) { self.injectedStore = injectedStore }
                    }
                    """,
                ]
            ),
            Refused(
                .files,
                "a stored property of another type",
                [
                    "App/Store.swift": store, "App/B.swift": use,
                    "App/A.swift": """
                    final class A {
                        let injectedStore: (any Storing)?
                        private var store: any Storing { injectedStore ?? Store.shared }
                        init(store injectedStore: (any Storing)? = nil) { self.injectedStore = injectedStore }
                    }
                    """,
                ]
            ),
            Refused(
                .initializers,
                "a name that the type says in another file",
                [
                    "App/Store.swift": store, "App/A.swift": "class Base {}\nfinal class A: Base {}",
                    "App/B.swift": use,
                    "App/C.swift": "let injectedStore = 1\nextension A { func g() { print(injectedStore) } }",
                ]
            ),
            Refused(
                .initializers,
                "a name that the type says in another file, in place of a constant",
                [
                    "App/Store.swift": store, "App/A.swift": "final class A { init() {} }", "App/B.swift": use,
                    "App/C.swift": "let injectedStore = 1\nextension A { func g() { print(injectedStore) } }",
                ]
            ),
            Refused(
                .initializers,
                "a name that the type says in its own file",
                [
                    "App/Store.swift": store, "App/B.swift": use,
                    "App/A.swift":
                        "let injectedStore = 1\nfinal class A { init() {}; func g() { print(injectedStore) } }",
                ]
            ),
            Refused(
                .initializers,
                "a name that a subclass of a subclass says",
                [
                    "App/Store.swift": store, "App/A.swift": "class A {}\nclass B: A {}", "App/B.swift": use,
                    "App/C.swift": "let injectedStore = 1\nfinal class C: B { func g() { print(injectedStore) } }",
                ]
            ),
            Refused(
                .kind,
                "a type of the same name that is in another",
                ["App/Store.swift": store, "App/A.swift": "enum Other { final class A {} }", "App/B.swift": use]
            ),
            Refused(
                .kind,
                "a type of another module",
                [
                    "Package.swift": """
                    // swift-tools-version: 6.0
                    import PackageDescription
                    let package = Package(name: "App", targets: [
                        .target(name: "Kit"), .target(name: "App", dependencies: ["Kit"]),
                    ])
                    """,
                    "Sources/Kit/Store.swift": store, "Sources/Kit/A.swift": "public final class A {}",
                    "Sources/App/B.swift": "import Kit\n" + use,
                ]
            ),
            Refused(
                .kind,
                "an enum",
                ["App/Store.swift": store, "App/A.swift": "enum A { case a }", "App/B.swift": use]
            ),
            Refused(
                .kind,
                "a public type in another folder",
                ["App/Store.swift": store, "App/One/A.swift": "public final class A {}", "App/Two/B.swift": use]
            ),
            Refused(
                .access,
                "a type that another module of the declaration's file may not have",
                [
                    "App.xcodeproj/project.pbxproj": project, "App/Store.swift": store, "App/B.swift": use,
                    "Both/A.swift": "final class A {}",
                ]
            ),
            Refused(
                .access,
                "a type that the declaration's file doesn't import, and the caller's only through another module",
                [
                    "Package.swift": """
                    // swift-tools-version: 6.0
                    import PackageDescription
                    let package = Package(name: "App", targets: [
                        .target(name: "Kit"), .target(name: "Middle", dependencies: ["Kit"]),
                        .target(name: "App", dependencies: ["Kit", "Middle"]),
                    ])
                    """,
                    "Sources/Kit/Store.swift": store, "Sources/Middle/Exports.swift": "@_exported import Kit",
                    "Sources/App/A.swift": "final class A {}", "Sources/App/B.swift": "import Middle\n" + use,
                ]
            ),
        ]
    )
    func refused(_ row: Refused) throws {
        let tree = try SourceTree(row.files)
        let plan = try tree.plan("Store", options: .late)
        #expect(plan.callers.filter { $0.file.hasSuffix("B.swift") }.map(\.obstacle) == [row.obstacle])
        #expect(plan.changes.map(\.path).filter { $0.hasSuffix("A.swift") }.isEmpty)
    }

    @Test(
        "The file of a type's declaration imports the module of the instance that an extension elsewhere uses",
        .startsCompiler
    )
    func imported() throws {
        let kit = """
            public final class Account {
                public static let shared = Account("shared")
                public var name: String
                public init(_ name: String) { self.name = name }
            }
            """
        let tree = try SourceTree([
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "App", targets: [
                .target(name: "Kit"), .executableTarget(name: "App", dependencies: ["Kit"]),
            ])
            """,
            "Sources/Kit/Kit.swift": kit,
            "Sources/App/Screen.swift": "// The screen.\n\nfinal class Screen {}\n",
            "Sources/App/More.swift": "import Kit\nextension Screen { func show() { print(Account.shared.name) } }\n",
            "Sources/App/Program.swift": """
            import Kit
            @main enum Program {
                static func main() { Screen().show() }
            }
            """,
        ])
        let plan = try tree.plan("Account", options: .late)
        #expect(plan.callers.map { $0.obstacle } == [nil])
        try tree.cutAll(options: .late)
        #expect(
            try tree.text("Sources/App/Screen.swift").hasPrefix("// The screen.\n\nimport Kit\n\nfinal class Screen {")
        )
        #expect(try tree.cutAll(options: .late) == 0)
        let program = try tree.text("Sources/App/Program.swift")
        try tree.write(
            "Sources/App/Program.swift",
            program.replacing("Screen()", with: "Screen(account: Account(\"mine\"))")
        )
        let modules = try Compiler.module(tree.root.appending(path: "Sources/Kit/Kit.swift"))
        let files = ["Screen", "More", "Program"].map { tree.root.appending(path: "Sources/App/\($0).swift") }
        let passed = try Compiler.run(files, .swift5, modules: modules)
        #expect(passed.errors.isEmpty, "\(passed.errors)")
        #expect(passed.output == "mine\n")
    }

    @Test("Of two types of one name in different modules, the accessor's is the instance's")
    func twins() throws {
        let other = "struct Store { static let shared = Store(); func go() {} }\n"
        let tree = try SourceTree([
            "App.xcodeproj/project.pbxproj": project, "App/Store.swift": Self.store, "Watch/Store.swift": other,
            "App/A.swift": "final class A { func f() { Store.shared.go() } }",
        ])
        let planner = try tree.planner()
        let map = planner.map
        let singleton = try #require(map.singletons.first { $0.file == "App/Store.swift" })
        let plan = planner.plan(singleton, .late)
        #expect(plan.callers.map { $0.obstacle } == [nil])
        #expect(plan.diff.contains("injectedStore ?? .shared"))
    }

    @Test(
        "A name that the type has in another file, or inherits, isn't taken",
        arguments: ["class Base { var store = 1 }", "class Base {}\nextension A { var store: Int { 1 } }"]
    )
    func names(_ base: String) throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store, "App/A.swift": "class A: Base { func f() { Store.shared.go() } }",
            "App/Base.swift": base,
        ])
        let plan = try tree.plan("Store")
        #expect(plan.diff.contains("private var sharedStore: Store { .shared }"), "\(plan.diff)")
    }
}

/// An app and another module that share a folder.
private let project = """
    { objects = {
      P = {isa = PBXProject; mainGroup = G; targets = (T, U); };
      G = {isa = PBXGroup; children = (A, B, C); sourceTree = "<group>"; };
      A = {isa = PBXFileSystemSynchronizedRootGroup; path = App; sourceTree = "<group>"; };
      B = {isa = PBXFileSystemSynchronizedRootGroup; path = Both; sourceTree = "<group>"; };
      C = {isa = PBXFileSystemSynchronizedRootGroup; path = Watch; sourceTree = "<group>"; };
      T = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
           fileSystemSynchronizedGroups = (A, B); };
      U = {isa = PBXNativeTarget; name = Watch; fileSystemSynchronizedGroups = (B, C); };
    }; rootObject = P; }
    """
