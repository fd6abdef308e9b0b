import TestSupport
import Testing

@testable import SeamKit

@Suite("Ranking", .ownThread)
struct RankingTests {
    /// Returns a use of `Core.Legacy`, by a type of module `App`.
    private func use(
        _ member: String,
        by user: String,
        kind: Use.Kind = .call,
        module: String = "App",
        of singleton: String = "Core.Legacy",
        isTest: Bool = false
    ) -> Use {
        Use(
            singleton: singleton,
            type: "Legacy",
            member: member,
            kind: kind,
            certainty: .resolved,
            file: "\(module)/\(user).swift",
            line: 1,
            column: 1,
            module: module,
            enclosingType: user,
            enclosingFunction: "",
            isTest: isTest
        )
    }

    private func singleton(
        _ name: String = "Legacy",
        state: [String] = [],
        touches: [String: [String]] = [:]
    ) -> Singleton {
        var singleton = Singleton(
            name: name,
            module: "Core",
            shape: .instance,
            accessors: [.init(name: "shared")],
            file: "Core/\(name).swift",
            line: 1
        )
        singleton.state = state
        singleton.touches = touches
        return singleton
    }

    @Test("Members that the same users use are one cut; tests and the bare instance make none")
    func clusters() throws {
        let uses = [
            use("orders", by: "OrdersView"), use("cancel", by: "OrdersView"), use("signIn", by: "Login"),
            use("signIn", by: "Menu"), use(Use.instance, by: "OrdersView", kind: .read),
            use("reset", by: "LegacyTests", isTest: true),
        ]
        let ranking = Ranking(of: CodeMap(singletons: [singleton()], uses: uses))
        let entry = try #require(ranking.entries.first)
        #expect(entry.cuts.map { $0.members.map(\.name).sorted() } == [["signIn"], ["cancel", "orders"]])
        #expect(entry.cuts.map { $0.callers.map(\.name) } == [["Login", "Menu"], ["OrdersView"]])
        #expect(entry.cuts.map(\.isMinor) == [false, true])
        #expect((entry.uses, entry.testUses, entry.users.count) == (5, 1, 3))
    }

    @Test("A cut costs its callers, members and modules, twice its writes and three times the state it shares")
    func cost() throws {
        let shared = singleton(state: ["user"], touches: ["signIn": ["user", "log"], "orders": ["user"]])
        let uses = [
            use("signIn", by: "Login"), use("signIn", by: "Menu", module: "Shell"),
            use("orders", by: "OrdersView"), use("user", by: "Profile", kind: .write),
        ]
        let ranking = Ranking(of: CodeMap(singletons: [shared], uses: uses))
        let costs = ranking.cuts.map { "\($0.members[0].name) \($0.cost) \($0.sharedState.joined(separator: ","))" }
        #expect(costs == ["signIn 8 user", "orders 6 user", "user 8 user"])
    }

    @Test("Cuts are joined if half of their callers are the same, and left apart if fewer are")
    func overlap() throws {
        let uses = [
            use("a", by: "One"), use("a", by: "Two"), use("a", by: "Three"), use("b", by: "One"), use("b", by: "Two"),
            use("c", by: "Three"), use("c", by: "Four"), use("c", by: "Five"),
        ]
        let entry = try #require(Ranking(of: CodeMap(singletons: [singleton()], uses: uses)).entries.first)
        #expect(entry.cuts.map { $0.members.map(\.name).sorted() } == [["a", "b"], ["c"]])
        #expect(entry.cuts.map { $0.freedCallers.map(\.name) } == [["One", "Two"], ["Five", "Four"]])
    }

