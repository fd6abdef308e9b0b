import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("One member of a locator by a protocol", .ownThread)
struct ProtocolMemberTests {
    private static let files = [
        "App/Services.swift": """
        final class Orders {
            private(set) var all: [Int] = []
            func load() { all = [1] }
            func clear() { all = [] }
        }
        final class Users {
            private(set) var names: [String] = []
            func load() { names = ["a"] }
        }
        enum Services {
            static let orders = Orders()
            static let users = Users()
        }
        """,
        "App/Screens.swift": """
        final class Screen {
            func show() {
                Services.orders.load()
                Services.users.load()
            }
        }
        final class Row {
            func show() { Services.orders.clear() }
        }
        """,
    ]

    private func plan(_ members: Set<String>?) throws -> CutPlan {
        var options = Cut.Options(stage: .inject, slice: Slice(members: members))
        options.protocolName = "OrderLoading"
        return try SourceTree(Self.files).plan("Services", options: options)
    }

    @Test("Callers see one member by the protocol, whatever types the other members have")
    func one() throws {
        let plan = try plan(["orders"])
        #expect(plan.abstraction?.problem == nil)
        #expect(plan.abstraction?.type == "Orders")
        #expect(plan.outcomes == ["3 orders", "4 outside", "8 orders"])
        let written = plan.changes.flatMap(\.edits).map(\.new).joined()
        #expect(written.contains("any OrderLoading"))
        #expect(!written.contains("users"))
    }

    @Test(
        "Several members of several types are refused, with the name of one to begin with",
        arguments: [nil, ["orders", "users"]]
    )
    func several(members: Set<String>?) throws {
        let problem = try #require(try plan(members).abstraction?.problem)
        #expect(problem.contains("Orders, Users; cut one of them, such as Services.orders"))
    }
}
