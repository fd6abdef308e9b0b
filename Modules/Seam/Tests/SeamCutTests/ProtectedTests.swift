import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// What a cut leaves as it is in two modules: programs that are compiled and run before and after.
///
/// What Objective-C and macros of the system do can't be compiled on Linux: `LaunchTests` and `InjectTests` have texts for `+load`,
/// `@Model` and `@objc`.
@Suite("What stays as it is in other modules", .ownThread)
struct ProtectedTests {
    private static let manifest = """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(name: "Shop", targets: [
            .target(name: "Library"), .executableTarget(name: "App", dependencies: ["Library"]),
        ])

        """

    private static let library = """
        import Foundation

        public final class Log: Sendable {
            public static let shared = Log()
            public func value() -> Int { 3 }
        }

        public final class Inlined {
            public init() {}
            @inlinable public func value() -> Int { Log.shared.value() }
            public func other() -> Int { Log.shared.value() + 1 }
        }

        @frozen public struct Frozen {
            public var number: Int
            public init(number: Int) { self.number = number }
            public func value() -> Int { number + Log.shared.value() }
        }

        public final class Packaged {
            package let number: Int
            package init(number: Int) { self.number = number }
            package func value() -> Int { number + Inner.shared.value() }
        }

        open class Parent {
            public let number: Int
            public init(number: Int) { self.number = number }
            open func value() -> Int { number + Log.shared.value() }
        }

        public final class Inner: Sendable {
            static let shared = Inner()
            func value() -> Int { 5 }
        }

        public final class Outer {
            public init() {}
            public func value() -> Int { Inner.shared.value() }
        }

        public final class Old: Sendable {
            @available(*, deprecated, message: "Pass one.") public static let shared = Old()
            public func value() -> Int { 6 }
        }

        public final class Keeper {
            public init() {}
            public func value() -> Int { Old.shared.value() }
        }

        public final class Coded: Codable {
            public var number: Int
            public init(number: Int) { self.number = number }
            public func value() -> Int { number + Log.shared.value() }
        }

        public final class Archived: NSObject, NSSecureCoding {
            public static let supportsSecureCoding = true
            public let number: Int
            public init(number: Int) { self.number = number }
            public init?(coder: NSCoder) { number = coder.decodeInteger(forKey: "number") }
            public func encode(with coder: NSCoder) { coder.encode(number, forKey: "number") }
            public func value() -> Int { number + Log.shared.value() }
        }

        """

    private static let program = """
        import Foundation
        import Library

        final class Child: Parent {
            override init(number: Int) { super.init(number: number + 1) }
        }

        final class Grown: Parent { let extra = 2 }

        @main enum Program {
            static func main() throws {
                print(Inlined().value(), Inlined().other(), Frozen(number: 1).value(), MemoryLayout<Frozen>.size)
                print(Packaged(number: 2).value(), Outer().value(), Keeper().value())
                print(Child(number: 1).value(), Grown(number: 1).value(), [1, 2].map(Parent.init).count)
                print(String(decoding: try JSONEncoder().encode(Coded(number: 4)), as: UTF8.self))
                print(try JSONDecoder().decode(Coded.self, from: Data("{\\"number\\":7}".utf8)).value())
                let archive = try NSKeyedArchiver.archivedData(
                    withRootObject: Archived(number: 8), requiringSecureCoding: true)
                print(try NSKeyedUnarchiver.unarchivedObject(ofClass: Archived.self, from: archive)?.value() ?? 0)
            }
        }

        """

    @Test("Callers that other modules inline, inherit from, archive or see keep what these rely on", .startsCompiler)
    func modules() throws {
        let tree = try SourceTree([
            "Package.swift": Self.manifest, "Sources/Library/Library.swift": Self.library,
            "Sources/App/Program.swift": Self.program,
        ])
        var options = Cut.Options()
        options.includesStructs = true
        var forms: [String: String] = [:]
        for name in ["Log", "Inner", "Old"] {
            let plan = try tree.plan(name, options: options)
            for caller in plan.callers { forms[caller.name] = caller.obstacle?.code ?? caller.form?.rawValue }
            if name == "Log" { #expect(plan.keeping.map(\.reason) == [.inlinable, .attribute, .synthesis]) }
        }
        #expect(
            forms == [
                "Inlined": "argument", "Parent": "variable", "Archived": "argument", "Packaged": "optional",
                "Outer": "optional", "Keeper": "argument",
            ]
        )
        let before = try Self.run(tree)
        #expect(before.errors.isEmpty, "\(before.errors)")
        try tree.cutAll(options: options)
        let after = try Self.run(tree)
        #expect(after.errors.isEmpty, "\(after.errors)")
        #expect(after.output == before.output)
        #expect(after.warnings <= before.warnings)
    }

    @Test("An instance that waits for the main thread when it is made is made where it was", .startsCompiler)
    func waiting() throws {
        let text = """
            import Foundation

            final class Store: Sendable {
                static let shared = Store()
                init() {
                    if !Thread.isMainThread { DispatchQueue.main.sync { print("made") } }
                }
                func value() -> Int { 1 }
            }

            final class Caller: Sendable {
                func show() { print(Store.shared.value()) }
            }

            @main enum Program {
                static func main() async {
                    let caller = Caller()
                    print("start")
                    await withCheckedContinuation { done in
                        DispatchQueue.global().async {
                            caller.show()
                            done.resume()
                        }
                    }
                }
            }

            """
        let tree = try SourceTree(["App/Program.swift": text])
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift6)
        #expect(before.output == "start\nmade\n1\n", "\(before.errors)")
        let plan = try tree.plan("Store", options: Cut.Options())
        #expect(plan.callers.map { $0.because?.reason } == [.observed], "\(plan.summary)")
        try tree.cutAll(options: Cut.Options())
        let after = try Compiler.run(file, .swift6)
        #expect(after.output == before.output, "\(after.errors)")
    }

    private static func run(_ tree: SourceTree) throws -> Compiler.Outcome {
        let modules = try Compiler.module(tree.root.appending(path: "Sources/Library/Library.swift"))
        defer { try? FileManager.default.removeItem(at: modules) }
        return try Compiler.run([tree.root.appending(path: "Sources/App/Program.swift")], .swift5, modules: modules)
    }
}
