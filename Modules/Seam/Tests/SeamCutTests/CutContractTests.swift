import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut
@testable import seam

@Suite("Contracts of a cut's protocol", .ownThread)
struct CutContractTests {
    private static let fakes = "Tests/ShopTests/Fakes"
    private static let contract = "Tests/ShopTests/StoreProvidingContract.swift"
    private static let fake = fakes + "/MockStoreProviding.swift"

    private static func manifest(_ mode: Compiler.Mode) -> String {
        let settings = mode == .mainActor ? ", swiftSettings: [.defaultIsolation(MainActor.self)]" : ""
        return """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(name: "Shop", targets: [.target(name: "Shop"\(settings))])

            """
    }

    private static let members = """
            var token: String?
            var limits: [Int] = []
            let name: String = "store"
            private var count = 0
            var title: String { name.uppercased() + "!" }
            func greeting(for user: String, _ times: Int) -> String { "\\(user) \\(name) \\(times)" }
            func next() -> Int { count += 1; return count }
            func orders(_ limit: Int = 10, in page: String) async throws(StoreError) -> [Order: Bool] { [Order(id: limit): true] }
            func find(_ id: Int) throws(StoreError) -> Order { Order(id: id) }
            func reset() {}

        """
    private static let shop = """
        enum StoreError: Error { case broken }
        struct Order: Hashable, Sendable { var id = 1 }
        HEAD class Store {
            static let shared = Store()
            init() {}
        \(members)}
        final class Screen {
            HERE func show() async throws -> String {
                Store.shared.token = "a"
                Store.shared.limits = [1]
                Store.shared.reset()
                let order = try Store.shared.find(Store.shared.next())
                let count = try await Store.shared.orders(3, in: "b").count
                return Store.shared.greeting(for: "ada", order.id) + Store.shared.title + Store.shared.name + "\\(count)"
            }
        }

        """

    /// The kinds of singletons, with the modes in which they compile.
    struct Kind: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var shop: String
        var modes: [Compiler.Mode]
        var rows = 5

        static let all = [
            Kind(
                testDescription: "a class",
                shop: shop.replacing("HEAD class", with: "final class").replacing("HERE ", with: ""),
                modes: [.swift5]
            ),
            Kind(
                testDescription: "a class of the main actor",
                shop: shop.replacing("HEAD class", with: "@MainActor final class").replacing(
                    "HERE ",
                    with: "@MainActor "
                ),
                modes: [.swift5, .swift6]
            ),
            Kind(
                testDescription: "a class where the main actor is the default",
                shop: shop.replacing("HEAD class", with: "final class").replacing("HERE ", with: ""),
                modes: [.mainActor]
            ),
            Kind(
                testDescription: "an actor",
                shop: """
                    actor Store {
                        static let shared = Store()
                        var count = 2
                        func double(of number: Int) -> Int { number * 2 + count }
                    }
                    final class Screen { func show() async -> Int { await Store.shared.count + Store.shared.double(of: 1) } }

                    """,
                modes: [.swift5, .swift6],
                rows: 2
            ),
        ]

