import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// What isn't available everywhere is compiled for a platform that has versions, against a small library of our own: no other
/// is on every machine.
@Suite("Singletons that aren't available everywhere", .ownThread)
struct AvailabilityTests {
    private static let library = """
        precedencegroup AssignmentPrecedence { assignment: true }
        precedencegroup NilCoalescingPrecedence { associativity: right higherThan: AssignmentPrecedence }
        precedencegroup DefaultPrecedence {}
        infix operator ?? : NilCoalescingPrecedence
        public protocol Copyable {}
        public protocol Escapable {}
        public protocol Sendable {}
        public protocol ExpressibleByNilLiteral { init(nilLiteral: ()) }
        public typealias Void = ()
        public struct Bool {}
        public enum Optional<Wrapped>: ExpressibleByNilLiteral {
            case none, some(Wrapped)
            public init(nilLiteral: ()) { self = .none }
        }
        public func ?? <T>(optional: T?, value: @autoclosure () -> T) -> T {
            switch optional {
            case .none: return value()
            case .some(let found): return found
            }
        }
        """

    private static let store = """
        @available(macOS 12, iOS 15.0, *)
        final class Store: Sendable {
            static let shared = Store()
            func go() {}
        }

        """

    private static let clock = """
        final class Clock: Sendable {
            @available(macOS 13, *) static let shared = Clock()
            func go() {}
        }

        """

    private static func problems(_ tree: SourceTree, _ files: [String]) throws -> String {
        try tree.write("Library.swift", library)
        let files = (files + ["Library.swift"]).map { tree.root.appending(path: $0).path }
        let arguments = ["-typecheck", "-parse-stdlib", "-target", "x86_64-apple-macosx10.13", "-module-name", "Swift"]
        let run = try Compiler.launch("/usr/bin/env", ["swiftc", "-frontend"] + arguments + files)
        try FileManager.default.removeItem(at: tree.root.appending(path: "Library.swift"))
        return run.error
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var program: String
        /// How many uses stay where they are.
        var left: Int
        /// The obstacle of each caller.
        var obstacles: [Reason?]
        /// What the cut program says.
        var says: String
        var testDescription: String { program }

        init(_ program: String, left: Int = 0, _ obstacles: [Reason?], says: String) {
            (self.program, self.left, self.obstacles, self.says) = (program, left, obstacles, says)
        }
    }

