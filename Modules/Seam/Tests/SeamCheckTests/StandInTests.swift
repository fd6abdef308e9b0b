import Foundation
import SeamKit
import SeamCut
import TestSupport
import Testing

@testable import SeamCheck

/// Trees with a baseline, before and after something took the place of what it knows.
@Suite("What takes the place of known violations", .ownThread)
struct StandInTests {
    typealias Folder = CheckRunTests.Folder

    private static let members = "roots: [Program]\nmembers:\n  Store.*: {}\n  Services.*: {}\n"
    private static let types = members + "types:\n  Store: { only: [App/Store.swift] }\nfallbacks: true\n"

    private static let sources = [
        "App/Store.swift": """
        final class Store { static let shared = Store(); var n = 0; func go() { n += 1 }; func stop() {} }
        enum Services { static let log = Log() }
        final class Log { var k = 0; func add() { k += 1 } }
        """,
        "App/Screen.swift": """
        final class Screen {
            func show() { Store.shared.go(); Services.log.add(); print(Store.shared.n) }
            func later() -> () -> Void { { Store.shared.go() } }
        }
        extension Screen { func hide() { Store.shared.stop() } }
        """,
        "App/Row.swift": """
        struct Row {
            let start = Store.shared.n
            func show() { Store.shared.go(); Store.shared.stop() }
            static func all() { Store.shared.go() }
        }
        """,
        "App/Menu.swift": "final class Menu { func open() { Screen().show(); Screen().hide() } }",
        "App/Value.swift": """
        enum Value {
            static func mark() -> Int { Store.shared.n }
            static func alone() -> Int { Store.shared.n }
            static let all: [() -> Int] = [mark, zero]
            static func zero() -> Int { Store.shared.n }
        }
        """,
        "App/Program.swift": """
        enum Program { static func main() { Menu().open(); free() } }
        func free() { Store.shared.go() }
        """,
        "AppTests/ScreenTests.swift": """
        @testable import App
        struct ScreenTests { func show() { Store.shared.stop(); Screen().show() } }
        """,
    ]

    /// Makes a tree whose baseline knows all that breaks its rules.
    private func tree(_ yaml: String, _ sources: [String: String] = sources) throws -> Folder {
        let folder = try Folder(sources.merging(["seam.yml": "version: 1\n" + yaml]) { first, _ in first })
        let run = try CheckRun(root: folder.path)
        try run.write(run.update(from: run.report(), acceptsNew: true).baseline)
        #expect(try report(folder).outcome(isStrict: true) == .clean)
        return folder
    }

    private func report(_ folder: Folder) throws -> CheckReport { try CheckRun(root: folder.path).report() }

    private func cut(_ folder: Folder, _ name: String, _ change: (inout Cut.Options) -> Void) throws {
        let analysed = try Analysis.analyse(root: folder.path)
        let singleton = try #require(analysed.map.singletons.first { $0.isCalled(name) })
        var options = Cut.Options()
        options.roots = Roots(["Program"])
        change(&options)
        let plan = CutPlanner(analysed, root: folder.path).plan(singleton, options)
        #expect(!plan.changes.isEmpty)
        try SliceWriter(root: folder.path).write(plan.changes)
    }

    /// A form of the cut, by the options of its steps.
    enum Form: CaseIterable {
        case gather, inject, structs, thread, abstraction, provider, environment

        fileprivate var steps: [(inout Cut.Options) -> Void] {
            switch self {
            case .gather: [{ $0.stage = .gather }]
            case .inject: [{ _ in }]
            case .structs: [{ $0.includesStructs = true }]
            case .thread: [{ _ in }, { $0.stage = .thread }]
            case .abstraction: [{ $0.protocolName = "Counting" }]
            case .provider: [{ ($0.style, $0.provider) = (.provider, "Parts") }]
            case .environment: [{ $0.style = .environment }]
            }
        }
    }

    @Test(
        "A baseline from before a cut still excuses the tree, and doesn't grow",
        arguments: Form.allCases,
        [members, types]
    )
    func cut(_ form: Form, _ yaml: String) throws {
        let folder = try tree(yaml)
        defer { folder.close() }
        let before = try CheckRun(root: folder.path).baseline.total
        for step in form.steps {
            try cut(folder, "Store", step)
            #expect(try report(folder).new.map(\.violation.message) == [])
        }
        // Nobody has to accept anything, and the next check needs nothing else.
        let run = try CheckRun(root: folder.path)
        let update = run.update(from: try run.report(), acceptsNew: false)
        #expect(update.refused.isEmpty)
        #expect(update.baseline.total <= before)
        try run.write(update.baseline)
        #expect(try report(folder).outcome(isStrict: true) == .clean)
    }

    @Test("A member of a locator is gathered under the baseline from before")
    func locator() throws {
        let folder = try tree(Self.members)
        defer { folder.close() }
        try cut(folder, "Services") { _ in }
        #expect(try report(folder).new.isEmpty)
    }

