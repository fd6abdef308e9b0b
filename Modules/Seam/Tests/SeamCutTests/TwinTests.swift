import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Types of one name in several modules", .ownThread)
struct TwinTests {
    private static let store = """
        public final class Store {
            public static let shared = Store()
            public var count = 0
            public func go() { count += 1 }
        }
        """

    @Test(
        "A caller is judged by its own module's type, whatever another module, or another type, declares by its name",
        arguments: [
            ["Orders/Model.swift": "struct Model: Codable { var name = \"\" }"],
            ["Orders/Model.swift": "class Base {}\nclass Model: Base { init(_ number: Int) {} }"],
            ["Orders/Outer.swift": "enum Outer { struct Model: Codable, Hashable { var name = \"\" } }"],
            ["Cart/Outer.swift": "enum Outer { struct Model: Codable, Hashable { var name = \"\" } }"],
            ["Orders/Loading.swift": "protocol Loading {}"],
            ["Orders/Loading.swift": "class Loading {}"],
        ]
    )
    func twins(others: [String: String]) throws {
        let files = [
            "Core/Store.swift": Self.store,
            "Cart/Loading.swift": "protocol Loading {}",
            "Cart/Model.swift": """
            import Core

            final class Model: Loading {
                let title: String
                init(title: String) {
                    self.title = title
                    Store.shared.go()
                }
                func load() { Store.shared.go() }
            }
            """,
        ]
        let plan = try SourceTree(files.merging(others) { $1 }).plan("Store", options: Cut.Options(stage: .inject))
        #expect(plan.rows.allSatisfy { $0.outcome == .rewritten(property: "store", static: nil) }, "\(plan.outcomes)")
        #expect(plan.callers.map(\.obstacle) == [nil])
    }
}
