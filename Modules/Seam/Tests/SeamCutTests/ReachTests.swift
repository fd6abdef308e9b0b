import SeamKit
import Testing

@testable import SeamCut

/// Whether making an instance can be seen. If it can, making it earlier may change what a program does.
@Suite("What making an instance reaches")
struct ReachTests {
    /// A wrapper that only stores its key.
    private static let stored = """
        @propertyWrapper struct Stored {
            let key: String
            var wrappedValue: Int { get { read(key) } set { print(key) } }
            init(wrappedValue: Int = 1, key: String) { self.key = key }
        }
        """

    /// An instance that is made of what a protocol requires.
    private static let required = """
        final class Store { static let shared = Store(part: Kit.current.part.n); init(part: Int) {} }
        protocol P { var part: Part { get } }
        struct Part { let n = 1 }
        final class Own: P { let part = Part() }

        """

    @Test(
        "Each effect is seen in its examples, and nothing in those that look similar",
        arguments: Observation.Effect.allCases
    )
    func examples(_ effect: Observation.Effect) throws {
        #expect(try Self.observation(effect.seen)?.effect == effect, "\(effect.seen)")
        #expect(try Self.observation(effect.quiet) == nil, "\(effect.quiet)")
    }

    @Test(
        "Literals, empty collections, locks and plain initializers make no difference",
        arguments: [
            "final class Store { static let shared = Store() }",
            "final class Store { static let shared: Store = .init() }",
            "final class Store { static let shared = Store.init(1, true); init(_ n: Int, _ m: Bool) {} }",
            "@MainActor final class Store { static let shared = Store() }",
            "@DataActor final class Store { static let shared = Store() }",
            "@Observable final class Store { static let shared = Store(); var n = 1 }",
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
            "final class Store { static let shared = Store(); @AppStorage(\"n\") var n = 1 }",
            "final class Store { static let shared = Store(); private let all = NSHashTable<A>.weakObjects() }\nclass A {}",
            "final class Store { static let shared = Store(); let all: NSHashTable<A> = .weakObjects() }\nclass A {}",
            "final class Store { static let shared = Store(); @objc var n = 1; @MainActor var m = 1 }",
            "final class Store { static let shared = Store(); var n: Environment<Int>; init() { n = Environment(\\.n) } }",
            "final class Store { static let shared = Store(); @Stored(key: \"a\") var n; @Stored(key: \"b\") var m = 2 }\n\(stored)",
            "final class Store { static let shared = Store(); let style: UIStatusBarStyle = .default }",
            "final class Store { static let shared = Store(); let generator = UIImpactFeedbackGenerator(style: .light) }",
            "final class Store { static let shared = Store(); var n: Int; init() { n = 1 } }",
            "final class Store { static let shared = Store(); var n: Int; init(n: Int = 1) { self.n = n } }",
            "final class Store { static let shared = Store(); var n: Int; init(_ m: Int = 1) { n = m } }",
            "final class Store { static let shared = Store(); var n: Int { make() }; func f() { print(1) } }",
            "class Base {}\nfinal class Store: Base { static let shared = Store() }",
            "final class Store { static let shared = Store(); let url = URL(string: K.url)! }\nenum K { static let url = \"https://a.example\" }",
            "final class Store { static let shared = Store(); let defaults = UserDefaults(suiteName: name)! }\nlet name = \"group.a\"",
            "class Base { init(n: Int) {} }\nfinal class Store: Base { static let shared = Store(n: 1) }",
            "final class Store { static let shared = Store(); let lock = Mutex(1) }\nstruct Mutex { init(_ n: Int) {} }",
            "final class Store { static let shared = Store(); var n = 1; init() { n += 1; if n > 1 { n = 2 } } }",
            "final class Store { static let shared = Store(); var n = 1 { didSet { print(n) } }; init() { n = 2 } }",
            "final class Store { static let shared = Store() }\nextension Store { convenience init(n: Int) { print(n) } }",
            "final class Store { static let shared = { let store = Store(); store.n = 2; return store }(); var n = 1 }",
            """
            final class Store {
                static let shared = Store()
                private let decoder: JSONDecoder = {
                    let decoder = JSONDecoder()
                    decoder.keyDecodingStrategy = .convertFromSnakeCase
                    return decoder
                }()
            }
            """,
            """
            final class Store {
                static let shared = Store(api: .live)
                let api: API
                init(api: API) { self.api = api }
            }
            struct API { var load: () -> Int; static let live = API(load: { print(1); return 1 }) }
            """,
            """
            final class Store {
                static let shared = Store(session: URLSession(configuration: .default))
                init(session: URLSession, defaults: UserDefaults = .standard) {}
            }
            """,
            """
            final class Store {
                static let shared = Store()
                var names = ["b", "a"]
                init() { names = names.map { $0.uppercased() }.sorted(); setUp() }
                private func setUp() { for name in names where name.isEmpty { names.append(name) } }
            }
            """,
            "final class Store { static let shared = Store(); let path = (NSHomeDirectory() as NSString).appendingPathComponent(\"a\") }",
            "final class Store { static let shared = Store(); let url = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first }",
            """
            final class Store {
                static let shared = Store()
                let path = NSSearchPathForDirectoriesInDomains(.documentDirectory, .userDomainMask, true).last
                let isPhone = UIDevice.current.userInterfaceIdiom == .phone
                let name = Bundle.main.object(forInfoDictionaryKey: "CFBundleName")
            }
            """,
            // What stays the same while a process runs.
            """
            final class Store {
                static let shared = Store()
                let values: Any?
                init() {
                    guard let url = Bundle.main.url(forResource: "a", withExtension: "plist"), let data = try? Data(contentsOf: url)
                    else { values = nil; return }
                    values = try? PropertyListSerialization.propertyList(from: data, format: nil)
                }
            }
            """,
            "final class Store { static let shared = Store(); let text = try? String(contentsOfFile: Bundle.main.path(forResource: \"a\", ofType: \"b\")!) }",
            "final class Store { static let shared = Store(); let name = NSLocalizedString(\"a\", bundle: .main, comment: \"\") }",
            "final class Store { static let shared = Store(); let name = String(localized: \"a\") }",
            "final class Store { static let shared = Store(); let key = Bundle.main.infoDictionary![\"A\"] as! String }",
            """
            final class Store {
                static let shared = Store()
                let url = URL(string: "https://" + (Bundle.main.object(forInfoDictionaryKey: "A") as! String))
            }
            """,
            "final class Store { static let shared = Store(); let name = NSLocalizedString(\"a\", comment: \"\") }\nfunc f(_ view: AnyObject) { object_setClass(view, Own.self) }",
            "final class Store { static let shared = Store(); let files = NSFileCoordinator() }",
            """
            final class Store { static let shared = Store(); let key = Kind.a.key; let color = Kind.a.color }
            enum Kind: String {
                case a
                var color: Color { Color(rawValue, bundle: .module) }
                var key: String {
                    guard let key = Bundle.main.object(forInfoDictionaryKey: rawValue) as? String else { fatalError("No \\(self)") }
                    return key
                }
            }
            """,
            "final class Store { static let shared = Store(); let n = Current.n }\nlet Current = World()\nfinal class World { let n = 1 }",
            "final class Store { static let shared = Store(part: Part(.shared)); init(part: Part) {} }\nstruct Part { init(_ kind: Kind) {} }\nenum Kind { case shared }",
            "final class Store { static let shared = Store(part: Part(n: 1)); init(part: Part) {} }\nstruct Part { @Kept var n: Int }\n@propertyWrapper struct Kept { var wrappedValue: Int; init(wrappedValue: Int) { self.wrappedValue = wrappedValue } }",
            "final class Store { static var shared = Store() }\nfinal class Other { static var shared = Other(); static func set() { Self.shared = Other() } }\nfunc f() { Other.set() }",
            "final class Store { static let shared = Store(); let urls = Bundle.main.urls(forResourcesWithExtension: \"a\", subdirectory: nil)! }",
            "final class Store { static let shared = Store(); init(red: Int = 1) { assert(red < 256, \"red\") } }",
            """
            final class Store { static let shared = Store(); let name = Bundle.main.name }
            extension Bundle { var name: Any? { object(forInfoDictionaryKey: kCFBundleNameKey as String) } }
            """,
            """
            final class Store {
                static let shared = Store()
                var names: [String] = []
                init() { names = Mirror(reflecting: Options()).children.compactMap(\\.label) }
            }
            struct Options { var isOn = false }
            """,
            "final class Store { static let shared = Store(); let url = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first! }",
            "final class Store { static let shared = Store(); let url = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0] }",
            "final class Store { static let shared = Store(); let path = NSSearchPathForDirectoriesInDomains(.documentDirectory, .userDomainMask, true).first! }",
            "final class Store { static let shared = Store(); let url: URL = .applicationSupportDirectory.appending(path: \"a\") }",
            "final class Store { static let shared = Store(); let type = UTType(exportedAs: \"a.b\").preferredFilenameExtension }",
            "final class Store { static let shared = Store(); let color = UIColor(hex: 1) }\nextension UIColor { convenience init(hex: Int) { self.init(red: 1, green: 1, blue: 1, alpha: 1) } }",
            "final class Store { static let shared = Store(); let color = UIColor(dark: .black) }\nextension UIColor { convenience init(dark: UIColor) { self.init { $0.isDark ? dark : log() } } }",
            "final class Store { static let shared = Store(); let name = Bundle.main.name }\nextension Bundle { var name: String? { isOn ? bundleIdentifier : self.bundlePath }; var isOn: Bool { true } }",
            "final class Store { static let shared = Store(); let log = Logger(subsystem: \"a\", category: \"b\") }",
            "final class Store { static let shared = Store(); let cores = ProcessInfo.processInfo.activeProcessorCount }",
            "final class Store { static let shared = Store(); let words = ProcessInfo.processInfo.arguments }",
            "final class Store { static let shared = Store(); let values = UserDefaults(suiteName: Self.group)!; static let group = \"a.\\(Int(1))\" }",
            "final class Store { static let shared = Store(); let kind = Kind.first }\nenum Kind { case first, second(Int) }",
            "final class Store { static let shared = Store(); let isThere = WCSession.isSupported() }",
            "final class Store { static let shared = Store(); let part = Part { print($0) } }\n"
                + "final class Part { typealias Body = (Int) -> Void; let body: Body; init(n: Int = 1, body: @escaping Body) { self.body = body } }",
            required + "enum Kit { static let current: P = Own() }",
            required + "enum Kit { static let current: any P = Own() }\nstruct Other: P { var part: Part { Part() } }",
            required
                + "enum Kit { static let current: Both = Own() }\ntypealias Both = any P & Q\nprotocol Q { var n: Int { get } }",
            required + "enum Kit { static var current: P! }\n"
                + "@main final class D: NSObject, UIApplicationDelegate { override init() { Kit.current = Own() } }",
            // A type of the same last name has a subclass.
            "final class Store { static let shared = Store(); init() { make().f() }; func make() -> Part { Part() } }\n"
                + "class Part { func f() {} }\nenum Other { class Part {}; final class Sub: Part {} }",
        ]
    )
    func quiet(_ text: String) throws { #expect(try Self.observation(text) == nil) }

    @Test(
        "Code that runs, or may run, when the instance is made can be seen",
        arguments: [
            "struct Store { static var shared = Store(); var n = 1 }\nfunc f() { Store.shared.n = 2 }",
            "final class Store { static let shared = Store { make() } }",
            "final class Store { static let shared: Store = make() }",
            "final class Store { static let shared = Store(make()); init(_ n: Int) {} }",
            "final class Store { static let shared = Store(\"\\(make())\"); init(_ n: String) {} }",
            "@Observed final class Store { static let shared = Store() }",
            "#if A\n@objc\n#endif\nfinal class Store { static let shared = Store(); init() { print(1) } }",
            "class Base { init() { print(1) } }\nfinal class Store: Base { static let shared = Store() }",
            "class Base { init() { f() }; func f() {} }\nfinal class Store: Base { static let shared = Store(); override func f() { print(1) } }",
            "final class Store: Foreign { static let shared = Store() }",
            "final class Store: Foreign { static let shared = Store(); init() { super.init() } }",
            "final class Store { static let shared = Store(); @Wrapped var n = 1 }",
            "final class Store { static let shared = Store(); @Stored(key: make()) var n }\n\(stored)",
            "final class Store { static let shared = Store(); @Stored(key: \"a\") var n; init() { n = 2 } }\n\(stored)",
            "final class Store { static let shared = Store(); @Traced var n = 1 }\n@propertyWrapper struct Traced { var wrappedValue: Int; init(wrappedValue: Int) { print(1) } }",
            "final class Store { static let shared = Store(); init() { @Traced var n = 1 } }\n@propertyWrapper struct Traced { var wrappedValue: Int; init(wrappedValue: Int) { print(1) } }",
            "final class Store { static let shared = Store(); let style = ForeignStyle.shared }",
            "final class Store: P { static var shared = Store() }\nprotocol P { static var shared: Self { get set } }\nextension P { static func set(_ it: Self) { Self.shared = it } }\nfunc f() { Store.set(Store()) }",
            "final class Store { static let shared = Store(); let n = Current.n }\nlet Current = World()\nfinal class World { let n = 1; init() { print(1) } }",
            "final class Store { static let shared = Store(); var n = make() }",
            "final class Store { static let shared = Store(); let all = [1: make()] }",
            "final class Store { static let shared = Store(); let all = [make(): 1] }",
            "final class Store { static let shared = Store(); let all = [make()] }",
            "final class Store { static let shared = Store(); let text = \"\\(make())\" }",
            "final class Store { static let shared = Store(); let set = Set(make()) }",
            "final class Store { static let shared = Store(); let queue = DispatchQueue { make() } }",
            "final class Store { static let shared = Store(); init(n: Int = make()) {} }",
            "final class Store { static let shared = Store(); var n = 1; init() { n = 1 + make() } }",
            "final class Store { static let shared = Store(); var n: Int; init() { n = make() } }",
            "final class Store { static let shared = Store(); var n: Int { get { 1 } set { print(1) } }; init() { n = 1 } }",
            "final class Store { static let shared = Store(); var n = 1 { didSet { print(n) } }; init() { f() }; func f() { n = 2 } }",
            "final class Store { static let shared = { print(1); return Store() }() }",
            "final class Store { static let shared = Store(); let n = 1 <+> 2 }\ninfix operator <+>\nfunc <+> (l: Int, r: Int) -> Int { l }",
            "final class Store { static let shared = Store(); let n = #make }",
            "final class Store { static let shared = Store(); let n = [1, 2][2] }",
            "final class Store { static let shared = Store(); let url = URL(string: K.url)! }\nenum K { static var url = \"https://a.example\" }",
            "final class Store { static let shared = Store(); let url = URL(string: K.url)! }\nenum K { static let url = make() }",
            "final class Store { static let shared = Store(); let n = Locale.current }",
            "final class Store { static let shared = Store(); let text = try? String(contentsOfFile: \"a\") }",
            "final class Store { static let shared = Store(); let data = try? Data(contentsOf: URL.documentsDirectory) }",
            "final class Store { static let shared = Store(); let url = Bundle(path: \"a\")?.url(forResource: \"a\", withExtension: nil) }",
            "final class Store { static let shared = Store(); let name = NSLocalizedString(\"a\", bundle: own, comment: \"\") }\nvar own = Bundle.main",
            "final class Store { static let shared = Store(); let name = NSLocalizedString(\"a\", comment: \"\") }\nfunc f() { object_setClass(Bundle.main, Own.self) }",
            "final class Store { static let shared = Store(); let url = all().first! }\nfunc all() -> [Int] { [] }",
            "final class Store { static let shared = Store(); let color = UIColor(hex: 1) }\nextension UIColor { convenience init(hex: Int) { print(1); self.init(red: 1, green: 1, blue: 1, alpha: 1) } }",
            "final class Store { static let shared = Store(); let view = UIView(n: 1) }\nextension UIView { convenience init(n: Int) { self.init(frame: .zero) } }",
            "final class Store { static let shared = Store(); let n = UserDefaults.standard.n }\nextension UserDefaults { var n: String { description } }",
            "final class Store { static let shared = Store(); let n = UserDefaults.standard.n }\nextension UserDefaults { var n: Int { integer(forKey: \"n\") } }",
            "final class Store { static let shared = Store(); let n = ProcessInfo.processInfo.systemUptime }",
            "final class Store { static let shared = Store(); let name = UIDevice.current.name }",
            "final class Store { static let shared = Store(); let isThere = FileManager.default.fileExists(atPath: NSHomeDirectory()) }",
            "final class Store { static let shared = Store(); init() { level = 2 } }\nnonisolated(unsafe) var level = 1",
            "final class Store { static let shared = Store(); let n = other }\nlet other = { print(1); return 1 }()",
            "final class Store { static let shared = Store(); init() { all.forEach { $0.f() } }; var all: [P] = [] }\nprotocol P { func f() }",
            "final class Store { static let shared = Store(run: { print(1) }); init(run: () -> Void) { run() } }",
            "final class Store { static let shared = Store(); init() { apply { print(1) } }; func apply(_ f: () -> Void) { f() } }",
            "final class Store { static let shared = Store(); let n = \"a\".made }\nextension String { var made: Int { print(1); return 1 } }",
            "final class Store { static let shared = Store(); let other = Other.shared }\nfinal class Other { static let shared = Other(); init() { print(1) } }",
            "final class Store { static let shared = Store(); init() { _ = Store.shared } }",
            "final class Store { static let shared = Store(); init() { WCSession.activate() } }",
            "final class Store { static let shared = Store(); init() { guard let n = make() as? Int else { fatalError() } } }\nfunc make() -> Any { 1 }",
            "final class Store { static let shared = Store(); init() { guard let n = Bundle.main.path(forResource: \"a\", ofType: nil) else { print(1); return } } }",
            "final class Store { static let shared = Store(); init() { guard let n = Bundle.main.name ?? name else { fatalError() } } }\nextension Bundle { var name: String? { bundleIdentifier } }\nvar name: String?",
            "final class Store { static let shared = Store(); init() { guard let n = Bundle.main.bundleIdentifier, isOn else { fatalError() } } }\nvar isOn = true",
            required
                + "enum Kit { static let current: P = Own() }\nstruct Other: P { var part: Part { print(1); return Part() } }",
            required + "enum Kit { static let current: P = Own() }\nclass Other: P { var part: Part { Part() } }\n"
                + "class Sub: Other { override var part: Part { print(1); return Part() } }",
            required + "enum Kit { static let current: P = Own() }\ntypealias R = P & Sendable\n"
                + "struct Other: R { var part: Part { print(1); return Part() } }",
            required + "enum Kit { static let current: P = Own() }\nprotocol R: P {}\n"
                + "struct Other: R { var part: Part { print(1); return Part() } }",
            required + "enum Kit { static let current: P = Own() }\nextension Foreign: P {}",
            required.replacing("protocol P", with: "public protocol P") + "enum Kit { static let current: P = Own() }",
            required.replacing("protocol P", with: "@objc protocol P") + "enum Kit { static let current: P = Own() }",
            required + "enum Kit { static var current: P! }\nfunc f() { Kit.current = Own() }",
            required + "enum Kit { static var current: P! }\n"
                + "@main final class D: NSObject, UIApplicationDelegate { func f() { Kit.current = Own() } }",
            "final class Store { static let shared = Store(); init() { #if DEBUG\nprint(1)\n#endif\n } }",
        ]
    )
    func seen(_ text: String) throws { #expect(try Self.observation(text) != nil) }

    @Test("What is seen is said with its place, and what it reaches")
    func place() throws {
        let text = """
            final class Store { static let shared = Store(); let log = Log() }
            final class Log {
                init() { write("made") }
                func write(_ text: String) { print(text) }
            }
            """
        #expect(try Self.observation(text)?.text == "`print()` logs (App/Store.swift:4)")
    }

    @Test(
        "An accessor that a test swizzles or stubs may return something else, by whatever name the runtime finds it",
        arguments: [
            ("Tests/A.swift", "func f() { g(#selector(getter: Store.shared)) }", true),
            ("Tests/A.swift", "extension Store { func f() { g(#selector(getter: shared)) } }", true),
            (
                "Tests/A.swift", "func f(_ n: Store) { method_exchangeImplementations(a(\"shared\"), Selector(b)) }",
                true
            ),
            (
                "Tests/A.swift", "extension Store { @_dynamicReplacement(for: shared) static var fake: Store { f() } }",
                true
            ),
            ("Tests/A.m", "void f(void) { class_replaceMethod([Store class], @selector(shared), g, 0); }", true),
            (
                "Tests/A.m", "void f(void) { id m = OCMClassMock([Store class]); OCMStub([m shared]).andReturn(g()); }",
                true
            ),
            ("Tests/A.swift", "func f(_ n: Store) { g(#selector(getter: Other.shared)) }", false),
            ("Tests/A.swift", "func f(_ n: Store) { g(\"shared\", Selector(b)) }", false),
            (
                "Tests/A.m",
                "void f(void) { class_replaceMethod([Store class], @selector(go), g, 0); [Store shared]; }", false
            ),
            ("Tests/A.m", "void f(void) { [h perform:@selector(shared)]; [Store class]; }", false),
        ]
    )
    func swizzled(_ path: String, _ code: String, _ isFound: Bool) throws {
        let store = "final class Store: NSObject { @objc static let shared = Store() }"
        let found = try Self.observation(store, [path: code + "\n"])
        #expect(found?.text == (isFound ? "`Store.shared` is replaced at run time (\(path):1)" : nil))
    }

    @Test(
        "Tests that exchange the method of a framework replace its instance, and what else does lets the runtime answer",
        arguments: [
            (
                "class T: XCTestCase { func testF() { fake(); Caller().f() }; private func fake() { Bundle.fake() } }",
                true
            ),
            ("class T: XCTestCase { func testF() { run(Bundle.fake) } }", false),
        ]
    )
    func exchanged(_ test: String, isByTests: Bool) throws {
        let fake = """

            extension Bundle {
                static func fake() { method_exchangeImplementations(a, #selector(getter: Bundle.main)) }
            }

            """
        let tree = try SourceTree([
            "App/Caller.swift": """
            import Foundation
            final class Caller { func f() { print(Bundle.main.bundlePath) } }
            let fake = 1

            """,
            "AppTests/T.swift": test + fake,
        ])
        let (map, index) = try tree.mapped()
        let singleton = try #require(map.singletons.first { $0.isCalled("Foundation.Bundle") })
        let accessor = try #require(singleton.accessors.first)
        try withExtendedLifetime(tree) {
            let creation = try AccessorReader(index: index, singleton: singleton).read(accessor).get().creation
            #expect((creation.replaced != nil) == isByTests)
            #expect(creation.observation?.effect == (isByTests ? nil : .swizzle))
        }
    }

    /// Reads the declaration as that of a singleton.
    private static func observation(_ text: String, _ files: [String: String] = [:]) throws -> Observation? {
        let use = "\nextension Store { func go() { print(1) } }\nfunc use() { Store.shared.go() }\n"
        let tree = try SourceTree(files.merging(["App/Store.swift": text + use]) { $1 })
        let (map, index) = try tree.mapped()
        let singleton = try #require(map.singletons.first { $0.isCalled("Store") })
        let accessor = try #require(singleton.accessors.first { $0.name == "shared" })
        // The index reads files of the tree, which are gone with it.
        return try withExtendedLifetime(tree) {
            let creation = try AccessorReader(index: index, singleton: singleton).read(accessor).get().creation
            guard let caller = index.type(named: "Caller") else { return creation.observation }
            return creation.observation(for: caller.owner, index)
        }
    }
}
