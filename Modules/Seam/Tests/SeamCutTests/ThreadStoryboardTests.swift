import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("What storyboards and nibs make", .ownThread)
struct ThreadStoryboardTests {
    private static let store = "final class Store: Sendable { static let shared = Store(); func go() {} }\n"

    /// A controller as both forms of injecting write it, and what code sets.
    struct Form: Sendable, CustomTestStringConvertible {
        var testDescription: String { name }
        var name: String
        var members: String
    }

    private static let forms = [
        Form(name: "store", members: "var store: Store = .shared"),
        Form(
            name: "injectedStore",
            members: "var injectedStore: Store?\n    private var store: Store { injectedStore ?? .shared }"
        ),
    ]

    private static func thread(_ form: Form, _ code: String) throws -> (text: String, plan: CutPlan) {
        let screen = """
            final class Screen: UIViewController {
                \(form.members)
                override func viewDidLoad() { store.go() }
            }

            """
        let maker = """
            final class Maker: UIViewController {
                private let store: Store
                init(store: Store) { self.store = store; super.init(nibName: nil, bundle: nil) }
                required init?(coder: NSCoder) { fatalError() }
                \(code)
            }

            """
        let tree = try SourceTree([
            "App/Program.swift": "import UIKit\n" + store + screen + maker,
            "App/Main.storyboard": "<viewController customClass=\"Screen\" customModule=\"App\"/>",
        ])
        let plan = try tree.plan("Store", options: Cut.Options(stage: .thread))
        try SliceWriter(root: tree.root.path).write(plan.changes)
        #expect(try tree.plan("Store", options: Cut.Options(stage: .thread)).changes.isEmpty)
        return (try tree.text("App/Program.swift"), plan)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String { code }
        var code: String
        /// What the code is afterwards, with `%` for the property.
        var after: String
    }

    private static let long = String(repeating: "a", count: 60)

    @Test(
        "A controller gets the instance after it is made, where the maker has one",
        arguments: forms,
        [
            Row(
                code: """
                    func open() {
                            let screen = storyboard!.instantiateViewController(withIdentifier: "a") as! Screen
                            show(screen)
                        }
                    """,
                after: "as! Screen\n        screen.% = store\n        show(screen)\n"
            ),
            Row(
                code: "func open() { let screen: Screen = board.instantiate(); show(screen) }",
                after: "{ let screen: Screen = board.instantiate(); screen.% = store; show(screen) }"
            ),
            Row(
                code: """
                    func open() {
                            guard let screen = board.instantiateInitialViewController() as? Screen else { return }
                            show(screen)
                        }
                    """,
                after: "else { return }\n        screen.% = store\n        show(screen)\n"
            ),
            Row(
                code: """
                    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
                            if let screen = segue.destination as? Screen {
                                screen.title = "a"
                            }
                        }
                    """,
                after: "as? Screen {\n            screen.% = store\n            screen.title = \"a\"\n"
            ),
            Row(
                code: "func open() {\n        let next = segue.destination as? Screen\n        show(next)\n    }",
                after: "as? Screen\n        next?.% = store\n        show(next)\n"
            ),
            Row(
                code: "var next: Screen?\n    func open() {\n        next = Screen(nibName: nil, bundle: nil)\n    }",
                after: "bundle: nil)\n        next?.% = store\n    }"
            ),
            Row(
                code: "var next: Screen!\n    func open() {\n        self.next = board.instantiate() as? Screen\n    }",
                after: "as? Screen\n        self.next?.% = store\n    }"
            ),
            Row(
                code:
                    "func open() {\n        let next: Screen\n        next = Screen(nibName: nil, bundle: nil)\n    }",
                after: "bundle: nil)\n        next.% = store\n    }"
            ),
            Row(
                code:
                    "func open() {\n        let next = Screen(nibName: \"a\", bundle: nil)\n        show(next)\n    }",
                after: "bundle: nil)\n        next.% = store\n        show(next)\n"
            ),
            // A line of this length takes no further argument, but needs none.
            Row(
                code:
                    "func open() {\n        let next = Screen(nibName: \"\(long)\", bundle: nil)\n        show(next)\n    }",
                after:
                    "let next = Screen(nibName: \"\(long)\", bundle: nil)\n        next.% = store\n        show(next)\n"
            ),
            Row(
                code: "func open() {\n        show(Screen(nibName: nil, bundle: nil), sender: self)\n    }",
                after:
                    "let screen = Screen(nibName: nil, bundle: nil)\n        screen.% = store\n        show(screen, sender: self)\n"
            ),
            Row(
                code: "func make() -> Any {\n        return [1, Screen()]\n    }",
                after: "let screen = Screen()\n        screen.% = store\n        return [1, screen]\n"
            ),
            Row(
                code:
                    "var any: Any?\n    func open() {\n        if any == nil {\n            self.any = Screen()\n        }\n    }",
                after: "let screen = Screen()\n            screen.% = store\n            self.any = screen\n"
            ),
        ]
    )
    func made(_ form: Form, _ row: Row) throws {
        let (text, plan) = try Self.thread(form, row.code)
        #expect(text.contains(row.after.replacing("%", with: form.name)), "\(text)\n\(plan.summary)")
        #expect(plan.calls.map(\.reason) == [nil], "\(plan.summary)")
    }

