import Foundation
import SeamKit
import TestSupport
import Testing

/// Measures the analysis by the findings in `Tests/SeamCorpus`, whose README explains the score.
@Suite("Corpus", .ownThread)
struct CorpusTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "SeamCorpus")
    /// The folder with the checkouts of packages: this package's own, or all of them, by `SeamCorpus/checkout`.
    private static let checkouts = corpus.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: Effort.current == .quick ? ".build/checkouts" : ".build/corpus")

    @Test("Findings over the whole corpus are precise and complete")
    func scores() throws {
        var uses = Score()
        var singletons = Score()
        var cautious = 0
        var left: [String] = []
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path).sorted()
        for name in names {
            let folder = Self.corpus.appending(path: name)
            guard let data = try? Data(contentsOf: folder.appending(path: "expected.json")) else { continue }
            let expected = try JSONDecoder().decode(Expected.self, from: data)
            guard let map = try Self.map(folder) else {
                left.append(name)
                continue
            }
            let unscored = Set((expected.files ?? []).filter { $0.scored == false }.map(\.file))
            let verbose = Effort.current == .full
            let foundUses = map.uses.filter { !unscored.contains($0.file) }
            let modules = Dictionary(uniqueKeysWithValues: map.singletons.map { ($0.id, $0.module) })
            var caseUses = Score()
            cautious += caseUses.add(
                found: foundUses.map { (Self.key($0, modules[$0.singleton] ?? ""), $0.certainty == .resolved) },
                expected: expected.uses.filter { !unscored.contains($0.file) }.map {
                    ($0.key, $0.resolution == "resolved")
                },
                show: verbose ? name : nil
            )
            uses.add(caseUses)
            if verbose { print("\(name): \(caseUses)") }
            _ = singletons.add(
                found: Self.keys(
                    map.singletons.filter { singleton in
                        !singleton.file.isEmpty || foundUses.contains { $0.singleton == singleton.id }
                    }
                ).filter { !unscored.contains($0.file) }.map { ($0.key, false) },
                expected: expected.singletons.map { ($0.key, false) },
                show: verbose ? name : nil
            )
        }
        print("corpus: uses \(uses), \(cautious) cautious; singletons \(singletons)")
        if !left.isEmpty { print("corpus: not checked out and left out: \(left.joined(separator: ", "))") }
        #expect(uses.precision >= 0.98)
        #expect(uses.recall >= 0.95)
        #expect(singletons.precision >= 0.98)
        #expect(singletons.recall >= 0.95)
    }

    @Test("A type that is asked for alone has the same uses as in the whole map")
    func alone() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path).sorted() {
            let folder = Self.corpus.appending(path: name)
            let isCase = FileManager.default.fileExists(atPath: folder.path + "/expected.json")
            guard isCase, !name.hasPrefix("package-"), let whole = try Self.map(folder) else { continue }
            for singleton in whole.singletons where singleton.shape != .global && singleton.shape != .world {
                let map = try Analysis.run(root: folder.path, options: .init(types: [singleton.id]))
                #expect(map.singletons.map(\.id) == [singleton.id], "\(name)")
                let uses = whole.uses.filter { $0.singleton == singleton.id }
                #expect(map.uses == uses, "\(name): \(singleton.id)")
            }
        }
    }

    @Test("Where to start is what was written down for an app, with its reason")
    func firstCut() throws {
        var apps = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path).sorted() {
            let folder = Self.corpus.appending(path: name)
            guard let data = try? Data(contentsOf: folder.appending(path: "expected.json")),
                let expected = try JSONDecoder().decode(Expected.self, from: data).firstCut,
                let map = try Self.map(folder)
            else { continue }
            apps += 1
            let cut = try #require(Ranking(of: map).cuts.first, "\(name)")
            #expect(cut.singleton == expected.singleton, "\(name): \(expected.why)")
            #expect(cut.members.map(\.name).sorted() == expected.members, "\(name): \(expected.why)")
            #expect(cut.callers.map(\.name).sorted() == expected.callers, "\(name): \(expected.why)")
        }
        #expect(apps >= 3)
    }

    @Test("Files are owned by whom CODEOWNERS names, as written down")
    func owners() throws {
        var cases = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path).sorted() {
            let folder = Self.corpus.appending(path: name)
            guard let data = try? Data(contentsOf: folder.appending(path: "expected.json")),
                let expected = try JSONDecoder().decode(Expected.self, from: data).owners,
                let map = try Self.map(folder)
            else { continue }
            cases += 1
            #expect(Dictionary(uniqueKeysWithValues: map.files.map { ($0.path, $0.owners) }) == expected, "\(name)")
        }
        #expect(cases > 0)
    }

    private static func map(_ folder: URL) throws -> CodeMap? {
        let sourceFile = folder.appending(path: "source.json")
        guard let data = try? Data(contentsOf: sourceFile) else { return try Analysis.run(root: folder.path) }
        let source = try JSONDecoder().decode(Source.self, from: data)
        let name = source.package.split(separator: "/").last.map(String.init) ?? ""
        let package = checkouts.appending(path: name.hasSuffix(".git") ? String(name.dropLast(4)) : name)
        let root = package.appending(path: source.root)
        let isThere = source.files.allSatisfy {
            FileManager.default.fileExists(atPath: root.appending(path: $0).path)
        }
        guard isThere else { return nil }
        return try Analysis.run(root: root.path, options: .init(files: source.files))
    }

    private static func key(_ use: Use, _ module: String) -> String {
        let function = use.enclosingFunction.prefix { $0 != "(" }
        return [
            use.type, module, use.member, use.kind.rawValue, use.file,
            "\(use.line)",
            use.enclosingType, String(function),
        ].joined(separator: " | ")
    }

    private static func keys(_ singletons: [Singleton]) -> [(key: String, file: String)] {
        singletons.flatMap { singleton -> [(key: String, file: String)] in
            let kind =
                switch singleton.shape {
                case .instance, .function, .elsewhere: "singleton"
                default: singleton.shape.rawValue
                }
            if singleton.shape == .locator {
                return [
                    (
                        [singleton.name, singleton.module, kind, "", singleton.file, "\(singleton.line)"]
                            .joined(separator: " | "), singleton.file
                    )
                ]
            }
            return singleton.accessors.map { accessor in
                let place = accessor.file.isEmpty ? ["", ""] : [accessor.file, "\(accessor.line)"]
                return (
                    ([singleton.name, singleton.module, kind, accessor.name] + place).joined(separator: " | "),
                    accessor.file
                )
            }
        }
    }
}

