import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// Programs in `Tests/SeamCutFixtures`, before and after a cut: what is left and why, the text, and the output of both.
///
/// `SEAM_UPDATE=1` writes the programs after the cut again.
@Suite("Fixtures of cuts", .ownThread)
struct FixtureTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "SeamCutFixtures")
    private static let path = "App/Program.swift"

    static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/Before.swift").path) }
        .sorted()

    /// Returns a tree with a program, whose lines may be of a certain length.
    private static func tree(_ text: String) throws -> SourceTree {
        try SourceTree([path: text, ".editorconfig": "[*]\nmax_line_length = 120\n"])
    }

    private static func text(_ name: String, _ file: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: "\(name)/\(file)")), as: UTF8.self)
    }

    @Test("Every use that stays has the reason that its line says", arguments: names)
    func reasons(_ name: String) throws {
        let text = try Self.text(name, "Before.swift")
        let tree = try SourceTree([Self.path: text])
        var found: [Int: Set<String>] = [:]
        for singleton in try tree.map().singletons where !singleton.file.isEmpty {
            for row in try tree.plan(singleton.id).rows {
                if case .left(let reason) = row.outcome { found[row.use.line, default: []].insert(reason.code) }
            }
        }
        var expected: [Int: Set<String>] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let mark = line.range(of: "// left: ") else { continue }
            expected[index + 1] = Set(line[mark.upperBound...].split(separator: " ").map(String.init))
        }
        for line in Set(found.keys).union(expected.keys).sorted() {
            #expect(found[line] ?? [] == expected[line] ?? [], "line \(line)")
        }
    }

    /// The options of cuts, with the files that have the result.
    private static let cuts: [(options: Cut.Options, file: String)] = [
        (Cut.Options(stage: .gather), "After.swift"), (.late, "Late.swift"), (Cut.Options(), "Injected.swift"),
    ]

    @Test("The program after a cut is the one that was approved, and a second cut changes nothing", arguments: names)
    func text(_ name: String) throws {
        for (options, file) in Self.cuts {
            let tree = try Self.tree(Self.text(name, "Before.swift"))
            try tree.cutAll(options: options)
            let after = try tree.text(Self.path)
            let url = Self.folder.appending(path: "\(name)/\(file)")
            if Effort.updates {
                try Data(after.utf8).write(to: url)
            }
            #expect(after == (try Self.text(name, file)), "\(file)")
            #expect(try tree.cutAll(options: options) == 0, "\(file)")
        }
    }

    @Test(
        "Gathering first and injecting then is the same as both at once",
        arguments: names
    )
    func steps(_ name: String) throws {
        let tree = try Self.tree(Self.text(name, "After.swift"))
        try tree.cutAll(options: .late)
        // If no caller has two properties, their order can't differ. In three of these, the map doesn't see a use
        // through a static one, which then stays as gathering left it. In two, gathering and late reads choose other names.
        // In one, an initializer reads what was passed, so that this is stored first. In two, lines get too long at another step.
        let differing = [
            "bodies", "branches", "children", "closures", "forms", "functions", "initializers", "isolation", "late",
            "locators", "makers", "statics",
            "names",
            "exposed", "passed", "positions", "protected", "whole",
            "replaced",
            "stored",
        ]
        if !differing.contains(name) {
            #expect(try tree.text(Self.path) == Self.text(name, "Late.swift"))
        }
        #expect(try tree.cutAll(options: .late) == 0)
    }

    @Test(
        "The programs compile in every mode, print the same, and warnings don't grow",
        .startsCompiler,
        arguments: Compiler.Mode.allCases
    )
    func runs(_ mode: Compiler.Mode) throws {
        let names = try Self.names.filter { Compiler.Mode.all(in: try Self.text($0, "Before.swift")).contains(mode) }
        let tree = try SourceTree([:])
        if mode == .mainActor { try tree.write("Package.swift", Compiler.mainActorManifest) }
        func outcomes(_ file: String) throws -> [Int: ProgramBatch.Outcome] {
            var batch = ProgramBatch(mode: mode, programs: [:], common: "", call: { "try await program\($0)()" })
            for (number, name) in names.enumerated() {
                try tree.write(Self.path, try Self.text(name, "Before.swift"))
                if let cut = Self.cuts.first(where: { $0.file == file }) {
                    try tree.cutAll(options: cut.options)
                }
                batch.programs[number] = [Self.path: Self.filePrivate(try tree.text(Self.path), number: number)]
            }
            return try batch.run()
        }
        let before = try outcomes("")
        for file in Self.cuts.map(\.file) {
            let after = try outcomes(file)
            for (number, name) in names.enumerated() {
                guard case .printed(let old, let warnings)? = before[number],
                    case .printed(let new, let more)? = after[number]
                else {
                    try alone(name, file, mode)
                    continue
                }
                // A type that is private prints where it is in memory.
                let place = /\(unknown context at \$\w+\)/
                #expect(old.replacing(place, with: "") == new.replacing(place, with: ""), "\(name) \(file)")
                #expect(more <= warnings, "\(name) \(file)")
            }
        }
    }

    /// What `runs` expects, of a program as it is: a few can't be private to a file.
    private func alone(_ name: String, _ file: String, _ mode: Compiler.Mode) throws {
        guard let cut = Self.cuts.first(where: { $0.file == file }) else { return }
        let tree = try SourceTree([Self.path: try Self.text(name, "Before.swift")])
        if mode == .mainActor { try tree.write("Package.swift", Compiler.mainActorManifest) }
        let old = try Compiler.run(tree.root.appending(path: Self.path), mode)
        #expect(old.errors.isEmpty, "\(name) \(mode): \(old.errors)")
        try tree.cutAll(options: cut.options)
        let new = try Compiler.run(tree.root.appending(path: Self.path), mode)
        #expect(new.errors.isEmpty, "\(name) \(mode) \(file): \(new.errors)")
        #expect(old.output == new.output, "\(name) \(mode) \(file)")
        #expect(new.warnings <= old.warnings, "\(name) \(mode) \(file)")
    }

    /// Returns a program as one file of a module with others, so its declarations are private to the file, and what was
    /// its entry is called by a function `programN`.
    private static func filePrivate(_ text: String, number: Int) -> String {
        let introducer =
            /^((?:@MainActor |nonisolated |final )*)(class|struct|enum|protocol|actor|func|var|let|extension) [^:{]*/
        // The entry of a program is on the main actor.
        let text = text.replacing("    static func main(", with: "    @MainActor static func main(")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            let line = line.hasPrefix("@main ") ? line.dropFirst(6) : line
            guard let found = line.prefixMatch(of: introducer) else { return String(line) }
            // An extension that adds a conformance has no access of its own.
            if found.2 == "extension", line[found.range.upperBound...].hasPrefix(":") { return String(line) }
            return found.1 + "fileprivate " + line.dropFirst(found.1.count)
        }
        return lines.joined(separator: "\n") + "\nfunc program\(number)() async throws { try await Program.main() }\n"
    }
}