    @Test("A controller that nothing names, or that has its instance, stays as it is", arguments: forms)
    func others(_ form: Form) throws {
        let unnamed = "var any: Any?; func open() { show(segue.destination as! Screen); any = Screen() }"
        let (text, plan) = try Self.thread(form, unnamed)
        #expect(text.contains(unnamed))
        #expect(plan.calls.map(\.reason) == [.maker, .maker], "\(plan.summary)")
        #expect(plan.calls.allSatisfy { $0.explanation.contains("\(form.name) can't be set") }, "\(plan.summary)")
        let late = [
            "show(make(), Screen())", "show(any ?? Screen())", "run { Screen() }", "set([Screen(), Screen()])",
            "show(Screen()) { make() }; print(screen)", "show(Screen(title: make()))",
        ].map { "        \($0)\n" }
        for line in late {
            let code = "func open() {\n\(line)    }\n    func value() -> Any {\n        Screen()\n    }"
            let (text, plan) = try Self.thread(form, code)
            #expect(text.contains(code), "\(text)")
            #expect(plan.calls.allSatisfy { $0.reason == .maker }, "\(plan.summary)")
        }
        let set = "func open() { let next = segue.destination as! Screen; next.\(form.name) = store; show(next) }"
        let other = try Self.thread(form, set)
        #expect(other.text.contains(set))
        #expect(other.plan.calls.isEmpty)
        // A view in a window isn't this controller.
        #expect(try Self.thread(form, "func open() { print(view as! Screen) }").plan.calls.isEmpty)
    }

    /// A controller with a nib, which makes models, and what shows it.
    private static func panel(_ members: String) throws -> SourceTree {
        try SourceTree([
            "App/Program.swift": """
            import UIKit
            \(store)
            final class Model {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
            }

            final class Panel: UIViewController {
                \(members)
            }

            final class Maker: UIViewController {
                private let store: Store
                init(store: Store) { self.store = store; super.init(nibName: nil, bundle: nil) }
                required init?(coder: NSCoder) { fatalError() }
                func open() {
                    show(Panel(nibName: nil, bundle: nil))
                }
            }

            """
        ])
    }

    @Test("A controller that no initializer can serve gets a variable, and passes that")
    func variable() throws {
        let members = """
            override func viewDidLoad() { show(Model()) }
                func open(_ models: [Model]) { if models.isEmpty { open([Model()]) } }
            """
        let tree = try Self.panel(members)
        let plan = try tree.plan("Store", options: Cut.Options(stage: .thread))
        try SliceWriter(root: tree.root.path).write(plan.changes)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("Controller {\n    var store = Store.shared\n"), "\(text)")
        #expect(text.contains("init(store: Store) { self.store = store }"), "\(text)")
        #expect(text.contains("show(Model(store: store))") && text.contains("open([Model(store: store)])"), "\(text)")
        #expect(text.contains("panel.store = store\n        show(panel)"), "\(text)")
        #expect(plan.calls.map(\.reason) == [nil, nil, nil], "\(plan.summary)")
        #expect(try tree.plan("Store", options: Cut.Options(stage: .thread)).changes.isEmpty)
    }

    @Test(
        "A controller whose calls couldn't read a variable has none",
        arguments: [
            "static func make() -> Model { Model() }",
            "private let model = Model()",
            "func open() { Task.detached { print(Model()) } }",
        ]
    )
    func withoutVariable(_ members: String) throws {
        let tree = try Self.panel(members)
        let plan = try tree.plan("Store", options: Cut.Options(stage: .thread))
        #expect(plan.changes.isEmpty, "\(plan.diff)")
    }

    @Test("What only Interface Builder makes has a variable", arguments: [true, false])
    func decoded(isMade: Bool) throws {
        let caller = """
            final class A: UIViewController {
                init(n: Int) { super.init(nibName: nil, bundle: nil) }
                required init?(coder: NSCoder) { super.init(coder: coder) }
                func tap() { Store.shared.go() }
            }
            \(isMade ? "func make() { _ = A(n: 1) }" : "")

            """
        let tree = try SourceTree([
            "App/Store.swift": Self.store, "App/A.swift": caller,
            "App/Main.storyboard": "<viewController customClass=\"A\" customModule=\"App\"/>",
        ])
        let diff = try tree.plan("Store", options: Cut.Options()).diff
        #expect(diff.contains("init(n: Int, store: Store = .shared)") == isMade, "\(diff)")
        #expect(diff.contains("+    var store: Store = .shared") == !isMade, "\(diff)")
    }
}
