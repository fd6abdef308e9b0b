import Testing

@testable import SeamCut

/// What is written for uses in closures.
@Suite("Forms of cuts in closures")
struct ClosureFormTests {
    typealias Row = FormTests.Row
    private static let run = FormTests.run
    private static let loud = FormTests.loud
    private static let sendable = FormTests.sendable

    @Test(
        "A closure holds nothing more than before, and reads the accessor no earlier",
        arguments: [
            // Closures that run later.
            Row(
                run + "final class A { func f() { run { Store.shared.go(); Store.shared.go() } } }",
                store: sendable,
                "run { [store] in store.go(); store.go() }"
            ),
            Row(
                "final class A { let n = 1\nfunc f() { firstly { Store.shared.go() } } }",
                store: sendable,
                "firstly { store.go() }"
            ),
            // A case keeps its closure, whatever a function of its name does.
            Row(
                """
                enum Action { case sendAll(() -> Void) }
                func sendAll(_ body: () -> Void) { body() }
                final class A { func f() -> Action { Action.sendAll { Store.shared.go() } } }
                """,
                store: sendable,
                "Action.sendAll { [store] in store.go() }"
            ),
            // What makes a view has it as `inout`.
            Row(
                "struct A: View { let n: Int\ninit(n: Int) { self.n = n; let f: () -> Void = { Store.shared.go() }; f() } }",
                store: sendable,
                "let f: () -> Void = { [store] in store.go() }"
            ),
            Row(
                run + "final class A { func f() { run { Store.shared.go() } } }",
                store: "final class Store { static let shared: Store! = Store(); func go() {} }\n",
                "run { A.store.go() }"
            ),
            Row(
                run + "final class A { func g() {}\nfunc f() { run { [self] in g(); run { Store.shared.go() } } } }",
                store: loud,
                "run { [self] in g(); run { [injectedStore] in (injectedStore ?? A.store).go() } }"
            ),
            Row(
                run + "final class A { func g() {}\nfunc f() { run { [weak self] in guard let self else { return }\n"
                    + "self.g(); run { Store.shared.go() } } } }",
                store: loud,
                "self.g(); run { [injectedStore] in (injectedStore ?? A.store).go() }"
            ),
            Row(
                run
                    + "final class A { func g() {}\nfunc f() { run { [weak self] in guard let me = self else { return }\n"
                    + "me.g(); Store.shared.go() } } }",
                store: loud,
                "me.g(); me.store.go()"
            ),
            // What ends with the object anyway reads its property.
            Row(
                run
                    + "final class A { func g() {}\nfunc f() { run { [unowned self] in Store.shared.go(); self.g() } } }",
                store: loud,
                "[unowned self] in self.store.go(); self.g()"
            ),
            Row(
                run
                    + "final class A { func g() {}\nfunc f() { run { [unowned self] in Store.shared.go(); if 1 > 0 { self.g() } } } }",
                store: sendable,
                "[unowned self, store] in store.go(); if"
            ),
            // What holds `self` by its list needs no other word for it.
            Row(
                run + "final class A { func g() {}\nfunc f() { run { [self] in g(); Store.shared.go() } } }",
                store: sendable,
                "[self] in g(); store.go()"
            ),
            Row(
                run + "final class A { func g() {}\nfunc f() { run { [self] in self.g(); Store.shared.go() } } }",
                store: sendable,
                "[self] in self.g(); self.store.go()"
            ),
            // Without `self`, it can't escape.
            Row(
                "final class A { func g() {}\nfunc f() { elsewhere { g(); Store.shared.go() } } }",
                store: sendable,
                "elsewhere { g(); store.go() }"
            ),
            Row(
                "final class A { func g() {}\nfunc f() { elsewhere { g in g(); Store.shared.go() } } }",
                store: sendable,
                "elsewhere { [store] g in g(); store.go() }"
            ),
            Row(
                "final class A { static func g() {}\nenum Row { static let n = 1 }\n"
                    + "func f() { elsewhere { print(Row.n); A.g(); Store.shared.go() } } }",
                store: sendable,
                "elsewhere { [store] in print(Row.n); A.g(); store.go() }"
            ),
            Row(
                "final class A { func g() {}\nfunc f() { elsewhere { Task { g() }; Store.shared.go() } } }",
                store: sendable,
                "elsewhere { [store] in Task { g() }; store.go() }"
            ),
            Row(
                "final class A { func f() async { await withCheckedContinuation { next in Store.shared.go(); next.resume() } } }",
                store: sendable,
                "withCheckedContinuation { next in store.go(); next.resume() }"
            ),
            Row(
                run + "final class A { func g() {}\nfunc f() { run { [unowned self] in Store.shared.go(); g() } } }",
                store: loud,
                "[unowned self] in store.go(); g()"
            ),
            // What says members without `self` goes on so.
            Row(
                run + "final class A { func g() {}\nfunc f() { run { [weak self] in guard let self else { return }\n"
                    + "g(); Store.shared.go() } } }",
                store: loud,
                "g(); store.go()"
            ),
            Row(
                "final class A { func g() {}\nfunc f() { Task { g(); Store.shared.go() } } }",
                store: sendable,
                "Task { g(); store.go() }"
            ),
            // Closures that have run when the call returns.
            Row(
                "func callOnce(_ body: () -> Void) {}\nfinal class A { func f() { callOnce { Store.shared.go() } } }",
                store: sendable,
                "callOnce { store.go() }"
            ),
            Row(
                "func keepOne(_ body: @escaping () -> Void) {}\n"
                    + "final class A { func f() { keepOne { Store.shared.go() } } }",
                store: sendable,
                "keepOne { [store] in store.go() }"
            ),
            Row(
                "typealias Done = () -> Void\nfunc keepTwo(_ done: Done?) {}\nstruct B { func keepTwo(_ body: () -> Void) {} }\n"
                    + "final class A { func f() { keepTwo { Store.shared.go() } } }",
                store: sendable,
                "keepTwo { [store] in store.go() }"
            ),
            Row(
                "import Combine\nfinal class A { var all: [Int] = []\nfunc f() { all.forEach { _ in Store.shared.go() } } }",
                store: sendable,
                "all.forEach { _ in store.go() }"
            ),
            Row(
                run + "final class A { func f() { run { Store.shared.go() } } }",
                store:
                    "final class Store: Sendable { nonisolated(unsafe) public static var shared = Store(); func go() {} }\n",
                "run { [injectedStore] in (injectedStore ?? A.store).go() }"
            ),
            // The instance makes the caller, which may run while the instance is made.
            Row(
                run + "final class A { func f() { run { Store.shared.go() } } }",
                store:
                    "final class Store: Sendable { static let shared = Store(); init() { A().f() }; func go() {} }\n",
                "run { [injectedStore] in (injectedStore ?? A.store).go() }"
            ),
            // Inside, the type's name is that of a member.
            Row(
                run
                    + "final class A { let A = 1; func g() { Store.shared.go() }\nfunc f() { run { Store.shared.go() } } }",
                store: loud,
                "run { Store.shared.go() }",
                "func g() { store.go() }"
            ),
            // What a closure inside holds weakly, the closure around it holds.
            Row(
                run
                    + "final class A { func g() {}\nfunc f() { run { Store.shared.go(); run { [weak self] in self?.g() } } } }",
                store: loud,
                "run { self.store.go(); run { [weak self] in self?.g() } }"
            ),
            // `self` is unwrapped in the same condition.
            Row(
                run + "final class A { func g() {}\nfunc f() { run { [weak self] in "
                    + "guard let self, Store.shared.isOn else { return }\ng(); g() } } }",
                store:
                    "final class Store: Sendable { static let shared = Store(); init() { print(1) }; var isOn: Bool { true } }\n",
                "guard let self, self.store.isOn else { return }"
            ),
            // Another object is `self`.
            Row(
                run
                    + "final class A { var next: A?\nfunc f() { run { [weak self] in guard let self = self?.next else { return }\n"
                    + "print(self); Store.shared.go() } } }",
                store: loud,
                "print(self); (injectedStore ?? A.store).go()"
            ),
            // A function of that name may store its closure.
            Row(
                "func first(_ body: @escaping () -> Void) {}\nfinal class A { func f() { first { Store.shared.go() } } }",
                store: loud,
                "first { [injectedStore] in (injectedStore ?? A.store).go() }"
            ),
            Row(
                "final class A { func f() { autoreleasepool { Store.shared.go() } } }",
                store: loud,
                "autoreleasepool { store.go() }"
            ),
            // Closures of values.
            Row(
                "struct A { func f() { Task { Store.shared.go() } } }",
                store: sendable,
                "Task { [store] in store.go() }"
            ),
            Row(
                "enum A { case a; func f() { Task { Store.shared.go() } } }",
                store: sendable,
                "Task { [store] in store.go() }"
            ),
            Row(
                "struct A { func f() { Task<Void, Never> { Store.shared.go() } } }",
                store: sendable,
                "Task<Void, Never> { [store] in store.go() }"
            ),
            Row(
                "struct A { static func h() { func g() { Store.shared.go() }; g() } }",
                "static func h(store passedStore: Store? = nil) { func g() { (passedStore ?? A.store).go() }; g() }"
            ),
        ]
    )
    func closures(_ row: FormTests.Row) throws { try FormTests().check(row) }

