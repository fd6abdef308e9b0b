import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// Trees in which something besides a use names the accessor.
@Suite("What names an accessor", .ownThread)
struct RetireNameTests {
    /// Files beside the program, and where the accessor is named: `path:line`.
    struct Row: Sendable, CustomTestStringConvertible {
        var what: String
        var store = "final class Store { static let shared = Store(); init() {}; func go() { print(1) } }"
        var files: [String: String] = [:]
        var place: String

        var testDescription: String { what }
    }

    private static func foreign(_ members: String = "static let shared = Store()") -> String {
        "import Foundation\nfinal class Store: NSObject { \(members); @objc func go() { print(1) } }"
    }

    private static func metatype(_ what: String, _ code: String, line: Int = 1) -> Row {
        Row(what: what, files: ["App/G.swift": code], place: "App/G.swift:\(line)")
    }

    private static let rows: [Row] = [
        Row(
            what: "a static requirement",
            files: ["App/P.swift": "protocol Shared {\nstatic var shared: Self { get }\n}\nextension Store: Shared {}"],
            place: "App/P.swift:2"
        ),
        Row(
            what: "a requirement of a protocol that another one inherits",
            files: [
                "App/P.swift":
                    "protocol Base { static var shared: Store { get } }\nprotocol Shared: AnyObject, Base {}",
                "App/Q.swift": "extension Store: Shared {}",
            ],
            place: "App/P.swift:1"
        ),
        Row(
            what: "a requirement that a subclass meets with the inherited accessor",
            store: "class Store { static let shared = Store(); init() {}; func go() { print(1) } }",
            files: ["App/P.swift": "protocol P { static var shared: Store { get } }\nfinal class Sub: Store, P {}"],
            place: "App/P.swift:1"
        ),
        Row(
            what: "a requirement in a composition that an alias names",
            files: [
                "App/P.swift": "protocol P { static var shared: Store { get } }\nprotocol Q {}\ntypealias Both = P & Q",
                "App/Q.swift": "typealias Shop = Store\nextension Shop: P, Q {}",
            ],
            place: "App/P.swift:1"
        ),
        Row(
            what: "a protocol of a module that isn't here",
            store:
                "import Vendor\nfinal class Store: VendorShared { static let shared = Store(); init() {}\nfunc go() {} }",
            place: "App/Store.swift:2"
        ),
        Row(
            what: "a global actor",
            store: "@globalActor\nactor Store { static let shared = Store(); init() {}\nnonisolated func go() {} }",
            place: "App/Store.swift:1"
        ),
        Row(
            what: "an extension that conforms to GlobalActor",
            store: "actor Store { static let shared = Store(); init() {}\nnonisolated func go() {} }",
            files: ["App/G.swift": "extension Store: GlobalActor {}"],
            place: "App/G.swift:1"
        ),
        Row(
            what: "a generic parameter",
            files: [
                "App/G.swift": "protocol P {}\nextension Store: P {}\nfunc f<T: Store>(_: T.Type) { T.shared.go() }"
            ],
            place: "App/G.swift:3"
        ),
        Row(
            what: "an associated type",
            files: [
                "App/G.swift": "protocol P { associatedtype S: Store }\nextension P { func f() { S.shared.go() } }"
            ],
            place: "App/G.swift:2"
        ),
        Row(
            what: "type(of:)",
            files: ["App/G.swift": "func f(_ store: Store) { type(of: store).shared.go() }"],
            place: "App/G.swift:1"
        ),
        Row(
            what: "a type in a variable",
            files: ["App/G.swift": "func f(_ kind: Store.Type) {\nkind.shared.go() }"],
            place: "App/G.swift:2"
        ),
        metatype("an element of a list of types", "func f() { [Store.self].forEach { $0.shared.go() } }"),
        metatype(
            "a subscript of a list of types",
            "let kinds = [Store.self]\nfunc f() { kinds[0].shared.go() }",
            line: 2
        ),
        metatype(
            "a chain behind a list of types",
            "let kinds: [Store.Type]\nfunc f() { kinds.first!.shared.go() }",
            line: 2
        ),
        metatype("a type in a pattern", "func f(_ k: Any) { if case let kind as Store.Type = k { kind.shared.go() } }"),
        metatype("a type in a loop", "func f() { for kind in [Store.self] { kind.shared.go() } }"),
        metatype(
            "a type that a function returns",
            "func kind() -> Store.Type { Store.self }\nfunc f() { kind().shared.go() }",
            line: 2
        ),
        metatype(
            "a member that is looked up by a key path",
            """
            @dynamicMemberLookup struct Proxy {
            subscript<T>(dynamicMember path: KeyPath<Store.Type, T>) -> T { Store.self[keyPath: path] }
            }
            func f(_ proxy: Proxy) { proxy.shared.go() }
            """,
            line: 4
        ),
        metatype("a key path without its root", "func f() -> [Store] { [Store.self].map(\\.shared) }"),
        metatype(
            "a key path through a type",
            "struct A { let kind = Store.self }\nlet path = \\A.kind.shared",
            line: 2
        ),
        Row(
            what: "an alias for a generic parameter",
            files: [
                "App/G.swift":
                    "struct Box<T> { typealias Element = T }\nextension Box where T == Store {\nfunc f() { Element.shared.go() } }"
            ],
            place: "App/G.swift:3"
        ),
        Row(
            what: "the other side of an assignment in a function with a result",
            files: [
                "App/G.swift":
                    "struct A { var s: Store? }\nfunc f(_ a: () -> [A]) -> Int { var b = a()\nb[0].s = .shared\nreturn 1 }"
            ],
            place: "App/G.swift:3"
        ),
        Row(
            what: "the other side of a comparison",
            store: "final class Store: Equatable { static let shared = Store(); init() {}; func go() { print(1) }\n"
                + "static func == (a: Store, b: Store) -> Bool { true } }",
            files: ["App/G.swift": "func f(_ a: [Store]) -> Bool {\na[0] == .shared }"],
            place: "App/G.swift:2"
        ),
        Row(
            what: "a pattern that compares",
            store: "final class Store: Equatable { static let shared = Store(); init() {}; func go() { print(1) }\n"
                + "static func == (a: Store, b: Store) -> Bool { true } }",
            files: ["App/G.swift": "func f(_ a: [Store]) -> Int { switch a[0] {\ncase .shared: 1\ndefault: 0 } }"],
            place: "App/G.swift:2"
        ),
        Row(
            what: "a macro that is attached to the type",
            store: "@Registered\nfinal class Store { static let shared = Store(); init() {}; func go() { print(1) } }",
            place: "App/Store.swift:1"
        ),
        Row(
            what: "a macro that is attached to an extension",
            files: ["App/G.swift": "@Registered\nextension Store {}"],
            place: "App/G.swift:1"
        ),
        Row(
            what: "a template",
            files: ["App/G.swift.gyb": "% for a in b:\nStore.shared.go()"],
            place: "App/G.swift.gyb:2"
        ),
        Row(
            what: "a key path",
            files: ["App/G.swift": "let path = \\Store.Type.shared"],
            place: "App/G.swift:1"
        ),
        Row(
            what: "an attached macro",
            files: ["App/G.swift": "@Providing(\nStore.shared)\nstruct Provider {}"],
            place: "App/G.swift:2"
        ),
        Row(
            what: "an implicit member whose type isn't known",
            files: ["App/G.swift": "func take<T>(_ value: T, _ store: T) {}\nfunc f(_ s: Store) { take(s, .shared) }"],
            place: "App/G.swift:2"
        ),
        Row(
            what: "the name alone in the type",
            store:
                "final class Store { static let shared = Store(); init() {}; func go() { print(1) }\nstatic func f() { shared.go() } }",
            place: "App/Store.swift:2"
        ),
        Row(
            what: "an attribute of the accessor",
            store: "final class Store { @Registered\nstatic let shared = Store(); init() {}; func go() { print(1) } }",
            place: "App/Store.swift:1"
        ),
        Row(what: "@objc", store: foreign("@objc static let shared = Store()"), place: "App/Store.swift:2"),
        Row(
            what: "a selector",
            store: foreign(),
            files: ["App/G.swift": "import Foundation\nlet s = #selector(getter: Store.shared)"],
            place: "App/G.swift:2"
        ),
        Row(
            what: "a selector by its name",
            store: foreign(),
            files: ["App/G.swift": "import Foundation\nlet s = NSSelectorFromString(\n\"shared\")"],
            place: "App/G.swift:3"
        ),
        Row(
            what: "a value for a key",
            store: foreign(),
            files: ["App/G.swift": "import Foundation\nfunc f(_ o: NSObject) { _ = o.value(forKey: \"shared\") }"],
            place: "App/G.swift:2"
        ),
        Row(
            what: "@objcMembers",
            store:
                "import Foundation\n@objcMembers final class Store: NSObject {\nstatic let shared = Store(); func go() {} }",
            place: "App/Store.swift:3"
        ),
        Row(
            what: "a class by its name",
            store: foreign(),
            files: ["App/G.swift": "import Foundation\nfunc f() { _ = Bundle.main.classNamed(\"App.Store\") }"],
            place: "App/G.swift:2"
        ),
        Row(
            what: "a class in a variable of Objective-C",
            store: foreign(),
            files: ["App/G.m": "void f(void) {\nClass c = [Store class];\n[[c shared] go]; }"],
            place: "App/G.m:3"
        ),
        Row(
            what: "a macro of Objective-C",
            store: foreign(),
            files: ["App/G.h": "#define GO(type) \\\n[[(type) shared] go]", "App/G.m": "void f(void) { GO(Store); }"],
            place: "App/G.h:2"
        ),
        Row(
            what: "a selector in Objective-C",
            store: foreign(),
            files: ["App/G.m": "id f(void) {\nreturn [[Store class] performSelector:@selector(shared)]; }"],
            place: "App/G.m:2"
        ),
        Row(
            what: "a class by its name in Objective-C",
            store: foreign(),
            files: ["App/G.mm": "id f(void) { return NSClassFromString(@\"App.Store\"); }"],
            place: "App/G.mm:1"
        ),
        Row(
            what: "a class in Interface Builder",
            files: ["App/Main.storyboard": "<scene>\n<object id=\"1\" customClass=\"Store\"/>\n</scene>"],
            place: "App/Main.storyboard:2"
        ),
        Row(
            what: "a principal class",
            files: ["App/Info.plist": "<dict><key>NSPrincipalClass</key>\n<string>App.Store</string></dict>"],
            place: "App/Info.plist:2"
        ),
        Row(
            what: "a branch of #if that isn't compiled",
            files: ["App/G.swift": "#if NEVER\nfunc f(_ store: Store) { type(of: store).shared.go() }\n#endif"],
            place: "App/G.swift:2"
        ),
        Row(
            what: "a file with a syntax error",
            files: ["App/G.swift": "struct A {\nlet s = Other.shared\n"],
            place: "App/G.swift:2"
        ),
        Row(
            what: "a file that a program wrote",
            files: ["App/G.swift": "// Generated by a tool. DO NOT EDIT.\nlet store = Store.shared"],
            place: "App/G.swift:2"
        ),
    ]

