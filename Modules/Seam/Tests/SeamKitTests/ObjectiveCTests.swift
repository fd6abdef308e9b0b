import Foundation
import SeamKit
import TestSupport
import Testing

/// Trees of Swift and Objective-C on disk.
@Suite("Objective-C", .ownThread)
struct ObjectiveCTests {
    private static let account = """
        import Foundation
        @objc final class Account: NSObject { @objc static let shared = Account(); @objc func load() {} }
        """
    private static let old = """
        @implementation Old
        - (void)start { [[Account shared] load]; }
        @end
        """

    /// A tree in a folder of its own, which is deleted with the object.
    private final class Tree {
        let root = FileManager.default.temporaryDirectory.appending(path: "seam-objc-\(UUID().uuidString)")

        init(_ files: [String: String]) throws {
            for (path, text) in files { try write(path, text) }
        }

        deinit { try? FileManager.default.removeItem(at: root) }

        func write(_ path: String, _ text: String) throws {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }

        func map(_ options: Analysis.Options = .init()) throws -> CodeMap {
            try Analysis.run(root: root.path, options: options)
        }
    }

    @Test("A use has its file, line and method in the map, and says its language in JSON and in the text")
    func reports() throws {
        let tree = try Tree(["App/Account.swift": Self.account, "App/Old.m": Self.old])
        let map = try tree.map()
        let use = try #require(map.uses.first)
        #expect(map.uses.count == 1 && use.isObjectiveC)
        #expect((use.file, use.line, use.column) == ("App/Old.m", 2, 18))
        #expect((use.enclosingType, use.enclosingFunction, use.module) == ("Old", "start", "App"))
        #expect(map.objectiveC.map(\.path) == ["App/Old.m"])
        #expect(JSONReport().text(of: map).contains(#""language" : "objective-c""#))
        #expect(TextReport().text(of: map).contains("1 use, 1 in Objective-C"))
        #expect(HTMLReport().text(of: map, title: "App").contains("1 of them in Objective-C"))
    }

    @Test("An edited Objective-C file makes a stored map invalid, and one without uses doesn't change it")
    func stored() throws {
        let tree = try Tree(["App/Account.swift": Self.account, "App/Old.m": Self.old])
        let folder = FileManager.default.temporaryDirectory.appending(path: "seam-cache-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let options = Analysis.Options(cache: ResultCache(folder: folder, version: "1"))
        let first = try tree.map(options)
        #expect(try tree.map(options) == first)
        try tree.write("App/Old.m", Self.old + "void f(void) { [[Account shared] load]; }\n")
        #expect(try tree.map(options).uses.count == 2)
        try tree.write("App/New.m", "void g(void) { [Account.shared load]; }\n")
        #expect(try tree.map(options).uses.count == 3)
        try FileManager.default.removeItem(at: tree.root.appending(path: "App/Old.m"))
        #expect(try tree.map(options).uses.map(\.file) == ["App/New.m"])
        #expect(try tree.map(options) == tree.map())
    }

    @Test(
        "What Objective-C can't see is never used there",
        arguments: [
            "final class Account { static let shared = Account(); var n = 0; func load() { n += 1 } }",
            "struct Account { static var shared = Account(); var n = 0; mutating func load() { n += 1 } }",
            "import Foundation\nfinal class Account: NSObject { private static let shared = Account(); var n = 0 }",
            "import Foundation\nfinal class Account: NSObject { @nonobjc static let shared = Account(); var n = 0 }",
            "import Foundation\n@objc(MYAccount) final class Account: NSObject { @objc static let shared = Account() }",
        ]
    )
    func hidden(_ source: String) throws {
        let tree = try Tree(["App/Account.swift": source, "App/Old.m": Self.old])
        #expect(try tree.map().uses.isEmpty)
    }

    @Test("The delegate of the application is found by its casts, with and without an accessor")
    func delegate() throws {
        let old = """
            @implementation Old
            - (void)start {
                [(AppDelegate *)[[UIApplication sharedApplication] delegate] load];
                ((AppDelegate *)[UIApplication sharedApplication].delegate).count = 1;
                AppDelegate *found = (AppDelegate *)UIApplication.sharedApplication.delegate;
                [(AppDelegate *)NSApp.delegate load];
                [(AppDelegate *)[NSApp delegate] load];
                [(AppDelegate *)self.delegate load];
                [(Other *)[UIApplication sharedApplication].delegate load];
            }
            @end
            """
        let screen = "import UIKit\nfunc f() { (UIApplication.shared.delegate as! AppDelegate).load() }\n"
        for accessor in [
            "", "@objc static var shared: AppDelegate { UIApplication.shared.delegate as! AppDelegate }; ",
        ] {
            let swift =
                "import UIKit\nfinal class AppDelegate: NSObject, UIApplicationDelegate { \(accessor)@objc var count = 0; "
                + "@objc func load() {} }\n"
            let files = ["App/AppDelegate.swift": swift, "App/Screen.swift": screen, "App/Old.m": old]
            let uses = try Tree(files).map().uses.filter(\.isObjectiveC)
            #expect(
                uses.map { "\($0.line) \($0.kind.rawValue) \($0.member) \($0.certainty.rawValue)" } == [
                    "3 call load resolved", "4 write count resolved", "5 read (instance) resolved",
                    "6 call load resolved", "7 call load resolved",
                ]
            )
        }
    }

    @Test("Files that end in the middle of something are read to their end")
    func broken() throws {
        for end in ["[", "[[Account", "[Account shared", "@\"", "/*", "'", "- (void", "#define A \\", "Account.", "\\"]
        {
            let tree = try Tree(["App/Account.swift": Self.account, "App/Old.m": Self.old + end])
            #expect(try tree.map().uses.count == 1, "\(end)")
        }
    }

    @Test("A file that can't be read is a problem")
    func unreadable() throws {
        let tree = try Tree(["App/Account.swift": Self.account, "App/Old.m": Self.old])
        let other = tree.root.appending(path: "App/Pipe.m").path
        #expect(mkfifo(other, 0o600) == 0)
        #expect(try tree.map().problems.map(\.path).contains("App/Pipe.m"))
    }
}
