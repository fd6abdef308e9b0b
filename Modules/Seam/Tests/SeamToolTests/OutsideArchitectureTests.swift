import Foundation
import Testing

/// What reaches outside of the tool is in a few files: who may have written a path, and whether it may reach there, is asked
/// once, where it is opened.
@Suite("What reaches outside")
struct OutsideArchitectureTests {
    /// Code that reaches outside, and the only files that may contain it.
    struct Border: CustomTestStringConvertible {
        var name: String
        /// Regular expressions for code without comments.
        var signs: [String]
        var files: Set<String>
        /// Code that goes round the files.
        var plant: String

        var testDescription: String { name }
    }

    static let borders = [
        Border(
            name: "git is run",
            signs: [#""(/usr/bin/)?git""#],
            files: ["SeamKit/Programs/Git.swift"],
            plant: #"run("/usr/bin/env", ["git", "status"])"#
        ),
        Border(
            name: "programs are started",
            signs: [#"\bProcess\(\)"#, #"\bposix_spawn"#, #"\bexec[lv]p?e?\("#, #"\b(popen|fork)\("#],
            files: ["SeamKit/Programs/Program.swift"],
            plant: "let process = Process()"
        ),
        Border(
            name: "libraries are loaded",
            signs: [#"\bdlopen\("#],
            files: ["SeamKit/Index/IndexStoreLibrary.swift"],
            plant: "dlopen(path, RTLD_NOW)"
        ),
        Border(
            name: "files are opened for writing",
            signs: [
                #"\bO_(WRONLY|RDWR|CREAT|TRUNC|APPEND)\b"#, #"\bfopen\("#, #"\bcreat\("#,
                #"\.write\(to: (?!&|state\))"#,
                #"\.write\(toFile:"#, #"forWriting"#, #"forUpdating"#, #"\bcreateFile\("#, #"\bOutputStream\("#,
            ],
            files: [
                "SeamKit/Files/FileWriter.swift", "SeamKit/Files/StagedFile.swift", "SeamKit/Files/PrivateFolder.swift",
                "SeamKit/Cache/ResultCache.swift", "SeamKit/Programs/StandardStreams.swift",
                // The log, which PrivateFolder has created.
                "SeamCut/Verify/Verification.swift",
            ],
            plant: "try Data(text.utf8).write(to: url)"
        ),
        Border(
            name: "names of files are changed",
            signs: [
                #"\b(rename|unlink|symlink|mkdir)(at)?\("#, #"\blinkat\("#, #"\brmdir\("#, #"\btruncate\("#,
                #"\b(removeItem|moveItem|copyItem|linkItem|replaceItem|trashItem)\("#, #"\bcreateDirectory\("#,
                #"\bcreateSymbolicLink\("#, #"\bsetAttributes\("#, #"\bf?(chmod|chown)\("#,
            ],
            files: [
                "SeamKit/Files/WritableTree.swift", "SeamKit/Files/FileWriter.swift", "SeamKit/Files/StagedFile.swift",
                "SeamKit/Files/FileLikeness.swift", "SeamKit/Files/PrivateFolder.swift",
                "SeamKit/Cache/ResultCache.swift",
                // Undo what the slice has made, by WritableTree's open folders.
                "SeamCut/Write/SliceJournal.swift",
                // Copies to folders that PrivateFolder has created.
                "SeamCut/Verify/TrialFolder.swift", "SeamKit/Files/TemporaryRecord.swift",
                // Makes the folder that a person named.
                "SeamGenerate/Output/FolderChange.swift",
            ],
            plant: "try FileManager.default.removeItem(atPath: path)"
        ),
        Border(
            name: "temporary files are made",
            signs: [
                #"\.temporaryDirectory\b"#, #"NSTemporaryDirectory\("#, #"\bmk[sd]?temps?\("#, #"\bmkstemps?\("#,
                #"\btmpfile\("#,
                #""/tmp"#, #""TMPDIR""#, #"itemReplacementDirectory"#,
            ],
            files: ["SeamKit/Files/PrivateFolder.swift"],
            plant: #"let log = FileManager.default.temporaryDirectory.appending(path: "seam.log")"#
        ),
        Border(
            name: "the user's own folders are looked up",
            signs: [#""HOME""#, #""XDG_"#, #"\.homeDirectory"#, #"NSHomeDirectory\("#, #"\bgetpw"#],
            files: ["SeamKit/Files/PrivateFolder.swift", "SeamKit/Cache/ResultCache.swift"],
            plant: #"let home = environment["HOME"]"#
        ),
    ]

    /// Returns the lines of a file that may not be in it.
    static func trespasses(_ border: Border, in text: String, of file: String) throws -> [String] {
        guard !border.files.contains(file) else { return [] }
        let signs = try border.signs.map { try Regex($0).wordBoundaryKind(.simple) }
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            let code = line.trimmingCharacters(in: .whitespaces)
            guard !code.hasPrefix("//"), signs.contains(where: { code.contains($0) }) else { return nil }
            return "\(file):\(index + 1): \(code)"
        }
    }

    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    private static func files() throws -> [(path: String, text: String)] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
        return try paths.map { ($0, try String(contentsOf: sources.appending(path: $0), encoding: .utf8)) }
    }

    @Test("Only the files that are named for it reach outside", arguments: borders)
    func held(_ border: Border) throws {
        let files = try Self.files()
        #expect(files.count > 100)
        #expect(try files.flatMap { try Self.trespasses(border, in: $0.text, of: $0.path) } == [])
        // A file that no longer exists or reaches outside would be room for another one.
        var other = border
        other.files = []
        for file in border.files {
            let text = try #require(files.first { $0.path == file }, "\(file)").text
            #expect(try !Self.trespasses(other, in: text, of: file).isEmpty, "\(file)")
        }
    }

    @Test("A way round them is seen", arguments: borders)
    func planted(_ border: Border) throws {
        let text = "func f() {\n    \(border.plant)\n}\n"
        #expect(
            try Self.trespasses(border, in: text, of: "seam/Planted.swift") == ["seam/Planted.swift:2: \(border.plant)"]
        )
        #expect(try Self.trespasses(border, in: "// \(border.plant)\n", of: "seam/Planted.swift").isEmpty)
    }
}
