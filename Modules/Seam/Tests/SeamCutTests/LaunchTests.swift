import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// What programs read before they can make a caller.
@Suite("What programs do when they are launched", .ownThread)
struct LaunchTests {
    private static let store = "final class Store { static let shared = Store(); init() { print(1) }; func go() {} }\n"
    private static let caller = "final class Caller { func f() { Store.shared.go() } }\n"

    /// A delegate of an application.
    private static func delegate(_ body: String, _ rest: String = "") -> String {
        """
        @main class D: UIResponder, UIApplicationDelegate {
            let helper = Helper()
            var window: UIWindow?
            func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
                \(body)
                return true
            }
            func later() { _ = Caller() }
            func check(_ n: Int) throws {}
        }
        final class Helper { func setUp() { Store.shared.go() }; func add(_ store: Store, _ n: Int = 1) {} }
        \(rest)

        """
    }

    /// An application whose scene has a view.
    private static func scenes(_ property: String, _ shown: String, _ member: String = "") -> String {
        """
        @main struct Main: App {
            @UIApplicationDelegateAdaptor(D.self) var delegate
            var body: some Scene { WindowGroup { Screen() } }
        }
        struct Screen: View {
            \(property)
            var body: some View { \(shown) }
            \(member)
        }
        class D: NSObject, UIApplicationDelegate {
            func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
                Store.shared.go()
                return true
            }
        }

        """
    }

    @Test(
        "What is certainly read is there for callers that can only be made afterwards",
        arguments: [
            delegate("Store.shared.go()"),
            delegate("print(2); helper.setUp()"),
            delegate("helper.add(Store.shared)"),
            delegate("let other = Other(); other.f()", "final class Other { let store = Store.shared; func f() {} }"),
            delegate("_ = Other.shared", "class Other { static let shared = Other(); init() { Helper().setUp() } }"),
            delegate("do { Helper().setUp() }; later()"),
            delegate("if Store.shared.isOn { later() }"),
            delegate("window?.show(); Store.shared.go()"),
            delegate("self.helper.setUp(); try? check(1); later()"),
            delegate("begin()", "extension D { private func begin() { helper.setUp() } }"),
            delegate("Task { print(1) }; Store.shared.go(); Task { later() }"),
            delegate("_ = D.main; Store.shared.go()", "extension D { static var main: D { other as! D } }"),
            """
            @main struct Main: App {
                @UIApplicationDelegateAdaptor(D.self) var delegate
                var body: some Scene { print(1) }
            }
            class D: NSObject, UIApplicationDelegate {
                override init() { super.init(); Store.shared.go() }
                func later() { _ = Caller() }
            }

            """,
            "@main struct Main: App { let store = Store.shared; init() { _ = Caller() }; var body: some Scene { print(1) } }\n",
            "@main enum Tool { static func main() async { Store.shared.go(); await Caller().f() } }\n",
            delegate("Store.shared.go(make(Caller()))"),
            delegate("Store.shared.go()", "extension D { var n: Int { later(); return 1 } }"),
            delegate("Store.shared.go()").replacing("var window", with: "var n = 0 { didSet { later() } }; var window"),
            delegate("Store.shared.go()").replacing(
                "func later()",
                with: "func application(_ a: UIApplication, open url: URL) -> Bool { _ = Caller(); return true }\n"
                    + "func application(_ a: UIApplication, willFinishLaunchingWithOptions o: [String: Any]?) -> Bool { true }\n"
                    + "func later()"
            ),
            delegate(
                "_ = Kind.one; Store.shared.go()",
                "enum Kind { case one; func made() -> Caller { Caller() } }\nfunc f(_ k: Kind) { _ = k.made() }\nfunc made() {}"
            ),
            delegate(
                "_ = Kind.one; Store.shared.go()",
                "enum Kind: String, Codable { case one; func made() -> Caller { Caller() } }\nfunc f(_ k: Kind) { _ = k.made() }\nfunc made() {}"
            ),
            "@main struct Main: App { @State var store = Store.shared; var body: some Scene { Caller() } }\n",
            scenes("let n = 1", "Caller()"), scenes("@StateObject var n = Model(Caller())", "Row()"),
            scenes("let n = 1", "Caller()").replacing(
                "application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool",
                with: "applicationDidFinishLaunching()"
            ).replacing("UIApplication", with: "WKApplication"),
            scenes("let n = 1", "part(1)", "@ViewBuilder private func part(_ n: Int) -> some View { Caller() }"),
            delegate("Store.shared.go(); caller = Caller()").replacing(
                "var window",
                with: "var caller: Caller?; var window"
            ),
            // It is only mentioned before.
            delegate("_ = Promise<Caller>.pending(); Store.shared.go()"),
            delegate("take(nil); Store.shared.go()", "extension D { func take(_ c: Caller?) { other = c } }"),
        ]
    )
    func certain(_ text: String) throws {
        let plan = try Self.plan(["App/D.swift": text])
        let caller = try #require(plan.callers.first { $0.name == "Caller" })
        #expect(caller.form == .argument, "\(plan.summary)")
        #expect(caller.made?.hasPrefix("App/D.swift:") == true, "\(plan.summary)")
        #expect(plan.summary.contains("early: the instance is made before, at App/D.swift:"))
    }

