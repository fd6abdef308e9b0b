import TestSupport
import Testing

@testable import SeamCut

/// Functions that accept an instance, and call themselves.
@Suite("Injecting into functions that call themselves", .ownThread)
struct RecursionTests {
    @Test("A function that calls itself passes on what it takes")
    func recursive() throws {
        let tree = try SourceTree([
            "App/Store.swift": "final class Store { static let shared = Store(); func go() -> Int { 1 } }\n",
            "App/A.swift": """
            enum A {
                static func f(_ n: Int, then: @escaping (Int) -> Void) {
                    if n > 0 {
                        f(n - 1) { then($0) }
                        A.f(n - 2, then: then)
                    } else {
                        then(Store.shared.go())
                    }
                }
            }

            """,
        ])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        #expect(text.contains("f(_ n: Int, store: Store = .shared, then: @escaping (Int) -> Void) {"), "\(text)")
        #expect(text.contains("f(n - 1, store: store) { then($0) }"), "\(text)")
        #expect(text.contains("A.f(n - 2, store: store, then: then)"), "\(text)")
    }
}
