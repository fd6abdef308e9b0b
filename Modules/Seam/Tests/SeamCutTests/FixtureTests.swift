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
                if case .left(let reason) = row.outcome { found[row.use.line, default: []].insert(reason.rawValue) }
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

    private static let stages = [(Stage.gather, "After.swift"), (.inject, "Injected.swift")]

    @Test("The program after a cut is the one that was approved, and a second cut changes nothing", arguments: names)
    func text(_ name: String) throws {
        for (stage, file) in Self.stages {
            let tree = try SourceTree([Self.path: try Self.text(name, "Before.swift")])
            let options = Cut.Options(stage: stage)
            try tree.cutAll(options: options)
            let after = try tree.text(Self.path)
            let url = Self.folder.appending(path: "\(name)/\(file)")
            if Effort.updates {
                try Data(after.utf8).write(to: url)
            }
            #expect(after == (try Self.text(name, file)), "\(stage)")
            #expect(try tree.cutAll(options: options) == 0, "\(stage)")
        }
    }

    @Test(
        "Gathering first and injecting then is the same as both at once",
        arguments: names
    )
    func steps(_ name: String) throws {
        let tree = try SourceTree([Self.path: try Self.text(name, "After.swift")])
        try tree.cutAll(options: Cut.Options(stage: .inject))
        // If no caller has two properties, their order can't differ. In three of these, the map doesn't see a use
        // through a static one, which then stays as gathering left it.
        let differing = [
            "bodies", "branches", "closures", "initializers", "isolation", "late", "locators", "positions", "replaced",
            "stored",
        ]
        if !differing.contains(name) {
            #expect(try tree.text(Self.path) == Self.text(name, "Injected.swift"))
        }
        #expect(try tree.cutAll(options: Cut.Options(stage: .inject)) == 0)
    }

    @Test(
        "The programs compile in every mode, print the same, and warnings don't grow",
        .startsCompiler,
        arguments: names
    )
    func runs(_ name: String) throws {
        let before = try Self.text(name, "Before.swift")
        for mode in Compiler.Mode.all(in: before) {
            let tree = try SourceTree([Self.path: before])
            if mode == .mainActor { try tree.write("Package.swift", Compiler.mainActorManifest) }
            let old = try Compiler.run(tree.root.appending(path: Self.path), mode)
            #expect(old.errors.isEmpty, "\(mode): \(old.errors)")
            for (stage, _) in Self.stages {
                try tree.write(Self.path, before)
                try tree.cutAll(options: Cut.Options(stage: stage))
                let new = try Compiler.run(tree.root.appending(path: Self.path), mode)
                #expect(new.errors.isEmpty, "\(mode) \(stage): \(new.errors)")
                #expect(old.output == new.output, "\(mode) \(stage)")
                #expect(new.warnings <= old.warnings, "\(mode) \(stage)")
            }
        }
    }

    @Test("Every reason is seen in a fixture or has a test of its own")
    func coverage() throws {
        var seen: Set<String> = [
            "by-name", "objective-c", "test", "macro", "effects", "availability", "type", "changed", "syntax", "name",
            "inlinable",
            "verify", "root", "uninjected", "form", "maker", "unmade", "cycle", "replaced", "order",
            "linked", "roots", "named", "making", "member", "no-instance", "sending", "isolation", "no-caller",
            "default-argument",
        ]
        for name in Self.names {
            for line in try Self.text(name, "Before.swift").split(separator: "\n") {
                guard let mark = line.range(of: "// left: ") else { continue }
                seen.formUnion(line[mark.upperBound...].split(separator: " ").map(String.init))
            }
        }
        #expect(seen == Set(Reason.allCases.map(\.rawValue)))
    }
}
