import SeamKit
import Testing

@testable import SeamCut

@Suite("Default isolation of a target")
struct DefaultIsolationTests {
    private static func manifest(_ settings: String, before: String = "", after: String = "") -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription
        \(before)
        let package = Package(name: "App", targets: [
            .target(name: "App"\(settings)),
            .target(name: "My-Core", swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
            .testTarget(name: "AppTests", dependencies: [.target(name: "App")], swiftSettings: [.define("A")]),
        ])
        \(after)
        // defaultIsolation

        """
    }

    private static let main = ".defaultIsolation(MainActor.self)"

    @Test(
        "A manifest says it, or it is unknown",
        arguments: [
            (manifest(""), DefaultIsolation.nonisolated),
            (manifest(", swiftSettings: [\(main)]"), .mainActor),
            (manifest(", swiftSettings: [.define(\"A\"), \(main)]"), .mainActor),
            (manifest(", swiftSettings: [.defaultIsolation(nil)]"), .nonisolated),
            (manifest(", swiftSettings: [.defaultIsolation(MainActor.self, .when(platforms: [.linux]))]"), .unknown),
            (manifest(", swiftSettings: [.unsafeFlags([\"-default-isolation\", \"MainActor\"])]"), .unknown),
            (manifest(", swiftSettings: [setting]", before: "let setting = SwiftSetting\(main)"), .unknown),
            (manifest(", swiftSettings: settings", before: "let settings: [SwiftSetting] = [\(main)]"), .mainActor),
            (manifest(", swiftSettings: settings", before: "var settings: [SwiftSetting] = [\(main)]"), .unknown),
            (manifest(", swiftSettings: settings + [\(main)]", before: "let settings = [.define(\"A\")]"), .mainActor),
            (manifest(", swiftSettings: settings + more", before: "let settings = [\(main)]"), .unknown),
            (manifest(", swiftSettings: settings - [\(main)]", before: "let settings = [.define(\"A\")]"), .unknown),
            (manifest(", swiftSettings: settings", before: "let settings: [SwiftSetting] = settings"), .unknown),
            (manifest("", after: "for target in package.targets { target.swiftSettings = [\(main)] }"), .unknown),
            (manifest("", after: "package.targets.append(.target(name: name, swiftSettings: [\(main)]))"), .unknown),
            (manifest("", after: "package.targets.append(.target(name: \"App\"))"), .unknown),
        ]
    )
    func targets(_ row: (manifest: String, isolation: DefaultIsolation)) {
        #expect(DefaultIsolation(manifest: Array(row.manifest.utf8), target: "App") == row.isolation, "\(row.manifest)")
        if row.isolation == .mainActor {
            #expect(DefaultIsolation(manifest: Array(row.manifest.utf8), target: "My_Core") == .nonisolated)
            #expect(DefaultIsolation(manifest: Array(row.manifest.utf8), target: "AppTests") == .nonisolated)
            #expect(DefaultIsolation(manifest: Array(row.manifest.utf8), target: "Other") == .unknown)
        }
    }

    @Test(
        "In an Xcode project, a default argument belongs to its function's actor if all configurations say so",
        arguments: [
            (["SWIFT_VERSION = 6.0;"], true), (["SWIFT_VERSION = 6.0;", "SWIFT_VERSION = \"\";"], true),
            (["SWIFT_VERSION = 5.0;"], false), (["SWIFT_VERSION = 6.0;", "SWIFT_VERSION = 5.0;"], false),
            (["SWIFT_UPCOMING_FEATURE_ISOLATED_DEFAULT_VALUES = YES; SWIFT_VERSION = 5.0;"], true),
            (
                ["SWIFT_UPCOMING_FEATURE_ISOLATED_DEFAULT_VALUES = YES; SWIFT_VERSION = 5.0;", "SWIFT_VERSION = 5.0;"],
                false
            ),
            ([""], false),
        ]
    )
    func isolatedDefaults(_ row: (configurations: [String], isIsolating: Bool)) throws {
        let configurations = row.configurations.enumerated().map {
            "C\($0) = {isa = XCBuildConfiguration; buildSettings = { \($1) }; name = Debug; };"
        }
        let project = """
            { objects = {
              P = {isa = PBXProject; mainGroup = G; targets = (T); };
              G = {isa = PBXGroup; children = (S); sourceTree = "<group>"; };
              T = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
                fileSystemSynchronizedGroups = (S); };
              S = {isa = PBXFileSystemSynchronizedRootGroup; path = App; sourceTree = "<group>"; };
              \(configurations.joined(separator: "\n"))
            }; rootObject = P; }
            """
        let tree = try SourceTree(["App.xcodeproj/project.pbxproj": project, "App/A.swift": "final class A {}\n"])
        let (_, index) = try tree.mapped()
        #expect(index.modules.isolatesDefaults("App/A.swift") == row.isIsolating)
    }

    @Test(
        "A project of XcodeGen says the same by its settings, if it includes no others",
        arguments: [
            ("SWIFT_VERSION: 6", true, false), ("SWIFT_VERSION: \"6.0\"", true, false),
            ("SWIFT_VERSION: '5.0'", false, true),
            ("SWIFT_VERSION: 5.9\n    SWIFT_STRICT_CONCURRENCY: complete", false, false), ("OTHER: 6", false, false),
            ("SWIFT_VERSION: 6\ninclude: [other.yml]", false, false),
        ]
    )
    func generated(_ row: (settings: String, isIsolating: Bool, isLenient: Bool)) throws {
        let project = """
            name: App
            settings:
              base:
                \(row.settings)
            targets:
              App: { type: application, platform: iOS, sources: App }
            """
        let tree = try SourceTree(["project.yml": project, "App/A.swift": "final class A {}\n"])
        let (_, index) = try tree.mapped()
        #expect(index.modules.isolatesDefaults("App/A.swift") == row.isIsolating)
        #expect(index.modules.isLenient(module: "App") == row.isLenient)
    }

    @Test(
        "In Swift 5 and an Xcode project, closures that nothing sends read what the main actor stores",
        arguments: [
            ("SWIFT_VERSION = 5.0;", "", true), ("", "SWIFT_VERSION = 5.0\n", true),
            ("SWIFT_VERSION = 5.0; SWIFT_STRICT_CONCURRENCY = minimal;", "", true),
            ("SWIFT_VERSION = 5.0; SWIFT_STRICT_CONCURRENCY = complete;", "", false),
            ("SWIFT_VERSION = 5.0;", "SWIFT_VERSION = 6.0\n", false), ("SWIFT_VERSION = 6.0;", "", false),
            ("", "", false),
        ]
    )
    func lenient(_ row: (project: String, settings: String, isLenient: Bool)) throws {
        let project = """
            { objects = {
              P = {isa = PBXProject; mainGroup = G; targets = (T); };
              G = {isa = PBXGroup; children = (S); sourceTree = "<group>"; };
              T = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
                fileSystemSynchronizedGroups = (S); };
              S = {isa = PBXFileSystemSynchronizedRootGroup; path = App; sourceTree = "<group>"; };
              C = {isa = XCBuildConfiguration; buildSettings = { \(row.project) }; name = Debug; };
            }; rootObject = P; }
            """
        func diff(_ call: String) throws -> String {
            let screen = """
                @MainActor final class Screen {
                    let title: String
                    init(title: String) { self.title = title }
                    func show() { \(call) { print(self.title); Store.shared.go() } }
                }
                func send(_ body: @Sendable () -> Void) {}

                """
            let tree = try SourceTree([
                "App.xcodeproj/project.pbxproj": project, "Configuration/App.xcconfig": row.settings,
                "App/Store.swift": "final class Store { static let shared = Store(); func go() {} }\n",
                "App/Screen.swift": screen,
            ])
            return try tree.plan("Store", options: Cut.Options()).diff
        }
        for call in ["DispatchQueue.global().async", "view.onTap"] {
            let text = try diff(call)
            #expect(text.contains("init(title: String, store: Store = .shared)") == row.isLenient, "\(text)")
            #expect(text.isEmpty != row.isLenient, "\(text)")
        }
        for call in ["Task.detached", "send"] { #expect(try diff(call).isEmpty) }
    }

    @Test("Uses after await go through a property in a package with several targets")
    func awaited() throws {
        let tree = try SourceTree([
            "Package.swift": Self.manifest(", swiftSettings: [\(Self.main)]"),
            "Sources/App/Store.swift": "final class Store { static let shared = Store(); func go() async {} }\n",
            "Sources/App/A.swift": "final class A { func f() async { await Store.shared.go() } }\n",
        ])
        #expect(try tree.plan("Store").rewritten == 1)
    }

    @Test(
        "An attribute isolates if its declaration says so; the name decides only where there is no declaration",
        arguments: [
            (
                "@globalActor actor Database { static let shared = Database() }", "@Database",
                Isolation.actor("Database")
            ),
            ("@propertyWrapper struct FastActor { var wrappedValue = 1 }", "@FastActor", .nonisolated),
            ("", "@OtherActor", .actor("OtherActor")),
        ]
    )
    func attributes(declaration: String, attribute: String, isolation: Isolation) throws {
        let tree = try SourceTree([
            "App/Actors.swift": declaration + "\n",
            "App/Store.swift": "\(attribute) final class Store { static let shared = Store(); func go() {} }\n",
            "App/A.swift": "final class A { func f() { Store.shared.go() } }\n",
        ])
        let (map, index) = try tree.mapped()
        let singleton = try #require(map.singletons.first { $0.isCalled("Store") })
        try withExtendedLifetime(tree) {
            let instance = try AccessorReader(index: index, singleton: singleton).read(singleton.accessors[0]).get()
            #expect(instance.isolation == isolation)
        }
    }
}