        private static let shop = CutContractTests.shop
    }

    private static func plan(_ tree: SourceTree) throws -> CutPlan {
        let planner = try tree.planner()
        let map = planner.map
        let store = try #require(map.singletons.first { $0.isCalled("Store") })
        var options = Cut.Options()
        options.protocolName = "StoreProviding"
        let plan = planner.plan(store, options)
        let faked = try FakeWriter(root: tree.root.path, map: map, folder: fakes).adding(to: plan)
        return try ContractAdder(root: tree.root.path, map: map, folder: "Tests/ShopTests", fakes: fakes).adding(
            to: faked
        )
    }

    private static func tree(_ shop: String, _ mode: Compiler.Mode) throws -> SourceTree {
        try SourceTree(["Package.swift": manifest(mode), "Sources/Shop/Store.swift": shop])
    }

    /// Compiles everything into one program and runs its tests.
    private static func run(_ tree: SourceTree, _ mode: Compiler.Mode) throws -> Compiler.Outcome {
        let entry = """
            import Testing
            @main nonisolated struct Program { static func main() async { await Testing.__swiftPMEntryPoint() as Never } }

            """
        try tree.write("Program/Main.swift", entry)
        var files = [contract]
        for folder in ["Sources/Shop", fakes] {
            let names = try FileManager.default.contentsOfDirectory(atPath: tree.root.appending(path: folder).path)
            files += names.map { folder + "/" + $0 }
        }
        // One module, so that no test has to build a package.
        for (position, file) in files.enumerated() {
            let text = try tree.text(file).replacing("@testable import Shop\n", with: "")
            try tree.write("Program/\(position).swift", text)
        }
        let folder = tree.root.appending(path: "Program")
        return try Compiler.run(
            try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil),
            mode
        )
    }

    @Test("The rows hold on the singleton and on the fake, compiled in each mode", .startsCompiler, arguments: Kind.all)
    func runs(_ kind: Kind) throws {
        for mode in kind.modes {
            let tree = try Self.tree(kind.shop, mode)
            try SliceWriter(root: tree.root.path).write(try Self.plan(tree).changes)
            let text = try tree.text(Self.contract)
            #expect(text.components(separatedBy: "Row(testDescription:").count - 1 == kind.rows, "\(text)")
            let run = try Self.run(tree, mode)
            #expect(run.errors.isEmpty, "\(mode): \(run.errors)\n\(text)")
            #expect(run.warnings == 0, "\(mode)")
            #expect(try Self.plan(tree).changes.isEmpty)
        }
    }

    @Test(
        "A singleton, and a fake, that don't do what a row says fail it",
        .startsCompiler,
        arguments: ["singleton", "fake"]
    )
    func fails(_ side: String) throws {
        let tree = try Self.tree(Kind.all[0].shop, .swift5)
        try SliceWriter(root: tree.root.path).write(try Self.plan(tree).changes)
        if side == "singleton" {
            let shop = try tree.text("Sources/Shop/Store.swift")
            let ignoring = shop.replacing("var token: String?\n", with: "var token: String? { get { nil } set {} }\n")
            try tree.write("Sources/Shop/Store.swift", ignoring)
        } else {
            let fake = try tree.text(Self.fake)
            try tree.write(Self.fake, fake.replacing("tokenValue.write(newValue)", with: "_ = newValue"))
        }
        #expect(try Self.run(tree, .swift5).errors == "ended with 1")
    }

    @Test("What a row can't know is named in the file, and a member that changes something has no row")
    func unknown() throws {
        let tree = try Self.tree(Kind.all[0].shop, .swift5)
        try SliceWriter(root: tree.root.path).write(try Self.plan(tree).changes)
        let text = try tree.text(Self.contract).split(separator: "\n").joined(separator: " ")
        let rest = "These members have none yet: `find(_:)`, `next()`, `orders(_:in:)`, `reset()`."
        #expect(text.replacing("     /// ", with: " ").contains(rest), "\(text)")
    }

    @Test("A contract that somebody has changed is never replaced")
    func changed() throws {
        let tree = try Self.tree(Kind.all[0].shop, .swift5)
        try SliceWriter(root: tree.root.path).write(try Self.plan(tree).changes)
        try tree.write(Self.contract, try tree.text(Self.contract) + "// mine\n")
        let failure = #expect(throws: ToolFailure.self) { try Self.plan(tree) }
        #expect(failure?.message.contains("has changed since it was begun") == true)
    }

    @Test("Without a member that a first row could check, nothing is planned")
    func none() throws {
        let shop = """
            final class Store { nonisolated(unsafe) static let shared = Store(); func reset() {} }
            final class Screen { func show() { Store.shared.reset() } }

            """
        let tree = try Self.tree(shop, .swift6)
        let failure = #expect(throws: ToolFailure.self) { try Self.plan(tree) }
        #expect(failure?.message.contains("no member has a value that a first row could check") == true)
    }
}