    @Test(
        "In a package in Swift 5, a queue or a task captures what the caller stores, whatever the type says of being sent",
        arguments: [
            ("DispatchQueue.global().async", "5.9", "", "async { [store] in store.go() }"),
            ("Task", "5.9", "", "Task { [store] in store.go() }"),
            ("Task", "6.0", "", "Task { Store.shared.go() }"),
            ("Task", "6.0", "swiftLanguageModes: [.v5]", "Task { Store.shared.go() }"),
            ("Task", "5.9", "// swiftLanguageVersions: [.version(\"6\")]", "Task { Store.shared.go() }"),
            (
                "Task", "5.9", "// swiftSettings: [.enableExperimentalFeature(\"StrictConcurrency\")]",
                "Task { Store.shared.go() }"
            ),
        ]
    )
    func lenient(_ row: (call: String, tools: String, settings: String, after: String)) throws {
        let tree = try SourceTree([
            "Package.swift": """
            // swift-tools-version: \(row.tools)
            import PackageDescription
            let package = Package(name: "App", targets: [.target(name: "App")])
            \(row.settings)
            """,
            "Sources/App/Store.swift":
                "public final class Store { static let shared = Store(); var n = 0; func go() {} }",
            "Sources/App/A.swift":
                "final class A { func g() { Store.shared.go() }\nfunc f() { \(row.call) { Store.shared.go() } } }",
        ])
        let diff = try tree.plan("Store", options: Cut.Options()).diff
        #expect(diff.contains("func g() { store.go() }"), "\(diff)")
        #expect(diff.contains(row.after), "\(diff)")
    }

