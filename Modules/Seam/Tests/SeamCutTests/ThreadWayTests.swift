import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// Every way in which code makes a caller: what passes the instance, and what doesn't.
@Suite("Ways to make a caller", .ownThread)
struct ThreadWayTests {
    static let screen = """
        import Foundation
        final class Store: Sendable {
            static let shared = Store()
            private init() {}
            func go() -> Int { 1 }
        }
        final class Screen {
            private let store: Store
            let title: String
            init(title: String = "", store: Store = .shared) { (self.title, self.store) = (title, store) }
            @discardableResult func show() -> Int { print(title, store.go()); return 1 }
        }
        struct Frame { let screen: Screen }
        final class Box { var screen: Screen?; var box: Box?; var run: (() -> Void)? }
        func later(_ body: @escaping () -> Void) { body() }
        func use(_ screen: Screen, _ number: Int = 0) { screen.show() }

        """

    /// Members of a class, whose function `f` runs them.
    private static let members = [
        "func f() { let s = Screen(title: \"local\"); s.show() }",
        "func f() { let s: Screen; s = Screen(title: \"assigned\"); s.show() }",
        "var s: Screen?\n    func f() { s = Screen(title: \"property\"); s?.show() }",
        "var s: Screen?\n    func f() { self.s = Screen(title: \"self\"); s?.show() }",
        "let box = Box()\n    func f() { box.screen = Screen(title: \"other\"); box.screen?.show() }",
        "var box: Box? = Box()\n    func f() { box?.box?.screen = Screen(); box?.screen = Screen(title: \"chain\"); box?.screen?.show() }",
        "func f(_ s: Screen? = nil) { (s ?? Screen(title: \"fallback\")).show() }",
        "func f(_ b: Bool = true) { (b ? Screen(title: \"ternary\") : Screen()).show() }",
        "func f() { for s in [Screen(title: \"array\"), Screen()] { s.show() } }",
        "func f() { for (_, s) in [1: Screen(title: \"dictionary\")] { s.show() } }",
        "func f() { [\"map\"].map { Screen(title: $0) }.forEach { $0.show() } }",
        "func make() -> Screen { return Screen(title: \"return\") }\n    func f() { make().show() }",
        "func make() -> Screen { Screen(title: \"implicit\") }\n    func f() { make().show() }",
        "var made: Screen { Screen(title: \"computed\") }\n    func f() { made.show() }",
        "subscript(_ n: Int) -> Screen { Screen(title: \"subscript\") }\n    func f() { self[0].show() }",
        "func f() { use(Screen(title: \"argument\"), 1) }",
        "func f() { print(\"\\(Screen(title: \"text\").show())\") }",
        "func f() { if let s = Optional(Screen(title: \"if let\")) { s.show() } }",
        "func f() { guard case let s? = Optional(Screen(title: \"guard\")) else { return }; s.show() }",
        "func f() { switch Screen(title: \"switch\") { case let s: s.show() } }",
        "func f() { defer { Screen(title: \"defer\").show() } }",
        "func f() { let (s, _) = (Screen(title: \"tuple\"), 1); s.show() }",
        "func f(_ b: Bool = true) { let s = if b { Screen(title: \"if\") } else { Screen() }; s.show() }",
        "func f() throws { try [1].forEach { _ in let s = try throwing(Screen(title: \"try\")); s.show() } }\n    func throwing(_ s: Screen) throws -> Screen { s }",
        "lazy var s = Screen(title: \"lazy\")\n    func f() { s.show() }",
        "lazy var s: Screen = { let s = Screen(title: \"lazy closure\"); return s }()\n    func f() { s.show() }",
        "let s = Screen(title: \"initial value\")\n    func f() { s.show() }",
        "private let n = 1\n    private var s: Screen = .init(title: \"initial\")\n    let t = Screen(title: \"second\")\n    func f() { s.show(); t.show() }",
        "let s: [Screen] = [Screen(title: \"initial array\"), .init()]\n    func f() { s[0].show(); s[1].show() }",
        "let s: Screen = { let s = Screen(title: \"initial closure\"); return s }()\n    func f() { s.show() }",
        "let make: () -> Screen = { Screen(title: \"stored closure\") }\n    func f() { make().show() }",
        "let s = Screen(title: \"with initializer\")\n    let n: Int\n    init() { n = 1 }\n    func f() { s.show() }",
        "let s: Screen\n    init() { s = Screen(title: \"initializer\") }\n    func f() { s.show() }",
        "let run: () -> Void\n    init() { run = { Screen(title: \"closure of initializer\").show() } }\n    func f() { run() }",
        "init() { func make() -> Screen { Screen(title: \"function of initializer\") }; make().show() }\n    func f() {}",
        "let s: Screen\n    init(_ s: Screen) { self.s = s }\n    convenience init() { self.init(Screen(title: \"convenience\")) }\n    func f() { s.show() }",
        "let n: Int\n    init(n: Int) { self.n = n }\n    convenience init() { self.init(n: 1) }\n    func f() { Screen(title: \"forwarded\").show() }",
        "let n: Int\n    init(n: Int) { self.n = n; Screen(title: \"both\").show() }\n    convenience init() { self.init(n: 1) }\n    func f() { Screen(title: \"ways\").show() }",
        "let n: Int\n    init(n: Int) { self.n = n }\n    init() { n = 2; Screen(title: \"one of two\").show() }\n    func f() {}",
        "let s: Screen\n    init(s: Screen = Screen(title: \"default\")) { self.s = s }\n    func f() { s.show() }",
        "var s: Screen?\n    func take(_ s: Screen = .init(title: \"default of a function\")) { self.s = s; self.s?.show() }\n    func f() { take() }",
        "deinit { Screen(title: \"deinit\").show() }\n    func f() {}",
        "var n = 0 { didSet { Screen(title: \"observer\").show() } }\n    func f() { n = 1 }",
        "func f() { later { Screen(title: \"escaping\").show(); Screen(title: \"again\").show() } }",
        "func f() { later { later { Screen(title: \"nested\").show() } } }",
        "func f() { later { [weak self] in guard let self else { return }; self.g(); Screen(title: \"weak\").show() } }\n    func g() {}",
        "func f() { func g() { Screen(title: \"local function\").show(); self.h() }; g() }\n    func h() {}",
        "static func open() { Screen(title: \"static\").show() }\n    func f() { Self.open() }",
        "static func produce() -> Screen { .init(title: \"factory\") }\n    func f() { M.produce().show() }",
        "func f() { let s: Screen = .init(title: \"dot\"); s.show() }",
        "var s: Screen?\n    var t: Screen = .init()\n    func f() { t = .init(title: \"dot assigned\"); t.show() }",
        "func f() { Frame(screen: .init(title: \"dot argument\")).screen.show() }",
        "func f() { Screen.init(title: \"spelled\").show() }",
        "func f() {\n        #if os(Linux)\n        Screen(title: \"branch\").show()\n        #else\n        Screen().show()\n        #endif\n    }",
        "func f() { var all = [Screen](); all.append(Screen(title: \"collection\")); all[0].show() }",
        "func f() { print(String(describing: Screen.self), type(of: Screen(title: \"type\")) == Screen.self) }",
        "final class Inner { func f() { Screen(title: \"inner\").show() } }\n    func f() { Inner().f() }",
    ]

