import Foundation
import TestSupport
import Testing

@testable import SeamKit

@Suite("Modules", .ownThread)
struct ModuleTests {
    private static func modules(_ files: [String: String]) throws -> [String: String] {
        let map = try Tree(files).map()
        return Dictionary(uniqueKeysWithValues: map.files.map { ($0.path, $0.module + ($0.isTest ? " test" : "")) })
    }

    @Test("A package's targets own their folders: default ones, given ones, excluded ones")
    func package() throws {
        let manifest = """
            // swift-tools-version: 6.0
            import PackageDescription
            let name = "Core"
            let package = Package(name: "P", targets: [
                .target(name: name, dependencies: ["Base", .product(name: "Log", package: "log")], exclude: ["Old"]),
                .target(name: "Base", path: "base/code"),
                .executableTarget(name: "my-tool", dependencies: [.target(name: "Core"), .byName(name: "Base")]),
                .testTarget(name: "\\(name)Tests", dependencies: ["Core"]),
            ])
            """
        let tree = try Tree([
            "Package.swift": manifest, "Sources/Core/A.swift": "", "Sources/Core/Old/B.swift": "",
            "base/code/deep/C.swift": "", "Sources/my-tool/main.swift": "", "Tests/CoreTests/D.swift": "",
            "Scripts/E.swift": "",
        ])
        let map = try tree.map()
        #expect(
            map.files.map { "\($0.path) \($0.module)" } == [
                "Scripts/E.swift Scripts", "Sources/Core/A.swift Core", "Sources/Core/Old/B.swift Sources",
                "Sources/my-tool/main.swift my_tool", "Tests/CoreTests/D.swift CoreTests",
                "base/code/deep/C.swift Base",
            ]
        )
        #expect(map.modules.first { $0.name == "Core" }?.dependencies == ["Base", "Log"])
        #expect(map.modules.first { $0.name == "my_tool" }?.dependencies == ["Base", "Core"])
        #expect(map.modules.first { $0.name == "CoreTests" }?.isTest == true)
    }

    @Test("Several manifests in one tree, two of them for the same sources")
    func packages() throws {
        let found = try Self.modules([
            "Package.swift":
                "let p = Package(name: \"R\", targets: [.target(name: \"D\", path: \"M/D/Sources/D\")])",
            "M/D/Package.swift":
                "let p = Package(name: \"D\", targets: [.target(name: \"D\"), .testTarget(name: \"DTests\")])",
            "M/D/Sources/D/A.swift": "", "M/D/Tests/DTests/B.swift": "",
        ])
        #expect(found == ["M/D/Sources/D/A.swift": "D", "M/D/Tests/DTests/B.swift": "DTests test"])
    }

    @Test("An Xcode project's targets own their files, in groups and in synchronised folders")
    func xcode() throws {
        let project = """
            // !$*UTF8*$!
            { objects = {
              P = {isa = PBXProject; mainGroup = G; targets = (T, U); };
              G = {isa = PBXGroup; children = (H, S, ); sourceTree = "<group>"; };
              H = {isa = PBXGroup; children = (F); path = "Old Code"; sourceTree = "<group>"; };
              F = {isa = PBXFileReference; path = A.swift; sourceTree = "<group>"; };
              S = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (X); path = New; sourceTree = "<group>"; };
              X = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Not/C.swift); target = T; };
              B = {isa = PBXBuildFile; fileRef = F /* A.swift */; };
              C = {isa = PBXSourcesBuildPhase; files = (B); };
              T = {isa = PBXNativeTarget; name = "My App"; productType = "com.apple.product-type.application";
                   buildPhases = (C); fileSystemSynchronizedGroups = (S); dependencies = (); };
              U = {isa = PBXNativeTarget; name = Checks; productType = "com.apple.product-type.bundle.unit-test";
                   buildPhases = (C); dependencies = (D); };
              D = {isa = PBXTargetDependency; target = T; };
            }; rootObject = P; }
            """
        let found = try Self.modules([
            "App.xcodeproj/project.pbxproj": project, "Old Code/A.swift": "", "New/B.swift": "",
            "New/Not/C.swift": "",
        ])
        #expect(found == ["Old Code/A.swift": "My_App", "New/B.swift": "My_App", "New/Not/C.swift": "New"])
    }

    @Test(
        "A project that compiles sources outside of the tree is a problem that names them, unless they are left out",
        arguments: [
            ("<group>", "../Shared/X.swift", "../Shared/X.swift"), ("SOURCE_ROOT", "../X.swift", "../X.swift"),
            ("<absolute>", "/opt/X.swift", "/opt/X.swift"), ("<group>", "A/../X.swift", nil),
            ("<group>", "../Shared/X.a", nil),
        ]
    )
    func outside(place: String, path: String, named: String?) throws {
        let project = """
            { objects = {
              P = {isa = PBXProject; mainGroup = G; targets = (T); };
              G = {isa = PBXGroup; children = (F); sourceTree = "<group>"; };
              F = {isa = PBXFileReference; path = "\(path)"; sourceTree = "\(place)"; };
              B = {isa = PBXBuildFile; fileRef = F; };
              C = {isa = PBXSourcesBuildPhase; files = (B); };
              T = {isa = PBXNativeTarget; name = App; buildPhases = (C); };
            }; rootObject = P; }
            """
        let tree = try Tree(["A.xcodeproj/project.pbxproj": project, "A/A.swift": ""])
        let problems = try tree.map().problems
        #expect(problems.map(\.path) == (named == nil ? [] : ["A.xcodeproj/project.pbxproj"]))
        #expect(
            problems.allSatisfy { $0.kind == .unreadable && $0.message.contains("compiles \(named ?? "") outside") }
        )
        #expect(try tree.map(Analysis.Options(exclude: [path])).problems.isEmpty)
    }

    @Test("A file belongs to a module if one of the module's targets doesn't leave it out")
    func platforms() throws {
        let project = """
            { objects = {
              P = {isa = PBXProject; mainGroup = G; targets = (T, U); };
              G = {isa = PBXGroup; children = (S); sourceTree = "<group>"; };
              S = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (X, Y); path = New; sourceTree = "<group>"; };
              X = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
                   membershipExceptions = (Watch.swift, None.swift); target = T; };
              Y = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
                   membershipExceptions = (Phone.swift, None.swift); target = U; };
              T = {isa = PBXNativeTarget; name = Phone; buildConfigurationList = L; fileSystemSynchronizedGroups = (S); };
              U = {isa = PBXNativeTarget; name = Watch; buildConfigurationList = L; fileSystemSynchronizedGroups = (S); };
              L = {isa = XCConfigurationList; buildConfigurations = (K); };
              K = {isa = XCBuildConfiguration; buildSettings = {PRODUCT_NAME = Shared; }; };
            }; rootObject = P; }
            """
        let found = try Self.modules([
            "App.xcodeproj/project.pbxproj": project, "New/Both.swift": "", "New/Watch.swift": "",
            "New/Phone.swift": "", "New/None.swift": "",
        ])
        #expect(
            found == [
                "New/Both.swift": "Shared", "New/Watch.swift": "Shared", "New/Phone.swift": "Shared",
                "New/None.swift": "New",
            ]
        )
    }

    @Test("A file that no target compiles is told, if the tree has targets")
    func uncompiled() throws {
        let manifest = "let p = Package(name: \"R\", targets: [.target(name: \"D\")])"
        let files = ["Sources/D/A.swift": "", "Old/B.swift": ""]
        let map = try Tree(files.merging(["Package.swift": manifest]) { first, _ in first }).map()
        #expect(map.files.filter(\.isUncompiled).map(\.path) == ["Old/B.swift"])
        #expect(try Tree(files).map().files.allSatisfy { !$0.isUncompiled })
    }

    @Test("Without a manifest a module is the first folder, or the first one of tests")
    func folders() throws {
        let found = try Self.modules([
            "A/B/C.swift": "", "ATests/D.swift": "", "A/UnitTests/E/F.swift": "", "G.swift": "",
        ])
        #expect(
            found == [
                "A/B/C.swift": "A", "ATests/D.swift": "ATests test", "A/UnitTests/E/F.swift": "A_UnitTests test",
                "G.swift": found["G.swift"],
            ]
        )
    }

    @Test(
        "Damaged projects and manifests are told and harm nothing",
        arguments: [
            "", "{", "{ a = (", "\"", "{ objects = { P = {}; }; rootObject = P; }", "/*",
            String(repeating: "(", count: 9999),
        ]
    )
    func damaged(_ text: String) throws {
        let map = try Tree(["A.xcodeproj/project.pbxproj": text, "Package.swift": text, "A/B.swift": ""]).map()
        #expect(map.files.map(\.module) == ["A"])
    }

    @Test("Circles of groups end")
    func circle() throws {
        let project = """
            { objects = { P = {isa = PBXProject; mainGroup = G; targets = (); }; G = {children = (H); sourceTree = "<group>"; };
              H = {children = (G); path = h; sourceTree = "<group>"; }; }; rootObject = P; }
            """
        #expect(try Self.modules(["A.xcodeproj/project.pbxproj": project, "h/A.swift": ""]) == ["h/A.swift": "h"])
    }

    @Test(
        "A pattern of paths is read as build tools read it",
        arguments: [
            ("App/*.swift", PathPattern.Kind.glob, ["App/A.swift"], ["App/B/A.swift", "App/A.m", "A.swift"]),
            ("App/**/*.swift", .glob, ["App/A.swift", "App/B/C/A.swift"], ["Apps/A.swift"]),
            ("App/**", .glob, ["App/A.swift", "App/B/A.swift"], ["Core/A.swift"]),
            ("App/**.swift", .glob, ["App/A.swift", "App/B/A.swift"], ["App/A.m"]),
            ("**/*Old*", .folders, ["Old.swift", "a/VeryOlder/x/A.swift"], ["a/New.swift"]),
            ("**/*Old*", .glob, ["Old.swift"], ["a/VeryOlder/x/A.swift"]),
            ("a/{b,c/**}/?.{swift,m}", .glob, ["a/b/x.m", "a/c/d/x.swift", "a/c/x.m"], ["a/b/xy.m", "a/d/x.m"]),
            ("a/[b-d!].swift", .glob, ["a/c.swift", "a/!.swift"], ["a/e.swift"]),
            ("a/[!b].swift", .glob, ["a/c.swift"], ["a/b.swift"]),
            ("App", .glob, ["App", "App/B/A.swift"], ["Apps/A.swift"]),
            ("App/A[1].swift", .path, ["App/A[1].swift"], ["App/A1.swift"]),
            ("", .path, ["A.swift", "a/B.swift"], []),
        ]
    )
    func patterns(_ row: (text: String, kind: PathPattern.Kind, yes: [String], no: [String])) {
        let pattern = PathPattern(row.text, kind: row.kind)
        for path in row.yes { #expect(pattern.matches(path), "\(row.text) \(path)") }
        for path in row.no { #expect(!pattern.matches(path), "\(row.text) \(path)") }
    }

    @Test("A pattern of many stars and braces costs no more than its length")
    func hostilePatterns() {
        let stars = PathPattern(String(repeating: "**/a*a*a*/", count: 200) + "b")
        #expect(!stars.matches(String(repeating: "aaaaaaaaaaaaaaaa/", count: 200) + "c"))
        let braces = PathPattern(String(repeating: "{a,b}", count: 64))
        #expect(!braces.matches("c"))
    }

    @Test(
        "What a build description computes is named, and the rest of it is read",
        arguments: [
            ("project.yml", "targets: {A: {type: framework, sources: [A, \"${X}\"]}}", "a source of A"),
            ("project.yml", "include: gone.yml\ntargets: {A: {sources: A}}", "the included gone.yml"),
            (
                "A.podspec", "Pod::Spec.new do |s|\ns.source_files = 'A/*.swift'\ns.exclude_files = old\nend",
                "s.exclude_files"
            ),
            ("BUILD", "swift_library(name = 'x', module_name = 'A', srcs = glob(['A/*.swift']) + more())", "srcs of x"),
            (
                "Project.swift",
                "import ProjectDescription\nlet p = Project(targets: [.target(name: \"A\", product: .app, "
                    + "sources: [\"A/**\", more()])])",
                "a source of A"
            ),
        ]
    )
    func computed(_ row: (file: String, text: String, what: String)) throws {
        let map = try Tree([row.file: row.text, "A/B.swift": ""]).map()
        #expect(map.skipped.map(\.path) == ["\(row.file): \(row.what)"])
        #expect(map.files.first { $0.path == "A/B.swift" }?.module == "A")
        #expect(map.problems.isEmpty)
    }

    @Test(
        "A manifest says more of a target than a podspec beside it, and a type called Project is no build description"
    )
    func precedence() throws {
        let found = try Self.modules([
            "Package.swift": "let p = Package(name: \"A\", targets: [.target(name: \"A\", path: \"A\")])",
            "A.podspec": "Pod::Spec.new do |s|\ns.name = 'A'\ns.source_files = '**/*.swift'\nend",
            "A/Project.swift": "struct Project { static let shared = Project() }",
        ])
        #expect(found == ["A/Project.swift": "A"])
    }

    /// Files of build tools that would take all memory, all of the stack, or for ever.
    private static let bombs: [(path: String, text: String)] = {
        func doubled(_ first: String, _ next: (Int) -> String) -> String {
            ([first] + (1...40).map(next)).joined(separator: "\n") + "\n"
        }
        let constants = doubled("let a0 = \"aaaaaaaa\"") { "let a\($0) = \"\\(a\($0 - 1))\\(a\($0 - 1))\"" }
        let attributes = (0..<40).map { "      a\($0): ${a\($0 + 1)}${a\($0 + 1)}" }.joined(separator: "\n")
        let groups = (0..<60_000).map { "G\($0) = {isa = PBXGroup; path = aaaaaaaa; children = (G\($0 + 1)); };" }
        return [
            ("Package.swift", constants + "let p = Package(name: a40, targets: [.target(name: a40)])\n"),
            ("Project.swift", "import ProjectDescription\n" + constants + "let t = Target(name: a40, product: .app)\n"),
            (
                "BUILD",
                doubled("a0 = ['A.swift']") { "a\($0) = a\($0 - 1) + a\($0 - 1)" }
                    + "swift_library(name = 'x', srcs = a40)\n"
            ),
            ("BUILD.bazel", "swift_library(name = 'x', srcs = " + String(repeating: "[", count: 2_000_000)),
            (
                "A.podspec",
                "Pod::Spec.new do |s|\n  s.source_files = [\n" + String(repeating: "'aaaaaaaa',\n", count: 200_000)
            ),
            (
                "project.yml",
                "targetTemplates:\n  T: {sources: ['${a0}']}\ntargets:\n  A:\n    templates: [T]\n"
                    + "    templateAttributes:\n\(attributes)\n"
            ),
            (
                "A.xcodeproj/project.pbxproj",
                "{rootObject = R; objects = {R = {isa = PBXProject; mainGroup = G0; targets = (); };"
                    + groups.joined() + "};}"
            ),
        ]
    }()

    @Test(
        "A file of a build tool that would take all memory, or for ever, is read within limits",
        arguments: bombs.map(\.path)
    )
    func bomb(_ path: String) throws {
        let text = try #require(Self.bombs.first { $0.path == path }).text
        let map = try Tree([path: text, "App/A.swift": "final class A { static let shared = A(); var n = 0 }\n"]).map()
        #expect(map.found == ["A.shared"])
    }
}