    @Test("The singleton whose cuts free most comes first, and minor cuts of all singletons come last")
    func plan() {
        let uses = [
            use("size", by: "One", of: "Core.TextSizer"), use("size", by: "Two", of: "Core.TextSizer"),
            use("theme", by: "One", kind: .write), use("theme", by: "Two", kind: .write),
            use("go", by: "One"), use("go", by: "Two"), use("go", by: "Three"),
            use("find", by: "One", of: "Core.Other"), use("find", by: "Two", of: "Core.Other"),
        ]
        let map = CodeMap(
            singletons: [singleton("Other"), singleton("TextSizer"), singleton()],
            uses: uses
        )
        let cuts = Ranking(of: map).cuts
        #expect(
            cuts.map { "\($0.singleton).\($0.members[0].name)" } == [
                "Core.Legacy.go", "Core.Other.find", "Core.TextSizer.size",
            ]
        )
        #expect(cuts.map(\.isMinor) == [false, false, true])
    }

    @Test("No two cuts have one name, and no word stands in a name twice")
    func uniqueNames() {
        let uses = [
            use("open", by: "One"), use("open", by: "Two"), use("favicon", by: "A", of: "Core.FaviconGenerator"),
            use("openLegacy", by: "Three", of: "Core.Other"), use("openLegacy", by: "Four", of: "Core.Other"),
        ]
        let map = CodeMap(
            singletons: [singleton(), singleton("FaviconGenerator"), singleton("Other")],
            uses: uses
        )
        #expect(Ranking(of: map).cuts.map(\.name) == ["OpenLegacy", "OtherOpenLegacy", "FaviconGeneratorAccess"])
    }

    @Test("A cut that nothing can be moved of comes last, whatever its worth")
    func fixed() {
        var log = singleton("Log")
        log.shape = .locator
        log.accessors = [.init(name: "write", isFunction: true)]
        log.accessors[0].isAction = true
        var delegate = singleton("Delegate")
        (delegate.shape, delegate.accessors) = (.locator, [])
        let logged = (0..<9).map { use("write", by: "User\($0)", of: "Core.Log") }
        let cast = (0..<9).map { use("open", by: "User\($0)", kind: .read, of: "Core.Delegate") }
        let uses = logged + cast + [use("go", by: "One"), use("go", by: "Two"), use("stop", by: "Three")]
        let cuts = Ranking(of: CodeMap(singletons: [log, delegate, singleton()], uses: uses)).cuts
        #expect(cuts.map(\.members[0].name) == ["go", "stop", "open", "write"])
        #expect(cuts.map(\.isFixed) == [false, false, true, true])
    }

    @Test("A log that is written everywhere is minor; what a few callers log is not")
    func logs() {
        var world = singleton("Current")
        world.shape = .world
        let everywhere = (0..<40).flatMap { number in
            [
                use("add", by: "User\(number)", of: "Core.FileLog"),
                use("Log", by: "Other\(number)", kind: .read, of: "Core.Current"),
            ]
        }
        let few = ["One", "Two"].flatMap {
            [use("eat", by: $0, of: "Core.FoodLog"), use("clock", by: $0, of: "Core.Current")]
        }
        let map = CodeMap(singletons: [singleton("FileLog"), singleton("FoodLog"), world], uses: everywhere + few)
        let cuts = Ranking(of: map).cuts
        #expect(cuts.filter { !$0.isMinor }.map(\.members[0].name).sorted() == ["clock", "eat"])
        #expect(cuts.filter(\.isMinor).map(\.members[0].name).sorted() == ["Log", "add"])
    }

    @Test("The functions of a key-value store are one cut, whatever the types of their values")
    func store() {
        let uses = [
            use("bool", by: "One"), use("bool", by: "Two"), use("getString", by: "Three"),
            use("integerValue", by: "Four"),
            use("set", by: "Five"), use("setData", by: "Six"), use("url", by: "Seven", kind: .read),
            use("migrate", by: "Eight"),
        ]
        let cuts = Ranking(of: CodeMap(singletons: [singleton()], uses: uses)).cuts.map {
            $0.members.map(\.name).sorted()
        }
        #expect(Set(cuts) == [["bool", "getString", "integerValue", "set", "setData"], ["url"], ["migrate"]])
    }

    @Test("A cut with many callers is listed in parts: by module, or by the folders of one")
    func parts() throws {
        func cut(_ uses: [Use]) throws -> Ranking.Cut {
            try #require(Ranking(of: CodeMap(singletons: [singleton()], uses: uses)).cuts.first)
        }
        let modules = (0..<60).map { use("go", by: "User\($0)", module: $0 % 3 == 0 ? "Shop" : "Cart") }
        #expect(try cut(modules).parts.map { "\($0.name) \($0.callers) \($0.uses)" } == ["Cart 40 40", "Shop 20 20"])
        let folders = modules.map { use in
            var use = use
            use.file = "App/Sources/\(use.module)/\(use.enclosingType).swift"
            use.module = "App"
            return use
        }
        #expect(try cut(folders).parts.map(\.name) == ["App/Sources/Cart", "App/Sources/Shop"])
        #expect(try cut(Array(modules.prefix(20))).parts.isEmpty)
    }

    @Test("Cuts that one person can review stand before larger ones, whatever those are worth")
    func reviewable() {
        let many = (0..<30).flatMap { [use("all", by: "User\($0)"), use("all", by: "User\($0)")] }
        let uses = many + (0..<3).map { use("few", by: "Other\($0)", kind: .write) } + [use("few", by: "Other0")]
        #expect(
            Ranking(of: CodeMap(singletons: [singleton()], uses: uses)).cuts.map(\.members[0].name) == ["few", "all"]
        )
    }

    @Test("Where a caller can pass another instance already, nothing is left to cut, and in static code nothing can be")
    func passed() throws {
        var taken = [use("go", by: "One"), use("go", by: "Two"), use("stop", by: "Two"), use("stop", by: "Two")]
        taken[0].certainty = .possible
        taken[2].isDefault = true
        taken[3].isInStaticCode = true
        let entry = try #require(Ranking(of: CodeMap(singletons: [singleton()], uses: taken)).entries.first)
        #expect(entry.cuts.map { "\($0.members.map(\.name)) \($0.callers.map(\.name))" } == [#"["go"] ["Two"]"#])
        #expect((entry.uses, entry.users.count) == (4, 2))
    }

    @Test("The parts of a world are named like its properties, and the object of a verb without its role")
    func roles() {
        var world = singleton("AppEnvironment")
        world.shape = .world
        let manager = singleton("DataManager")
        let uses = ["One", "Two"].flatMap { caller in
            [use("date", by: caller, of: world.id), use("save", by: caller, of: manager.id)]
        }
        #expect(
            Set(Ranking(of: CodeMap(singletons: [world, manager], uses: uses)).cuts.map(\.name)) == [
                "DateSource", "SaveData",
            ]
        )
    }

    @Test("A name that is taken gives way to what the members do, and not to a number")
    func actions() {
        let uses = [
            use("open", by: "One"), use("close", by: "One"), use("open", by: "Two"), use("close", by: "Two"),
            use("sort", by: "Three"), use("reset", by: "Three"), use("sort", by: "Four"), use("reset", by: "Four"),
            use("items", by: "Five", kind: .read), use("title", by: "Five", kind: .read),
            use("items", by: "Six", kind: .read), use("title", by: "Six", kind: .read),
        ]
        let names = Ranking(of: CodeMap(singletons: [singleton()], uses: uses)).cuts.map(\.name)
        #expect(Set(names) == ["LegacyAccess", "ResetLegacy", "ItemsAccess"])
    }

    @Test("Singletons stand by users, then modules, writes and uses; the frameworks' come last")
    func order() {
        var framework = singleton("UserDefaults")
        framework.module = ""
        framework.shape = .framework
        let uses = [
            use("a", by: "One", of: "UserDefaults"), use("b", by: "Two", of: "UserDefaults"),
            use("a", by: "One"), use("a", by: "One", kind: .write, of: "Core.Other"),
        ]
        let map = CodeMap(
            singletons: [framework, singleton(), singleton("Other"), singleton("Unused")],
            uses: uses
        )
        #expect(Ranking(of: map).entries.map(\.singleton.name) == ["Other", "Legacy", "Unused", "UserDefaults"])
    }

    @Test("A module's fan-in counts its uses, tests aside")
    func fanIn() throws {
        let uses = [
            use("a", by: "One"), use("a", by: "Two", module: "Shop"), use("b", by: "Two", module: "Shop"),
            use("a", by: "Tests", module: "AppTests", isTest: true),
        ]
        let entry = try #require(Ranking(of: CodeMap(singletons: [singleton()], uses: uses)).entries.first)
        #expect(entry.modules.map { "\($0.name) \($0.uses)" } == ["Shop 2", "App 1"])
    }

    @Test(
        "A protocol is named after the only call, the noun in common, the caller or the type, and like none of them",
        arguments: [
            (["fetchOrders call"], "OrdersView", "FetchOrders"), (["token read"], "Login", "TokenSource"),
            (["token write"], "Login", "TokenStore"), (["dataSource read"], "Login", "DataSource"),
            (["fetchOrders call", "user read"], "OrdersView", "FetchOrders"),
            (["fetchOrder call", "fetchOrders call"], "OrdersView", "FetchOrder"),
            (["cancelOrder call", "placeOrder call"], "OrdersView", "OrderAccess"),
            (["open call", "close call"], "CartViewController", "CartAccess"),
            (["open call", "close call"], "LegacyAccountAccess", "LegacyAccess"),
            (["open call", "close call"], "main.swift", "LegacyAccess"),
            (["open call"], "Login", "OpenLegacy"), (["token read"], "TokenSource", "LegacyAccess"),
        ]
    )
    func names(members: [String], caller: String, name: String) {
        let uses = members.map { text in
            let parts = text.split(separator: " ").map(String.init)
            return use(parts[0], by: caller, kind: Use.Kind(rawValue: parts[1]) ?? .read)
        }
        #expect(Ranking(of: CodeMap(singletons: [singleton()], uses: uses)).cuts.map(\.name) == [name])
    }
}
