import Foundation
import TestSupport
import Testing

/// Anything that can't be read is reported: `seam` never waits for it, and never ignores it.
@Suite("Sources that can't be seen", .ownThread)
struct UnseenSourceTests {
    typealias Folder = MapCommandTests.Folder

    private static let files = [
        "Core/Legacy.swift": "public final class Legacy { public static let shared = Legacy(); public var n = 0 }",
        "App/Cart.swift": "import Core\nstruct Cart { func a() { Legacy.shared.n = 1 } }",
        "App/Deep/More.swift": "import Core\nstruct More { func a() { Legacy.shared.n = 1 } }",
        "seam.yml": "types:\n  Legacy:\n    only: [Core]\n",
    ]

    @Test(
        "A pipe, a device and a link in a circle are no trees",
        arguments: [
            ("pipe", "pipe is a pipe, a socket or a device"),
            ("/dev/zero", "/dev/zero is a pipe, a socket or a device"),
            ("circle", "circle is a link that leads in a circle"), ("Core/Legacy.swift", "is a file, not a folder"),
        ]
    )
    func roots(path: String, message: String) throws {
        let folder = try Folder(Self.files)
        let tree = folder.root.path + "/tree"
        #expect(mkfifo(tree + "/pipe", 0o600) == 0)
        #expect(symlink("circle", tree + "/circle") == 0)
        let output = try folder.seam(["map", path])
        #expect(output.code == 2, "\(output)")
        #expect(output.error.contains(message), "\(output)")
    }