    @Test(
        "What may not be read, or not before the caller is made, is read late",
        arguments: [
            delegate("print(1)"),
            delegate("DispatchQueue.main.async { Store.shared.go() }"),
            delegate("Task { Store.shared.go() }"),
            delegate("DispatchQueue.global().async { Store.shared.go() }"),
            delegate("defer { _ = 1 }; guard a.isOn else { return false }; Store.shared.go()"),
            delegate("if a.isOn { Store.shared.go() }"),
            delegate("for n in [1] where Store.shared.isOn { print(n) }"),
            delegate("window?.add(Store.shared)"),
            delegate("window?.store = Store.shared"),
            delegate("do { try check(1); Store.shared.go() } catch {}"),
            delegate("try? helper.add(make(), Store.shared.n)"),
            delegate("#if DEBUG\nStore.shared.go()\n#endif"),
            delegate("log(Store.shared.n)", "func log(_ n: @autoclosure () -> Int) {}"),
            delegate("os.log(Store.shared.n)"),
            delegate("let o: Other? = nil; o?.f()", "final class Other { func f() { Store.shared.go() } }"),
            delegate("Other().f()", "class Other { lazy var s = Store.shared; func f() { s = other; s.go() } }"),
            delegate("Other().f()", "class Other { func f() { Store.shared.go() } }\nclass Sub: Other {}"),
            delegate("P.make().f()", "protocol P { func f() }\nextension P { static func make() -> P { X() } }"),
            // The caller may be made before.
            delegate("later(); Store.shared.go()"),
            delegate("Task { later() }; Store.shared.go()"),
            delegate("D.main.later(); Store.shared.go()", "extension D { static var main: D { other as! D } }"),
            delegate("perform(#selector(later)); Store.shared.go()"),
            delegate(
                "Other.set(); Store.shared.go()",
                "enum Other { static func set() { run { _ = Sub() } } }\nclass Sub: Mid {}\nclass Mid: Caller {}"
            ),
            delegate("Other().f(1); Store.shared.go()", "class Other: Foreign { func g() { _ = Caller() } }"),
            delegate(
                "Other.made.f(); Store.shared.go()",
                "class Other { static var made = Other(); deinit { _ = Caller() } }"
            ),
            delegate("_ = NSClassFromString(name); Store.shared.go()"),
            delegate("UIView().show(); Store.shared.go()", "extension UIView { func show() { _ = Caller() } }"),
            delegate(
                "Store.shared.go()",
                "extension D { override func responds(to s: Selector!) -> Bool { _ = Caller(); return true } }"
            ),
            "@main struct Main: App { @StateObject var store = Store.shared; var body: some Scene { Caller() } }\n",
            "@main struct Main: App { let caller = Caller(); let store = Store.shared }\n",
            scenes("let n = Caller()", "Row()"), scenes("let n = 1", "Row()", "init() { _ = Caller() }"),
            scenes("@State var n = Caller()", "Row()"),
            scenes("let n = 1", "Caller()").replacing(
                "application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool",
                with: "applicationDidFinishLaunching(_ n: Notification)"
            ).replacing("Adaptor", with: "DelegateAdaptor").replacing("UIApplication", with: "NSApplication"),
            delegate("n = 1; Store.shared.go()").replacing(
                "var window",
                with: "var n = 0 { didSet { later() } }; var window"
            ),
            delegate(
                "run(Kind.one); Store.shared.go()",
                "enum Kind { case one; func made() -> Caller { Caller() } }\nfunc run(_ k: Kind) { any(k.made()) }\nfunc made() {}"
            ),
            delegate(
                "write(Kind.one); Store.shared.go()",
                "enum Kind: String, Codable { case one; func encode(to e: any Encoder) { _ = Caller() } }\nfunc encode() {}\nfunc f() { encode() }"
            ),
            delegate(
                "set(.one); Store.shared.n()",
                "enum A { static let one = Store.shared.n }\nenum B { static let one = 1 }\nfunc set(_ n: Int) { later() }\nfunc later() { _ = Caller() }"
            ),
            delegate("Store.shared.go()").replacing("var window", with: "var caller: Caller? = .init(); var window"),
            delegate("Store.shared.go()").replacing("var window", with: "@Made var caller: Caller?; var window"),
            delegate("take(.init()); Store.shared.go()", "extension D { func take(_ c: Caller) { other = c } }"),
            delegate(
                "_ = Box<Sub>.make(); Store.shared.go()",
                "class Base { required init() { _ = Caller() } }\nclass Sub: Base {}\nenum Box<T: Base> { static func make() -> T { T() } }"
            ),
            delegate(
                "_ = Box<Caller>.make(); Store.shared.go()",
                "protocol Made { init() }\nextension Caller: Made {}\nenum Box<T: Made> { static func make() -> T { T() } }"
            ),
            "@main struct Tool: ParsableCommand { let store = Store.shared }\nfunc make() { _ = Caller() }\n",
        ]
    )
    func uncertain(_ text: String) throws {
        let plan = try Self.plan(["App/D.swift": text])
        let caller = try #require(plan.callers.first { $0.name == "Caller" })
        #expect(caller.because?.reason == .observed && caller.made == nil, "\(plan.summary)")
    }

