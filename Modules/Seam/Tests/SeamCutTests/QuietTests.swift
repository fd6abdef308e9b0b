import SeamKit
import Testing

@testable import SeamCut

/// Whether making an instance can be seen. If it can, making it earlier may close a cycle of initializers.
@Suite("Quiet initializers")
struct QuietTests {
    @Test(
        "Literals, empty collections and locks make no difference",
        arguments: [
            "final class Store { static let shared = Store() }",
            "final class Store { static let shared: Store = .init() }",
            "final class Store { static let shared = Store.init(1, true, 1.5, nil, \"a\") }",
            "@MainActor final class Store { static let shared = Store() }",
            "@DataActor final class Store { static let shared = Store() }",
            "@objc final class Store: NSObject { static let shared = Store(); override init() { super.init() } }",
            "protocol P {}\nfinal class Store: P, Sendable { static let shared = Store() }",
            "actor Store { static let shared = Store(); var n = 1 }",
            "struct Store { static let shared = Store(); var n: Double = 1.5; var m: Int? = nil }",
            "final class Store { static let shared = Store(); let all = [Int](), names = [String: Int]() }",
            "final class Store { static let shared = Store(); let all = [\"a\": [1, 2]], none: [Int: Int] = [:] }",
            "final class Store { static let shared = Store(); let lock = NSLock(), run = { print(1) } }",
            "final class Store { static let shared = Store(); let set = Set<Int>([1]) }",
            "final class Store { static let shared = Store(); @Published var n = 1 }",
            "final class Store { static let shared = Store(); static let other = make(); lazy var n = make() }",
            "final class Store { static let shared = Store(); @objc var n = 1; @MainActor var m = 1 }",
            "final class Store { static let shared = Store(); var n: Int; init() { n = 1 } }",
            "final class Store { static let shared = Store(); var n: Int; init(n: Int = 1) { self.n = n } }",
            "final class Store { static let shared = Store(); var n: Int; init(_ m: Int = 1) { n = m } }",
            "final class Store { static let shared = Store(); var n: Int { make() }; func f() { print(1) } }",
        ]
    )
    func quiet(_ text: String) throws { #expect(try Self.isQuiet(text)) }

    @Test(
        "Code that runs, or may run, when the instance is made can be seen",
        arguments: [
            "final class Store { static let shared = Store { make() } }",
            "final class Store { static let shared = Store { make() } other: { make() } }",
            "final class Store { static let shared: Store = make() }",
            "final class Store { static let shared = Store(make()) }",
            "final class Store { static let shared = Store(\"\\(make())\") }",
            "@Observed final class Store { static let shared = Store() }",
            "#if A\n@objc\n#endif\nfinal class Store { static let shared = Store(); init() { print(1) } }",
            "class Base {}\nfinal class Store: Base { static let shared = Store() }",
            "final class Store: Foreign { static let shared = Store() }",
            "final class Store { static let shared = Store(); @Wrapped var n = 1 }",
            "final class Store { static let shared = Store(); var n = make() }",
            "final class Store { static let shared = Store(); let all = [1: make()] }",
            "final class Store { static let shared = Store(); let all = [make(): 1] }",
            "final class Store { static let shared = Store(); let all = [make()] }",
            "final class Store { static let shared = Store(); let text = \"\\(make())\" }",
            "final class Store { static let shared = Store(); let set = Set(make()) }",
            "final class Store { static let shared = Store(); let queue = DispatchQueue { make() } }",
            "final class Store { static let shared = Store(); let lock = Mutex(1) }\nstruct Mutex { init(_ n: Int) {} }",
            "final class Store { static let shared = Store(); init(n: Int = make()) {} }",
            "final class Store { static let shared = Store(); init() { print(1) } }",
            "final class Store { static let shared = Store(); var n = 1; init() { n += 1 } }",
            "final class Store { static let shared = Store(); var n = 1; init() { n = 1 + make() } }",
            "final class Store { static let shared = Store(); var n: Int; init() { n = make() } }",
            "final class Store { static let shared = Store(); var n: Int { get { 1 } set { print(1) } }; init() { n = 1 } }",
            "final class Store { static let shared = Store() }\nextension Store { convenience init(n: Int) { print(n) } }",
        ]
    )
    func seen(_ text: String) throws { #expect(try !Self.isQuiet(text)) }

    /// Reads the declaration as that of a singleton.
    private static func isQuiet(_ text: String) throws -> Bool {
        let use = "\nextension Store { func go() { print(1) } }\nfunc use() { Store.shared.go() }\n"
        let tree = try SourceTree(["App/Store.swift": text + use])
        let (map, index) = try tree.mapped()
        let singleton = try #require(map.singletons.first { $0.isCalled("Store") })
        let accessor = try #require(singleton.accessors.first { $0.name == "shared" })
        // The index reads files of the tree, which are gone with it.
        return try withExtendedLifetime(tree) {
            try AccessorReader(index: index, singleton: singleton).read(accessor).get().isQuiet
        }
    }
}
