import SeamKit
import Testing

@testable import SeamRewrite

/// Whether a maker's property can be read where it makes a caller, and is the instance that the caller had before.
@Suite("What makers pass on", .ownThread)
struct ThreadMakerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String { maker + "\n" + more }
        var maker: String
        /// The other file of the maker.
        var more: String
        var store = "final class Store: Sendable { static let shared = Store(); func go() {} }\n"
        var tests = ""
        /// The protocol that callers take.
        var proto: String?
        /// What the maker's file says after threading.
        var written = ""
        /// Why the maker passes nothing on.
        var message: String?
    }

    private static let makes = "extension Maker { func f() { Made().f() } }"
    private static let holds = "final class Maker { let store: Store; init(store: Store) { self.store = store } }"
    private static let holdsAny =
        "final class Maker { let store: any Going; init(store: any Going) { self.store = store } }"

    @Test(
        "A caller is threaded if the maker can pass on the same instance",
        arguments: [
            // In another file of the maker.
            Row(
                maker: "final class Maker { let a = 1; func f() { Store.shared.go(); g() } }",
                more: "extension Maker { func g() { Made().f() } }",
                written: "    let store: Store\n"
            ),
            Row(
                maker: "final class Maker { let a = 1; func f() { g() } }",
                more: "extension Maker { func g() { Made().f() } }",
                written: "    let store: Store\n"
            ),
            Row(maker: holds, more: makes),
            Row(
                maker: "final class Maker { private let held: Store; init(held: Store) { self.held = held } }",
                more: makes,
                message: "held is private to another file"
            ),
            Row(
                maker: "final class Maker { fileprivate let held: Store; init(held: Store) { self.held = held } }",
                more: makes,
                message: "held is private to another file"
            ),
            Row(
                maker: "final class Maker { func f() { Store.shared.go(); g() } }",
                more: "let store = 1\nextension Maker { func g() { print(store); Made().f() } }",
                message: "store is private to another file"
            ),
            // Another instance.
            Row(maker: holds, more: makes + "\nlet other = Store()", message: "More.swift:2 makes one"),
            Row(maker: holds, more: makes + "\nlet others = [1].map { _ in Store.init }", message: "makes one"),
            Row(
                maker: holds,
                more: makes + "\nlet other = Other()",
                store: "class Store { static let shared = Store(); func go() {} }\nfinal class Other: Store {}\n",
                message: "More.swift:2 makes one"
            ),
            Row(
                maker: holds,
                more: makes,
                store: "class Store { static let shared = Store(); func go() {} }\nfinal class Other: Store {}\n"
            ),
            Row(maker: holds, more: makes, tests: "func test() { Maker(store: Store()).f() }"),
            Row(
                maker: holdsAny,
                more: makes + "\nlet other = Other()\nfinal class Other: Going { func go() {} }",
                proto: "Going",
                message: "More.swift:2 makes one"
            ),
            Row(maker: holdsAny, more: makes + "\nfinal class Other: Going { func go() {} }", proto: "Going"),
        ]
    )
    func makers(_ row: Row) throws {
        let argument = ["store", "held"].first { row.maker.contains("init(\($0): ") }
        let root = "enum Root { static func main() { Maker(\(argument.map { "\($0): Store.shared" } ?? "")).f() } }"
        let tree = try SourceTree([
            "App/Store.swift": row.store + root,
            "App/Made.swift": "final class Made { func f() { Store.shared.go() } }",
            "App/Maker.swift": row.maker,
            "App/More.swift": row.more,
            "AppTests/MakerTests.swift": row.tests,
        ])
        var options = Cut.Options(stage: .inject)
        options.roots = Roots(["Root"])
        options.protocolName = row.proto
        try tree.cutAll(options: options)
        options.stage = .thread
        options.isEarlyAllowed = true
        let plan = try tree.plan("Store", options: options)
        let messages = plan.failures.map(\.message)
        #expect(plan.callers.contains { $0.name == "Made" } == (row.message == nil), "\(messages)")
        if let message = row.message { #expect(messages.contains { $0.contains(message) }, "\(messages)") }
        let change = plan.changes.first { $0.path == "App/Maker.swift" }
        let text = change.map { String(decoding: $0.result, as: UTF8.self) } ?? ""
        #expect(row.written.isEmpty || text.contains(row.written), "\(text)")
    }
}