    @Test(
        "A pipe in the place of a source, a manifest or the configuration is a problem",
        arguments: ["App/Pipe.swift", "Package.swift", "A.xcodeproj/project.pbxproj", "seam.yml", "seam-baseline.yml"]
    )
    func pipes(path: String) throws {
        let folder = try Folder(Self.files)
        let pipe = folder.root.path + "/tree/" + path
        try FileManager.default.createDirectory(
            atPath: (pipe as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true
        )
        unlink(pipe)
        #expect(mkfifo(pipe, 0o600) == 0)
        for command in path == "seam-baseline.yml" ? ["check"] : ["map", "check"] {
            let output = try folder.seam([command])
            #expect(output.code == 3, "\(command): \(output)")
            let name = path.split(separator: "/").last.map(String.init) ?? path
            #expect((output.out + output.error).contains(name), "\(output)")
        }
    }

    @Test("A source that a project has outside of the tree is a problem, unless seam.yml leaves it out")
    func outsideOfTheTree() throws {
        let folder = try Folder(Self.files)
        let project = """
            { objects = {
              P = {isa = PBXProject; mainGroup = G; targets = (T); };
              G = {isa = PBXGroup; children = (F); sourceTree = "<group>"; };
              F = {isa = PBXFileReference; path = "../X.swift"; sourceTree = "<group>"; };
              B = {isa = PBXBuildFile; fileRef = F; };
              C = {isa = PBXSourcesBuildPhase; files = (B); };
              T = {isa = PBXNativeTarget; name = App; buildPhases = (C); };
            }; rootObject = P; }
            """
        try folder.write("A.xcodeproj/project.pbxproj", Data(project.utf8))
        let before = try folder.seam(["check"])
        #expect(before.code == 3 && before.out.contains("`exclude` in seam.yml"), "\(before)")
        try folder.write("seam.yml", Data("exclude: [./../X.swift]\n".utf8))
        for command in [["check"], ["map"], ["baseline", "update"]] {
            let output = try folder.seam(command)
            #expect(output.code == 0, "\(output)")
        }
        try folder.write("seam.yml", Data("exclude: [../a/../X.swift]\n".utf8))
        #expect(try folder.seam(["check"]).code == 2)
    }

    @Test("A link to a pipe is a problem, and so is one to itself; one to a folder around it is named")
    func links() throws {
        let folder = try Folder(Self.files)
        let tree = folder.root.path + "/tree"
        #expect(symlink("..", tree + "/App/Up") == 0)
        let named = try folder.seam(["map"])
        #expect(named.code == 0 && named.error.contains("App/Up is a link to a folder around it"), "\(named)")
        #expect(symlink("Circle.swift", tree + "/App/Circle.swift") == 0)
        let circle = try folder.seam(["map"])
        #expect(circle.code == 3 && circle.out.contains("App/Circle.swift: a link that leads in a circle"), "\(circle)")
        #expect(mkfifo(tree + "/pipe", 0o600) == 0)
        #expect(symlink("../pipe", tree + "/App/Pipe.swift") == 0)
        #expect(symlink("/dev/zero", tree + "/App/Zero.swift") == 0)
        let output = try folder.seam(["map"])
        #expect(output.code == 3, "\(output)")
        #expect(output.out.contains("App/Pipe.swift: not a file") && output.out.contains("App/Zero.swift: not a file"))
    }

    @Test(
        "A folder without permission ends with 3 and leaves the baseline as it is",
        arguments: [mode_t(0o000), 0o444, 0o111],
        ["App/Deep", "App"]
    )
    func permission(mode: mode_t, path: String) throws {
        let folder = try Folder(Self.files)
        let tree = folder.root.path + "/tree"
        #expect(try folder.seam(["baseline", "update", "--accept-new"]).code == 0)
        let baseline = try Data(contentsOf: URL(fileURLWithPath: tree + "/seam-baseline.yml"))
        #expect(chmod(tree + "/seam-baseline.yml", 0o666) == 0 && chmod(tree, 0o777) == 0)
        #expect(chmod(tree + "/" + path, mode) == 0)
        defer { chmod(tree + "/" + path, 0o755) }
        for arguments in [["map", "--no-cache"], ["check", "--no-cache"], ["check", "--no-cache", "App/Deep"]] {
            let output = try folder.seam(arguments, isNobody: true)
            #expect(output.code == 3, "\(arguments): \(output)")
            #expect((output.out + output.error).contains("Permission denied") || mode == 0o444, "\(output)")
        }
        let update = try folder.seam(["baseline", "update", "--no-cache"], isNobody: true)
        #expect(update.code == 3, "\(update)")
        #expect(update.error.contains("the baseline was left as it is"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: tree + "/seam-baseline.yml")) == baseline)
    }

    @Test("A tree deeper than the system can name ends with 3 and says where")
    func depth() throws {
        let folder = try Folder(Self.files)
        let tree = folder.root.path + "/tree"
        // `rm` descends step by step; FileManager uses whole paths.
        defer { Self.remove(tree + "/Down") }
        var parent = open(tree, O_RDONLY | O_DIRECTORY)
        for depth in 0..<6_000 {
            let name = depth == 0 ? "Down" : "d"
            #expect(mkdirat(parent, name, 0o755) == 0)
            let next = openat(parent, name, O_RDONLY | O_DIRECTORY)
            close(parent)
            parent = next
        }
        let file = openat(parent, "Unseen.swift", O_WRONLY | O_CREAT, 0o644)
        close(file)
        close(parent)
        for command in ["map", "check"] {
            let output = try folder.seam([command])
            #expect(output.code == 3, "\(output.code)")
            #expect((output.out + output.error).contains("Down/d/d/d"), "\(output.code)")
        }
    }

    private static func remove(_ path: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/rm")
        process.arguments = ["-rf", path]
        try? process.run()
        process.waitUntilExit()
    }

    @Test("A source that two targets compile is judged by the rules of each, and counts once")
    func twoTargets() throws {
        let project = """
            { objects = {
              P = {isa = PBXProject; mainGroup = G; targets = (T, U); };
              G = {isa = PBXGroup; children = (A, S, O); sourceTree = "<group>"; };
              A = {isa = PBXFileReference; path = A.swift; sourceTree = "<group>"; };
              S = {isa = PBXFileReference; path = S.swift; sourceTree = "<group>"; };
              O = {isa = PBXFileReference; path = O.swift; sourceTree = "<group>"; };
              B = {isa = PBXBuildFile; fileRef = A; }; C = {isa = PBXBuildFile; fileRef = S; };
              D = {isa = PBXBuildFile; fileRef = O; };
              E = {isa = PBXSourcesBuildPhase; files = (B, C); }; F = {isa = PBXSourcesBuildPhase; files = (C, D); };
              T = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
                   buildPhases = (E); };
              U = {isa = PBXNativeTarget; name = Ext; productType = "com.apple.product-type.app-extension";
                   buildPhases = (F); };
            }; rootObject = P; }
            """
        let folder = try Folder([
            "X.xcodeproj/project.pbxproj": project, "S.swift": "import UIKit\nfunc f() { Legacy.shared.n = 1 }\n",
            "A.swift": "final class Legacy { static let shared = Legacy(); var n = 0 }\n", "O.swift": "\n",
            "seam.yml":
                "layers:\n  Ext: {modules: [Ext], imports: [], external: []}\ntypes:\n  Legacy: {only: [App]}\n",
        ])
        let output = try folder.seam(["check"])
        #expect(output.code == 1 && output.out.contains("2 new, 0 known"), "\(output)")
        #expect(output.out.contains("Ext (layer Ext) may not import UIKit"), "\(output)")
        #expect(output.out.contains("S.swift:2:12: error: Legacy.n is written"), "\(output)")
    }

    @Test(
        "Control characters of a file's name never reach the terminal",
        arguments: [
            ["map"], ["map", "--format", "json"], ["map", "--format", "mermaid"], ["map", "--format", "html"],
            ["map", "--format", "svg"], ["map", "--format", "sarif"], ["check"], ["check", "--format", "github"],
            ["check", "--format", "gitlab"], ["check", "--format", "sarif"], ["check", "--format", "json"],
            ["cut", "Legacy"], ["cut", "Legacy", "--format", "json"], ["explain", "App/Cart.swift:2"],
        ]
    )
    func names(arguments: [String]) throws {
        let name = "App/a\u{1B}[31m\u{9B}2J\u{7F}\u{202E}\nb.swift"
        let folder = try Folder(Self.files.merging([name: "import Core\nlet a = Legacy.shared.n\nfunc f( {"]) { $1 })
        try folder.write("App/\u{1B}]0;title\u{7}.swift", Data([0x4C, 0xFF]))
        let output = try folder.seam(arguments)
        #expect(output.code == 3 || arguments[0] == "explain", "\(output)")
        let scalars = (output.out + output.error).unicodeScalars.filter { $0 != "\n" }
        #expect(!scalars.contains { $0.properties.generalCategory == .control || $0.value == 0x202E }, "\(scalars)")
        if arguments == ["map", "--format", "json"] {
            let document = try JSONSerialization.jsonObject(with: Data(output.out.utf8)) as? [String: Any]
            let uses = document?["uses"] as? [[String: Any]] ?? []
            #expect(uses.contains { $0["file"] as? String == name }, "\(uses)")
        }
    }
}
