import Foundation
import TestSupport
import Testing

@testable import seam

/// The destination of reports, and what happens if they can't be written.
@Suite("Output", .ownThread)
struct OutputTests {
    typealias Folder = MapCommandTests.Folder

    private static let files = [
        "Core/Legacy.swift": "public final class Legacy { public static let shared = Legacy(); public var n = 0 }",
        "App/Cart.swift": "import Core\nstruct Cart { func a() { Legacy.shared.n = 1 } }",
        "seam.yml": "types:\n  Legacy:\n    only: [Core]\n",
    ]

    @Test(
        "Output that can't be written ends with 74 and says what was done",
        arguments: [
            (["map"], ""), (["map", "--format", "json"], ""), (["map", "--format", "html"], ""), (["check"], ""),
            (["check", "--format", "sarif"], ""), (["init", "--force"], "seam.yml was written"),
            (["baseline", "update", "--accept-new"], "seam-baseline.yml was updated"), (["--help"], ""),
            (["--version"], ""), (["map", "--help"], ""),
        ]
    )
    func full(arguments: [String], done: String) throws {
        let folder = try Folder(Self.files)
        let output = try folder.seam(arguments, output: try FileHandle(forWritingTo: URL(filePath: "/dev/full")))
        #expect(output.code == 74, "\(output)")
        #expect(output.error.contains("cannot write standard output: No space left on device"), "\(output)")
        #expect(output.error.contains(done) || done.isEmpty, "\(output)")
    }

    @Test("A standard error that can't be written changes nothing")
    func fullError() throws {
        let folder = try Folder(Self.files)
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        #expect(try folder.seam(["map", "Nowhere"], error: full).code == 2)
    }

    @Test("A file on a full device, and a pipe that nobody reads, end with 74 at once")
    func devices() throws {
        let folder = try Folder(Self.files)
        let full = try folder.seam(["map", "--output", "/dev/full"])
        #expect(full.code == 74 && full.error.contains("cannot write /dev/full"), "\(full)")
        #expect(mkfifo(folder.root.path + "/tree/pipe", 0o600) == 0)
        let pipe = try folder.seam(["map", "--output", "pipe"])
        #expect(pipe.code == 74 && pipe.error.contains("cannot write pipe"), "\(pipe)")
    }

    @Test(
        "What is no report of seam is replaced only with --force",
        arguments: [
            ("App/Cart.swift", nil), ("notes.txt", "what I have to do"), ("package.json", "{\"name\": \"app\"}"),
            ("Report.swift", "1 singleton, 2 uses"),
        ]
    )
    func strangers(path: String, content: String?) throws {
        let folder = try Folder(Self.files)
        if let content { try folder.write(path, Data(content.utf8)) }
        let url = folder.root.appending(path: "tree/" + path)
        let before = try Data(contentsOf: url)
        for command in ["map", "check"] {
            let output = try folder.seam([command, "--output", path])
            #expect(output.code == 2, "\(output)")
            #expect(output.error.contains("\(path) exists and is no report of seam; --force replaces it"), "\(output)")
            #expect(try Data(contentsOf: url) == before)
        }
        #expect(try folder.seam(["map", "--output", path, "--force"]).code == 0)
        #expect(try Data(contentsOf: url) != before)
    }

    @Test(
        "A report replaces the one before it",
        arguments: [
            ["map"], ["map", "--format", "json"], ["map", "--format", "mermaid"], ["map", "--format", "sarif"],
            ["map", "--format", "html"], ["map", "--format", "svg"], ["check"], ["check", "--format", "json"],
            ["check", "--format", "github"], ["check", "--format", "sarif"],
        ]
    )
    func reports(arguments: [String]) throws {
        let folder = try Folder(Self.files)
        let first = try folder.seam(arguments + ["--output", "report"])
        let again = try folder.seam(arguments + ["--output", "report"])
        #expect(first.code == again.code && again.code != 2 && again.error.isEmpty, "\(again)")
    }

    @Test("A replaced file keeps its mode, and a link keeps leading to it")
    func mode() throws {
        let folder = try Folder(Self.files.merging(["report.txt": ""]) { $1 })
        let report = folder.root.path + "/tree/report.txt"
        #expect(chmod(report, 0o640) == 0)
        #expect(symlink("report.txt", folder.root.path + "/tree/link.txt") == 0)
        #expect(try folder.seam(["map", "--output", "link.txt"]).code == 0)
        var status = stat()
        #expect(lstat(report, &status) == 0 && status.st_mode & 0o7777 == 0o640)
        #expect(lstat(folder.root.path + "/tree/link.txt", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(try String(contentsOfFile: report, encoding: .utf8).contains("1 singleton"))
        #expect(try folder.seam(["baseline", "update", "--accept-new"]).code == 0)
        let baseline = folder.root.path + "/tree/seam-baseline.yml"
        #expect(chmod(baseline, 0o600) == 0)
        try folder.write("App/More.swift", Data("import Core\nfunc b() { Legacy.shared.n = 1 }".utf8))
        #expect(try folder.seam(["baseline", "update", "--accept-new"]).code == 0)
        #expect(lstat(baseline, &status) == 0 && status.st_mode & 0o7777 == 0o600)
    }
}
