import TestSupport
import Testing

@testable import SeamCut

/// New properties stand with others of their kind, and new initializers behind all of them.
@Suite("What new properties stand beside", .ownThread)
struct NeighbourTests {
    typealias Row = MemberPlaceTests.Row
    private static let store =
        "final class Store { static let shared = Store(); func go() {}; func add(_ a: Int, _ b: Int) {} }\n"

    @Test(
        "Comments, branches and private properties between others don't tell where a property stands",
        arguments: [
            Row(
                testDescription: "behind constants with a comment behind one of them",
                before: """
                    final class A {
                        let n: Int
                        let m: Int // later
                        let k: Int
                        init(n: Int) {
                            self.n = n
                            m = 1
                            k = 2
                        }
                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                    final class A {
                        let n: Int
                        let m: Int // later
                        let k: Int
                        private let store: Store
                        init(n: Int, store: Store = .shared) {
                            self.n = n
                            self.store = store
                            m = 1
                            k = 2
                        }
                        func f() { store.go() }
                    }

                    """
            ),
            Row(
                testDescription: "behind constants with a comment above each, apart from each other",
                before: """
                    final class A {
                        // The first.
                        private let n: Int

                        // The second.
                        private let m: Int

                        init(n: Int) {
                            self.n = n
                            m = 1
                        }
                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                    final class A {
                        // The first.
                        private let n: Int

                        // The second.
                        private let m: Int

                        private let store: Store

                        init(n: Int, store: Store = .shared) {
                            self.n = n
                            self.store = store
                            m = 1
                        }
                        func f() { store.go() }
                    }

                    """
            ),
            Row(
                testDescription: "among properties, another of them documented",
                before: """
                    final class A {
                        var n: Int
                        private let m = 1
                        /// More.
                        private var k = 2
                        private let l = 3
                        private var j = 4
                        init(n: Int) {
                            self.n = n
                        }
                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                    final class A {
                        var n: Int
                        private let m = 1
                        /// More.
                        private var k = 2
                        private let l = 3
                        private let store: Store
                        private var j = 4
                        init(n: Int, store: Store = .shared) {
                            self.n = n
                            self.store = store
                        }
                        func f() { store.go() }
                    }

                    """
            ),
            Row(
                testDescription: "an initializer behind constants in branches",
                before: """
                    final class A {
                        private lazy var n = 1

                        #if DEBUG
                            private static let m = 1
                        #else
                            private static let m = 2
                        #endif

                        func f() { Store.shared.go() }
                    }

                    """,
                after: """
                    final class A {
                        private lazy var n = 1

                        private let store: Store

                        #if DEBUG
                            private static let m = 1
                        #else
                            private static let m = 2
                        #endif

                        init(store: Store = .shared) {
                            self.store = store
                        }

                        func f() { store.go() }
                    }

                    """
            ),
            Row(
                testDescription: "at the start of a view with a private property between others",
                before: """
                    struct A: View {
                        @ObservedObject var model: Model
                        var isOn = false

                        var body: some View { Text(Store.shared.go()) }

                        @State private var isShown = false
                        var title: some View { Text("") }
                    }

                    """,
                after: """
                    struct A: View {
                        @ObservedObject var model: Model
                        var isOn = false
                        var store: Store = .shared

                        var body: some View { Text(store.go()) }

                        @State private var isShown = false
                        var title: some View { Text("") }
                    }

                    """
            ),
            Row(
                testDescription: "behind all that the memberwise initializer of a view takes",
                before: """
                    struct A: View {
                        var body: some View { Text(Store.shared.go()) }

                        var isShown = false
                    }

                    """,
                after: """
                    struct A: View {
                        var body: some View { Text(store.go()) }

                        var isShown = false
                        var store: Store = .shared
                    }

                    """
            ),
        ]
    )
    func written(_ row: Row) throws {
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": row.before])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift") == row.after)
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }
}
