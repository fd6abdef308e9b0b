import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// Programs in `Tests/SeamCutFixtures/styles`, before and after a cut with `--style`.
///
/// SwiftUI and swift-dependencies are modules of the same API in `stubs`. `SEAM_UPDATE=1` writes the programs after the
/// cut again.
@Suite("Styles of cuts", .ownThread)
struct StyleTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "SeamCutFixtures/styles")

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String { style.rawValue }
        var style: Style
        /// The module that the program imports.
        var stub: String?
        /// What the program makes, and how it makes it with another instance.
        var made: String
        var passed: String
        var seen: String
    }

    static let rows = [
        Row(
            style: .environment,
            stub: "SwiftUI",
            made: "Host.show(Screen(title: \"start\"))",
            passed: "Host.show(Screen(title: \"start\").environment(\\.account, Account(\"mine\")))",
            seen: "account made\ntheme made\nstart mine\n"
        ),
        Row(
            style: .dependency,
            stub: "Dependencies",
            made: "Screen(title: \"start\")\n",
            passed: "withDependencies { $0.account = Account(\"mine\") } operation: { Screen(title: \"start\") }\n",
            seen: "account made\nbefore\nstart mine\nstart mine\n"
        ),
        Row(
            style: .provider,
            made: "Screen(title: \"start\")\n",
            passed: "Screen(title: \"start\", appServices: AppServices(account: Account(\"mine\")))\n",
            seen: "account made\nbefore\nstart mine\nanalytics made\n"
        ),
    ]

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: path)), as: UTF8.self)
    }

    private static func tree(_ row: Row, _ mode: Compiler.Mode = .swift6) throws -> SourceTree {
        let tree = try SourceTree(["App/Program.swift": try text("\(row.style.rawValue)/Before.swift")])
        if mode == .mainActor {
            let dependencies = "dependencies: [\"Dependencies\"], path:"
            try tree.write("Package.swift", Compiler.mainActorManifest.replacing("path:", with: dependencies))
        }
        return tree
    }

    private static func cut(_ tree: SourceTree, _ row: Row) throws -> Int {
        var options = Cut.Options()
        (options.style, options.provider) = (row.style, row.style == .provider ? "AppServices" : nil)
        return try tree.cutAll(options: options)
    }

    private static func files(_ tree: SourceTree) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: tree.root.path + "/App").sorted()
    }

    private static func run(_ tree: SourceTree, _ row: Row, _ mode: Compiler.Mode) throws -> Compiler.Outcome {
        let sources = try files(tree).map { tree.root.appending(path: "App/\($0)") }
        let stub = try row.stub.map { try Compiler.module(folder.appending(path: "stubs/\($0).swift")) }
        defer { if let stub { try? FileManager.default.removeItem(at: stub) } }
        return try Compiler.run(sources, mode, modules: stub)
    }

    @Test("The files after a cut are those that were approved, and a second cut changes nothing", arguments: rows)
    func text(_ row: Row) throws {
        let tree = try Self.tree(row)
        #expect(try Self.cut(tree, row) > 0)
        for name in try Self.files(tree) {
            let after = try tree.text("App/\(name)")
            let path = "\(row.style.rawValue)/\(name == "Program.swift" ? "After.swift" : name)"
            if Effort.updates {
                try Data(after.utf8).write(to: Self.folder.appending(path: path))
            }
            #expect(after == (try Self.text(path)), "\(name)")
        }
        #expect(try Self.cut(tree, row) == 0)
    }

    @Test(
        "The programs compile in every mode, print the same, and warnings don't grow",
        .startsCompiler,
        arguments: rows
    )
    func runs(_ row: Row) throws {
        for mode in Compiler.Mode.languages {
            try Self.expectSame(Self.tree(row, mode), row, mode)
        }
    }

    /// Cuts a tree, and expects that it compiles and prints the same, without more warnings.
    private static func expectSame(_ tree: SourceTree, _ row: Row, _ mode: Compiler.Mode) throws {
        let old = try run(tree, row, mode)
        #expect(old.errors.isEmpty, "\(mode): \(old.errors)")
        #expect(try cut(tree, row) > 0, "\(mode)")
        let new = try run(tree, row, mode)
        #expect(new.errors.isEmpty, "\(mode): \(new.errors)")
        #expect(old.output == new.output, "\(mode)")
        #expect(new.warnings <= old.warnings, "\(mode)")
    }

    @Test("A caller sees the instance that is set for it", .startsCompiler, arguments: rows)
    func passed(_ row: Row) throws {
        let tree = try Self.tree(row)
        _ = try Self.cut(tree, row)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains(row.made))
        try tree.write("App/Program.swift", text.replacing(row.made, with: row.passed))
        let outcome = try Self.run(tree, row, .swift6)
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix(row.seen), "\(outcome.output)")
    }

    @Test(
        "A program whose callers take a protocol by a style compiles and prints the same",
        .startsCompiler,
        arguments: rows
    )
    func protocols(_ row: Row) throws {
        for mode in Compiler.Mode.languages {
            let tree = try Self.tree(row, mode)
            let old = try Self.run(tree, row, mode)
            var options = Cut.Options()
            (options.style, options.protocolName) = (row.style, "AccountProviding")
            options.provider = row.style == .provider ? "AppServices" : nil
            let plan = try tree.plan("Account", options: options)
            #expect(plan.diff.contains("account: (any AccountProviding)?"))
            try SliceWriter(root: tree.root.path).write(plan.changes)
            let new = try Self.run(tree, row, mode)
            #expect(new.errors.isEmpty, "\(mode): \(new.errors)")
            #expect(old.output == new.output, "\(mode)")
        }
    }

    @Test(
        "Extensions in other files and subclasses have a provider too",
        .startsCompiler,
        arguments: Compiler.Mode.languages
    )
    func severalFiles(_ mode: Compiler.Mode) throws {
        let row = try #require(Self.rows.last)
        let tree = try SourceTree([
            "App/Program.swift": """
            nonisolated final class Store: Sendable {
                static let shared = Store("shared")
                let name: String
                init(_ name: String) { self.name = name }
                func greet(_ text: String) { print(text, name) }
            }
            class Page {
                let title: String
                init(title: String) { self.title = title }
                func show() { Store.shared.greet(title) }
            }
            final class Cover: Page { func open() { Store.shared.greet("open") } }
            final class Quiet { let title = "quiet" }
            @main enum Program {
                static func main() {
                    let cover = Cover(title: "cover")
                    cover.show()
                    cover.turn()
                    cover.open()
                    Quiet().speak()
                }
            }

            """,
            "App/More.swift": """
            extension Page { func turn() { Store.shared.greet("turn") } }
            extension Quiet { func speak() { Store.shared.greet(title) } }

            """,
        ])
        if mode == .mainActor { try tree.write("Package.swift", Compiler.mainActorManifest) }
        try Self.expectSame(tree, row, mode)
        let texts = try ["App/Program.swift", "App/More.swift"].map(tree.text)
        #expect(texts[0].contains("let injectedAppServices: AppServices?\n"), "\(texts)")
        #expect(texts[0].contains("var injectedOwnAppServices: AppServices?\n"), "\(texts)")
        #expect(texts[1].components(separatedBy: "injectedAppServices?.store").count == 3, "\(texts)")
        #expect(try Self.cut(tree, row) == 0)
        try tree.write(
            "App/Program.swift",
            texts[0].replacing("Quiet()", with: "Quiet(appServices: AppServices(store: Store(\"mine\")))")
        )
        #expect(try Self.run(tree, row, mode).output.hasSuffix("quiet mine\n"))
    }

    @Test(
        "An instance that isn't Sendable is carried by a provider that isn't either",
        .startsCompiler,
        arguments: Compiler.Mode.languages
    )
    func loose(_ mode: Compiler.Mode) throws {
        let program = """
            nonisolated final class Store {
                // Is never changed after it is made, and has no state that is.
                nonisolated(unsafe) static let shared = Store("shared")
                let name: String
                init(_ name: String) { self.name = name }
                func greet(_ text: String) { print(text, name) }
            }
            nonisolated final class Plain { func show() { Store.shared.greet("plain") } }
            nonisolated final class Shelf: Sendable { func show() { Store.shared.greet("shelf") } }
            @MainActor final class Model {
                func show() { Store.shared.greet("model") }
                nonisolated func free() { Store.shared.greet("free") }
                func later() -> () -> Void { { Store.shared.greet("later") } }
            }
            actor Worker { func work() { Store.shared.greet("worker") } }
            @main enum Program {
                @MainActor static func main() async {
                    Plain().show()
                    Shelf().show()
                    let model = Model()
                    model.show()
                    model.free()
                    model.later()()
                    await Worker().work()
                }
            }

            """
        let row = try #require(Self.rows.last)
        let tree = try SourceTree(["App/Program.swift": program])
        if mode == .mainActor { try tree.write("Package.swift", Compiler.mainActorManifest) }
        try Self.expectSame(tree, row, mode)
        #expect(try tree.text("App/AppServices.swift").contains("struct AppServices {\n"))
        let text = try tree.text("App/Program.swift")
        #expect(text.components(separatedBy: "injectedAppServices?.store").count == 5, "\(text)")
        try tree.write(
            "App/Program.swift",
            text.replacing(" Plain().show()", with: " Plain(appServices: AppServices(store: Store(\"mine\"))).show()")
        )
        #expect(try Self.run(tree, row, mode).output.hasPrefix("plain mine\n"))
    }
}