    @Test(
        "The name of a type in another type means that only where the outer type is said",
        arguments: [
            ("Task { print(1) }; Store.shared.go()", true), ("Coordinator.Task().f(); Store.shared.go()", false),
            ("Start().f(); Store.shared.go()", false), ("Sub.make(); Store.shared.go()", false),
        ]
    )
    func nested(_ body: String, isEarly: Bool) throws {
        let files = [
            "App/D.swift": Self.delegate(body),
            "App/Coordinator.swift": "class Coordinator { class Task { func f() { _ = Caller() } } }\n",
            "App/Start.swift": "final class Start { func f() { Coordinator.Task().f() } }\n",
            "App/Sub.swift": "final class Sub: Coordinator { static func make() { Task().f() } }\n",
        ]
        let plan = try Self.plan(files)
        #expect((plan.callers.first { $0.name == "Caller" }?.made != nil) == isEarly, "\(plan.summary)")
    }

    @Test("The statements of main.swift are what a program does first, and then its delegate")
    func statements() throws {
        let main = "let store = Store.shared\nlet caller = Caller()\nrun(caller)\n"
        #expect(try Self.plan(["App/main.swift": main]).callers.first?.made == "App/main.swift:1")
        let late = "let caller = Caller()\nlet store = Store.shared\n"
        #expect(try Self.plan(["App/main.swift": late]).callers.first?.made == nil)
        let text = Self.delegate("Store.shared.go()").replacing("@main ", with: "")
        let start = "UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(D.self))\n"
        let files = ["App/main.swift": start, "App/D.swift": text]
        #expect(try Self.plan(files).callers.first { $0.name == "Caller" }?.made == "App/D.swift:5")
    }

