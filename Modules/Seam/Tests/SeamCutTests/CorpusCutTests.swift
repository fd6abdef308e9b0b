import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCut

/// Cuts every singleton of every tree of the corpus.
@Suite("Cuts of the corpus", .ownThread)
struct CorpusCutTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "SeamCorpus")
    /// Whether each tree takes all paths, and not only two of them.
    private static let isThorough = Effort.current != .quick
    static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: corpus.path)) ?? [])
        .filter { name in
            let folder = corpus.appending(path: name).path
            return FileManager.default.fileExists(atPath: folder + "/expected.json")
                && !FileManager.default.fileExists(atPath: folder + "/source.json")
        }
        .sorted()

    @Test("The map counts as many movable uses of each singleton as the plan has", arguments: names)
    func movable(_ name: String) throws {
        let tree = try CorpusTree(Self.corpus.appending(path: name))
        let counts = tree.planner.movable(roots: Roots())
        #expect(counts.count == tree.map.singletons.count)
        for singleton in tree.map.singletons {
            let json = tree.plan(singleton, Cut.Options()).json
            let plan = try JSONDecoder().decode(Plan.self, from: Data(json.utf8))
            #expect(counts[singleton.id] == plan.counts.rewritten, "\(singleton.id)")
        }
    }

    private struct Plan: Decodable {
        struct Counts: Decodable { var rewritten: Int }
        var counts: Counts
    }

    /// The stages that a singleton goes through, one after the other.
    enum Path: String, CaseIterable {
        case atOnce, inSteps, byProtocol, retired

        var stages: [Stage] {
            switch self {
            case .atOnce: [.inject]
            case .inSteps: [.gather, .inject, .thread, .retire]
            case .byProtocol: [.inject, .thread, .retire]
            case .retired: [.retire]
            }
        }

        func options(_ stage: Stage, of singleton: Singleton, in map: CodeMap) -> Cut.Options {
            var options = Cut.Options(stage: stage)
            if self == .byProtocol, stage == .inject {
                options.protocolName = "\(singleton.name.filter { $0.isLetter || $0.isNumber }.capitalized)InUse"
            }
            options.includesStructs = self == .inSteps && stage == .inject
            if stage == .thread || stage == .retire {
                options.roots = Roots(self == .retired ? map.files.map(\.path) : [CorpusTree.root])
                options.isEarlyAllowed = true
            }
            return options
        }
    }

    /// What was approved: a line for each tree and path. `SEAM_UPDATE=1 EFFORT=change` writes it again.
    private static let approved = corpus.deletingLastPathComponent().appending(path: "SeamCutFixtures/corpus.txt")

    @Test(
        "In every stage the groups add up to the map, edits change nothing else, a second run has no edits, and all is as approved"
    )
    func groups() throws {
        let approved = try String(contentsOf: Self.approved, encoding: .utf8).split(separator: "\n").map(String.init)
        var rewritten: [Stage: Int] = [:]
        var lines: [String] = []
        for (number, name) in Self.names.enumerated() {
            let untouched = try CorpusTree(Self.corpus.appending(path: name))
            let others = Path.allCases.dropFirst()
            let paths = Self.isThorough ? Path.allCases : [.atOnce, others[1 + number % others.count]]
            for path in paths {
                let tree = try CorpusTree(copyOf: untouched)
                var outcome = Outcome()
                for id in tree.map.singletons.map(\.id) {
                    for (stage, count) in try cut(id, of: tree, by: path, name, &outcome) {
                        rewritten[stage, default: 0] += count
                    }
                }
                let line = "\(name) \(path.rawValue): \(outcome.text)"
                if !Self.updates { #expect(approved.contains(line), "\(line)") }
                lines.append(line)
            }
        }
        // Lines of trees that are gone would stay unnoticed.
        if Self.isThorough, !Self.updates { #expect(lines == approved) }
        if Self.updates { try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.approved) }
        for stage in Stage.allCases { #expect(rewritten[stage, default: 0] > 0, "\(stage)") }
    }

    private static let updates = Effort.updates && isThorough

    /// What all plans for a tree said, and a number that changes with every byte that they would write.
    private struct Outcome {
        private var counts: [String: Int] = [:]
        private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

        mutating func add(_ plan: CutPlan) {
            if plan.rewritten > 0 { counts["rewritten", default: 0] += plan.rewritten }
            for left in plan.left { counts["left \(left.reason.code)", default: 0] += left.count }
            for caller in plan.callers {
                guard let obstacle = caller.obstacle else { continue }
                counts["obstacle \(obstacle.code)", default: 0] += caller.uses
            }
            for change in plan.changes {
                // FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
                for byte in Array(change.path.utf8) + change.result {
                    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
                }
            }
        }

        var text: String {
            (counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" } + [String(hash, radix: 16)])
                .joined(separator: ", ")
        }
    }

    /// Returns how many uses each stage rewrites.
    private func cut(
        _ id: String,
        of tree: CorpusTree,
        by path: Path,
        _ name: String,
        _ outcome: inout Outcome
    ) throws -> [Stage: Int] {
        var rewritten: [Stage: Int] = [:]
        for stage in path.stages {
            // A cut can remove the last trace of a singleton that is declared elsewhere.
            guard let singleton = tree.map.singletons.first(where: { $0.id == id }) else { break }
            let step = "\(name), \(id), \(path), \(stage)"
            let options = path.options(stage, of: singleton, in: tree.map)
            let plan = tree.plan(singleton, options)
            expectSound(plan, of: tree.map, step)
            outcome.add(plan)
            rewritten[stage] = plan.rewritten
            guard !plan.changes.isEmpty else { continue }
            try tree.write(plan.changes)
            if stage == .thread { try tree.threadFurther(id, options) }
            if let same = tree.map.singletons.first(where: { $0.id == id }) {
                #expect(tree.plan(same, options).changes.isEmpty, "\(step)")
            }
            if stage == .inject, path.stages.contains(.thread) { try tree.makeCallers(of: plan) }
        }
        return rewritten
    }

    private func expectSound(_ plan: CutPlan, of map: CodeMap, _ step: String) {
        let left = plan.left.reduce(0) { $0 + $1.count }
        #expect(plan.rows.map(\.use) == map.uses.filter { $0.singleton == plan.singleton.id }, "\(step)")
        #expect(plan.rewritten + left == plan.rows.count && plan.outside == 0, "\(step)")
        for change in plan.changes {
            #expect(takenBack(change) == change.bytes, "\(step)")
            #expect(ParsedFile(path: change.path, bytes: change.result)?.hasError == false, "\(step)")
        }
    }

    /// Returns the bytes with all edits undone.
    private func takenBack(_ change: FileChange) -> [UInt8] {
        var shift = 0
        let back = change.edits.map { edit in
            defer { shift += edit.new.utf8.count - edit.old.utf8.count }
            return TextEdit(offset: edit.offset + shift, old: edit.new, new: edit.old)
        }
        return FileChange(path: change.path, bytes: change.result, edits: back).result
    }
}

extension CorpusTree {
    /// Threads the other parameters of types that take the instance twice: a plan is about one of them.
    fileprivate func threadFurther(_ id: String, _ options: Cut.Options) throws {
        for _ in 1...2 {
            guard let same = map.singletons.first(where: { $0.id == id }) else { return }
            let more = plan(same, options)
            if more.changes.isEmpty { return }
            try write(more.changes)
        }
    }
}

/// A copy of a tree of the corpus, and its map.
fileprivate final class CorpusTree {
    /// The file that makes the callers, so that they can be threaded.
    static let root = "SeamRoot.swift"

    private let tree: SourceTree
    private var analysed: AnalysedTree
    private(set) var planner: CutPlanner
    var map: CodeMap { planner.map }
    var root: String { tree.root.path }

    init(_ folder: URL) throws {
        tree = try SourceTree([:])
        try FileManager.default.removeItem(at: tree.root)
        try FileManager.default.copyItem(at: folder, to: tree.root)
        analysed = try tree.analysed()
        planner = CutPlanner(analysed, root: tree.root.path)
    }

    init(copyOf other: CorpusTree) throws {
        tree = try SourceTree([:])
        try FileManager.default.removeItem(at: tree.root)
        try FileManager.default.copyItem(at: other.tree.root, to: tree.root)
        analysed = other.analysed
        planner = CutPlanner(other.analysed, root: tree.root.path)
    }

    func plan(_ singleton: Singleton, _ options: Cut.Options) -> CutPlan {
        planner.plan(singleton, options)
    }

    func write(_ changes: [FileChange]) throws {
        try SliceWriter(root: tree.root.path).write(changes)
        analysed = try tree.analysed()
        planner = CutPlanner(analysed, root: tree.root.path)
    }

    /// Adds code beside the first caller that makes all callers that take an instance.
    func makeCallers(of plan: CutPlan) throws {
        let names = Set(plan.callers.filter { $0.obstacle == nil }.map(\.name)).sorted()
        guard let file = plan.callers.first(where: { $0.obstacle == nil })?.file else { return }
        let folder = file.split(separator: "/").dropLast().map { "\($0)/" }.joined()
        let calls = names.map { "        _ = \($0)()\n" }.joined()
        try tree.write(folder + Self.root, "enum SeamRoot {\n    static func main() {\n\(calls)    }\n}\n")
        analysed = try tree.analysed()
        planner = CutPlanner(analysed, root: tree.root.path)
    }
}
