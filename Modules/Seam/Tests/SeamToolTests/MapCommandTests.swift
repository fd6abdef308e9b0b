import Foundation
import TestSupport
import Testing

@testable import seam

/// `seam map` as a shell sees it: texts, streams and exit codes.
@Suite("seam map", .ownThread)
struct MapCommandTests {
    struct Output {
        var code: Int32
        var out: String
        var error: String
    }

    /// A tree of its own with a folder for results, deleted with the object.
    final class Folder {
        let root = FileManager.default.temporaryDirectory.appending(path: "seam-\(UUID().uuidString)")

        init(_ files: [String: String]) throws {
            for (path, text) in files { try write(path, Data(text.utf8)) }
        }

        deinit {
            try? FileManager.default.removeItem(at: root)
        }

        func write(_ path: String, _ data: Data) throws {
            let file = root.appending(path: "tree/" + path)
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try data.write(to: file)
        }

        /// Runs git in the tree.
        func git(_ arguments: String...) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            let person = ["-c", "user.name=a", "-c", "user.email=a@b"]
            process.arguments = ["git", "-C", root.path + "/tree"] + person + arguments
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let said = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw GitFailure(text: "git \(arguments): \(said)") }
        }

        struct GitFailure: Error {
            var text: String
        }

        /// Commits everything.
        func commit() throws {
            try git("add", "-A")
            try git("commit", "-qm", "A step")
        }

        var results: [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: root.path + "/results/seam")) ?? []
        }

        /// Runs `seam` in the tree. Its output is small, so that no pipe fills. What it says of its progress is left out,
        /// because it says that only where it takes longer than a second.
        ///
        /// - Parameters:
        ///   - arguments: the arguments of `seam`.
        ///   - isNobody: whether it runs as a user for whom file modes apply, if the tests run as root.
        ///   - output: the destination of standard output; nil for the result.
        ///   - error: the destination of standard error; nil for the result.
        func seam(
            _ arguments: [String],
            isNobody: Bool = false,
            output: FileHandle? = nil,
            error errorOutput: FileHandle? = nil
        ) throws -> Output {
            let process = Process()
            let tool = Bundle.main.bundleURL.appending(path: "seam")
            if isNobody, geteuid() == 0 {
                process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                let user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
                process.arguments = user + [tool.path] + arguments
            } else {
                process.executableURL = tool
                process.arguments = arguments
            }
            process.currentDirectoryURL = root.appending(path: "tree")
            var environment = ProcessInfo.processInfo.environment
            environment["XDG_CACHE_HOME"] = root.path + "/results"
            environment["XDG_STATE_HOME"] = root.path + "/state"
            environment["COLUMNS"] = "80"
            process.environment = environment
            let (out, error) = (Pipe(), Pipe())
            process.standardOutput = output ?? out.fileHandleForWriting
            process.standardError = errorOutput ?? error.fileHandleForWriting
            process.standardInput = FileHandle.nullDevice
            try process.run()
            try out.fileHandleForWriting.close()
            try error.fileHandleForWriting.close()
            let text = String(decoding: try out.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            let said = String(decoding: try error.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            let errorText = said.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.hasPrefix("seam: read ") && !$0.hasPrefix("seam: this is a debug build") }
                .joined(separator: "\n")
            return Output(code: process.terminationStatus, out: text, error: errorText)
        }
    }

    private static let files = [
        "Core/Legacy.swift": "public final class Legacy { public static let shared = Legacy(); var n = 0 }",
        "App/Cart.swift": "import Core\nstruct Cart { func a() { print(Legacy.shared.n) } }",
    ]

    @Test(
        "Each end has its code, and errors go to standard error",
        arguments: [
            (["map"], Int32(0), "Legacy.shared", ""), (["map", "App"], 0, "None of its own", ""),
            (["map", "--type", "Legacy"], 0, "App/Cart.swift:2", ""),
            (["map", "--type", "Nobody"], 66, "", "no singleton Nobody was found"),
            (["cut", "Nobody"], 66, "", "no singleton Nobody was found"),
            (["map", "--format", "json"], 0, "\"format\" : \"seam-map\"", ""),
            (["map", "--format", "mermaid"], 0, "flowchart LR", ""),
            (["map", "--format", "svg"], 0, "</svg>", ""), (["map", "--format", "html"], 0, "</html>", ""),
            (["map", "--format", "png"], 2, "", "png"), (["map", "Nowhere"], 2, "", "there is no folder Nowhere"),
            (["map", "App/Cart.swift"], 2, "", "App/Cart.swift is a file, not a folder"),
            (["map", "--jobs", "0"], 2, "", "--jobs is 1 to 64"),
            (["map", "--cache", "a", "--no-cache"], 2, "", "opposites"),
            (["map", "--output", "Nowhere/map.json"], 74, "", "cannot write Nowhere/map.json: No such file"),
            (["map", "--colour"], 2, "", "Unknown option '--colour'"),
        ]
    )
    func ends(arguments: [String], code: Int32, out: String, error: String) throws {
        let output = try Folder(Self.files).seam(arguments)
        #expect(output.code == code, "\(output)")
        #expect(output.out.contains(out) || out.isEmpty, "\(output)")
        #expect(output.error.contains(error) || error.isEmpty, "\(output)")
        #expect(error.isEmpty == output.error.isEmpty, "\(output)")
        #expect(error.isEmpty || output.error.hasPrefix("seam: error: "), "\(output)")
    }

    @Test("A map can be compared with an older one, and with nothing else")
    func difference() throws {
        let folder = try Folder(Self.files)
        #expect(try folder.seam(["map", "--format", "json", "--output", "old.json"]).code == 0)
        #expect(try folder.seam(["map", "--diff", "old.json"]).out.hasPrefix("No singleton and no use came"))
        try folder.write("App/Cart.swift", Data("import Core\nfunc a() { Legacy.shared.n = 1 }".utf8))
        let changed = try folder.seam(["map", "--diff", "old.json"])
        #expect(changed.code == 0 && changed.out.contains("1 new use, 1 gone, 0 moved"), "\(changed)")
        #expect(try folder.seam(["map", "--diff", "old.json", "--format", "json"]).out.contains("\"seam-diff\""))
        for file in ["App/Cart.swift", "nowhere.json"] {
            let output = try folder.seam(["map", "--diff", file])
            #expect(output.code == 2 && output.error.contains("\(file) is no map of this version"), "\(output)")
        }
        #expect(try folder.seam(["map", "--diff", "old.json", "--format", "svg"]).code == 2)
    }

    @Test("A source that cannot be read ends with 3, and JSON stays whole")
    func unreadable() throws {
        let folder = try Folder(Self.files)
        try folder.write("App/Bad.swift", Data([0x4C, 0xFF]))
        let output = try folder.seam(["map", "--format", "json"])
        #expect(output.code == 3)
        #expect(output.error.contains("App/Bad.swift:1: not UTF-8"))
        let document = try JSONSerialization.jsonObject(with: Data(output.out.utf8)) as? [String: Any]
        #expect((document?["problems"] as? [Any])?.count == 1)
    }

    @Test("What is there and is no file is written to, and stays what it is")
    func device() throws {
        let folder = try Folder(Self.files)
        let path = folder.root.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        // Open at both ends, so that neither waits for the other.
        let pipe = open(path, O_RDWR | O_NONBLOCK)
        defer { close(pipe) }
        let output = try folder.seam(["map", "--format", "mermaid", "--output", path])
        #expect(output.code == 0, "\(output)")
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(pipe, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).contains("flowchart LR"))
    }

    @Test("What seam.yml leaves out is left out of the map too, and listed")
    func rules() throws {
        let folder = try Folder(Self.files.merging(["seam.yml": "exclude: [App]"]) { $1 })
        let output = try folder.seam(["map"])
        #expect(output.out.contains("1 excluded"), "\(output)")
        #expect(output.out.contains("1 singleton, 0 uses"), "\(output)")
        try folder.write("seam.yml", Data("exlude: [App]".utf8))
        let wrong = try folder.seam(["map"])
        #expect(wrong.code == 2)
        #expect(wrong.error.contains("did you mean `exclude`?"), "\(wrong)")
    }

    @Test("Results are kept and used, in the system's folder or the one that is named, or not at all")
    func cache() throws {
        let folder = try Folder(Self.files)
        #expect(try folder.seam(["map", "--no-cache"]).code == 0)
        #expect(folder.results.isEmpty)
        let first = try folder.seam(["map", "--format", "json"])
        #expect(first.out.contains("\"cached\" : 0"))
        #expect(!folder.results.isEmpty)
        let second = try folder.seam(["map", "--format", "json"])
        #expect(second.out.contains("\"cached\" : 2"))
        let unkept = try folder.seam(["map", "--format", "json", "--no-cache"])
        #expect(unkept.out == first.out)
        let before = folder.results.sorted()
        #expect(try folder.seam(["map", "--cache", "../kept"]).code == 0)
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.root.path + "/kept")
        #expect(!kept.isEmpty)
        #expect(folder.results.sorted() == before)
    }

    @Test("A run over a second says how far it is, at most every ten seconds in a log")
    func progress() {
        let clock = Clock()
        let log = Log()
        let line = ProgressLine(isWatched: false, note: nil, now: { clock.now }, write: { log.add($0) })
        line.report(1, of: 9)
        clock.advance(by: .milliseconds(900))
        line.report(2, of: 9)
        #expect(log.texts.isEmpty)
        clock.advance(by: .milliseconds(200))
        line.report(3, of: 9)
        clock.advance(by: .seconds(9))
        line.report(4, of: 9)
        clock.advance(by: .seconds(2))
        line.report(5, of: 9)
        line.clear()
        #expect(log.texts == ["seam: read 3 of 9 files\n", "seam: read 5 of 9 files\n"])
    }

    @Test("On a terminal the line moves and is taken away")
    func watched() {
        let clock = Clock()
        let log = Log()
        let line = ProgressLine(isWatched: true, note: nil, now: { clock.now }, write: { log.add($0) })
        line.clear()
        clock.advance(by: .milliseconds(1_100))
        line.report(1, of: 9)
        clock.advance(by: .milliseconds(50))
        line.report(2, of: 9)
        clock.advance(by: .milliseconds(60))
        line.report(3, of: 9)
        line.clear()
        #expect(log.texts == ["\r\u{1B}[Kread 1 of 9 files", "\r\u{1B}[Kread 3 of 9 files", "\r\u{1B}[K"])
    }

    @Test("A debug build says once that a release build is faster, if somebody waits")
    func debugNote() throws {
        let note = try #require(ProgressLine.debugNote)
        #expect(note.contains("swift build --package-path Modules/Seam -c release --product seam"))
        let clock = Clock()
        let log = Log()
        let line = ProgressLine(isWatched: false, now: { clock.now }, write: { log.add($0) })
        line.report(1, of: 9)
        #expect(log.texts.isEmpty)
        for file in 2...3 {
            clock.advance(by: .seconds(11))
            line.report(file, of: 9)
        }
        line.clear()
        #expect(log.texts == ["seam: \(note)\n", "seam: read 2 of 9 files\n", "seam: read 3 of 9 files\n"])
    }

    @Test("The map is the same bytes in twenty processes, each with a hash seed of its own")
    func seeds() throws {
        let folder = try Folder([
            "App/A.swift": """
            typealias P = Q
            typealias Q = P
            enum S { static var a: T { b }; static var b: T { c }; static var c: T { T.shared }; static let d: T = a }
            final class T { static let shared = T(); var n = 0; var other: U { U.shared }; func f() { n += 1 } }
            final class U { static let shared = U(); var t: T { T.shared.other.t }; let k = K() }
            struct K { var now: () -> Int; var t: T }
            var World: K { @Wrapped var world; return world }
            """,
            "App/B.swift": """
            import Foundation
            struct V {
                let t = S.a, u = T.shared.other
                func f() { t.f(); u.t.f(); World.now(); UserDefaults.standard.set(1); Far.sharedThing.go(); S.d.n = 2 }
            }
            """,
            "Tests/C.swift": "func g() { T.shared.n = 1; U.shared.t.f(); World.t.f() }",
        ])
        let first = try folder.seam(["map", "--no-cache", "--format", "json"])
        #expect(first.code == 0)
        for _ in 1..<20 {
            #expect(try folder.seam(["map", "--no-cache", "--format", "json", "--jobs", "3"]).out == first.out)
        }
    }
}
