import TestSupport
import Testing

@testable import SeamCut

/// What the properties of callers are called.
@Suite("The names of new properties", .ownThread)
struct PropertyNameTests {
    private static let store = "final class Store { static let shared = Store(); func go() {} }\n"

    private func cut(_ files: [String: String]) throws -> SourceTree {
        let tree = try SourceTree(["App/Store.swift": Self.store].merging(files) { $1 })
        try tree.cutAll(options: Cut.Options())
        return tree
    }

    @Test(
        "An instance of a framework has the name of its type without the prefix, unless something else has that",
        arguments: [
            ("NSWorkspace.shared", "workspace: NSWorkspace = .shared", ""), ("URLSession.shared", "urlSession", ""),
            ("NSWorkspace.shared", "nsWorkspace: NSWorkspace = .shared", "let workspace = 1"),
            ("UNUserNotificationCenter.current()", "userNotificationCenter: UNUserNotificationCenter = .current()", ""),
            ("NSPasteboard.general", "pasteboard: NSPasteboard = .general", ""),
            ("NSUbiquitousKeyValueStore.default", "ubiquitousKeyValueStore", ""),
        ]
    )
    func framework(_ row: (accessor: String, name: String, other: String)) throws {
        let tree = try SourceTree([
            "App/A.swift": """
            import AppKit
            import UserNotifications
            final class A {
                \(row.other)
                func f() { \(row.accessor).go(1) }
            }

            """
        ])
        let type = String(row.accessor.prefix { $0 != "." })
        let diff = try tree.plan(type, options: Cut.Options()).diff
        #expect(diff.contains("init(" + row.name), "\(diff)")
    }

    @Test("A class of a framework may have a property of that name", arguments: ["NSWindow", "NSWindowController"])
    func inherited(_ parent: String) throws {
        let tree = try SourceTree([
            "App/A.swift": "import UIKit\nfinal class A: \(parent) {\n    func f() { print(UIScreen.main.scale) }\n}\n"
        ])
        let diff = try tree.plan("UIScreen", options: Cut.Options()).diff
        #expect(diff.contains("var \(parent == "NSWindow" ? "uiScreen" : "screen"): UIScreen"), "\(diff)")
    }

    @Test("A constant that would only name the property goes, unless closures hold it")
    func locals() throws {
        let tree = try cut([
            "App/A.swift": """
            final class A {
                func f() {
                    let store = Store.shared

                    store.go()
                    Store.shared.go()
                }

                func g() -> () -> Void {
                    let store = Store.shared
                    return { store.go() }
                }
            }

            """
        ])
        let text = try tree.text("App/A.swift")
        #expect(text.contains("    func f() {\n        store.go()\n        store.go()\n    }\n"), "\(text)")
        #expect(text.contains("        let store = self.store\n        return { store.go() }\n"), "\(text)")
    }

    @Test("Where initializers set the property, such a constant goes also if the accessor may be replaced")
    func replaced() throws {
        let tree = try SourceTree([
            "App/Store.swift":
                "public final class Store { public static var shared = Store(); public func go() {} }\n",
            "App/A.swift":
                "final class A {\n    func f() {\n        let store = Store.shared\n        store.go()\n    }\n}\n",
        ])
        var options = Cut.Options()
        options.isEarlyAllowed = true
        try tree.cutAll(options: options)
        let text = try tree.text("App/A.swift")
        #expect(text.contains("init(store: Store = .shared)"), "\(text)")
        #expect(text.contains("    func f() {\n        store.go()\n    }\n"), "\(text)")
    }

    @Test(
        "A constant with another name goes, too, unless it is shorter and read often",
        arguments: [("main", 2), ("bigStore", 4), ("main", 4)]
    )
    func renamed(_ name: String, count: Int) throws {
        let uses = String(repeating: "        \(name).go()\n", count: count)
        let tree = try cut([
            "App/A.swift": "final class A {\n    func f() {\n        let \(name) = Store.shared\n\(uses)    }\n}\n"
        ])
        let text = try tree.text("App/A.swift")
        #expect(text.contains("let \(name) =") == (name == "main" && count == 4), "\(text)")
    }

