import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// Programs in `Tests/SeamCutFixtures/protocols`, before and after a cut by protocol.
///
/// `SEAM_UPDATE=1` writes the programs after the cut again.
@Suite("Cuts by protocol", .ownThread)
struct ProtocolTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "SeamCutFixtures/protocols")
    private static let path = "App/Program.swift"

    static let names: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

    private static func text(_ name: String, _ file: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: "\(name)/\(file)")), as: UTF8.self)
    }

    /// Cuts every singleton by a protocol named after its type. Returns the uses that stayed, by their line.
    @discardableResult
    private static func cut(_ tree: SourceTree) throws -> (left: [Int: Set<String>], edits: Int) {
        var left: [Int: Set<String>] = [:]
        var edits = 0
        for singleton in try tree.map().singletons where !singleton.file.isEmpty {
            var options = Cut.Options()
            options.protocolName = singleton.name + "Providing"
            let plan = try tree.plan(singleton.id, options: options)
            #expect(plan.abstraction?.problem == nil)
            for row in plan.rows {
                if case .left(let reason) = row.outcome, reason != .held {
                    left[row.use.line, default: []].insert(reason.code)
                }
            }
            try SliceWriter(root: tree.root.path).write(plan.changes)
            edits += plan.changes.reduce(0) { $0 + $1.edits.count }
        }
        return (left, edits)
    }

    @Test("A variable that is set has the protocol's type, so that a test can set a fake", arguments: [false, true])
    func variable(isLate: Bool) throws {
        let code = isLate ? "init() { print(1) }" : ""
        let tree = try SourceTree([
            "App/Store.swift": "final class Store: Sendable { static let shared = Store(); func go() {}; \(code) }\n",
            "App/A.swift": "class A: UIViewController {\n    func f() { Store.shared.go() }\n}\n",
        ])
        var options = Cut.Options()
        options.protocolName = "Going"
        let diff = try tree.plan("Store", options: options).diff
        #expect(diff.contains("+    \(isLate ? "lazy " : "")var store: any Going = Store.shared\n"), "\(diff)")
    }

    @Test("Uses that a protocol can't serve stay, with their reason", arguments: names)
    func reasons(_ name: String) throws {
        let text = try Self.text(name, "Before.swift")
        let found = try Self.cut(try SourceTree([Self.path: text])).left
        var expected: [Int: Set<String>] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let mark = line.range(of: "// left: ") else { continue }
            expected[index + 1] = Set(line[mark.upperBound...].split(separator: " ").map(String.init))
        }
        for line in Set(found.keys).union(expected.keys).sorted() {
            #expect(found[line] ?? [] == expected[line] ?? [], "line \(line)")
        }
    }

    @Test("The files after a cut are those that were approved, and a second cut changes nothing", arguments: names)
    func text(_ name: String) throws {
        let tree = try SourceTree([Self.path: try Self.text(name, "Before.swift")])
        try Self.cut(tree)
        for file in try tree.files("App") {
            let approved = file == "Program.swift" ? "After.swift" : file
            let text = try tree.text("App/\(file)")
            if Effort.updates {
                try Data(text.utf8).write(to: Self.folder.appending(path: "\(name)/\(approved)"))
            }
            #expect(text == (try Self.text(name, approved)), "\(file)")
        }
        #expect(try Self.cut(tree).edits == 0)
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
            try Self.cut(tree)
            let files = try tree.files("App").map { tree.root.appending(path: "App/\($0)") }
            let new = try Compiler.run(files, mode)
            #expect(new.errors.isEmpty, "\(mode): \(new.errors)")
            #expect(old.output == new.output, "\(mode)")
            #expect(new.warnings <= old.warnings, "\(mode)")
        }
    }
}

extension SourceTree {
    /// The names of the files in a folder, sorted.
    fileprivate func files(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
            .filter { $0.hasSuffix(".swift") }.sorted()
    }
}