    @Test(
        "A property that has the instance for something else, or a parameter for it, is no obstacle to the one of a cut",
        arguments: [
            "    lazy var row: Row = {\n        let store = Store.shared\n        return Row(store)\n    }()\n",
            "    let store: Store\n    init(n: Int = Store.shared.n, store: Store = .shared) { self.store = store }\n",
            "    lazy var row = Row(.shared)\n    static func all() { Store.shared.stop() }\n",
            "    var row: Row { Row(Store.shared) }\n    static func all() { Store.shared.stop() }\n",
        ]
    )
    func crowded(_ member: String) throws {
        var sources = Self.sources
        sources["App/Row.swift"] = "struct Row { init(_ store: Store) {} }"
        sources["App/Cart.swift"] =
            "final class Cart {\n\(member)    func f() { Store.shared.go(); Store.shared.stop() }\n}"
        for stage in [Stage.gather, .inject] {
            let folder = try tree(Self.members, sources)
            defer { folder.close() }
            try cut(folder, "Store") { $0.stage = stage }
            #expect(try report(folder).new.map(\.violation.message) == [])
        }
    }

    @Test("What a comment allows is allowed after a cut, with or without a baseline", arguments: [true, false])
    func allowed(hasBaseline: Bool) throws {
        var sources = hasBaseline ? Self.sources : ["App/Store.swift": Self.sources["App/Store.swift"] ?? ""]
        sources["App/Cart.swift"] = """
            final class Cart {
                func f() {
                    // seam:allow Store: the old flow
                    Store.shared.go()
                    Store.shared.stop()  // seam:allow Store.stop: the old flow
                }
            }
            """
        for stage in [Stage.gather, .inject] {
            let folder = try tree(Self.members, sources)
            defer { folder.close() }
            try cut(folder, "Store") { $0.stage = stage }
            let found = try report(folder)
            #expect(found.outcome(isStrict: true) == .clean, "\(found.new)")
            let cart = try String(contentsOfFile: folder.path + "/App/Cart.swift", encoding: .utf8)
            try folder.write(cart + "extension Cart { func g() { Store.shared.go() } }\n", "App/Cart.swift")
            #expect(try report(folder).new.count == 1)
        }
    }

    @Test(
        "Something new fails beside a cut",
        arguments: [
            "final class New { func f() { Store.shared.go() } }",
            "final class New { let store = Store.shared }",
            "final class New { private var store: Store { .shared }\nfunc f() { store.go() } }",
            "extension Screen { func more() { Store.shared.go() } }",
            "extension Screen { var other: Store { Store.shared } }",
            "func more() { Store.shared.stop() }",
        ]
    )
    func new(_ source: String) throws {
        for stage in [Stage.gather, .inject] {
            let folder = try tree(Self.members)
            defer { folder.close() }
            try cut(folder, "Store") { $0.stage = stage }
            try folder.write(source, "App/New.swift")
            #expect(try report(folder).new.map(\.violation.file).contains("App/New.swift"))
        }
    }

    private static func cart(_ function: String, _ member: String = "go") -> [String: String] {
        var sources = Self.sources
        sources["App/Cart.swift"] = "struct Cart { func \(function) { Store.shared.\(member)() } }"
        return sources
    }

    @Test("A function with another name or other parameters takes its entries with it")
    func renamed() throws {
        let folder = try tree(Self.members, Self.cart("load()"))
        defer { folder.close() }
        for name in ["reload()", "reload(_ n: Int)"] {
            try folder.write(Self.cart(name)["App/Cart.swift"] ?? "", "App/Cart.swift")
            let run = try CheckRun(root: folder.path)
            let report = try run.report()
            #expect(report.outcome() == .clean && report.stale.isEmpty)
            let update = run.update(from: report, acceptsNew: false)
            #expect(update.baseline.total == run.baseline.total)
            #expect(update.baseline != run.baseline)
        }
    }

    @Test(
        "A use in another function is new if its own still stands, and so is one more, or one of another member",
        arguments: [
            "struct Cart { func load() {}; func reload() { Store.shared.go() } }",
            "struct Cart { func reload() { Store.shared.go(); Store.shared.go() } }",
            "struct Cart { func reload() { Store.shared.stop() } }",
        ]
    )
    func notRenamed(_ source: String) throws {
        let folder = try tree(Self.members, Self.cart("load()"))
        defer { folder.close() }
        try folder.write(source, "App/Cart.swift")
        #expect(try report(folder).new.map(\.violation.file) == ["App/Cart.swift"])
    }

    @Test("In a module of stage zero nothing stands for anything")
    func zero() throws {
        let folder = try tree(Self.members)
        defer { folder.close() }
        try cut(folder, "Store") { _ in }
        try folder.write("version: 1\n" + Self.members + "stages: { App: zero }\n", "seam.yml")
        #expect(try !report(folder).new.isEmpty)
    }
}
