import Foundation
import TestSupport
import Testing

@testable import SeamCut

/// Accessors of Objective-C's classes as default arguments, where Swift 5 doesn't check their actor.
@Suite("Default arguments that Swift 5 doesn't check", .ownThread)
struct UncheckedDefaultTests {
    private static let stub = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "SeamCutFixtures/styles/stubs/UIKit.swift")

    private static let plain = "init(title: String, screen: UIScreen = .main) {"
    private static let optional = "init(title: String, screen: UIScreen? = nil) {"

    struct Row: Sendable {
        /// What is before the body of `Caller`.
        var head: String
        /// What is before its initializer.
        var words = ""
        /// What the initializer takes after a cut, in Swift 5; nil if the accessor is read late.
        var taken: String?
    }

    static let rows = [
        Row(head: "class Caller: UIViewController", taken: plain),
        Row(head: "class Base: UIViewController {}\nfinal class Caller: Base", taken: plain),
        Row(head: "final class Caller", taken: plain),
        Row(head: "@MainActor class Own {}\nfinal class Caller: Own", taken: plain),
        Row(head: "@MainActor final class Caller: UIViewController", taken: optional),
        Row(head: "class Caller: UIViewController", words: "@MainActor ", taken: optional),
        Row(
            head:
                "@MainActor class Outer {}\nextension Outer { class Inner: UIViewController {} }\nfinal class Caller: Outer.Inner",
            taken: plain
        ),
        Row(head: "@MainActor final class Caller", taken: optional),
        Row(head: "final class Caller", words: "@MainActor "),
    ]

    private static func tree(_ row: Row, tools: String) throws -> SourceTree {
        try SourceTree([
            "Package.swift": """
            // swift-tools-version: \(tools)
            import PackageDescription
            let package = Package(name: "App", targets: [.executableTarget(name: "App", path: "App")])

            """,
            "App/Program.swift": """
            import UIKit

            \(row.head) {
                let title: String

                \(row.words)init(title: String) {
                    self.title = title
                }

                func show() {
                    print(title, UIScreen.main.scale)
                }
            }

            @main enum Program {
                @MainActor static func main() {
                    Caller(title: "a").show()
                }
            }

            """,
        ])
    }

    private static func cut(_ tree: SourceTree) throws {
        let plan = try tree.plan("UIScreen", options: Cut.Options())
        try SliceWriter(root: tree.root.path).write(plan.changes)
    }

    @Test("Code that says nothing of actors takes the instance by a default argument", arguments: rows)
    func forms(_ row: Row) throws {
        let tree = try Self.tree(row, tools: "5.9")
        try Self.cut(tree)
        let text = try tree.text("App/Program.swift")
        let taken = [Self.plain, Self.optional].first(where: text.contains)
        #expect((text.contains("injectedScreen") ? nil : taken) == row.taken, "\(text)")
    }

    @Test("Swift 6, and strict checks, look at the actor", arguments: ["6.0", "5.9"])
    func strict(_ tools: String) throws {
        let tree = try Self.tree(Self.rows[2], tools: tools)
        let manifest = try tree.text("Package.swift")
        let strict = ", swiftSettings: [.enableExperimentalFeature(\"StrictConcurrency\")])"
        if tools == "5.9" { try tree.write("Package.swift", manifest.replacing("\"App\")", with: "\"App\"" + strict)) }
        try Self.cut(tree)
        #expect(!(try tree.text("App/Program.swift")).contains(Self.plain))
    }

    @Test("What is written compiles, prints the same, and adds no warning", .startsCompiler, arguments: rows)
    func runs(_ row: Row) throws {
        let module = try Compiler.module(Self.stub)
        defer { try? FileManager.default.removeItem(at: module) }
        let tree = try Self.tree(row, tools: "5.9")
        let file = tree.root.appending(path: "App/Program.swift")
        let old = try Compiler.run([file], .swift5, modules: module)
        #expect(old.errors.isEmpty && old.output == "a 2\n", "\(old)")
        try Self.cut(tree)
        let new = try Compiler.run([file], .swift5, modules: module)
        #expect(new.errors.isEmpty && new.output == old.output, "\(new)")
        #expect(new.warnings <= old.warnings, "\(new)")
    }

    @Test("A class without an actor reads the application late if that may not be there yet", arguments: [true, false])
    func application(isMadeBefore: Bool) throws {
        let made = isMadeBefore ? "let caller = Caller()" : "let title = \"a\""
        let tree = try Self.tree(Self.rows[2], tools: "5.9")
        try tree.write(
            "App/Program.swift",
            """
            import SwiftUI
            import UIKit

            final class Caller {
                private let title = ""

                func open() { UIApplication.shared.open(title) }
            }

            final class Screen: UIViewController { func show() { Caller().open() } }

            @main struct Main: App {
                \(made)
                var body: some Scene { WindowGroup { Text("a") } }
            }

            """
        )
        let diff = try tree.plan("UIApplication", options: Cut.Options()).diff
        #expect(diff.contains("init(application: UIApplication = .shared)") != isMadeBefore, "\(diff)")
    }

    @Test(
        "Code on the accessor's actor takes it by a default argument if its module has one like that already",
        arguments: [
            ("@MainActor func tint(_ store: Store = .shared) {}", "@MainActor", true),
            ("extension View { func tint(_ store: Store = Store.shared) {} }", "@MainActor", true),
            ("@MainActor func tint(_ store: Store? = nil) {}", "@MainActor", false),
            ("func tint(_ store: Store = .shared) {}", "@MainActor", false),
            ("@MainActor func tint(_ store: Store = .shared) {}", "", false),
        ]
    )
    func usual(_ row: (other: String, words: String, isTaken: Bool)) throws {
        let tree = try SourceTree([
            "App/Store.swift": "@MainActor final class Store { static let shared = Store(); func go() {} }\n",
            "App/View.swift": row.other + "\n",
            "App/A.swift": """
            \(row.words) final class A {
                let n: Int
                init(n: Int) { self.n = n }
                @MainActor func f() { Store.shared.go() }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift").contains("store: Store = .shared)") == row.isTaken)
    }

    @Test("An initializer reads what it takes before the object is complete, on an actor that only the framework says")
    func incomplete() throws {
        var row = Self.rows[7]
        row.words = "let width: Double\n    "
        let tree = try Self.tree(row, tools: "5.9")
        let text = try tree.text("App/Program.swift")
        try tree.write(
            "App/Program.swift",
            text.replacing("self.title = title", with: "width = UIScreen.main.scale\n        self.title = title")
        )
        try Self.cut(tree)
        #expect(try tree.text("App/Program.swift").contains("width = screen.scale\n"))
    }
}