private struct Score: CustomStringConvertible {
    var right = 0
    var wrong = 0
    var missed = 0

    var precision: Double { right + wrong == 0 ? 1 : Double(right) / Double(right + wrong) }
    var recall: Double { right + missed == 0 ? 1 : Double(right) / Double(right + missed) }
    var description: String {
        let figures = [precision, recall].map { ($0 * 1000).rounded() / 1000 }
        return "precision \(figures[0]), recall \(figures[1]) (\(right) right, \(wrong) wrong, \(missed) missed)"
    }

    mutating func add(_ other: Score) {
        right += other.right
        wrong += other.wrong
        missed += other.missed
    }

    /// Compares multisets. A finding that claims more than is expected is wrong; one that claims less is cautious.
    mutating func add(found: [(String, Bool)], expected: [(String, Bool)], show name: String?) -> Int {
        var open: [String: [Bool]] = [:]
        for (key, isResolved) in expected { open[key, default: []].append(isResolved) }
        var cautious = 0
        for (key, isResolved) in found.sorted(by: { $0.1 && !$1.1 }) {
            guard var list = open[key], !list.isEmpty else {
                wrong += 1
                if let name { print("\(name): wrong   \(key)") }
                continue
            }
            if let index = list.firstIndex(of: isResolved) {
                list.remove(at: index)
                right += 1
            } else if isResolved {
                list.removeFirst()
                wrong += 1
                if let name { print("\(name): claims  \(key)") }
            } else {
                list.removeFirst()
                right += 1
                cautious += 1
                if let name { print("\(name): cautious \(key)") }
            }
            open[key] = list
        }
        for (key, list) in open.sorted(by: { $0.key < $1.key }) {
            missed += list.count
            if let name { for _ in list { print("\(name): missed  \(key)") } }
        }
        return cautious
    }
}

private struct Source: Decodable {
    var package: String
    var root: String
    var files: [String]
}

private struct Expected: Decodable {
    var singletons: [ExpectedSingleton]
    var uses: [ExpectedUse]
    var files: [ExpectedFile]?
    var firstCut: ExpectedCut?
    var owners: [String: [String]]?
}

private struct ExpectedCut: Decodable {
    var singleton: String
    var members: [String]
    var callers: [String]
    var why: String
}

private struct ExpectedFile: Decodable {
    var file: String
    var scored: Bool?
}

private struct ExpectedSingleton: Decodable {
    var type: String
    var module: String?
    var kind: String
    var instance: String?
    var file: String?
    var line: Int?

    var key: String {
        [type, module ?? "", kind, instance ?? "", file ?? "", line.map { "\($0)" } ?? ""].joined(separator: " | ")
    }
}

private struct ExpectedUse: Decodable {
    var type: String
    var typeModule: String?
    var member: String
    var kind: String
    var file: String
    var line: Int
    var enclosingType: String?
    var function: String?
    var resolution: String

    var key: String {
        [type, typeModule ?? "", member, kind, file, "\(line)", enclosingType ?? "", function ?? ""]
            .joined(separator: " | ")
    }
}
