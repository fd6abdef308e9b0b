import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// What `--style` refuses, and where it puts what carries the instance.
@Suite("Styles of cuts: refusals and places", .ownThread)
struct StyleRefusalTests {
    private static let store = "final class Store: Sendable { static let shared = Store(); func go() {} }"
    private static let loose = "final class Store { static let shared = Store(); func go() {} }"

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var style: Style
        var obstacle: Reason?
        var caller: String
        var store: String

        init(
            _ style: Style,
            _ obstacle: Reason?,
            _ caller: String,
            store: String = StyleRefusalTests.store
        ) {
            testDescription = "\(style) \(obstacle?.code ?? "fits"): \(caller)"
            self.style = style
            self.obstacle = obstacle
            self.caller = caller
            self.store = store
        }
    }

    private static func tree(_ row: Row) throws -> SourceTree {
        let library = row.style == .environment ? "SwiftUI" : "Dependencies"
        return try SourceTree([
            "App/Store.swift": row.store, "App/A.swift": "import \(library)\n\(row.caller)\n",
        ])
    }

    private static func options(_ style: Style) -> Cut.Options {
        var options = Cut.Options()
        options.style = style
        return options
    }

    @Test(
        "A caller takes the instance by the style only if nothing else changes",
        arguments: [
            Row(.dependency, nil, "class A { func f() { Store.shared.go() } }\nclass B: A {}"),
            Row(.dependency, nil, "class A: UIViewController { func f() { Store.shared.go() } }", store: store),
            Row(.dependency, nil, "@Reducer struct A { func f() { Store.shared.go() } }"),
            Row(
                .dependency,
                nil,
                "@MainActor final class A { func f() { Task { self.g(); Store.shared.go() } }\nfunc g() {} }"
            ),
            Row(.dependency, nil, "struct A: Reducer { func f() { Store.shared.go() } }"),
            Row(.dependency, nil, "protocol Feature: Reducer {}\nstruct A: Feature { func f() { Store.shared.go() } }"),
            Row(
                .dependency,
                nil,
                "import SwiftUI\nstruct A: View { var body: some View { Text(Store.shared.go()) } }"
            ),
            Row(.dependency, nil, "@objc final class A: NSObject { func f() { Store.shared.go() } }"),
            Row(
                .dependency,
                .style,
                "final class A { func f() { let injectedStore = 1; print(injectedStore); Store.shared.go() } }"
            ),
            Row(.dependency, .kind, "func g() { final class A { func f() { Store.shared.go() } }\nA().f() }"),
            Row(.dependency, .kind, "#if DEBUG\nfinal class A { func f() { Store.shared.go() } }\n#endif"),
            Row(.dependency, .kind, "struct A { func f() { Store.shared.go() } }"),
            Row(.dependency, .kind, "enum A { case a; func f() { Store.shared.go() } }"),
            Row(.dependency, .kind, "extension Int { func f() { Store.shared.go() } }"),
            Row(.dependency, .staticProperty, "final class A { static func f() { Store.shared.go() } }"),
            Row(.dependency, .files, "final class A { func f() { Store.shared.go() } }"),
            Row(.dependency, .attribute, "@Model final class A { func f() { Store.shared.go() } }"),
            Row(.dependency, .synthesis, "final class A: Codable { func f() { Store.shared.go() } }"),
            Row(
                .dependency,
                .reflection,
                "final class A { func f() { Store.shared.go() } }\nfunc g(_ a: A) { dump(a) }"
            ),
            Row(.dependency, .storage, "final class A: Sendable { func f() { Store.shared.go() } }"),
            Row(.dependency, .style, "final class A { func f() { Store.shared.go() } }", store: loose),
            Row(.dependency, .style, "final class A { var injectedStore = 1; func f() { Store.shared.go() } }"),
            Row(.dependency, .style, "@MainActor final class A { nonisolated func f() { Store.shared.go() } }"),
            Row(.dependency, .style, "actor A { deinit { Store.shared.go() } }"),
            Row(
                .dependency,
                .style,
                "@MainActor final class A { func f() { run { self.g(); Store.shared.go() } }\nfunc g() {} }"
            ),
            Row(
                .dependency,
                .instance,
                "final class A { func f() { Store.shared.go() } }",
                store: "struct Store { nonisolated(unsafe) static var shared = Store(); func go() { print(1) } }"
            ),
            Row(
                .dependency,
                .instance,
                "final class A { func f() { Store.shared?.go() } }",
                store: "@MainActor final class Store { static var shared: Store? = Store(); func go() {} }"
            ),
            Row(
                .dependency,
                .style,
                "private final class Store: Sendable { static let shared = Store(); func go() {} }\n"
                    + "final class A { func f() { Store.shared.go() } }",
                store: ""
            ),
            Row(.environment, nil, "struct A: View { var body: some View { Text(Store.shared.go()) } }", store: loose),
            Row(.environment, nil, "struct A { func f() { Store.shared.go() } }\nextension A: SwiftUI.View {}"),
            Row(.environment, nil, "protocol Page: View {}\nstruct A: Page { func f() { Store.shared.go() } }"),
            Row(.environment, .structure, "struct A { func f() { Store.shared.go() } }"),
            Row(.environment, .kind, "enum A: View { case a; func f() { Store.shared.go() } }"),
            Row(.environment, .files, "struct A: View { func f() { Store.shared.go() } }"),
            Row(.environment, .synthesis, "struct A: View, Equatable { func f() { Store.shared.go() } }"),
            Row(.environment, .style, "struct A: View { nonisolated func f() { Store.shared.go() } }"),
            Row(
                .environment,
                .style,
                "struct A: View { var body: some View { Text(\"\").background { Task.detached { Store.shared.go() } } } }"
            ),
        ]
    )
    func obstacles(_ row: Row) throws {
        let tree = try Self.tree(row)
        if row.obstacle == .files {
            try tree.write("App/B.swift", "extension A { func g() { Store.shared.go() } }")
        }
        let plan = try tree.plan("Store", options: Self.options(row.style))
        let caller = plan.callers.first { $0.file == "App/A.swift" }
        #expect(caller != nil)
        #expect(caller?.obstacle == row.obstacle, "\(plan.callers)")
        #expect(plan.diff.contains("injectedStore\n") == (row.obstacle == nil), "\(plan.diff)")
        #expect(plan.carriers.isEmpty == (row.obstacle != nil))
    }
}

