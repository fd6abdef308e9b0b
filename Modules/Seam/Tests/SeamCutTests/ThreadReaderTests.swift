import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

@Suite("Functions that read the accessor", .ownThread)
struct ThreadReaderTests {
    private static let store = """
        final class Store: Sendable {
            static let shared = Store()
            func go() -> Int { 1 }
        }

        """

    private static let program = """
        private func count(_ number: Int) -> Int {
            if number > 2 { return Store.shared.go() }
            return count(number + 1) + [1].map { $0 + Store.shared.go() }[0]
        }
        enum Menu {
            static func start() { show("start", then: { print("shown") }) }
            private static func show(_ title: String, then body: () -> Void) { print(title, Store.shared.go()); body() }
        }
        final class Screen {
            private let store: Store
            init(store: Store = .shared) { self.store = store }
            func show() { print(store.go(), count(1)); Self.log("shown") }
            fileprivate class func log(_ text: String) { print(text, Store.shared.go()) }
        }
        final class Maker { func f() { Screen().show(); Menu.start() } }
        @main enum Program { static func main() { Maker().f() } }

        """

    @Test(
        "A function without an object that could store the instance takes it from what calls it",
        arguments: [
            "enum Menu { static func f() { print(Store.shared.go()) } }/main: Menu.f()/f(store: Store) { print(store.go()) }",
            "func f() { print(Store.shared.go()) }/main: f()/f(store: Store) { print(store.go()) }",
            "struct A { static func f() { g(.shared) } }\nfunc g(_ store: Store) {}/main: A.f()/f(store: Store) { g(store) }",
            "extension Int { func f() { print(Store.shared.go()) } }/main: 1.f()/f(store: Store) { print(store.go()) }",
            "enum A { static func main(_ n: Int = 1) { print(Store.shared.go()) } }/main: A.main()/store: Store) { print(store.go()) }",
            "struct A { init(n: Int) {}\ninit() { self.init(n: Store.shared.go()) } }/main: A()/init(store: Store) { self.init(n: store.go()) }",
            "final class A { init(n: Int) {}\nconvenience init() { let n = Store.shared.go(); self.init(n: n) } }/main: A()/convenience init(store: Store) { let n = store.go()",
            "enum E { case a; func f() { print(Store.shared.go()) } }/main: E.a.f()/f(store: Store) { print(store.go()) }",
        ]
    )
    func direct(_ row: String) throws {
        let parts = row.split(separator: "/").map(String.init)
        let call = parts[1].dropFirst("main: ".count)
        let main = "\n@main enum Program { static func main() { \(call) } }\n"
        let tree = try SourceTree(["App/Program.swift": Self.store + parts[0] + main])
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains(parts[2]), "\(text)\n\(plan.summary)")
        #expect(text.contains("\(call.dropLast())store: Store.shared)"), "\(text)")
    }

    @Test(
        "Of initializers with the same labels, the type of the first argument says which one is called",
        arguments: [("M", "Self.made()"), ("N", "N()"), ("M", "N()")]
    )
    func overloads(type: String, value: String) throws {
        let code = """
            protocol M {}
            struct N: M {}
            struct S {}
            struct A {
                init(_ m: \(type)) {}
                init(_ s: S) {
                    let m = \(value)
                    self.init(m)
                    print(Store.shared.go())
                }
                static func made() -> any M { N() }
            }
            @main enum Program { static func main() { _ = A(S()); _ = A(N()) } }

            """
        let tree = try SourceTree(["App/Program.swift": Self.store + code])
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("_ = A(S(), store: Store.shared); _ = A(N()) }"), "\(text)\n\(plan.summary)")
        #expect(text.contains("        self.init(m)\n"))
    }

    @Test(
        "A call is known by what it is assigned to, and an initializer that nothing asks for takes the instance",
        arguments: [
            "final class M { var kept = Other(); func f() { kept = .init(); Screen().show() } }",
            "final class M { var kept = Outside(); func f() { self.kept = .init(); Screen().show() } }",
            "func g() { var kept = Other(); kept = .init(); print(kept) }\nfinal class M { func f() { g(); Screen().show() } }",
            "class M { let n: Int; required init() { n = 1; Screen().show() }\nfunc f() { print(n) } }",
        ]
    )
    func known(maker: String) throws {
        let code = """
            struct Other {}
            final class Screen {
                private let store: Store
                init(store: Store = .shared) { self.store = store }
                func show() { print(store.go()) }
            }
            \(maker)
            @main enum Program { static func main() { M().f() } }

            """
        let tree = try SourceTree(["App/Program.swift": Self.store + code])
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        #expect(text.contains("M(store: Store.shared).f()"), "\(text)\n\(plan.summary)")
        #expect(text.contains("init(store: Store) {"))
    }

    @Test("A private function takes the instance from what calls it", .startsCompiler)
    func taken() throws {
        let tree = try SourceTree(["App/Program.swift": Self.store + Self.program])
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift6)
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        for part in [
            "private func count(_ number: Int, store: Store) -> Int {",
            "if number > 2 { return store.go() }",
            "return count(number + 1, store: store) + [1].map { $0 + store.go() }[0]",
            "static func start(store: Store) { show(\"start\", store: store, then: { print(\"shown\") }) }",
            "show(_ title: String, store: Store, then body: () -> Void) { print(title, store.go()); body() }",
            "print(store.go(), count(1, store: store)); Self.log(\"shown\", store: store) }",
            "fileprivate class func log(_ text: String, store: Store) { print(text, store.go()) }",
            "Screen(store: store).show(); Menu.start(store: store)",
        ] { #expect(text.contains(part), "\(part)\n\(text)\n\(plan.summary)") }
        let after = try Compiler.run(file, .swift6)
        #expect(after.errors.isEmpty, "\(after.errors)\n\(text)")
        #expect(after.output == before.output)
        #expect(try tree.thread(isEarly: true).changes.isEmpty)
    }

    private static let machine = """
        final class Machine { var n = 0; func go(_ text: String) { n += 1; print(text, n) } }
        func start() {
            for line in ["a", "b"] { run(line) }
        }
        func run(_ line: String) {
            report(machine: line)
            machine.go(line)
            do { machine.go("end") }
        }
        func report(machine name: String) { print(name) }

        """

    @Test("Functions take a variable of their file under its own name", .startsCompiler)
    func variable() throws {
        let main = "@main enum Program { static func main() { start() } }\n"
        let text = Self.machine + "nonisolated(unsafe) let machine = Machine()\n" + main
        let tree = try SourceTree(["App/Program.swift": text])
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift6)
        let plan = try tree.thread("machine", isEarly: true)
        let written = try tree.text("App/Program.swift")
        for part in [
            "func start(machine: Machine) {\n    for line in [\"a\", \"b\"] { run(line, machine: machine) }",
            "func run(_ line: String, machine: Machine) {\n    report(machine: line)\n    machine.go(line)\n",
            "static func main() { start(machine: machine) }",
        ] { #expect(written.contains(part), "\(part)\n\(written)\n\(plan.summary)") }
        let after = try Compiler.run(file, .swift6)
        #expect(after.errors.isEmpty, "\(after.errors)\n\(written)")
        #expect(after.output == before.output)
    }

    @Test("The functions that run() of a command calls take the instance from it", .startsCompiler)
    func commands() throws {
        let code = """
            protocol ParsableCommand { init(); func run() }
            extension ParsableCommand { static func main() { Self().run() } }
            @main final class Program: ParsableCommand {
                func run() { open("a"); open("b"); again(2) }
                func open(_ title: String) { show(title) }
                private func show(_ title: String) { print(title, Store.shared.go()) }
                func again(_ n: Int) { if n > 0 { show("c"); again(n - 1) } }
            }

            """
        let tree = try SourceTree(["App/Program.swift": Self.store + code])
        let file = tree.root.appending(path: "App/Program.swift")
        let before = try Compiler.run(file, .swift6)
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        for part in [
            "run() { open(\"a\", store: Store.shared); open(\"b\", store: Store.shared); again(2, store: Store.shared) }",
            "func open(_ title: String, store: Store) { show(title, store: store) }",
            "private func show(_ title: String, store: Store) { print(title, store.go()) }",
            "func again(_ n: Int, store: Store) { if n > 0 { show(\"c\", store: store); again(n - 1, store: store) } }",
        ] { #expect(text.contains(part), "\(part)\n\(text)\n\(plan.summary)") }
        let after = try Compiler.run(file, .swift6)
        #expect(after.errors.isEmpty, "\(after.errors)\n\(text)")
        #expect(after.output == before.output)
    }

    @Test(
        "What ArgumentParser calls in a command takes nothing, and other functions are its own",
        arguments: [
            ("run(_ n: Int) { print(Store.shared.go()) }", "run(1)", true),
            ("show() { print(Store.shared.go()) }", "show()", true),
            ("validate() { print(Store.shared.go()) }", "validate()", false),
        ]
    )
    func ownFunctions(function: String, call: String, isTaken: Bool) throws {
        let code = "@main struct Program: ParsableCommand { func run() { \(call) }\nfunc \(function) }\n"
        let tree = try SourceTree(["App/Program.swift": Self.store + code])
        let plan = try tree.thread(isEarly: true)
        #expect(plan.changes.isEmpty != isTaken, "\(plan.diff)\(plan.summary)")
    }

    @Test("The statements of main.swift pass their variables, which are no singletons then")
    func statements() throws {
        let main = "let machine = Machine()\nmain()\nfunc main() { start() }\n"
        let tree = try SourceTree(["App/main.swift": Self.machine + main])
        let plan = try tree.thread("machine", isEarly: true)
        let text = try tree.text("App/main.swift")
        for part in [
            "let machine = Machine()\nmain(machine: machine)\n",
            "func main(machine: Machine) { start(machine: machine) }\n",
        ] { #expect(text.contains(part), "\(part)\n\(text)\n\(plan.summary)") }
        #expect(try tree.map().singletons.isEmpty)
    }

    @Test("A variable of main.swift that a statement above it needs keeps its functions")
    func tooEarly() throws {
        let main = "start()\nlet machine = Machine()\nstart()\n"
        let tree = try SourceTree(["App/main.swift": Self.machine + main])
        _ = try tree.thread("machine", isEarly: true)
        #expect(try tree.text("App/main.swift").hasSuffix(main))
    }

    @Test(
        "A function that other code may call, or that isn't always passed one, reads the accessor",
        arguments: [
            "enum Menu { static func f() { print(Store.shared.go()) } }",
            "private func f() { print(Store.shared.go()) }\nlet g = f",
            "private func f() { print(Store.shared.go()) }\npublic func g() { f() }",
            "private func f(n: Int = Store.shared.go()) { print(n) }\nfunc g() { f() }",
            "private func f() { let store = Store.shared; print(store.go()) }\nfunc g() { f() }",
            "private func f() -> () -> Int { func g() -> Int { Store.shared.go() }; return g }\nlet h = f()",
            "private func f() { print(Store.shared.go()) }",
        ]
    )
    func left(_ code: String) throws {
        let main = "\n@main enum Program { static func main() {} }\n"
        let tree = try SourceTree(["App/Program.swift": Self.store + code + main])
        let plan = try tree.thread(isEarly: true)
        let text = try tree.text("App/Program.swift")
        #expect(plan.changes.isEmpty, "\(text)")
    }

    @Test("A closure captures no instance of a function that other threads can't have")
    func sent() throws {
        let store = "final class Store { static let shared = Store(); func go() -> Int { 1 } }\n"
        let code = "private func f() -> () -> Int { { Store.shared.go() } }\n"
        let main = "@main enum Program { static func main() { print(f()()) } }\n"
        let tree = try SourceTree(["App/Program.swift": store + code + main])
        #expect(try tree.thread(isEarly: true).changes.isEmpty)
    }
}
