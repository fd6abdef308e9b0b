import Testing

@testable import SeamKit

@Suite("Ranking", .ownThread)
struct RankingTests {
    /// A use of `Core.Legacy`, by a type of module `App`.
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

    @Test("Members that the same users use are one cluster; tests and the bare instance make none")
    func clusters() throws {
        let uses = [
            use("orders", by: "OrdersView"), use("cancel", by: "OrdersView"), use("signIn", by: "Login"),
            use("signIn", by: "Menu"), use(Use.instance, by: "OrdersView", kind: .read),
            use("reset", by: "LegacyTests", isTest: true),
        ]
        let ranking = Ranking(CodeMap(singletons: [singleton()], uses: uses))
        let entry = try #require(ranking.entries.first)
        #expect(entry.clusters.map { $0.members.map(\.name).sorted() } == [["cancel", "orders"], ["signIn"]])
        #expect(entry.clusters.map { $0.callers.map(\.name) } == [["OrdersView"], ["Login", "Menu"]])
        #expect((entry.uses, entry.testUses, entry.users.count) == (5, 1, 3))
    }

    @Test("A cut costs its callers, members and modules, twice its writes and three times the state it shares")
    func cost() throws {
        let shared = singleton(state: ["user"], touches: ["signIn": ["user", "log"], "orders": ["user"]])
        let uses = [
            use("signIn", by: "Login"), use("signIn", by: "Menu", module: "Shell"),
            use("orders", by: "OrdersView"), use("user", by: "Profile", kind: .write),
        ]
        let ranking = Ranking(CodeMap(singletons: [shared], uses: uses))
        let costs = ranking.cuts.map { "\($0.members[0].name) \($0.cost) \($0.sharedState.joined(separator: ","))" }
        #expect(costs == ["orders 6 user", "signIn 8 user", "user 8 user"])
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
        #expect(Ranking(map).entries.map(\.singleton.name) == ["Other", "Legacy", "Unused", "UserDefaults"])
    }

    @Test("A module's fan-in counts its uses, tests aside")
    func fanIn() throws {
        let uses = [
            use("a", by: "One"), use("a", by: "Two", module: "Shop"), use("b", by: "Two", module: "Shop"),
            use("a", by: "Tests", module: "AppTests", isTest: true),
        ]
        let entry = try #require(Ranking(CodeMap(singletons: [singleton()], uses: uses)).entries.first)
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
        #expect(Ranking(CodeMap(singletons: [singleton()], uses: uses)).cuts.map(\.name) == [name])
    }
}