    @Test(
        "In a package in Swift 5, `deinit` reads what the caller stores; in Swift 6, it keeps what isn't `Sendable`",
        arguments: [
            ("5.9", "", "deinit { store.go() }"),
            ("5.9", "print(1)", "deinit { (injectedStore ?? Store.shared).go() }"),
            ("6.0", "", "deinit { Store.shared.go() }"), ("6.0", "print(1)", "deinit { Store.shared.go() }"),
        ]
    )
    func deinitialized(_ tools: String, _ effect: String, _ after: String) throws {
        let tree = try SourceTree([
            "Package.swift": """
            // swift-tools-version: \(tools)
            import PackageDescription
            let package = Package(name: "App", targets: [.target(name: "App")])
            """,
            "Sources/App/Store.swift":
                "public final class Store { static let shared = Store(); var n = 0; func go() {}; init() { \(effect) } }",
            "Sources/App/A.swift":
                "@MainActor final class A {\n    func f() { Store.shared.go() }\n    deinit { Store.shared.go() }\n}\n",
        ])
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.diff.contains("+    func f() { store.go() }"), "\(plan.diff)")
        #expect(plan.rows.contains { $0.outcome == .left(.unsent) } == (tools == "6.0"))
        #expect(plan.diff.contains("    \(after)"), "\(plan.diff)")
        #expect(!plan.diff.contains("unsafe"))
    }

    @Test(
        "Where the tree has a property of the type that is `nonisolated(unsafe)`, so is another",
        arguments: [true, false]
    )
    func unsafe(isUsual: Bool) throws {
        let tree = try SourceTree([
            "App/Store.swift":
                "final class Store { nonisolated(unsafe) static let shared: Store = Store(); func go() {} }",
            "App/A.swift": "final class A: Sendable { func f() { Store.shared.go() } }\n"
                + (isUsual ? "enum B { nonisolated(unsafe) static let other: Store = Store() }\n" : ""),
        ])
        let diff = try tree.plan("Store", options: Cut.Options()).diff
        #expect(diff.contains("nonisolated(unsafe) private let injectedStore: Store?") == isUsual, "\(diff)")
        #expect(diff.isEmpty == !isUsual)
    }

    @Test("A package that newer tools read by another manifest isn't taken for one in Swift 5")
    func versions() throws {
        let manifest =
            "import PackageDescription\nlet package = Package(name: \"App\", targets: [.target(name: \"App\")])\n"
        let tree = try SourceTree([
            "Package.swift": "// swift-tools-version: 5.9\n" + manifest,
            "Package@swift-6.0.swift": "// swift-tools-version: 6.0\n" + manifest,
            "Sources/App/Store.swift":
                "public final class Store { static let shared = Store(); var n = 0; func go() {} }",
            "Sources/App/A.swift":
                "final class A { func g() { Store.shared.go() }\nfunc f() { Task { Store.shared.go() } } }",
        ])
        let diff = try tree.plan("Store", options: Cut.Options()).diff
        #expect(diff.contains("func g() { store.go() }") && diff.contains("Task { Store.shared.go() }"), "\(diff)")
    }

    @Test("A closure with a weak self captures what a generic caller gets in the same change")
    func generic() throws {
        let tree = try SourceTree([
            "App/Store.swift":
                "final class Store: Sendable { static let shared = Store(); init() { print(1) }; func go() {} }",
            "App/A.swift": """
            \(Self.run)
            protocol P {}
            final class A<T: P> {
                init(n: Int) {}
                func g() {}
                func f() { run { [weak self] in Store.shared.go(); self?.g() } }
            }
            """,
        ])
        var options = Cut.Options()
        #expect(
            try tree.plan("Store", options: options).diff.contains(
                "[weak self, injectedStore] in (injectedStore ?? Store.shared).go()"
            )
        )
        options.isEarlyAllowed = true
        #expect(try tree.plan("Store", options: options).diff.contains("[weak self, store] in store.go()"))
    }
}