// MARK: Places

extension StyleRefusalTests {
    private static func package(_ dependencies: String = "") -> String {
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "Shop", targets: [
            .target(name: "Core"),
            .target(name: "App", dependencies: ["Core"\(dependencies)]),
        ])
        """
    }

    private static let screen = "struct A: View { var body: some View { Text(Store.shared.go()) } }\n"

    @Test("A later slice uses the key that is there, whatever it is called")
    func later() throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/A.swift": "import SwiftUI\n" + Self.screen + Self.screen.replacing("struct A", with: "struct B"),
        ])
        try tree.cutAll()
        var options = Self.options(.environment)
        options.slice = Slice(callers: ["A"])
        let first = try tree.plan("Store", options: options)
        let key = "App/EnvironmentValues+store.swift"
        #expect(first.changes.map(\.path) == ["App/A.swift", key])
        try SliceWriter(root: tree.root.path).write(first.changes)
        try tree.write(key, try tree.text(key).replacing("var store:", with: "var shop:"))
        let second = try tree.plan("Store", options: Self.options(.environment))
        #expect(second.changes.map(\.path) == ["App/A.swift"])
        #expect(second.carriers.map(\.isNew) == [false])
        #expect(second.diff.contains("@Environment(\\.shop) private var injectedStore"))
    }

    @Test("A key for a protocol doesn't serve callers that take the type")
    func otherType() throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/A.swift": "import SwiftUI\n" + Self.screen,
            "App/EnvironmentValues+store.swift": """
            extension EnvironmentValues {
                var store: (any Storing)? {
                    get { self[StoreSharedKey.self] }
                    set { self[StoreSharedKey.self] = newValue }
                }
            }
            """,
        ])
        let plan = try tree.plan("Store", options: Self.options(.environment))
        #expect(plan.callers.map(\.obstacle) == [.style])
    }

    @Test("Nothing that the values have already is declared again")
    func taken() throws {
        let tree = try SourceTree([
            "App/Calendar.swift": "final class Calendar: Sendable { static let shared = Calendar(); func go() {} }",
            "App/A.swift": "import SwiftUI\n" + Self.screen.replacing("Store", with: "Calendar"),
        ])
        let plan = try tree.plan("Calendar", options: Self.options(.environment))
        #expect(plan.carriers.map(\.name) == ["sharedCalendar"])
    }

    @Test("The text in the backticks of an accessor gets into no name", arguments: [false, true])
    func rawName(_ isTaken: Bool) throws {
        let values = isTaken ? "extension EnvironmentValues { var store: Int { 1 } }\n" : ""
        let tree = try SourceTree([
            "App/Store.swift": Self.store.replacing("shared", with: "`../x`"),
            "App/A.swift": "import SwiftUI\n" + values + Self.screen.replacing("shared", with: "`../x`"),
        ])
        let plan = try tree.plan("Store", options: Self.options(.environment))
        #expect(plan.callers.map(\.obstacle) == [isTaken ? .style : nil])
        #expect(plan.carriers.map(\.file) == (isTaken ? [] : ["App/EnvironmentValues+store.swift"]))
        #expect(plan.diff.contains("private struct StoreXKey: EnvironmentKey") != isTaken, "\(plan.diff)")
    }

    @Test("Two accessors have a key each")
    func accessors() throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store { static let shared = Store(); static let other = Store()\n"
                + "var n = 0; func go() { n += 1 } }",
            "App/A.swift": "import SwiftUI\n" + Self.screen,
            "App/B.swift": "import SwiftUI\n"
                + Self.screen.replacing("struct A", with: "struct B").replacing("shared", with: "other"),
        ])
        let plan = try tree.plan("Store", options: Self.options(.environment))
        #expect(plan.carriers.map(\.name) == ["otherStore", "store"])
    }

    @Test("A key for several modules is public, and callers import its module")
    func modules() throws {
        let store = "public final class Store: Sendable { public static let shared = Store(); public func go() {} }"
        let tree = try SourceTree([
            "Package.swift": Self.package(),
            "Sources/Core/Store.swift": store,
            "Sources/App/A.swift": "import Core\nimport SwiftUI\n" + Self.screen,
        ])
        let plan = try tree.plan("Store", options: Self.options(.environment))
        #expect(plan.changes.map(\.path) == ["Sources/App/A.swift", "Sources/Core/EnvironmentValues+store.swift"])
        #expect(plan.diff.contains("+    public var store: Store? {"))
        var options = Self.options(.environment)
        options.protocolModule = "App"
        let moved = try tree.plan("Store", options: options)
        #expect(moved.changes.map(\.path) == ["Sources/App/A.swift", "Sources/App/EnvironmentValues+store.swift"])
        #expect(moved.diff.contains("+import Core\n+import SwiftUI\n"))
        #expect(moved.diff.contains("+    var store: Store? {"))
    }

    @Test("A caller imports the library, and its module has to depend on it", arguments: [false, true])
    func library(_ isDeclared: Bool) throws {
        let tree = try SourceTree([
            "Package.swift": Self.package(
                isDeclared ? ", .product(name: \"Dependencies\", package: \"swift-dependencies\")" : ""
            ),
            "Sources/App/Store.swift": Self.store,
            "Sources/App/A.swift": "// A.\n\n/// It goes.\nfinal class A { func f() { Store.shared.go() } }\n",
        ])
        let plan = try tree.plan("Store", options: Self.options(.dependency))
        #expect(plan.callers.map(\.obstacle) == [isDeclared ? nil : .style])
        let added = "// A.\n \n+import Dependencies\n+\n /// It goes.\n"
        #expect(plan.diff.contains(added) == isDeclared, "\(plan.diff)")
    }

    @Test("A framework's singleton needs --into")
    func framework() throws {
        let tree = try SourceTree([
            "App/A.swift": "import SwiftUI\n" + Self.screen.replacing("Store.shared.go", with: "FileManager.default.x")
        ])
        var options = Self.options(.environment)
        #expect(try tree.plan("FileManager", options: options).callers.map(\.obstacle) == [.style])
        options.protocolModule = "App"
        let plan = try tree.plan("FileManager", options: options)
        #expect(plan.callers.map(\.obstacle) == [nil])
        #expect(plan.diff.contains("+import Foundation\n+import SwiftUI\n"))
    }

    @Test("Gathering first and injecting then frees the property from its modifier")
    func steps() throws {
        let files = [
            "App/Store.swift": Self.store,
            "App/A.swift": "import SwiftUI\nstruct A: View {\n    func f() { Store.shared.go() }\n}\n",
        ]
        let tree = try SourceTree(files)
        try tree.cutAll()
        #expect(try tree.text("App/A.swift").contains("nonisolated private var store: Store { .shared }"))
        let plan = try tree.plan("Store", options: Self.options(.environment))
        try SliceWriter(root: tree.root.path).write(plan.changes)
        let other = try SourceTree(files)
        try other.cutAll(options: Self.options(.environment))
        #expect(try tree.text("App/A.swift") == other.text("App/A.swift"))
        #expect(try tree.text("App/A.swift").contains("    private var store: Store { injectedStore ?? .shared }"))
    }

    @Test("JSON has the style and the key")
    func json() throws {
        let tree = try Self.tree(Row(.environment, nil, Self.screen))
        let json = try tree.plan("Store", options: Self.options(.environment)).json
        #expect(json.contains("\"style\" : \"environment\""))
        #expect(json.contains("\"file\" : \"App/EnvironmentValues+store.swift\",\n      \"isNew\" : true"), "\(json)")
    }

    private static func provided() -> Cut.Options {
        var options = options(.provider)
        options.provider = "Services"
        return options
    }

    @Test("The next singleton gets a property in the provider, and its callers keep their parameter")
    func nextSingleton() throws {
        let clock = Self.store.replacing("Store", with: "Clock")
        let tree = try SourceTree([
            "App/Store.swift": Self.store + "\n" + clock,
            "App/A.swift": "final class A { func f() { Store.shared.go() }\nfunc g() { Clock.shared.go() } }\n",
        ])
        let first = try tree.plan("Store", options: Self.provided())
        #expect(first.carriers.map(\.file) == ["App/Services.swift"])
        try SliceWriter(root: tree.root.path).write(first.changes)
        let second = try tree.plan("Clock", options: Self.provided())
        #expect(second.callers.map(\.obstacle) == [nil])
        #expect(second.carriers.map(\.isNew) == [false])
        #expect(second.diff.contains("+    private var clock: Clock { injectedServices?.clock ?? .shared }"))
        #expect(!second.diff.contains("+    init("), "\(second.diff)")
        try SliceWriter(root: tree.root.path).write(second.changes)
        let services = try tree.text("App/Services.swift")
        #expect(
            services.contains("    var clock: Clock?\n\n    /// In place of `Store.shared`.\n    var store: Store?\n}")
        )
        #expect(try tree.cutAll(options: Self.provided()) == 0)
    }

    @Test(
        "A provider is a structure that can have the instance",
        arguments: [
            ("struct Services {}\n", nil, "store"),
            ("struct Services { var store: Store? }\n", nil, "store"),
            ("struct Services { var store = 1 }\n", nil, "sharedStore"),
            ("final class Services {}\n", .style, ""),
            ("private struct Services {}\n", .style, ""),
            ("struct Services<T> {}\n", .style, ""),
            ("protocol Services {}\n", .style, ""),
        ] as [(String, Reason?, String)]
    )
    func provider(_ text: String, _ obstacle: Reason?, _ member: String) throws {
        let tree = try SourceTree([
            "App/Store.swift": Self.store,
            "App/A.swift": text + "final class A { func f() { Store.shared.go() } }\n",
        ])
        let plan = try tree.plan("Store", options: Self.provided())
        #expect(plan.callers.map(\.obstacle) == [obstacle])
        #expect(plan.changes.map(\.path) == ["App/A.swift"])
        let value = "injectedServices?.\(member) ?? .shared"
        #expect(plan.diff.contains(value) == (obstacle == nil), "\(plan.diff)")
    }

    @Test("A Sendable provider can't have an instance that isn't, and another provider can have both")
    func looseInstances() throws {
        let clock = Self.loose.replacing("Store", with: "Clock")
        for (first, second, obstacle) in [("Store", "Clock", Reason.style), ("Clock", "Store", nil)] {
            let tree = try SourceTree([
                "App/Store.swift": Self.store + "\n" + clock,
                "App/A.swift": "final class A { func f() { Store.shared.go() }\nfunc g() { Clock.shared.go() } }\n",
            ])
            let made = try tree.plan(first, options: Self.provided())
            #expect(made.callers.map(\.obstacle) == [nil])
            try SliceWriter(root: tree.root.path).write(made.changes)
            #expect(try tree.text("App/Services.swift").contains("Services: Sendable") == (first == "Store"))
            #expect(try tree.plan(second, options: Self.provided()).callers.map(\.obstacle) == [obstacle])
        }
    }

    @Test("The property for a global begins with a small letter")
    func globals() throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store { var n = 0; func go() {} }\nlet Vault = Store()\n",
            "App/A.swift": "final class A { func f() { Vault.go() } }\n",
        ])
        let plan = try tree.plan("Vault", options: Self.provided())
        #expect(plan.diff.contains("{ injectedServices?.vault ?? Vault }"), "\(plan.diff)")
    }

    @Test("The provider of a public type is public, and its initializer has no parameters")
    func publicProvider() throws {
        let tree = try SourceTree([
            "Package.swift": Self.package(),
            "Sources/Core/Store.swift":
                "public final class Store: Sendable { public static let shared = Store(); public func go() {} }",
            "Sources/App/A.swift": "import Core\nfinal class A { func f() { Store.shared.go() } }\n",
        ])
        let plan = try tree.plan("Store", options: Self.provided())
        #expect(plan.diff.contains("+public struct Services: Sendable {"))
        #expect(plan.diff.contains("+    public var store: Store?\n+\n+    public init() {}\n"))
    }
}