    private static let program = "enum Program { static func main() { Store.shared.go() } }"

    private static func plan(_ files: [String: String]) throws -> CutPlan {
        let tree = try SourceTree(files)
        var options = Cut.Options(stage: .retire)
        options.roots = Roots(["Program"])
        (options.isEarlyAllowed, options.changesAPI) = (true, true)
        return try tree.plan("Store", options: options)
    }

    @Test("Whatever names the accessor keeps it, and the plan says where", arguments: rows)
    func named(_ row: Row) throws {
        let files = ["App/Store.swift": row.store, "App/Program.swift": Self.program].merging(row.files) { $1 }
        let plan = try Self.plan(files)
        #expect(plan.changes.isEmpty, "\(plan.diff)")
        // What the map has is a use, which stays for a reason of its own.
        let uses = plan.rows.filter { $0.use.file != "App/Program.swift" }.map { "\($0.use.file):\($0.use.line)" }
        let places = plan.names.filter { !$0.isNote }.map { "\($0.file):\($0.line)" }
        #expect((places + uses).contains(row.place), "\(plan.names) \(plan.outcomes)")
        if let name = plan.names.first { #expect(plan.summary.contains("\(name.file):\(name.line): \(name.text)")) }
    }

    @Test(
        "What only has the same name keeps nothing",
        arguments: [
            "final class Other { static let shared = Other(); func go() { print(2) } }\nlet o = Other.shared",
            "struct Box { var shared = 1 }\nfunc f(_ box: Box) -> Int { box.shared }",
            "protocol P { static var shared: Int { get } }\nenum E: P { static let shared = 1 }\nfunc f<T: P>(_: T.Type) { print(T.shared) }",
            "func f(shared: Int) -> Int { shared }",
            "import Foundation\nlet s = \"shared\"\nlet t = URLSession.shared",
            "import SwiftUI\nfunc f(_ view: Any) { view.tint(.shared) }",
            "struct Box { var shared = 1 }\nfunc f(_ boxes: [Box], _ kind: Box.Type) -> [Int] { _ = Box.self; return boxes.map(\\.shared) + [boxes[0].shared] }",
            "enum E { case shared }\nfunc f(_ e: E) -> Int { switch e { case .shared: 1 } }",
            "import Observation\n@MainActor enum A {}\n@Observable final class B {}\nextension Store {}",
            "let path = \\Box.shared\nstruct Box { var shared = 1 }",
            "// Store.shared in a comment\n/* and .shared */",
            "extension Store { func f() { let shared = 1; print(shared) } }",
            "protocol Q { func load() }\nextension Store: Q { func load() {} }",
        ]
    )
    func others(_ source: String) throws {
        let store = "final class Store { static let shared = Store(); init() {}; func go() { print(1) } }"
        let plan = try Self.plan([
            "App/Store.swift": store, "App/Program.swift": Self.program, "App/Other.swift": source,
            "App/Info.plist": "<string>A Store</string>",
        ])
        #expect(plan.names == [])
        #expect(!plan.changes.isEmpty, "\(plan.outcomes)")
    }

    @Test("Documentation and code elsewhere keep nothing, and the plan names them")
    func notes() throws {
        let plan = try Self.plan([
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "Shop",
                products: [.library(name: "App", targets: ["App"])],
                targets: [.target(name: "App", path: "App")]
            )
            """,
            "App/Store.swift": """
            public final class Store {
                public static let shared = Store()
                public init() {}
                func go() { print(1) }
            }
            """,
            "App/Program.swift": Self.program, "README.md": "Use\n`Store.shared`.",
        ])
        #expect(plan.names.map { "\($0.file):\($0.line)" } == ["App/Store.swift:2", "README.md:2"])
        #expect(!plan.changes.isEmpty)
        #expect(plan.summary.contains("note: documentation names it"))
    }
}
