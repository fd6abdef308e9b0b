import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// Where the delegate of an application passes an instance whose making needs the delegate itself.
@Suite("What a delegate passes while it is made", .ownThread)
struct ThreadDelegateTests {
    struct Place: Sendable, CustomTestStringConvertible {
        var testDescription: String { members }
        var isPassed: Bool
        var members: String
        var needs = "NSApp.delegateTyped.name"
    }

    private static let initializer = "let screen: Screen\n    override init() { screen = Screen(); super.init() }"

    @Test(
        "Nothing reads there what would need the complete delegate, and what runs later passes the instance",
        arguments: [
            Place(isPassed: false, members: initializer),
            Place(isPassed: false, members: "let screen = Screen()"),
            Place(
                isPassed: false,
                members: "override init() { super.init(); open() }\n    func open() { Screen().show() }"
            ),
            Place(isPassed: true, members: "lazy var screen = Screen()"),
            Place(isPassed: true, members: "func applicationDidFinishLaunching() { Screen().show() }"),
            Place(isPassed: false, members: initializer, needs: "(NSApp.delegate as! AppDelegate).name"),
            Place(
                isPassed: false,
                members: initializer,
                needs: "(UIApplication.shared.delegate as? AppDelegate)?.name"
            ),
            Place(isPassed: false, members: initializer, needs: "Application.appDelegate.name"),
            Place(isPassed: false, members: initializer, needs: "AppDelegate.shared.name"),
            Place(isPassed: false, members: initializer, needs: "delegate().name"),
            Place(isPassed: false, members: initializer, needs: "Settings().name"),
            Place(isPassed: true, members: initializer, needs: "\"a\""),
            Place(isPassed: true, members: initializer, needs: "NSApp.description"),
        ]
    )
    func delegates(_ place: Place) throws {
        let tree = try SourceTree([
            "App/Store.swift": """
            final class Store {
                static let shared = Store(name: \(place.needs))
                init(name: String?) { print(name ?? "") }
                func go() {}
            }
            """,
            "App/Screen.swift": """
            final class Screen {
                private let injectedStore: Store?
                private var store: Store { injectedStore ?? .shared }
                init(store injectedStore: Store? = nil) { self.injectedStore = injectedStore }
                func show() { store.go() }
            }
            """,
            "App/AppDelegate.swift": """
            final class AppDelegate: NSObject, NSApplicationDelegate {
                static var shared: AppDelegate { NSApp.delegate as! AppDelegate }
                var name: String { "a" }
                \(place.members)
            }
            extension NSApplication { var delegateTyped: AppDelegate { delegate as! AppDelegate } }
            final class Application: NSApplication { static var appDelegate: AppDelegate! }
            func delegate() -> AppDelegate { Application.appDelegate }
            struct Settings { var name: String { AppDelegate.shared.name } }
            """,
        ])
        var options = Cut.Options(stage: .thread)
        options.isEarlyAllowed = true
        let plan = try tree.plan("Store", options: options)
        let reasons = plan.calls.filter { $0.file == "App/AppDelegate.swift" }.map(\.reason)
        #expect(reasons == [place.isPassed ? nil : .order], "\(plan.summary)")
        #expect(plan.summary.contains("needs AppDelegate") != place.isPassed, "\(plan.summary)")
    }

    @Test("A delegate passes nothing in what is made while the instance is")
    func made() throws {
        let tree = try SourceTree([
            "App/Store.swift": """
            final class Store {
                static let shared = Store()
                init() { print(1); Router().open() }
                func go() {}
            }
            final class Router { func open() { Screen().show() } }
            final class Other { func open() { Screen().show() } }
            final class Screen {
                private let injectedStore: Store?
                private var store: Store { injectedStore ?? .shared }
                init(store injectedStore: Store? = nil) { self.injectedStore = injectedStore }
                func show() { store.go() }
            }
            """
        ])
        var options = Cut.Options(stage: .thread)
        options.isEarlyAllowed = true
        options.roots = Roots(["Router", "Other"])
        let plan = try tree.plan("Store", options: options)
        #expect(plan.calls.map(\.reason) == [.order, nil], "\(plan.summary)")
    }
}
