import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut
@testable import seam

@Suite("Fakes of a cut's protocol", .ownThread)
struct CutFakeTests {
    private static let files = [
        "Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "Shop", targets: [
            .target(name: "Shop"), .testTarget(name: "ShopTests", dependencies: ["Shop"]),
        ])

        """,
        "Sources/Shop/Store.swift": """
        struct Order: Sendable { var id = 1 }
        final class Store: Sendable {
            static let shared = Store()
            func orders(_ limit: Int = 10) async throws -> [Order] { [Order(id: limit)] }
            func clear() {}
        }
        final class Screen {
            func show() async throws -> Int {
                Store.shared.clear()
                return try await Store.shared.orders().count
            }
        }

        """,
        "Tests/ShopTests/Empty.swift": "",
    ]

    private static func plan(_ tree: SourceTree) throws -> CutPlan {
        let planner = try tree.planner()
        let map = planner.map
        let store = try #require(map.singletons.first { $0.isCalled("Store") })
        var options = Cut.Options()
        options.protocolName = "StoreProviding"
        let plan = planner.plan(store, options)
        return try FakeWriter(root: tree.root.path, map: map, folder: "Tests/ShopTests/Fakes").adding(to: plan)
    }

    @Test(
        "The fake comes with the slice, compiles with strict concurrency, and stands in for the singleton",
        .startsCompiler
    )
    func runs() throws {
        let tree = try SourceTree(Self.files)
        let plan = try Self.plan(tree)
        #expect(plan.changes.filter(\.isNew).map(\.path).contains("Tests/ShopTests/Fakes/MockStoreProviding.swift"))
        try SliceWriter(root: tree.root.path).write(plan.changes)
        let fake = "Tests/ShopTests/Fakes/MockStoreProviding.swift"
        let text = try tree.text(fake)
        #expect(text.contains("@testable import Shop"))
        // As the protocol is indented, which is indented as the type is.
        #expect(text.contains("\n    init(") || text.contains("\n    func "))
        // One module, so that no test has to build a package.
        try tree.write(fake, text.replacing("@testable import Shop\n", with: ""))
        let program = """
            @main struct Program {
                static func main() async throws {
                    let fake = MockStoreProviding()
                    fake.ordersCalls.handler = { _ in [Order(), Order()] }
                    print(try await Screen(store: fake).show(), fake.ordersCalls.inputs, fake.clearCalls.count)
                }
            }
            """
        try tree.write("Main.swift", program)
        let paths = try ["Sources/Shop", "Tests/ShopTests/Fakes"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: tree.root.appending(path: folder).path)
                .map { folder + "/" + $0 }
        }
        let run = try Compiler.run((paths + ["Main.swift"]).map { tree.root.appending(path: $0) }, .swift6)
        #expect(run.errors.isEmpty, "\(run.errors)")
        #expect(run.warnings == 0)
        #expect(run.output == "2 [10] 1\n")
        // What is generated is brought up to date again.
        #expect(try Self.plan(tree).changes.map(\.path) == [fake])
    }

    @Test("A file that somebody wrote is never replaced, and a second run with the fake in place changes nothing")
    func existing() throws {
        let tree = try SourceTree(Self.files)
        try SliceWriter(root: tree.root.path).write(try Self.plan(tree).changes)
        #expect(try Self.plan(tree).changes.isEmpty)
        try tree.write("Tests/ShopTests/Fakes/MockStoreProviding.swift", "final class MockStoreProviding {}\n")
        #expect(throws: ToolFailure.self) { try Self.plan(tree) }
    }

    @Test("A protocol that can have no whole fake is said, with its line")
    func problem() throws {
        let tree = try SourceTree(Self.files)
        let store = """
            final class Store {
                nonisolated(unsafe) static let shared = Store()
                func each<Item>(_ item: inout Item) {}
            }
            final class Screen {
                func show() {
                    var number = 1
                    Store.shared.each(&number)
                }
            }

            """
        try tree.write("Sources/Shop/Store.swift", store)
        let failure = #expect(throws: ToolFailure.self) { try Self.plan(tree) }
        #expect(
            failure?.message.contains("Sources/Shop/StoreProviding.swift:3: MockStoreProviding is an open class")
                == true
        )
    }
}