    @Test(
        "A variable of main.swift is passed by the statements behind it, and read late by others, whatever --early says"
    )
    func variables() throws {
        let tree = try SourceTree([
            "App/Counter.swift": "final class Counter { var n = 0; func go() { n += 1 } }\n",
            "App/Row.swift": "final class Row { func show() { counter.go() } }\n",
            "App/Screen.swift": "final class Screen { func show() { counter.go() } }\n",
            "App/main.swift": "let row = Row()\nlet counter = Counter()\nlet screen = Screen()\nscreen.show()\n",
        ])
        for stage in [Stage.inject, .thread] {
            var options = Cut.Options(stage: stage)
            options.isEarlyAllowed = true
            let plan = try tree.plan("counter", options: options)
            if stage == .inject { #expect(plan.callers.map(\.form) == [.late, .late], "\(plan.summary)") }
            try SliceWriter(root: tree.root.path).write(plan.changes)
        }
        let main = try tree.text("App/main.swift")
        #expect(main.hasPrefix("let row = Row()\nlet counter = Counter()\n"))
        #expect(main.contains("let screen = Screen(sharedCounter: counter)\n"))
        #expect(try tree.text("App/Row.swift").contains("?? counter"))
        #expect(!(try tree.text("App/Screen.swift")).contains(" counter"))
    }

    @Test(
        "A caller that another program or code from outside may make first is read late",
        arguments: [
            [
                "App/Main.storyboard": "<a customClass=\"Caller\"/>",
                "App/Info.plist": "<key>UIMainStoryboardFile</key>",
            ],
            ["App/Load.m": "+ (void)load { [[Caller alloc] init]; }"],
            [
                "project.yml":
                    "targets:\n  App:\n    type: application\n    sources: [App]\n  Tool:\n    type: tool\n    sources: [App/Caller.swift, App/Store.swift]\n"
            ],
        ]
    )
    func others(_ files: [String: String]) throws {
        let start = ["App/D.swift": Self.delegate("Store.shared.go()")]
        #expect(try Self.plan(start).callers.first { $0.name == "Caller" }?.made != nil)
        // What Objective-C says of the delegate runs when the delegate is there.
        let named = start.merging(["App/Page.m": "D *delegate = nil;\n"]) { $1 }
        #expect(try Self.plan(named).callers.first { $0.name == "Caller" }?.made != nil)
        let plan = try Self.plan(start.merging(files) { $1 })
        #expect(plan.callers.first { $0.name == "Caller" }?.made == nil, "\(plan.summary)")
    }

    @Test(
        "What owns a file of Interface Builder isn't made by it",
        arguments: [
            ("<placeholder placeholderIdentifier=\"IBFilesOwner\" id=\"-1\" customClass=\"Caller\"/>", true),
            ("<customObject id=\"-2\" userLabel=\"File's Owner\" customClass=\"Caller\"/>", true),
            ("<customObject id=\"-3\" customClass=\"Caller\"/>", false),
        ]
    )
    func owner(_ element: String, isEarly: Bool) throws {
        let plan = try Self.plan([
            "App/D.swift": Self.delegate("Store.shared.go()"), "App/Page.xib": element,
            "App/Info.plist": "<key>NSMainNibFile</key><string>Page</string>",
        ])
        #expect((plan.callers.first { $0.name == "Caller" }?.made != nil) == isEarly, "\(plan.summary)")
    }

    @Test(
        "Only the main interface, and what that refers to, is made before the delegate is called",
        arguments: [
            ("UIMainStoryboardFile", "Main", "", false), ("UIMainStoryboardFile", "Other", "", true),
            ("NSMainStoryboardFile", "Main", "", true), ("UIMainStoryboardFile", "$(MAIN)", "", false),
            ("UIMainStoryboardFile", "Other", "<p storyboardName=\"Main\"/>", false),
        ]
    )
    func interfaces(_ row: (key: String, name: String, other: String, isEarly: Bool)) throws {
        let plan = try Self.plan([
            "App/D.swift": Self.delegate("Store.shared.go()"),
            "App/Main.storyboard": "<a customClass=\"Caller\"/>", "App/Other.storyboard": row.other,
            "App/Info.plist": "<key>\(row.key)</key>\n<string>\(row.name)</string>",
            "App/Page.swift": "func page() { _ = UIStoryboard(name: \"Main\", bundle: nil) }\n",
        ])
        #expect((plan.callers.first { $0.name == "Caller" }?.made != nil) == row.isEarly, "\(plan.summary)")
    }

    @Test("A module that several programs import is read early if all of them have made the instance")
    func modules() throws {
        let project = """
            targets:
              App:
                type: application
                sources: [App]
                dependencies: [{target: Kit}]
              Kit:
                type: framework
                sources: [Kit]
              Watch:
                type: application
                sources: [Watch]
                dependencies: [{target: Kit}]

            """
        func plan(_ watch: String) throws -> CutPlan {
            let tree = try SourceTree([
                "project.yml": project, "Kit/Store.swift": Self.store, "Kit/Caller.swift": Self.caller,
                "App/D.swift": "import Kit\n" + Self.delegate("Store.shared.go()"),
                "Watch/Main.swift":
                    "import Kit\n@main struct Main: App { \(watch); var body: some Scene { Caller() } }\n",
            ])
            return try tree.plan("Store", options: Cut.Options())
        }
        #expect(try plan("let n = 1").callers.first { $0.name == "Caller" }?.made == nil)
        #expect(try plan("let store = Store.shared").callers.first { $0.name == "Caller" }?.made != nil)
    }

    @Test("A variable of another module isn't that of the module itself, which the function there would return")
    func globals() throws {
        let tree = try SourceTree([
            "project.yml": """
            targets:
              App:
                type: application
                sources: [App]
                dependencies: [{target: Kit}]
              Kit:
                type: framework
                sources: [Kit]

            """,
            "Kit/Log.swift": "let log = Log()\npublic func makeLog() -> Log { log }\n"
                + "public final class Log { public init() {}; public func go() {} }\n",
            "App/A.swift": "import Kit\nlet log = makeLog()\n"
                + "final class A {\n    let n: Int\n    init(n: Int) { self.n = n }\n    func f() { log.go() }\n}\n",
        ])
        let planner = try tree.planner()
        let singleton = try #require(planner.map.singletons.first { $0.file == "App/A.swift" })
        let plan = planner.plan(singleton, Cut.Options())
        #expect(plan.callers.map(\.form) == [.argument], "\(plan.summary)")
    }

    private static func plan(_ files: [String: String]) throws -> CutPlan {
        let tree = try SourceTree(["App/Store.swift": store, "App/Caller.swift": caller].merging(files) { $1 })
        return try tree.plan("Store", options: Cut.Options())
    }
}
