import TestSupport
import Testing

@testable import SeamCut

/// What the system makes, reads or declares, and what only code makes.
@Suite("Callers and the system", .ownThread)
struct SystemMadeTests {
    private static let store = "final class Store: Sendable { static let shared = Store(); func go() {} }"

    @Test(
        "Defaults that the system reads stay",
        arguments: [
            ("UserDefaults.standard.set(true, forKey: \"NSWindow Frame A\")", true),
            ("UserDefaults.standard.set(true, forKey: \"isOn\")", false),
            (
                "UserDefaults.standard.set(true, forKey: \"AppleLanguages\"); UserDefaults.standard.set(true, forKey: key)",
                false
            ),
        ]
    )
    func systemDefaults(_ code: String, isLeft: Bool) throws {
        let tree = try SourceTree(["App/A.swift": "import Foundation\nfinal class A { func f() { \(code) } }\n"])
        let plan = try tree.plan("UserDefaults", options: Cut.Options())
        #expect(plan.changes.isEmpty == isLeft, "\(plan.diff)")
    }

    @Test(
        "The system makes the delegate of a car's scene",
        arguments: ["CPTemplateApplicationSceneDelegate", "CarDelegate"]
    )
    func sceneDelegate(_ name: String) throws {
        let caller = "class A: UIResponder, \(name) { func f() { Store.shared.go() } }\n"
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": caller])
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.changes.isEmpty == (name != "CarDelegate"), "\(plan.diff)")
    }

    @Test(
        "The system makes the principal class of an extension, and the controller that its storyboard starts with: nobody can pass those anything",
        arguments: ["A", "B"],
        [true, false]
    )
    func principal(_ name: String, isNamed: Bool) throws {
        let entry = "<key>NSExtensionPrincipalClass</key>\n<string>$(PRODUCT_MODULE_NAME).\(name)</string>"
        let storyboard = """
            <document initialViewController="b"><scene><viewController id="a" customClass="\(name == "A" ? "B" : "A")"/>
            <viewController id="b" customClass="\(name)"/></scene></document>
            """
        let other = "<key>NSExtensionMainStoryboard</key>\n<string>Main</string>"
        let list = "<dict>\(isNamed ? entry : other)</dict>"
        let tree = try SourceTree([
            "App/Store.swift": Self.store, "App/Info.plist": list, "App/Base.lproj/Main.storyboard": storyboard,
            "App/A.swift": "final class A: UIViewController { func f() { Store.shared.go() } }\n",
        ])
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.changes.isEmpty == (name == "A"), "\(plan.diff)")
    }

    @Test(
        "A controller that only code makes gets an initializer if initial values need it, and if nobody sees what they come before",
        arguments: [
            ("let events = EKEventStore(), all = Set<String>(), b = B()", "final class B { let n = 1 }", true),
            ("let b = B()", "final class B { init() { print(1) } }", false),
            ("", "let all: [AnyClass] = [A.self]", false),
        ]
    )
    func controller(_ others: String, _ rest: String, isWritten: Bool) throws {
        let caller = """
            class A: UIViewController {
                var n: Int = Store.shared.n
                \(others)
                func f() { Store.shared.go() }
            }
            func make() { _ = A() }
            \(rest)

            """
        let store = "final class Store { static let shared = Store(); let n = 1; func go() {} }\n"
        let tree = try SourceTree(["App/Store.swift": store, "App/A.swift": caller])
        try tree.cutAll(options: Cut.Options())
        let text = try tree.text("App/A.swift")
        let written = """
                init(store: Store = .shared) {
                    self.store = store
                    self.n = store.n
                    super.init(nibName: nil, bundle: nil)
                }

                required init?(coder: NSCoder) {
            """
        #expect(text.contains(written) == isWritten, "\(text)")
        #expect(text.contains("Store.shared.go()") != isWritten)
        #expect(try tree.cutAll(options: Cut.Options()) == 0)
    }

    @Test(
        "Protocols of AppKit and UIKit require no static functions, others may",
        arguments: [("NSPrintPanelAccessorizing", true), ("Printing", false)]
    )
    func requirement(_ name: String, isPlain: Bool) throws {
        let caller = "class A: \(name) {\n    static func f() { Store.shared.go() }\n}\n"
        let tree = try SourceTree(["App/Store.swift": Self.store, "App/A.swift": caller])
        let diff = try tree.plan("Store", options: Cut.Options()).diff
        #expect(diff.contains("static func f(store: Store = .shared)") == isPlain, "\(diff)")
    }
}
