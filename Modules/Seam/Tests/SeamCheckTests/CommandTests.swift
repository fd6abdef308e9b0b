import Foundation
import TestSupport
import Testing

/// The commands as a shell sees them: texts, streams and exit codes.
@Suite("Commands", .ownThread)
struct CommandTests {
    struct Output {
        var code: Int32
        var out: String
        var error: String
    }

    /// Runs `seam` in a folder. Its output is small, so that no pipe fills. What it says of its progress is left out, because it
    /// says that only where it takes longer than a second.
    private func seam(_ arguments: [String], in folder: CheckRunTests.Folder) throws -> Output {
        let process = Process()
        process.executableURL = Bundle.main.bundleURL.appending(path: "seam")
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_CACHE_HOME"] = folder.path + "/.results"
        process.environment = environment
        let (out, error) = (Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = error
        try process.run()
        let text = String(decoding: try out.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let said = String(decoding: try error.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let errorText = said.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("seam: read ") && !$0.hasPrefix("seam: this is a debug build") }
            .joined(separator: "\n")
        return Output(code: process.terminationStatus, out: text, error: errorText)
    }

    private static let files = [
        "Core/Legacy.swift": CheckRunTests.legacy,
        "Data/Orders.swift": "import Core\nfunc a() { Legacy.shared.fetch() }",
        "App/Cart.swift": screen(), "App/Other.swift": "struct Other {}",
    ]

    @Test(
        "Each end has its code, and errors go to standard error",
        arguments: [
            (["check", "App/Other.swift"], Tree.restriction, Int32(0), "passed", ""),
            (["check"], Tree.restriction, 1, "App/Cart.swift:5:9: error: Legacy.fetch is called", ""),
            (["check", "--format", "github"], Tree.restriction, 1, "::error file=App/Cart.swift,line=5", ""),
            (["check", "--format", "gitlab"], Tree.restriction, 1, "\"check_name\" : \"restricted-type\"", ""),
            (["check", "--format", "json"], Tree.restriction, 1, "\"outcome\" : \"violations\"", ""),
            (["check", "--format", "sarif"], Tree.restriction, 1, "\"baselineState\" : \"new\"", ""),
            (["check", "--output", "report.txt"], Tree.restriction, 1, "", ""),
            (["check"], "types:\n  Legacy:\n    olny: [Data]", 2, "", "seam.yml:3: error: unknown key `olny`"),
            (["check", "Nowhere"], Tree.restriction, 2, "", "there is no Nowhere"),
            (["check", "--colour"], Tree.restriction, 2, "", "Unknown option '--colour'"),
            (["init"], Tree.restriction, 2, "", "--force replaces it"),
            (["baseline", "update"], Tree.restriction, 1, "1 new violation not added", ""),
            (["baseline", "update", "--accept-new"], Tree.restriction, 0, "1 added, 0 taken out", ""),
            (["--version"], Tree.restriction, 0, "0.", ""),
            (["map", "--version"], Tree.restriction, 0, "0.", ""),
            (["baseline", "update", "--version"], Tree.restriction, 0, "0.", ""),
            (["mpa"], Tree.restriction, 2, "", "Did you mean 'seam map'?"),
            (["baseline", "updaet"], Tree.restriction, 2, "", "Did you mean 'seam baseline update'?"),
            (["map", "--formt", "json"], Tree.restriction, 2, "", "Did you mean '--format'?"),
            (["map", "--type", "Legcay"], Tree.restriction, 66, "", "was found; did you mean `Legacy`?"),
            (["map", "--group-by", "owner"], Tree.restriction, 2, "", "no CODEOWNERS names an owner"),
            (["--help"], Tree.restriction, 0, "baseline", ""),
        ]
    )
    func ends(arguments: [String], yaml: String, code: Int32, out: String, error: String) throws {
        let folder = try CheckRunTests.Folder(Self.files.merging(["seam.yml": yaml]) { $1 })
        defer { folder.close() }
        let output = try seam(arguments, in: folder)
        #expect(output.code == code, "\(output)")
        #expect(output.out.contains(out) || out.isEmpty, "\(output)")
        #expect(output.error.contains(error) || error.isEmpty, "\(output)")
        #expect(error.isEmpty == output.error.isEmpty, "\(output)")
    }

    @Test("Sources that cannot be read end with 3, and leave the baseline as it is")
    func unreadable() throws {
        let broken = ["App/Broken.swift": "func f( { Legacy.shared.fetch()", "seam.yml": Tree.restriction]
        let folder = try CheckRunTests.Folder(Self.files.merging(broken) { $1 })
        defer { folder.close() }
        #expect(try seam(["check"], in: folder).code == 3)
        let update = try seam(["baseline", "update", "--accept-new"], in: folder)
        #expect(update.code == 3)
        #expect(update.error.contains("the baseline was left as it is"))
        #expect(!folder.has("seam-baseline.yml"))
    }

    @Test("A folder without a seam.yml gets one, and the first baseline has the size that was announced")
    func fresh() throws {
        let folder = try CheckRunTests.Folder(Self.files)
        defer { folder.close() }
        #expect(try seam(["check"], in: folder).error.contains("`seam init` writes one"))
        let output = try seam(["init"], in: folder)
        #expect(output.code == 0)
        #expect(output.out.contains("1 singleton may get no new uses"), "\(output)")
        #expect(output.out.contains("The first baseline excuses 2 violations"), "\(output)")
        #expect(output.out.contains("5 |         Legacy.shared.fetch()\n   |         ^"), "\(output)")
        #expect(try seam(["check"], in: folder).code == 1)
        let update = try seam(["baseline", "update", "--accept-new"], in: folder)
        #expect(update.out.contains("it excuses 2 now"), "\(update)")
        #expect(try seam(["check"], in: folder).code == 0)
        #expect(try seam(["init", "--force"], in: folder).code == 0)
    }

    @Test("What is fixed passes, and fails a strict run until the baseline is updated")
    func strict() throws {
        let folder = try CheckRunTests.Folder(Self.files.merging(["seam.yml": Tree.restriction]) { $1 })
        defer { folder.close() }
        #expect(try seam(["baseline", "update", "--accept-new"], in: folder).code == 0)
        try folder.write("struct Cart {}", "App/Cart.swift")
        #expect(try seam(["check"], in: folder).code == 0)
        let strict = try seam(["check", "--strict"], in: folder)
        #expect(strict.code == 1)
        #expect(strict.out.contains("fixed: App/Cart.swift"))
        #expect(try seam(["baseline", "update"], in: folder).out.contains("1 taken out"))
        #expect(try seam(["check", "--strict"], in: folder).code == 0)
    }
}