    @Test(
        "Callers of all limits are available where they were",
        .startsCompiler,
        arguments: [
            Row(
                store + "final class A { func f() { if #available(macOS 12, *) { Store.shared.go() } } }",
                [.limited],
                says: "@available(macOS 12, iOS 15.0, *)\nprivate var store"
            ),
            Row(
                store + "@available(macOS 12, iOS 15, *) final class A { func f() { Store.shared.go() } }",
                [nil],
                says: "init(store: Store? = nil)"
            ),
            Row(
                store + "@available(macOS 13, iOS 16, *) final class A { func f() { Store.shared.go() } }\n"
                    + "@available(macOS 13, iOS 16, *) extension A { func g() { Store.shared.go() } }\n"
                    + "@available(macOS 14, iOS 16, *) extension A { func h() { Store.shared.go() } }",
                [nil],
                says: "init(store: Store? = nil)"
            ),
            Row(
                store + "final class A {}\n"
                    + "@available(macOS 12, iOS 15, *) extension A { func f() { Store.shared.go() } }",
                [.limited],
                says: "@available(macOS 12, iOS 15.0, *)\nprivate var store"
            ),
            Row(
                store + "@available(macOS 11, *) final class A {\n"
                    + "@available(macOS 12, *) func f() { Store.shared.go() } }",
                [.limited],
                says: "@available(macOS 12, iOS 15.0, *)\nprivate var store"
            ),
            Row(
                clock + "struct A {\n@available(macOS 13, *) static func f() { Clock.shared.go() }\n"
                    + "@available(macOS 14, *) func g() { Clock.shared.go() } }",
                [.staticProperty, .limited],
                says: "@available(macOS 13, *)\nprivate static var clock"
            ),
            // A closure is made where the singleton may be missing.
            Row(
                store + "func run(_ body: @escaping () -> Void) {}\n"
                    + "final class A { func f() { run { if #available(macOS 12, *) { Store.shared.go() } } } }",
                [.staticProperty],
                says: "{ A.store.go() }"
            ),
            Row(
                store + "func run(_ body: @escaping () -> Void) {}\n"
                    + "@available(macOS 12, iOS 15, *) final class A { func f() { run { Store.shared.go() } } }",
                [nil],
                says: "[store] in store.go()"
            ),
            // Which of the two is more available depends on the platform.
            Row(
                clock + "@available(iOS 15, *) final class A {\n"
                    + "@available(macOS 13, *) func f() { Clock.shared.go() } }",
                left: 1,
                [],
                says: "Clock.shared.go()"
            ),
            // A property of that name is there, for fewer versions.
            Row(
                clock + "final class A {\n@available(macOS 14, *) private var clock: Clock { .shared }\n"
                    + "@available(macOS 13, *) func f() { Clock.shared.go() } }",
                [.limited],
                says: "private var sharedClock: Clock { .shared }"
            ),
        ]
    )
    func limits(_ row: Row) throws {
        let path = "App/Program.swift"
        let tree = try SourceTree([path: row.program])
        #expect(try Self.problems(tree, [path]).isEmpty)
        let name = row.program.contains("class Store") ? "Store" : "Clock"
        let plan = try tree.plan(name, options: .late)
        let left = plan.rows.count { if case .left = $0.outcome { true } else { false } }
        #expect(left == row.left, "\(plan.outcomes)")
        #expect(plan.callers.map(\.obstacle) == row.obstacles)
        for options in [Cut.Options(stage: .gather), .late] {
            try tree.cutAll(options: options)
            #expect(try tree.cutAll(options: options) == 0)
            let problems = try Self.problems(tree, [path])
            #expect(problems.isEmpty, "\(problems)")
        }
        let text = try tree.text(path).replacing(/\n +/, with: "\n")
        #expect(text.contains(row.says), "\(text)")
        // The compiler would say it.
        guard row.says.hasPrefix("@available") else { return }
        let bare = row.says.split(separator: "\n").last ?? ""
        try tree.write(path, text.replacing(row.says, with: String(bare)))
        #expect(try Self.problems(tree, [path]).contains("is only available in macOS"))
    }

    @Test(
        "Limits that can't be compared or written elsewhere are refused",
        arguments: [
            "@available(macOS, introduced: 12, obsoleted: 14)", "@available(*, noasync)",
            "#if os(macOS)\n@available(macOS 12, *)\n#endif",
        ]
    )
    func unclear(_ attribute: String) throws {
        let store = "\(attribute)\nfinal class Store { static let shared = Store(); func go() {} }"
        let tree = try SourceTree(["App/Program.swift": store + "\nfinal class A { func f() { Store.shared.go() } }"])
        #expect(try tree.plan("Store").outcomes == ["\(attribute.contains("\n") ? 5 : 3) left availability"])
    }

    private static let plain = "final class Store: Sendable { static let shared = Store(); func go() {} }\n"
    private static let old =
        "final class Store: Sendable { @available(*, deprecated) static let shared = Store()\nfunc go() {} }\n"