    private static func program() -> String {
        var (declarations, calls) = (screen, "")
        for (number, member) in members.enumerated() {
            let name = "M\(number)"
            declarations += "final class \(name) {\n    \(member.replacing(" M.", with: " \(name)."))\n}\n"
            calls += "        \(member.contains("throws") ? "try? " : "")\(name)().f()\n"
        }
        for (maker, call) in makers + classes {
            declarations += maker + "\n"
            calls += "        \(call)\n"
        }
        return declarations + "@main enum Program {\n    static func main() {\n\(calls)    }\n}\n"
    }

    @Test(
        "Each of these passes the instance, no call relies on the default, and the program prints the same",
        .startsCompiler
    )
    func ways() throws {
        let tree = try SourceTree(["App/Program.swift": Self.program()])
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift6)
        #expect(before.errors.isEmpty, "\(before.errors)")
        let plan = try tree.plan("Store", options: Cut.Options(stage: .thread))
        #expect(plan.calls.filter { $0.obstacle != nil }.map(\.explanation) == [], "\(plan.summary)")
        try SliceWriter(root: tree.root.path).write(plan.changes)
        let text = try tree.text("App/Program.swift")
        #expect(!text.contains("Store = .shared"))
        // What only an initializer reads isn't stored.
        #expect(
            text.contains(
                "    let s: Screen\n    init(store: Store) { s = Screen(title: \"initializer\", store: store) }"
            )
        )
        let after = try Compiler.run(file, .swift6)
        #expect(after.errors.isEmpty, "\(after.errors)\n\(text)")
        #expect(after.warnings == before.warnings)
        #expect(after.output == before.output)
        #expect(try tree.plan("Store", options: Cut.Options(stage: .thread)).changes.isEmpty)
    }

    struct Left: Sendable, CustomTestStringConvertible {
        var testDescription: String { code }
        var code: String
        var explanation: String

        init(_ code: String, _ explanation: String) { (self.code, self.explanation) = (code, explanation) }
    }

    @Test(
        "What can't pass the instance says why, and what would change it",
        arguments: [
            Left(
                "final class M { static var s: Screen { Screen() }; func f() { Self.s.show() } }",
                "made in a static member of M. Make it a function that takes the instance, or name M in `roots` of seam.yml."
            ),
            Left(
                "var made: Screen { Screen() }",
                "made outside of a type and a function. Move the call into a function."
            ),
            Left(
                "final class M { func f(_ s: Screen = Screen()) { for s in [1] { print(s) } } }",
                "made in a default argument. Leave the default out, so that each call passes one that has the instance."
            ),
            Left(
                "enum M { case one; var f: Screen { Screen() } }",
                "made in M, which is no class, actor or structure. Make it in a function that takes the instance."
            ),
            Left(
                "protocol P { init() }\nfinal class M: P { required init() { Screen().show() } }",
                "other code says what the initializer of M takes. Let M take the instance by hand."
            ),
            Left(
                "class M { init() { Screen().show() } }\nfinal class N: M {}",
                "a subclass of M may call the initializer. Let M take the instance by hand."
            ),
            Left(
                "protocol View {}\nstruct M: View { let s = Screen(); @Other var n: Int }",
                "made in the initial value of a property of M, and the compiler makes the initializer."
            ),
            Left(
                "final class M { @Wrapped var s = Screen() }",
                "made in the initial value of a property of M, and its type isn't written, it has an attribute, or an initializer sets it."
            ),
            Left(
                "func make() -> [Int] { print(1); return [1] }\nfinal class M { let s = Screen(); let n = make() }",
                "and the value on line 18, made after it, can't move. Set the property in an initializer of M, or make it lazy."
            ),
            Left(
                "final class M { var f: Int { get async { async let s = Screen(); return await s.show() } } }",
                "made by `async let`, which can't read a property of M. Read the property into a constant before it, and pass that."
            ),
            Left(
                "struct M { var s: Screen { Screen() } }",
                "M can't take an instance: struct. If nothing depends on what print shows of M, use --structs."
            ),
            Left(
                "final class M { func f(_ s: Screen = Screen(), n: Int = make()) { s.show() } }\nfunc make() -> Int { 1 }",
                "made in a default argument. Leave the default out"
            ),
            Left(
                "final class M { func f() { Screen().show() } }",
                "nothing makes M. If the system makes M, name it in `roots`"
            ),
        ]
    )
    func left(_ row: Left) throws {
        let tree = try SourceTree(["App/Program.swift": Self.screen + row.code + "\n"])
        let plan = try tree.plan("Store", options: Cut.Options(stage: .thread))
        #expect(plan.calls.map(\.explanation).joined().contains(row.explanation), "\(plan.summary)")
    }

    @Test("Calls that rely on a default for one cause are one group, the largest first, with the first of its calls")
    func causes() throws {
        let many = (1...4).map { "func f\($0)() { let s = Screen(); s.show() }\n" }.joined()
        let other = try SourceTree([
            "App/Program.swift": Self.screen + many + "var s: Screen { Screen() }\nlet run = [f1, f2, f3, f4]\n"
        ])
        let all = try other.plan("Store", options: Cut.Options(stage: .thread))
        let json = try JSONSerialization.jsonObject(with: Data(all.json.utf8)) as? [String: Any]
        let causes = try #require(json?["causes"] as? [[String: Any]])
        #expect(causes.map { $0["calls"] as? Int } == [4, 1], "\(all.summary)")
        #expect(causes[0]["text"] as? String == "it isn't clear what this calls")
        #expect((causes[0]["places"] as? [String])?.count == 1)
        #expect(all.summary.contains("4 calls: it isn't clear what this calls"), "\(all.summary)")
        #expect(all.summary.contains("and 1 more"), "\(all.summary)")
        #expect(all.summary.contains("App/Program.swift:17: f1() in App makes Screen"), "\(all.summary)")
    }

    @Test(
        "What falls back to a constant of the app's delegate is passed that by whoever has it, and by the delegate",
        arguments: [
            "init(store: Store? = nil) { self.store = store ?? NSApp.delegateTyped.store }",
            "init(store: Store = NSApp.delegateTyped.store) { self.store = store }",
            "init(store: Store? = nil) { self.store = store ?? (NSApp.delegate as! AppDelegate).store }",
        ]
    )
    func delegate(initializer: String) throws {
        let tree = try SourceTree([
            "App/App.swift": """
            import AppKit
            @main final class AppDelegate: NSObject, NSApplicationDelegate {
                let store = Store()
                func open() { _ = Page(); Menu(store: store).open(); later { self.go(Page()) } }
            }
            extension NSApplication { var delegateTyped: AppDelegate { delegate as! AppDelegate } }
            final class Store { init() {} }
            final class Page { let store: Store; \(initializer) }
            final class Menu {
                private let store: Store
                init(store: Store) { self.store = store }
                func open() { _ = Page() }
            }
            """
        ])
        let plan = try tree.plan("AppDelegate", options: Cut.Options(stage: .thread))
        #expect(plan.calls.map(\.reason) == [nil, nil, nil], "\(plan.summary)")
        try SliceWriter(root: tree.root.path).write(plan.changes)
        let text = try tree.text("App/App.swift")
        #expect(
            text.contains(
                "_ = Page(store: store); Menu(store: store).open(); later { self.go(Page(store: self.store)) }"
            ),
            "\(text)"
        )
        #expect(text.contains("let store: Store; init(store: Store) { self.store = store }"), "\(text)")
        #expect(text.contains("func open() { _ = Page(store: store) }"), "\(text)")
        #expect(try tree.plan("AppDelegate", options: Cut.Options(stage: .thread)).changes.isEmpty)
    }

    @Test("A view gets an initializer where its own objects need the instance, and takes what it took before")
    func views() throws {
        let tree = try SourceTree([
            "App/App.swift": """
            import SwiftUI
            final class Store { static let shared = Store() }
            final class Model: ObservableObject {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
            }
            struct Page: View {
                let title: String
                @Binding var isShown: Bool
                @Environment(\\.dismiss) private var dismiss
                @StateObject private var model = Model()
                @State private var date = Date()
                var body: some View { Text(title) }
            }
            struct Own: View {
                @StateObject private var model: Model = Model()
                init(_ title: String) { print(title) }
                var body: some View { Text("") }
            }
            @main struct Program: App {
                var body: some Scene { Page(title: "", isShown: .constant(true)); Own("") }
            }
            """
        ])
        let plan = try tree.plan("Store", options: Cut.Options(stage: .thread))
        #expect(plan.calls.map(\.reason) == [nil, nil], "\(plan.summary)")
        try SliceWriter(root: tree.root.path).write(plan.changes)
        let text = try tree.text("App/App.swift")
        #expect(
            text.contains(
                """
                    @StateObject private var model: Model
                    @State private var date = Date()

                    init(title: String, isShown: Binding<Bool>, store: Store) {
                        self.title = title
                        _isShown = isShown
                        _model = StateObject(wrappedValue: Model(store: store))
                    }

                    var body: some View { Text(title) }
                """
            ),
            "\(text)"
        )
        #expect(
            text.contains("        _model = StateObject(wrappedValue: Model(store: store))\n        print(title)"),
            "\(text)"
        )
        #expect(
            text.contains(
                "Page(title: \"\", isShown: .constant(true), store: Store.shared); Own(\"\", store: Store.shared)"
            )
        )
        #expect(try tree.plan("Store", options: Cut.Options(stage: .thread)).changes.isEmpty)
    }

    @Test("A controller that inherits its initializer gets one that takes the instance", arguments: [true, false])
    func controllers(isNamed: Bool) throws {
        let tree = try SourceTree([
            "App/App.swift": """
            import UIKit
            final class Store { static let shared = Store() }
            final class Row { let store: Store; init(store: Store = .shared) { self.store = store } }
            class Base: UIViewController {}
            final class List: Base {
                private let first = Row()

                override func viewDidLoad() { super.viewDidLoad(); _ = Row() }
            }
            final class AppDelegate: NSObject, UIApplicationDelegate { func open() { show(List()) } }
            """,
            "App/Main.storyboard":
                "<viewController customClass=\"\(isNamed ? "List" : "Other")\" customModule=\"App\"/>",
        ])
        let plan = try tree.plan("Store", options: Cut.Options(stage: .thread))
        #expect(plan.calls.map(\.reason) == [nil, nil], "\(plan.summary)")
        try SliceWriter(root: tree.root.path).write(plan.changes)
        let text = try tree.text("App/App.swift")
        #expect(text.contains("show(List(store: Store.shared))") != isNamed, "\(text)")
        #expect(text.contains("super.viewDidLoad(); _ = Row(store: Store.shared)") == isNamed, "\(text)")
        #expect(
            text.contains(
                """
                    private let first: Row
                    private let store: Store

                    init(store: Store) {
                        self.store = store
                        self.first = Row(store: store)
                        super.init(nibName: nil, bundle: nil)
                    }

                    required init?(coder: NSCoder) {
                        fatalError("init(coder:) has not been implemented")
                    }

                    override func viewDidLoad() { super.viewDidLoad(); _ = Row(store: store) }
                """
            ) != isNamed,
            "\(text)"
        )
    }
}