    @Test("A function's constant for the instance gives its parameter the name")
    func parameter() throws {
        let tree = try cut([
            "App/A.swift": """
            enum A {
                static func f(_ n: Int) {
                    let store = Store.shared
                    store.go()
                }
                static func g(_ store: Int) {
                    print(store)
                    Store.shared.go()
                }
            }

            """
        ])
        let text = try tree.text("App/A.swift")
        #expect(
            text.contains("static func f(_ n: Int, sharedStore: Store = .shared) {\n        sharedStore.go()"),
            "\(text)"
        )
        let alone = try cut([
            "App/A.swift":
                "enum A {\n    static func f() {\n        let store = Store.shared\n        store.go()\n    }\n}\n"
        ])
        let held = try cut([
            "App/A.swift":
                "enum A {\n    static func f() -> () -> Void {\n        let store = Store.shared\n        return { store.go() }\n    }\n}\n"
        ])
        #expect(
            try held.text("App/A.swift").contains(
                "static func f(store: Store = .shared) -> () -> Void {\n        return { store.go() }\n"
            )
        )
        #expect(try alone.text("App/A.swift").contains("static func f(store: Store = .shared) {\n        store.go()\n"))
    }

    @Test("A habit of writing a name in other cases is none")
    func cases() throws {
        let others = (0..<3).map { "final class O\($0) { let mystore = MyStore.shared }\n" }.joined()
        let tree = try SourceTree([
            "App/Store.swift": "final class MyStore { static let shared = MyStore(); func go() {} }\n",
            "App/A.swift": "final class A { func f() { MyStore.shared.go() } }\n", "App/Others.swift": others,
        ])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/A.swift").contains("private let myStore: MyStore"))
    }

    @Test("Constants of other files take no name away")
    func otherFiles() throws {
        let tree = try cut([
            "App/A.swift":
                "final class A {\n    lazy var n: Int = {\n        let store = Store.shared\n        store.go()\n"
                + "        return 1\n    }()\n    func f() { Store.shared.go() }\n}\n",
            "App/A+G.swift":
                "extension A {\n    func g() {\n        let store = Store.shared\n        store.go()\n    }\n}\n",
        ])
        let text = try tree.text("App/A.swift")
        #expect(text.contains("    let store: Store\n"), "\(text)")
        #expect(text.contains("    lazy var n: Int = {\n        store.go()\n"), "\(text)")
        #expect(try tree.text("App/A+G.swift") == "extension A {\n    func g() {\n        store.go()\n    }\n}\n")
    }

    @Test("A protocol that says what can be done leaves the name to the class")
    func abilities() throws {
        let tree = try cut([
            "App/Opener.swift":
                "protocol Opening { func go() }\n"
                + "final class Opener: Opening { static let shared: any Opening = Opener(); func go() {} }\n",
            "App/A.swift": "final class A {\n    func f() { Opener.shared.go() }\n}\n",
        ])
        let text = try tree.text("App/A.swift")
        #expect(text.contains("init(opener: any Opening = Opener.shared)"), "\(text)")
    }

    @Test("A common name that is the end of the type's own is taken where no other type has that end")
    func ends() throws {
        let body = "    func f() { CardStore.shared.go() }\n}\n"
        let other =
            "    private let store: CardStore\n    init(store: CardStore = .shared) { self.store = store }\n" + body
        let tree = try cut([
            "App/CardStore.swift": "final class CardStore { static let shared = CardStore(); func go() {} }\n",
            "App/Old.swift": "final class Old {\n\(other)final class Older {\n\(other)",
            "App/A.swift": "final class A {\n" + body,
            "App/B.swift": "final class B {\n    var first: Store?\n" + body,
        ])
        #expect(try tree.text("App/A.swift").contains("init(store: CardStore = .shared)"))
        #expect(try tree.text("App/B.swift").contains("init(cardStore: CardStore = .shared)"))
    }

    @Test(
        "The common name of what has the instance as a protocol is none for its type, unless that ends with it",
        arguments: [("FileKeeper", "let fileManager: FileManager"), ("Manager", "let manager: FileManager")]
    )
    func protocols(_ row: (name: String, after: String)) throws {
        let name = row.name.prefix(1).lowercased() + row.name.dropFirst()
        let other = "init(\(name): \(row.name) = FileManager.default) {}"
        let tree = try SourceTree([
            "App/A.swift": """
            import Foundation
            protocol \(row.name) {}
            extension FileManager: \(row.name) {}
            final class A { \(other) }
            final class B { \(other) }
            final class C {
                init(n: Int) {}
                func f() { print(FileManager.default.fileExists(atPath: "a")) }
            }

            """
        ])
        let diff = try tree.plan("FileManager", options: Cut.Options()).diff
        #expect(diff.contains(row.after), "\(diff)")
    }

    @Test(
        "A local of a branch leaves an initializer's parameter the name, unless it is where that is stored or read",
        arguments: [
            ("if n > 0 { let store = n; print(store) }", "store: Store"),
            ("let store = n; print(store)", "sharedStore: Store"),
            ("if let store = Int(\"1\") { print(store) }", "sharedStore: Store"),
            ("if n > 0 { let store = n; Store.shared.go(); print(store) }", "sharedStore: Store"),
        ]
    )
    func nested(_ row: (body: String, parameter: String)) throws {
        let tree = try cut([
            "App/A.swift": "final class A { init(n: Int) { \(row.body) }\nfunc f() { Store.shared.go() } }\n"
        ])
        let text = try tree.text("App/A.swift")
        #expect(text.contains("init(n: Int, \(row.parameter) = .shared)"), "\(text)")
    }

    @Test("A case of an enumeration that has a function's name is no value of that", arguments: ["Cell", "A"])
    func cases(_ type: String) throws {
        let tree = try cut([
            "App/A.swift": "enum A { static func loaded() { Store.shared.go() } }\n",
            "App/B.swift": "enum Cell { case loaded }\nfunc load() { A.loaded(); print(\(type).loaded) }\n",
        ])
        let text = try tree.text("App/A.swift")
        #expect(text.contains("func loaded(store: Store = .shared) {") == (type == "Cell"), "\(text)")
    }
}
