import SeamKit
import Testing

@testable import SeamCut

/// Callers that may read an accessor when they are made, although somebody sees when its instance is made.
@Suite("Instances that are made before")
struct EarlyReadingTests {
    private static let store = "final class Store { static let shared = Store(); init() { print(1) }; func go() {} }\n"

    @Test(
        "An instance that is certainly made by then may be read early",
        arguments: [
            // The caller reads it when it is made.
            "final class Caller { let n = 1; let store = Store.shared }",
            "final class Caller { var all: [Int] = []; init() { all = [1]; Store.shared.go() } }",
            "final class Caller { init(n: Int) { Store.shared.go() }; init() { Store.shared.go(); print(1) } }",
            // The program's own type holds it.
            "@main class D: NSObject, UIApplicationDelegate { let store = Store.shared; let caller = Caller() }\nfinal class Caller {}",
            "@UIApplicationMain class D: UIApplicationDelegate { init() { Store.shared.go() } }\nfinal class Caller {}",
            // What the caller takes can't be made without it.
            "final class Owner { let store = Store.shared }\nfinal class Caller { init(owner: Owner, n: Int) {} }",
        ]
    )
    func certain(_ text: String) throws { #expect(try Self.obstacle(text) == nil) }

    @Test(
        "An instance that may be made later is not",
        arguments: [
            "final class Caller {}",
            "final class Caller { lazy var store = Store.shared }",
            "final class Caller { static let store = Store.shared }",
            "final class Caller { let run = { Store.shared.go() } }",
            "final class Caller { init(n: Int) { if n > 0 { Store.shared.go() } } }",
            "final class Caller { init?(n: Int) { guard n > 0 else { return nil }; Store.shared.go() } }",
            "final class Caller { init(n: Int) { let m = n > 0 ? Store.shared : nil; _ = m } }",
            "final class Caller { init(n: Int) { _ = n > 0 && Store.shared.isOn } }",
            "final class Caller { init(n: Int) throws { try check(n); Store.shared.go() }; func check(_ n: Int) throws {} }",
            "final class Caller { init() { for n in [1] { Store.shared.go() } } }",
            "final class Caller { init() { print(1); Store.shared.go() } }",
            "final class Caller { init() { Store.shared.go() }; init(n: Int) {} }",
            "struct Caller { @StateObject var store = Store.shared }",
            "@main class D: UIApplicationDelegate { let caller = Caller(); let store = Store.shared }\nfinal class Caller {}",
            "@main class D: UIApplicationDelegate { let store = Store.shared }\n@main struct Other {}\nfinal class Caller {}",
            "@main struct Tool { let store = Store.shared; static func main() {} }\nfinal class Caller {}",
            "final class Caller { init() { f(Store.shared) } }\nfunc f(_ store: @autoclosure () -> Store) {}",
            "final class Caller { var other: Other?; init() { other?.f(Store.shared) } }\nclass Other { func f(_ s: Store) {} }",
            "final class Owner { let store = Store.shared }\nfinal class Caller { init(owner: Owner?) {} }",
            "final class Owner { let store = Store.shared }\nfinal class Caller { init(owner: Owner) {}; init() {} }",
        ]
    )
    func uncertain(_ text: String) throws { #expect(try Self.obstacle(text)?.effect == .log) }

    @Test("An instance that makes the caller, or that is replaced, is never read early")
    func never() throws {
        let cycle = "final class Store { static let shared = Store(); let caller = Caller(); func go() {} }\n"
        #expect(try Self.obstacle("final class Caller { let store = Store.shared }", cycle)?.effect == .cycle)
        let replaced = "final class Store { public static var shared = Store(); func go() {} }\n"
        #expect(try Self.obstacle("final class Caller { let store = Store.shared }", replaced)?.effect == .replacement)
    }

    private static func obstacle(_ text: String, _ store: String = store) throws -> Observation? {
        let use = "\nextension Store { func log() { print(1) } }\nfunc use() { Store.shared.log() }\n"
        let tree = try SourceTree(["App/Store.swift": store + use, "App/Caller.swift": text + "\n"])
        let (map, index) = try tree.mapped()
        let singleton = try #require(map.singletons.first { $0.isCalled("Store") })
        let accessor = try #require(singleton.accessors.first { $0.name == "shared" })
        return try withExtendedLifetime(tree) {
            let instance = try AccessorReader(index: index, singleton: singleton).read(accessor).get()
            return EarlyReading(instance, of: singleton, index: index).obstacle(for: "Caller")
        }
    }
}
