import Foundation
import TestSupport
import Testing

/// What is read in part never stands for the whole: nothing is deleted, replaced or passed because of it.
@Suite("Sources that can't be read whole", .ownThread)
struct HarmlessReadingTests {
    typealias Folder = MapCommandTests.Folder

    private static let sources = [
        "mocks": "protocol Payments { func pay(_ amount: Int) -> Int }\n",
        "models": "/// @model\nstruct Deal {\n    /// @json\n    let title: String\n}\n",
        "services": "/// @service\nprotocol Deals {\n    /// @get /deals\n    func deals() async throws -> String\n}\n",
    ]

    /// A tree whose `Gen` holds what the command generates.
    private static func generated(_ command: String, output: String = "Gen") throws -> Folder {
        let kit = command == "models" ? "\n  kit: plain" : ""
        let folder = try Folder([
            "App/A.swift": sources[command, default: ""],
            "seam.yml": "\(command):\n- sources: [App]\n  output: \(output)\(kit)\n",
        ])
        #expect(try folder.seam([command, "--no-cache"]).code == 0)
        #expect(try !contents(folder, "Gen").isEmpty)
        return folder
    }

    /// The files of a folder, with their contents.
    private static func contents(_ folder: Folder, _ path: String) throws -> [String: Data] {
        let url = folder.root.appending(path: "tree/" + path)
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: url.appending(path: $0))) })
    }

    private static let damages: [(name: String, bytes: [UInt8])] = [
        ("merge markers", Array("<<<<<<< a\nprotocol A {}\n=======\nprotocol B {}\n>>>>>>> b\n".utf8)),
        ("a missing brace", Array("protocol Payments { func pay(_ amount: Int) -> Int\n".utf8)),
        ("half a function", Array("protocol Payments { func g( -> }\n".utf8)),
        ("bytes that are not UTF-8", [0x6C, 0xC3, 0x28]), ("zero bytes", [0, 0]),
        ("deep brackets", Array(repeating: UInt8(ascii: "["), count: 99)),
        ("a text without end", Array("let a = \"b\nprotocol P {}\n".utf8)),
        ("an #if without end", Array("#if A\nprotocol P {}\n".utf8)),
    ]

    @Test(
        "A generator that can't read a source whole ends with 3, names it, and touches nothing",
        arguments: ["mocks", "models", "services"],
        Self.damages.map(\.name)
    )
    func damaged(command: String, name: String) throws {
        let bytes = try #require(Self.damages.first { $0.name == name }).bytes
        for path in ["App/A.swift", "App/B.swift"] {
            let folder = try Self.generated(command)
            let before = try Self.contents(folder, "Gen")
            try folder.write(path, Data(bytes))
            for options in [[], ["--no-cache"], ["--check"]] {
                let output = try folder.seam([command] + options)
                #expect(output.code == 3 && output.error.contains(path), "\(output)")
                #expect(try Self.contents(folder, "Gen") == before)
            }
        }
    }

    @Test(
        "A file that a person wrote is neither replaced nor deleted by a generator",
        arguments: ["mocks", "models", "services"]
    )
    func writtenByHand(command: String) throws {
        let folder = try Self.generated(command)
        try folder.write("Gen/Mine.swift", Data("struct Mine {}\n".utf8))
        #expect(try folder.seam([command]).code == 0)
        let before = try Self.contents(folder, "Gen")
        for path in before.keys.sorted() where path != "Mine.swift" {
            let old = try #require(before[path])
            try folder.write("Gen/" + path, Data("// Mine.\n".utf8) + old)
            let output = try folder.seam([command])
            #expect(
                output.code == 2 && output.error.contains("written by hand, and in the way: Gen/\(path)"),
                "\(output)"
            )
            #expect(try Self.contents(folder, "Gen")[path] == Data("// Mine.\n".utf8) + old)
            try folder.write("Gen/" + path, old)
        }
        #expect(try Self.contents(folder, "Gen") == before)
    }

    @Test("One source that can't be read leaves the folders of all entries as they are")
    func allEntries() throws {
        let folder = try Folder([
            "A/A.swift": "protocol A {}\n", "B/B.swift": "protocol B {}\n",
            "seam.yml": "mocks:\n- sources: [A]\n  output: GenA\n- sources: [B]\n  output: GenB\n",
        ])
        #expect(try folder.seam(["mocks"]).code == 0)
        let before = try Self.contents(folder, "GenA")
        try folder.write("A/A.swift", Data("protocol C {}\n".utf8))
        try folder.write("B/B.swift", Data("protocol B {\n".utf8))
        #expect(try folder.seam(["mocks"]).code == 3)
        #expect(try Self.contents(folder, "GenA") == before)
    }

    @Test(
        "Two entries with one folder are an error, and neither deletes the files of the other",
        arguments: ["Gen", "./Gen/", "gen"]
    )
    func shared(other: String) throws {
        for command in ["mocks", "models", "services"] {
            let folder = try Self.generated(command)
            let before = try Self.contents(folder, "Gen")
            let entries = "- sources: [App]\n  output: Gen\n- sources: [Lib]\n  output: \(other)\n"
            try folder.write("seam.yml", Data("\(command):\n\(entries)".utf8))
            try folder.write("Lib/B.swift", Data("protocol B {}\n".utf8))
            let output = try folder.seam([command])
            #expect(output.code == 2 && output.error.contains("seam.yml:5"), "\(output)")
            #expect(try Self.contents(folder, "Gen") == before)
        }
    }

    @Test("A name of `protocols` that nothing has deletes no fakes")
    func unmatched() throws {
        let folder = try Self.generated("mocks")
        let before = try Self.contents(folder, "Gen")
        let yaml = "mocks:\n- sources: [App]\n  output: Gen\n  protocols: [Paymemts]\n"
        try folder.write("seam.yml", Data(yaml.utf8))
        let output = try folder.seam(["mocks"])
        #expect(output.code == 2 && output.error.contains("Paymemts"), "\(output)")
        #expect(try Self.contents(folder, "Gen") == before)
    }

    @Test(
        "Paths of seam.yml that leave the tree are errors with their line",
        arguments: [
            "baseline: ../x", "baseline: /tmp/x", "include: [../x]", "exclude: /x", "baseline: \"a\\0b\"",
            "mocks:\n- {sources: [App], output: ../x}", "mocks:\n- {sources: [../x], output: Gen}",
            "mocks:\n- {sources: [App], output: a/../../x}", "mocks:\n- {sources: [App], output: Gen, context: [/x]}",
            "models:\n- {sources: [App], output: Gen, tests: ../x}", "services:\n- {sources: [App], output: /x}",
        ]
    )
    func outside(yaml: String) throws {
        let folder = try Folder(["App/A.swift": "protocol A {}\n", "seam.yml": yaml + "\n"])
        let word = yaml.prefix { $0 != ":" }
        let commands = ["mocks", "models", "services"].contains(word) ? [[String(word)]] : [["check"], ["map"]]
        for command in commands + [["baseline", "update", "--accept-new"]] {
            let output = try folder.seam(command)
            #expect(output.code == 2 && output.error.contains("seam.yml:\(yaml.contains("\n") ? 2 : 1)"), "\(output)")
        }
        let left = Set(try FileManager.default.contentsOfDirectory(atPath: folder.root.path))
        #expect(left.isSubset(of: ["results", "tree"]))
    }

    @Test("A folder of seam.yml that is a link is not written, and one of the command line is")
    func linkedOutput() throws {
        for path in ["Gen", "Gen/Deep"] {
            let folder = try Folder([
                "App/A.swift": "protocol A {}\n", "seam.yml": "mocks:\n- sources: [App]\n  output: \(path)\n",
            ])
            let outside = folder.root.path + "/outside"
            try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
            #expect(symlink("../outside", folder.root.path + "/tree/Gen") == 0)
            let output = try folder.seam(["mocks"])
            #expect(output.code == 2 && output.error.contains("Gen is a link"), "\(output)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
            #expect(try folder.seam(["mocks", "--output", "../outside", "--source", "App"]).code == 0)
            #expect(try !FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
        }
    }

    @Test("A baseline that is somebody's other file, or a link, is neither replaced nor deleted")
    func foreignBaseline() throws {
        let folder = try Folder(["App/A.swift": "struct A {}\n", "ignored": "# What git ignores.\n"])
        let tree = folder.root.path + "/tree"
        for (file, code) in [("ignored", 2), ("link.yml", 74)] as [(String, Int32)] {
            try folder.write("seam.yml", Data("baseline: \(file)\n".utf8))
            try Data("version: 1\nfiles: []\n".utf8).write(to: folder.root.appending(path: "kept.yml"))
            unlink(tree + "/link.yml")
            #expect(symlink("../kept.yml", tree + "/link.yml") == 0)
            #expect(try folder.seam(["baseline", "update"]).code == code)
            #expect(FileManager.default.fileExists(atPath: folder.root.path + "/kept.yml"))
            #expect(FileManager.default.contents(atPath: tree + "/ignored") == Data("# What git ignores.\n".utf8))
            var status = stat()
            #expect(lstat(tree + "/link.yml", &status) == 0)
        }
    }

    @Test("A pipe among the generated files, or in the place of .swift-format, keeps nobody waiting")
    func pipes() throws {
        let folder = try Self.generated("mocks")
        let tree = folder.root.path + "/tree"
        #expect(mkfifo(tree + "/Gen/Pipe.swift", 0o600) == 0)
        #expect(mkfifo(tree + "/.swift-format", 0o600) == 0)
        #expect(try folder.seam(["mocks", "--exclude-nothing"]).code == 2)
        #expect(try folder.seam(["mocks"]).code == 3)
        unlink(tree + "/Gen/MockPayments.swift")
        #expect(mkfifo(tree + "/Gen/MockPayments.swift", 0o600) == 0)
        #expect(try folder.seam(["mocks"]).code == 3)
    }

    @Test(
        "A .swift-format with a number that code can't have isn't used",
        arguments: [
            #"{"version": 1, "indentation": {"spaces": 100000000}}"#, #"{"version": 1, "indentation": {"tabs": 1001}}"#,
            #"{"version": 1, "indentation": {"spaces": -1}}"#, #"{"version": 1, "lineLength": 1e30}"#,
            #"{"version": 1, "spacesBeforeEndOfLineComments": 100000000}"#, "[[1, [2000]]]", "{",
        ]
    )
    func format(settings: String) throws {
        let folder = try Self.generated("mocks")
        let before = try Self.contents(folder, "Gen")
        let name = String(repeating: "a", count: 120)
        try folder.write("App/Long.swift", Data("protocol Long { func \(name)(_ \(name): Int) }\n".utf8))
        try folder.write(".swift-format", Data(settings.utf8))
        let output = try folder.seam(["mocks"])
        #expect(output.code == 2 && output.error.contains(".swift-format isn't used"), "\(output)")
        #expect(try Self.contents(folder, "Gen") == before)
    }

    private static let legacy = [
        "Core/Legacy.swift": "public final class Legacy { public static let shared = Legacy(); public var n = 0 }\n",
        "App/Cart.swift": "import Core\nfinal class Cart { func a() { Legacy.shared.n = 1 } }\n",
        "seam.yml": "types:\n  Legacy:\n    only: [Core]\n",
    ]

    @Test(
        "What needs to know the whole tree is refused if a source can't be read whole, and an excluded one is no obstacle",
        arguments: [
            ["cut", "Legacy", "--thread", "--write"], ["cut", "Legacy", "--protocol", "Counting", "--write"],
            ["cut", "Legacy", "--style", "provider", "--provider", "Services", "--write"],
            ["retire", "Legacy", "--write"],
        ]
    )
    func refusedCuts(arguments: [String]) throws {
        for (name, bytes) in Self.damages where name != "merge markers" {
            let folder = try Folder(Self.legacy)
            try folder.write("Old/Bad.swift", Data(bytes))
            let before = try Self.contents(folder, "App")
            let output = try folder.seam(arguments + ["--allow-dirty"])
            #expect(output.code == 3 && output.error.contains("Old/Bad.swift"), "\(name): \(output)")
            #expect(try Self.contents(folder, "App") == before)
            #expect(try folder.seam(arguments + ["--allow-dirty", "--exclude", "Old"]).code < 2)
        }
    }

    @Test("Gathering and injecting go on beside a source that can't be read whole, name it, and end with 3")
    func cuts() throws {
        for (name, bytes) in Self.damages where name != "merge markers" {
            for arguments in [["cut", "Legacy", "--write"], ["cut", "Legacy", "--gather", "--write"]] {
                let folder = try Folder(Self.legacy)
                try folder.write("Old/Bad.swift", Data(bytes))
                let before = try Self.contents(folder, "App")
                let output = try folder.seam(arguments + ["--allow-dirty"])
                #expect(output.code == 3 && output.error.contains("Old/Bad.swift"), "\(name): \(output)")
                #expect(try Self.contents(folder, "App") != before, "\(name): \(output)")
                #expect(try Self.contents(folder, "Old") == ["Bad.swift": Data(bytes)])
                // What it may have to do with stays as it is.
                try folder.write("App/Cart.swift", Data((Self.legacy["App/Cart.swift"] ?? "").utf8))
                try folder.write("Old/Bad.swift", Data(bytes + Array("\nclass Sub: Cart {}\n".utf8)))
                let other = try folder.seam(arguments + ["--allow-dirty"])
                #expect(other.code == 3 && other.error.contains("1  left: unread"), "\(name): \(other)")
                #expect(try Self.contents(folder, "App") == before, "\(name)")
            }
        }
    }

    @Test("A cut is refused if it can't be known what a source says, or if it is the singleton's own")
    func unknownText() throws {
        for path in ["Old/Pipe.swift", "Package.swift"] {
            let folder = try Folder(Self.legacy)
            let before = try Self.contents(folder, "App")
            try folder.write(path + ".folder", Data())
            #expect(mkfifo(folder.root.path + "/tree/" + path, 0o600) == 0)
            #expect(try folder.seam(["cut", "Legacy", "--write", "--allow-dirty"]).code == 3)
            #expect(try Self.contents(folder, "App") == before)
        }
        let folder = try Folder(Self.legacy)
        let before = try Self.contents(folder, "App")
        try folder.write(
            "Core/Legacy.swift",
            Data((Self.legacy["Core/Legacy.swift"] ?? "").utf8 + Array("func f( {".utf8))
        )
        #expect(try folder.seam(["cut", "Legacy", "--write", "--allow-dirty"]).code == 3)
        #expect(try Self.contents(folder, "App") == before)
    }

    @Test("A check finds what links lead to, and a cut never writes through them")
    func links() throws {
        let folder = try Folder(Self.legacy.filter { $0.key != "App/Cart.swift" })
        let tree = folder.root.path + "/tree"
        let use = "import Core\nfinal class NAME { func a() { Legacy.shared.n = 1 } }\n"
        for (path, name) in [("N1.swift", "N1"), ("Deep/N2.swift", "N2"), ("N3.txt", "N3")] {
            let file = folder.root.appending(path: "ext/" + path)
            let parent = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try Data(use.replacing("NAME", with: name).utf8).write(to: file)
        }
        try folder.write("App/A.swift", Data("struct A {}\n".utf8))
        for (link, target) in [
            ("N1.swift", "../../ext/N1.swift"), ("N2", "../../ext/Deep"), ("N3.swift", "../../ext/N3.txt"),
            ("Up", ".."),
        ] {
            #expect(symlink(target, tree + "/App/" + link) == 0)
        }
        let check = try folder.seam(["check"])
        #expect(check.code == 1, "\(check)")
        for path in ["App/N1.swift:2", "App/N2/N2.swift:2", "App/N3.swift:2"] {
            #expect(check.out.contains(path), "\(check)")
        }
        #expect(check.error.contains("App/Up is a link to a folder around it"), "\(check)")
        let cut = try folder.seam(["cut", "Legacy", "--write", "--allow-dirty"])
        #expect(cut.code == 0 && cut.error.contains("linked"), "\(cut)")
        #expect(
            try String(contentsOfFile: folder.root.path + "/ext/N1.swift", encoding: .utf8).hasPrefix(
                "import Core\nfinal"
            )
        )
        var status = stat()
        #expect(lstat(tree + "/App/N1.swift", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(symlink("nothing.swift", tree + "/App/Gone.swift") == 0)
        let gone = try folder.seam(["check"])
        #expect(gone.code == 3 && gone.out.contains("App/Gone.swift"), "\(gone)")
        let update = try folder.seam(["baseline", "update", "--accept-new"])
        #expect(update.code == 3 && update.error.contains("the baseline was left as it is"))
    }

    @Test("Every command reads an input that would take for ever within its limits")
    func limits() throws {
        let rows = [
            String(repeating: "\"\\(", count: 20_000), String(repeating: "#if a\n", count: 20_000),
            String(repeating: "@available(", count: 200), String(repeating: "A<", count: 2_000),
            String(repeating: "#a(", count: 200), "let a = /\"/ " + String(repeating: "[", count: 40),
        ]
        for row in rows {
            let folder = try Folder(Self.legacy)
            try folder.write("App/Bad.swift", Data(row.utf8))
            for arguments in [
                ["map"], ["check"], ["cut", "Legacy"], ["retire", "Legacy"], ["mocks", "--output", "G"],
                ["models", "--output", "G", "--kit", "plain"], ["services", "--output", "G"],
            ] {
                let output = try folder.seam(arguments + ["--no-cache"])
                #expect(
                    output.code == 3 && (output.out + output.error).contains("App/Bad.swift"),
                    "\(arguments) \(output)"
                )
            }
        }
    }

    @Test("Of a line of source that has megabytes, a report shows what is around the violation")
    func longLine() throws {
        let folder = try Folder(Self.legacy)
        let uses = String(repeating: "let a = Legacy.shared; ", count: 2_000)
        try folder.write("App/B.swift", Data("import Core\n\(uses)".utf8))
        #expect(try folder.seam(["check"]).out.contains("\n 2 | ... d; let a = Legacy.shared; let"))
    }

    @Test("A file of 200 GB that has no content is a problem of size")
    func sparse() throws {
        let folder = try Folder(Self.legacy)
        try folder.write("App/Big.swift", Data())
        try folder.write("seam-baseline.yml", Data())
        for path in ["App/Big.swift", "seam-baseline.yml", "Package.swift", ".swift-format", ".github/CODEOWNERS"] {
            let file = folder.root.path + "/tree/" + path
            try folder.write(path, Data())
            #expect(truncate(file, 200 << 30) == 0)
            for arguments in [["map"], ["check"], ["mocks", "--output", "G"], ["cut", "Legacy"]] {
                let output = try folder.seam(arguments)
                let isRead =
                    path != ".swift-format" && !(path == "seam-baseline.yml" && arguments != ["check"])
                    && !(arguments[0] == "mocks" && path != "App/Big.swift")
                #expect(output.code == 3 || !isRead, "\(path) \(arguments): \(output)")
                if path == "App/Big.swift" {
                    #expect((output.out + output.error).contains("larger than the 8 MB"), "\(output)")
                }
            }
            unlink(file)
        }
    }

    @Test(
        "A seam.yml that would exhaust the parser is an error",
        arguments: ["[", "{", "- ", "? ", "{a: ", "[[\n", "'"]
    )
    func yaml(repeated: String) throws {
        for count in [900, 100_000] {
            let folder = try Folder(Self.legacy)
            try folder.write("seam.yml", Data(String(repeating: repeated, count: count).utf8))
            #expect(try folder.seam(["check"]).code == 2)
        }
    }

    @Test("A project.yml whose aliases stand for more than anybody can compare keeps nobody waiting")
    func aliases() throws {
        let folder = try Folder(Self.legacy)
        let lists = (1...40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined()
        try folder.write(
            "project.yml",
            Data("a0: &a0 [x, x]\n\(lists)? *a40\n: 1\ntargets: {A: {sources: [App]}}\n".utf8)
        )
        let output = try folder.seam(["map", "--no-cache"])
        #expect(output.code == 0 && output.out.contains("Legacy"), "\(output)")
    }
}
