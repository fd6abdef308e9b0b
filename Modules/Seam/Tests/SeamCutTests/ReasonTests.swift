import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// The examples of all reasons. They are also the reference, `docs/seam/cut-reasons.md`; `SEAM_UPDATE=1` writes it again.
@Suite("Reasons of cuts", .ownThread)
struct ReasonTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var reason: Reason
        var example: Example

        var testDescription: String { "\(reason): \(example.caller)" }
    }

    static let rows = Reason.all.flatMap { reason in reason.examples.map { Row(reason: reason, example: $0) } }

    @Test("A plan gives a reason for the sources that trigger it, and for no others", arguments: rows)
    func examples(_ row: Row) throws {
        let plan = try Self.plan(row.example)
        #expect(!plan.rows.isEmpty)
        #expect(plan.reasons.contains(row.reason) == row.example.triggers, "\(plan.reasons)")
    }

    @Test("Where a reason is switched off, its examples fail", arguments: rows.filter(\.example.triggers))
    func disabled(_ row: Row) throws {
        let plan = try Self.plan(row.example, without: row.reason)
        #expect(!plan.reasons.contains(row.reason), "\(plan.outcomes)")
    }

    @Test("Each reason has a file, a line in the registry, and examples of both kinds")
    func registry() throws {
        let folder = Repository.root.appending(path: "Modules/Seam/Sources/SeamCut/Reasons")
        for (name, reasons) in [("Uses", Reason.uses), ("Callers", Reason.callers), ("Forms", Reason.forms)] {
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
            #expect(files.count == reasons.count)
        }
        #expect(Set(Reason.all.map(\.code)).count == Reason.all.count)
        for reason in Reason.all {
            #expect(Set(reason.examples.map(\.triggers)) == [true, false], "\(reason)")
        }
    }

    @Test("The reference is what the files of the reasons say")
    func reference() throws {
        let page = Repository.root.appending(path: "docs/seam/cut-reasons.md")
        let text = ReasonPage.text
        if Effort.updates { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }

    private static func plan(_ example: Example, without reason: Reason? = nil) throws -> CutPlan {
        let path = "App/Caller.swift"
        let tree = try SourceTree(["App/Store.swift": example.store].merging(example.files) { $1 })
        let other = try SourceTree([:])
        if example.event == .isLink {
            try other.write("Caller.swift", example.caller)
            try FileManager.default.createSymbolicLink(
                at: tree.root.appending(path: path),
                withDestinationURL: other.root.appending(path: "Caller.swift")
            )
        } else {
            try tree.write(path, example.caller)
        }
        if example.options.stage == .thread { try tree.cutAll(options: Cut.Options(stage: .inject)) }
        let planner = try tree.planner()
        let map = planner.map
        if example.event == .changes { try tree.write(path, example.caller + "\n// later") }
        var options = example.options
        options.reasons.disabled = reason
        let singleton = try #require(map.singletons.first { $0.isCalled("Store") })
        return planner.plan(singleton, options)
    }
}

extension CutPlan {
    /// All reasons that the plan gives for uses and for callers.
    fileprivate var reasons: Set<Reason> {
        let uses = rows.compactMap { row in
            switch row.outcome {
            case .left(let reason): reason
            case .rewritten(_, let reason): reason
            case .outside: nil
            }
        }
        return Set(
            uses + (callers + gathered).compactMap(\.obstacle)
                + callers.filter { $0.form != .variable }.compactMap(\.because?.reason)
        )
    }
}