    @Test(
        "The property has the attributes that it needs, and stands where all uses see it",
        arguments: [
            Row(
                plain + "final class A {\n@available(*, deprecated) func f() { Store.shared.go() } }",
                [nil],
                says: "{\nprivate let injectedStore: Store?\nprivate var store"
            ),
            Row(
                old + "@available(*, deprecated) final class A {\nfunc f() { Store.shared.go() } }",
                [nil],
                says: "{\nprivate let injectedStore: Store?\nprivate var store"
            ),
            Row(
                old.replacing("(*", with: "(macOS 12, *)\n@available(*") + "final class A {\n@available(macOS 12, *)"
                    + "func f() { Store.shared.go() } }",
                [.limited],
                says: "{\n@available(macOS 12, *)\nprivate var store"
            ),
            Row(
                plain + "@available(macOS 12, *) extension Int { func f() { Store.shared.go() } }\n"
                    + "extension Int { func g() { Store.shared.go() } }",
                [.kind],
                says: "extension Int {\nprivate var store: Store { .shared }\nfunc g()"
            ),
            Row(
                plain + "@available(*, deprecated) extension Int { func f() { Store.shared.go() } }\n"
                    + "extension Int { func g() { Store.shared.go() } }",
                [.kind],
                says: "extension Int {\nprivate var store: Store { .shared }\nfunc g()"
            ),
            Row(
                plain + "@available(macOS, obsoleted: 12) extension Int { func f() { Store.shared.go() } }\n"
                    + "extension Int { func g() { Store.shared.go() } }",
                [.kind],
                says: "extension Int {\nprivate var store: Store { .shared }\nfunc g()"
            ),
        ]
    )
    func places(_ row: Row) throws {
        let tree = try SourceTree(["App/Program.swift": row.program])
        let plan = try tree.plan("Store", options: .late)
        #expect(plan.callers.map(\.obstacle) == row.obstacles)
        try tree.cutAll(options: .late)
        let text = try tree.text("App/Program.swift").replacing(/\n\s+/, with: "\n")
        #expect(text.contains(row.says), "\(text)")
    }

    @Test("A singleton that isn't available everywhere has no protocol and no key of a style")
    func others() throws {
        let caller = "import SwiftUI\n@available(macOS 12, iOS 15, *) struct A: View { func f() { Store.shared.go() } }"
        let tree = try SourceTree(["App/Program.swift": Self.store + caller])
        var options = Cut.Options.late
        options.protocolName = "Going"
        #expect(try tree.plan("Store", options: options).outcomes == ["7 left availability"])
        options = Cut.Options.late
        options.style = .environment
        #expect(try tree.plan("Store", options: options).callers.map(\.obstacle) == [.limited])
        options.style = .provider
        options.provider = "Services"
        #expect(try tree.plan("Store", options: options).callers.map(\.obstacle) == [.limited])
    }

    @Test(
        "A deprecated accessor is injected, and there are no more warnings",
        .startsCompiler,
        arguments: Compiler.Mode.languages
    )
    func deprecated(_ mode: Compiler.Mode) throws {
        let path = "App/Program.swift"
        let program = """
            nonisolated final class Account: Sendable {
                @available(*, deprecated, message: "Pass an account.") static let shared = Account()
                func name() -> String { "a" }
            }
            @available(*, deprecated)
            nonisolated final class Store: Sendable {
                static let shared = Store()
                func size() -> Int { 1 }
            }
            final class Screen {
                func show() { print(Account.shared.name(), Account.shared.name()) }
            }
            final class Page {
                @available(*, deprecated) func old() { print(Account.shared.name()) }
                func show() { print(Store.shared.size()) }
            }
            @main enum Program {
                @MainActor static func main() {
                    Screen().show()
                    Page().show()
                }
            }
            """
        let tree = try SourceTree([path: program])
        if mode == .mainActor { try tree.write("Package.swift", Compiler.mainActorManifest) }
        let before = try Compiler.run(tree.root.appending(path: path), mode)
        #expect(before.errors.isEmpty && before.warnings > 2, "\(before.errors)")
        let callers = try tree.plan("Account", options: .late).callers
        #expect(callers.map(\.obstacle) == [nil, .limited])
        #expect(try tree.plan("Store", options: .late).callers.map(\.obstacle) == [.limited])
        for options in [Cut.Options(stage: .gather), .late] {
            try tree.cutAll(options: options)
            #expect(try tree.cutAll(options: options) == 0)
            let after = try Compiler.run(tree.root.appending(path: path), mode)
            let text = try tree.text(path)
            #expect(after.errors.isEmpty && after.output == before.output, "\(after.errors)")
            #expect(after.warnings <= before.warnings, "\(text)")
        }
        let isolation = mode == .mainActor ? "nonisolated " : ""
        #expect(try tree.text(path).contains("@available(*, deprecated)\n    \(isolation)private var account"))
    }
}
