import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Types of accessors", .ownThread)
struct AccessorTypeTests {
    private static func store(_ declaration: String) -> String {
        """
        enum Preferences {
            \(declaration)

            final class Option<Value> {
                var value: Value
                init(key: String, default value: Value) { self.value = value }
                func set(_ value: Value) { self.value = value }
            }
            enum Theme { case light, dark }
            static func makeOption() -> Option<Bool> { Option(key: "made", default: true) }
            static func make<T>(_ value: T) -> Option<T> { Option(key: "made", default: value) }
        }
        final class Store {
            var value = 0
            func save() { value += 1 }
        }
        enum Level: Int { case low = 1 }
        @propertyWrapper struct Guarded<T> { var wrappedValue: T }
        enum Stores {
            static let first = Store()
            static func main() -> Store { Store() }
            static func any(_ name: String) -> Store { Store() }
            static func any(_ number: Int) -> Store? { nil }
        }
        func makeStore() throws -> Store { Store() }
        """
    }

    @Test(
        "A constant has the type that the initializer or function behind it says",
        arguments: [
            (#"static let it = Option<Bool>(key: "a", default: true)"#, "Preferences.Option<Bool>"),
            (#"static let it = Preferences.Option<Int>(key: "a", default: 1)"#, "Preferences.Option<Int>"),
            (
                #"static let it = Option<[String: Int]>.init(key: "a", default: [:])"#,
                "Preferences.Option<[String: Int]>"
            ),
            (#"static let it = Option<Theme>(key: "a", default: .light)"#, "Preferences.Option<Preferences.Theme>"),
            ("static let it = makeOption()", "Preferences.Option<Bool>"),
            ("static let it = Stores.main()", "Store"),
            ("static let it = try! makeStore()", "Store"),
            (#"static let it = Option(key: "a", default: true)"#, "Preferences.Option<Bool>"),
            (#"static let it = Option(key: "a", default: Theme.light)"#, "Preferences.Option<Preferences.Theme>"),
            ("static let it = Stores.first", "Store"),
            ("@Guarded static var it: Store = Store()", "Store"),
        ]
    )
    func said(declaration: String, type: String) throws {
        let tree = try SourceTree([
            "App/Preferences.swift": Self.store(declaration),
            "App/Screen.swift": "final class Screen {\n    func show() { print(Preferences.it.value) }\n}\n",
        ])
        let plan = try tree.plan("Preferences", options: Cut.Options(stage: .inject))
        #expect(plan.rows.map(\.outcome) == [.rewritten(property: "it", static: nil)])
        let text = plan.changes.flatMap(\.edits).map(\.new).joined()
        #expect(text.contains(": \(type)"), "\(text)")
    }

    @Test(
        "A type that the sources don't say, or that depends on the call, is not guessed",
        arguments: [
            "static let it = Option(key: \"a\", default: nil)",
            "static let it = Option(key: \"a\", default: [1])",
            "static let it = Option(key: \"a\", default: Level(rawValue: 1))",
            "static let it = make(true)",
            "static let it = Stores.any(\"a\")",
        ]
    )
    func unsaid(declaration: String) throws {
        let tree = try SourceTree([
            "App/Preferences.swift": Self.store(declaration),
            "App/Screen.swift": "final class Screen {\n    func show() { print(Preferences.it.value) }\n}\n",
        ])
        let plan = try tree.plan("Preferences", options: Cut.Options(stage: .inject))
        #expect(plan.rows.allSatisfy { $0.outcome == .left(.type) }, "\(plan.rows.map(\.outcome))")
    }
}
