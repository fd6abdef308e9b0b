import TestSupport
import Testing

@testable import SeamCut

/// Initializers whose words or bodies have to change with the parameter.
@Suite("Initializers that take an instance", .ownThread)
struct InitializerFormTests {
    @Test(
        "The initializer of a singleton isn't private once it takes an instance, which nobody could pass else",
        arguments: [
            ("static let shared = A()", "", true), ("static let shared: A = .init()", "", true),
            ("class var shared: A { A() }", "", true), ("static func make() -> A { A() }", "", false),
            ("static let shared = A()", "convenience init(n: Int) { self.init() }", false),
        ]
    )
    func hidden(_ row: (member: String, other: String, isOpened: Bool)) throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store: Sendable { static let shared = Store(); func go() {} }\n",
            "App/A.swift": """
            class A: NSObject {
                \(row.member)

                private override init() {}
                \(row.other)

                func f() { Store.shared.go() }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let word = row.isOpened ? "" : "private "
        #expect(try tree.text("App/A.swift").contains("    \(word)init(store: Store = .shared) {"), "\(word)")
    }

    @Test("A body that says the property reads what is stored, not the optional parameter", arguments: [true, false])
    func hiding(isSaid: Bool) throws {
        let tree = try SourceTree([
            "App/Store.swift": "@MainActor final class Store { static let shared = Store(); func go() {} }\n",
            "App/A.swift": """
            @MainActor final class A {
                private let store = Store.shared

                init() {
                    \(isSaid ? "store.go()" : "print(1)")
                }

                func f() { Store.shared.go() }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(text.contains("let store = store ?? .shared\n") == isSaid, "\(text)")
        #expect(text.contains("self.store = store\n") == isSaid, "\(text)")
    }
}
