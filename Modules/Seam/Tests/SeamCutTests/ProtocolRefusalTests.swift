import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// A row for each check of the protocol's members and its place: without the check, the row fails.
@Suite("What no protocol can have", .ownThread)
struct ProtocolRefusalTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// A part of the message.
        var message: String
        var files: [String: String]
        var name = "Store"
        var module: String?

        /// A member `m` of a class.
        init(_ message: String, member: String, use: String = "Store.shared.m()", besides: String = "") {
            self.init(
                message,
                store: "final class Store { static let shared = Store()\nfunc go() {}\n\(member)\n}\n\(besides)",
                use: use
            )
        }

        init(
            _ message: String,
            store: String,
            use: String = "Store.shared.m()",
            files: [String: String] = [:],
            name: String = "Store",
            module: String? = nil
        ) {
            testDescription = message
            (self.message, self.name, self.module) = (message, name, module)
            let program =
                store + "\nfinal class A { func f() { Store.shared.go() } }\nfinal class B { func f() { \(use) } }\n"
            self.files = ["App/Program.swift": program].merging(files) { $1 }
        }
    }

    private static func plan(_ row: Row) throws -> CutPlan {
        let tree = try SourceTree(row.files)
        var options = Cut.Options()
        options.protocolName = "Storing"
        options.protocolModule = row.module
        return try tree.plan(row.name, options: options)
    }

    @Test(
        "A member that a protocol can't have is left out, and the plan says why",
        arguments: [
            Row("it is private", member: "fileprivate func m() {}"),
            Row("it is private", member: "", besides: "private extension Store { func m() {} }"),
            Row("it is static", member: "func m() {}\nstatic func m(_ n: Int) {}"),
            Row(
                "it is mutating",
                store: "struct Store { static let shared = Store()\nfunc go() {}\nmutating func m() {} }"
            ),
            Row(
                "it is assigned, and Store is a structure",
                store: "struct Store { static let shared = Store()\nfunc go() {}\n"
                    + "var m: Int { get { 1 } nonmutating set { print(newValue) } } }",
                use: "Store.shared.m = 1"
            ),
            Row(
                "its extension has conditions",
                member: "",
                besides: "extension Store where Self: AnyObject { func m() {} }"
            ),
            Row("it is in a branch of #if", member: "#if A\nfunc m() {}\n#endif"),
            Row(
                "it is declared in another module than the type",
                store: "public final class Store { public static let shared = Store()\npublic func go() {} }",
                use: "",
                files: [
                    "More/More.swift": "import App\nextension Store { func m() {} }\n"
                        + "final class C { func f() { Store.shared.m() } }"
                ]
            ),
            Row("its attribute @Traced isn't known", member: "@Traced func m() {}"),
            Row(
                "an extension of a protocol has it",
                store: "final class Store: P { static let shared = Store()\nfunc go() {} }\nprotocol P {}\n"
                    + "extension P { func m() {} }"
            ),
            Row(
                "its declaration isn't in the tree",
                store: "nonisolated class Store: Elsewhere { static let shared = Store()\nfunc go() {} }"
            ),
            Row("it can't be assigned from outside", member: "private(set) var m = 0", use: "Store.shared.m = 1"),
            Row(
                "a subscript's default arguments can't be in a protocol",
                member: "subscript(n: Int = 0) -> Int { n }",
                use: "print(Store.shared[1])"
            ),
            Row("it is declared together with another", member: "var m = 0, k = 1", use: "print(Store.shared.m)"),
            Row("it is some Equatable", member: "var m: some Equatable { 1 }", use: "print(Store.shared.m)"),
            Row("it returns some Equatable", member: "func m() -> some Equatable { 1 }"),
            Row(
                "it is variadic, and calls rely on default arguments",
                member: "func m(_ a: Int..., b: Int = 0) {}",
                use: "Store.shared.m(1)"
            ),
            Row(
                "a parameter without a name can't be passed on",
                member: "func m(_: Int, b: Int = 0) {}",
                use: "Store.shared.m(1)"
            ),
        ]
    )
    func members(_ row: Row) throws {
        let plan = try Self.plan(row)
        let refused = plan.abstraction?.refused.map(\.message) ?? []
        #expect(refused == [row.message], "\(plan.abstraction?.problem ?? "") \(plan.outcomes)")
        #expect(plan.rows.contains { $0.outcome == .left(.member) }, "\(plan.outcomes)")
        #expect(plan.abstraction?.members.contains { $0.contains("go") } == true)
    }

    @Test("A use through a key path needs the type")
    func keyPath() throws {
        let row = Row("", member: "var n = 0", use: "print(Store.shared[keyPath: \\.n])")
        let plan = try Self.plan(row)
        #expect(plan.rows.map(\.outcome) == [.rewritten(property: "store"), .left(.member)], "\(plan.outcomes)")
    }

    @Test(
        "Where there can't be a protocol, nothing is planned, and the plan says why",
        arguments: [
            Row(
                "is private",
                store: "private final class Store { static let shared = Store()\nfunc go() {}\nfunc m() {} }"
            ),
            Row(
                "Store? is no class",
                store: "final class Store { static var shared: Store? = Store()\nfunc go() {}\nfunc m() {} }"
            ),
            Row(
                "any Api is no class, actor or struct of this tree",
                store: "protocol Api: AnyObject { func go()\nfunc m() }\n"
                    + "final class Store { static var shared: any Api = Live() }\n"
                    + "final class Live: Api { func go() {}\nfunc m() {} }"
            ),
            Row(
                "the sources don't say which actor Store belongs to",
                store: "class Store: Elsewhere { static let shared = Store()\nfunc go() {}\nfunc m() {} }"
            ),
            Row(
                "the tree has no module Nowhere",
                store: "final class Store { static let shared = Store()\nfunc go() {}\nfunc m() {} }",
                module: "Nowhere"
            ),
            Row(
                "doesn't depend on Aside",
                store: "final class Store { static let shared = Store()\nfunc go() {}\nfunc m() {} }",
                files: [
                    "Package.swift": """
                    // swift-tools-version: 6.0
                    import PackageDescription
                    let package = Package(name: "App", targets: [
                        .target(name: "App", path: "App"), .target(name: "Aside", path: "Aside"),
                    ])
                    """,
                    "Aside/Aside.swift": "public struct Aside {}",
                ],
                module: "Aside"
            ),
        ]
    )
    func problems(_ row: Row) throws {
        let plan = try Self.plan(row)
        #expect(plan.abstraction?.problem?.contains(row.message) == true, "\(String(describing: plan.abstraction))")
        #expect(plan.changes.isEmpty)
    }

    /// A member with a default argument that a call relies on.
    private static func row(_ value: String) -> Row {
        Row(
            "the default argument \(value) may mean something else elsewhere",
            member: "func m(_ v: Any? = \(value)) {}\nprivate static let secret = 1\nstruct Nested {}"
        )
    }

    @Test(
        "A default argument is repeated if it means the same everywhere",
        arguments: [
            "1", "-1", "1.5", "true", "nil", "\"a\"", "[]", "[1, 2]", "[:]", ".one", "{}", "Date()", "Set([1])",
            "Kind.one", "#fileID",
        ]
    )
    func clear(_ value: String) throws {
        let plan = try Self.plan(Self.row(value))
        #expect(plan.abstraction?.refused.isEmpty == true)
        #expect(plan.diff.contains("func m(_ v: Any? = \(value), _: Void = ())"), "\(plan.diff)")
    }

    @Test(
        "A member isn't in the protocol if its default argument may mean something else there",
        arguments: [
            "make()", "-make()", "make().one", "\"\\(n)\"", "{ print(1) }", "Set { 1 }", "Set(make())", "[make()]",
            "[1: 2]", "Store.secret", "Nested()", "Self.one",
        ]
    )
    func unclear(_ value: String) throws {
        let row = Self.row(value)
        let plan = try Self.plan(row)
        #expect(plan.abstraction?.refused.map(\.message) == [row.message])
        #expect(!plan.diff.contains("func m("), "\(plan.diff)")
    }

    @Test("A protocol without members isn't written")
    func empty() throws {
        let tree = try SourceTree([
            "App/Program.swift": "final class Store { static let shared = Store() }\nfunc take(_ store: Store) {}\n"
                + "final class A { func f() { take(Store.shared) } }\n"
        ])
        var options = Cut.Options()
        options.protocolName = "Storing"
        let plan = try tree.plan("Store", options: options)
        #expect(plan.abstraction?.problem == "it would have no members")
        #expect(plan.changes.isEmpty)
    }
}
