import Foundation
import SeamGenerate
import SeamKit
import Testing

/// What names and types mean, by where they stand and not by how they are written. The fixture `names-in-scopes` compiles such fakes.
@Suite("Names and types in fakes")
struct MockScopeTests {
    /// Returns the fake of the last protocol of a text.
    private func fake(_ text: String) throws -> String {
        let output = Mocks.write([SwiftDocument(path: "a.swift", text: text)])
        #expect(output.problems.map(\.message) == [])
        return output.files.map(\.text).joined(separator: "\n")
    }

    @Test("Aliases that have each other's names in two scopes come to an end")
    func crossedAliases() throws {
        let text = try fake(
            """
            enum A { struct ViewState {}; typealias State = ViewState; protocol V: Sendable { func s(_ s: State) } }
            enum B { struct State {}; typealias ViewState = State }
            """
        )
        #expect(text.contains("SharedCallRecorder<State, "))
    }

    @Test("Aliases that stand for each other come to an end")
    func circularAliases() throws {
        let text = try fake("typealias A = B; typealias B = A; protocol V: Sendable { func s(_ s: A) }")
        #expect(text.contains("SharedCallRecorder<Void, "))
    }

    @Test("A parent is the protocol of its own scope")
    func parents() throws {
        let text = try fake(
            "enum N { protocol Base { func a() } }; enum P { protocol Base { func b() }; protocol Desk: Base {} }"
        )
        let desk = try #require(text.split(separator: "final class ").first { $0.hasPrefix("MockPDesk") })
        #expect(desk.contains("func b()") && !desk.contains("func a()"))
    }

    @Test("A type from the scope of a parent is written with that scope")
    func qualified() throws {
        let text = try fake(
            """
            enum N { struct State {}; protocol Base { func a(_ s: [State?]) -> State.Type } }
            enum P { struct State {}; protocol Desk: N.Base {} }
            """
        )
        #expect(text.contains("func a(_ s: [N.State?]) -> N.State.Type {"))
        #expect(text.contains("func a(_ s: [State?]) -> State.Type {"))
    }

    @Test("A protocol can inherit by an alias, a composition or a condition on Self")
    func ways() throws {
        let text = try fake(
            """
            protocol A { func a() }; protocol B { func b() }; protocol D { func d() }
            typealias C = A & B
            protocol E: C where Self: D {}
            """
        )
        let last = try #require(text.split(separator: "final class ").first { $0.hasPrefix("MockE:") })
        #expect(last.contains("func a()") && last.contains("func b()") && last.contains("func d()"))
    }

    @Test(
        "Arguments that aren't Sendable aren't recorded by a Sendable fake",
        arguments: [
            "AnyHashable", "KeyPath<Int, Int>", "UnsafePointer<Int>", "UnsafeRawPointer", "Any", "Holder", "Choice",
            "Holder?", "[Swift.AnyHashable]", "Inner.Deal", "Boxed", "any Hashable",
        ]
    )
    func unsendable(type: String) throws {
        #expect(try recorder(of: type).contains("SharedCallRecorder<Void, "))
    }

    @Test(
        "Arguments that are Sendable are recorded by a Sendable fake",
        arguments: [
            "Int", "Plain", "Shared", "Deal", "[Deal?]", "any Error", "Unknown", "Shop.Unknown", "Worker", "Added",
            "Computed", "Disk",
        ]
    )
    func sendable(type: String) throws {
        #expect(try recorder(of: type).contains("SharedCallRecorder<\(type), "))
    }

    private func recorder(of type: String) throws -> String {
        try fake(
            """
            class Service {}
            struct Holder { let service: Service }
            enum Choice { case some(Holder), none }
            enum Inner { class Deal {} }
            typealias Boxed = Holder
            struct Deal {}
            struct Plain { var deal: Deal; static var service = Service() }
            struct Computed { var service: Service { Service() } }
            final class Shared: Sendable {}
            actor Worker {}
            class Added {}
            extension Added: @unchecked Sendable {}
            @globalActor actor Store { static let shared = Store() }
            @Store class Disk {}
            protocol P: Sendable { func f(_ a: \(type)) }
            """
        )
    }

    @Test("What one requirement says of its use isn't said of the fake")
    func noasync() throws {
        let text = try fake(
            "protocol P { @available(*, noasync) func f(); @available(macOS 15, *) func g() }"
        )
        #expect(text.contains("@available(macOS 15, *)\nfinal class MockP"))
        #expect(!text.contains("noasync"))
    }

    @Test("An attribute of a closure keeps its arguments")
    func attributes() throws {
        let text = try fake(
            "protocol P { func f(_ a: @convention(c) (Int) -> Void, b: @escaping @isolated(any) () -> Void) }"
        )
        #expect(text.contains("func f(_ a: @convention(c) (Int) -> Void, b: @escaping @isolated(any) () -> Void)"))
    }

    @Test("An import in an `#if` with other code stays in it")
    func imports() throws {
        let text = try fake(
            "#if canImport(UIKit)\nimport UIKit\ntypealias Colour = UIColor\n#endif\nprotocol P { func f() }"
        )
        #expect(text.contains("#if canImport(UIKit)\n  import UIKit\n#endif\n"))
        #expect(!text.contains("#endif\n\nimport UIKit") && text.components(separatedBy: "import UIKit").count == 2)
    }

    @Test("A fake belongs to a global actor that the sources don't declare, by the ending of its name")
    func actors() throws {
        #expect(try fake("@DatabaseActor protocol P { func f() }").contains("@DatabaseActor\nfinal class MockP"))
    }

    @Test("A static recorder doesn't store what nobody says is `Sendable`")
    func untrusted() throws {
        let text = try fake("protocol P { init(_ s: Stream, at date: Date); static func f(_ s: Stream) }")
        #expect(text.contains("static let initCalls = SharedCallRecorder<Date, InitHandler>"))
        #expect(text.contains("static let fCalls = SharedCallRecorder<Void, FHandler>"))
        #expect(
            try fake("protocol P: Sendable { func f(_ s: Stream) }").contains("SharedCallRecorder<Stream, FHandler>")
        )
    }
}
