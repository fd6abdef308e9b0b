import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// The guide's examples: what it shows is what a cut writes.
///
/// `SEAM_UPDATE=1` writes the diffs of the app's steps again.
@Suite("The guide and its app", .ownThread)
struct WalkTests {
    private static let guide = Repository.root.appending(path: "docs/seam/cut.md")

    /// The steps of the app, each with a file whose diff is in the guide.
    private static let steps: [(name: String, options: Cut.Options, file: String)] = [
        ("inject", Cut.Options(), "Sources/Pocketbook/Screens/EntryScreen.swift"),
        ("thread", Cut.Options(stage: .thread), "Sources/Pocketbook/Screens/Menu.swift"),
        ("retire", Cut.Options(stage: .retire), "Sources/Pocketbook/PocketbookApp.swift"),
    ]

    @Test("The app of the guide goes to the end with forms 1 and 2 only, and the guide has the diffs of the steps")
    func walk() throws {
        let app = Repository.root.appending(path: "docs/seam/walk")
        let paths = (FileManager.default.enumerator(atPath: app.path)?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".swift") && !$0.contains(".build") }
        let tree = try SourceTree([:])
        for path in paths {
            try tree.write(path, try String(contentsOf: app.appending(path: path), encoding: .utf8))
        }
        var text = try String(contentsOf: Self.guide, encoding: .utf8)
        for step in Self.steps {
            let plan = try tree.plan("Ledger", options: step.options)
            #expect(plan.callers.allSatisfy { $0.obstacle == nil }, "\(plan.summary)")
            if step.options.stage == .inject {
                #expect(!plan.callers.isEmpty && plan.callers.allSatisfy { [.existing, .argument].contains($0.form) })
            }
            let change = try #require(plan.changes.first { $0.path == step.file }, "\(step.name)")
            let shown = try #require(Self.block("<!-- walk: \(step.name) -->", in: text), "\(step.name)")
            let diff = "\n\n```diff\n\(change.diff)```\n\n"
            if Effort.updates { text.replaceSubrange(shown, with: diff) } else { #expect(text[shown] == diff) }
            try SliceWriter(root: tree.root.path).write(plan.changes)
        }
        if Effort.updates { try Data(text.utf8).write(to: Self.guide) }
        for path in paths where path.hasPrefix("Sources/") {
            let left = try tree.text(path)
            #expect(!left.contains("shared"), "\(path)")
        }
    }

    @Test("The example at the head of the guide is what a cut writes")
    func example() throws {
        let text = try String(contentsOf: Self.guide, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != "```diff" }.dropFirst()
            .prefix { $0 != "```" }
        func side(_ mark: Character) -> String {
            lines.filter { $0.isEmpty || [" ", mark].contains($0.first) }.map { $0.dropFirst() + "\n" }.joined()
        }
        let ledger = """
            final class Ledger {
                static let shared = Ledger()
                let limit = 1
                func add(_ text: String) {}
            }

            """
        let tree = try SourceTree(["App/Ledger.swift": ledger, "App/Screen.swift": side("-")])
        try tree.cutAll(options: Cut.Options())
        #expect(try tree.text("App/Screen.swift") == side("+"))
    }

    /// Returns what is between a mark and the next one.
    private static func block(_ mark: String, in text: String) -> Range<String.Index>? {
        guard let start = text.range(of: mark),
            let end = text.range(of: "<!-- walk: end -->", range: start.upperBound..<text.endIndex)
        else { return nil }
        return start.upperBound..<end.lowerBound
    }
}
