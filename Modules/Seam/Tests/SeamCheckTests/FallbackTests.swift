import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCheck

@Suite("Fallbacks", .ownThread)
struct FallbackTests {
    private static let screen = """
        final class Screen {
            private let injectedLegacy: Legacy?
            private var legacy: Legacy { injectedLegacy ?? .shared }
            let other: Legacy
            init(legacy injectedLegacy: Legacy? = nil, other: Legacy? = nil) {
                self.injectedLegacy = injectedLegacy
                self.other = other ??
                    Legacy.shared
            }
            func show() {
                legacy.fetch()
                Legacy.shared.fetch()
                print("?? a", UserDefaults(suiteName: "a") ?? .standard, injectedDefaults ?? UserDefaults.standard)
            }
            var injectedDefaults: UserDefaults?
            // seam:allow fallback: the system makes it
            func late(_ legacy: Legacy?) -> Legacy { legacy ?? .shared }
        }
        """

    private func folder(_ yaml: String) throws -> CheckRunTests.Folder {
        try CheckRunTests.Folder([
            "seam.yml": yaml, "App/Legacy.swift": CheckRunTests.legacy,
            "App/Screen.swift": "import Foundation\n" + Self.screen,
        ])
    }

    @Test("Uses behind `??` are found, a framework's only behind an injected name, and comments allow them")
    func found() throws {
        let folder = try folder("fallbacks: true\n")
        defer { folder.close() }
        let report = try CheckRun(root: folder.path).report()
        #expect(report.new.map(\.violation.rule) == Array(repeating: .fallback, count: 3))
        #expect(report.new.map(\.violation.line) == [4, 9, 14])
        #expect(report.findings.count == 4)
        let first = try #require(report.new.first?.violation)
        #expect(first.enclosing == "Screen.legacy")
        #expect(first.member == "Legacy")
    }

    @Test(
        "What falls back is read from the code, whatever stands between",
        arguments: [
            ("a ?? .shared", true), ("a ?? /* later */ .shared", true), ("a /* none */ ?? Legacy.shared", true),
            ("(a) ?? .shared", false), ("make() ?? .shared", false), ("try? a ?? .shared", true),
            ("a == nil ? .shared : Legacy()", false), ("`default` ?? .shared", true),
        ]
    )
    func code(text: String, isFallback: Bool) throws {
        let folder = try folder("fallbacks: true\n")
        defer { folder.close() }
        try folder.write(
            "func make() -> Legacy? { nil }\nfunc f(a: Legacy?, `default`: Legacy?) { let x: Legacy = \(text) }\n",
            "App/Screen.swift"
        )
        let map = try CheckRun(root: folder.path).map
        #expect(map.uses.filter(map.isFallback).map(\.line) == (isFallback ? [2] : []))
    }

    @Test("Without the key nothing is reported")
    func off() throws {
        let folder = try folder("version: 1\n")
        defer { folder.close() }
        #expect(try CheckRun(root: folder.path).report().findings.isEmpty)
    }

    @Test("The baseline knows fallbacks, a new one fails in every format, and one that went is noticed")
    func baseline() throws {
        let folder = try folder("fallbacks: true\n")
        defer { folder.close() }
        let run = try CheckRun(root: folder.path)
        try run.write(run.update(from: run.report(), acceptsNew: true).baseline)
        #expect(try CheckRun(root: folder.path).report().new.isEmpty)
        try folder.write(
            "final class New { let legacy: Legacy; init(a: Legacy?) { legacy = a ?? .shared } }\n",
            "App/New.swift"
        )
        let worse = try CheckRun(root: folder.path).report()
        #expect(worse.new.map(\.violation.file) == ["App/New.swift"])
        let reports = [worse.sarif(toolVersion: "1"), try worse.json(), worse.text(), try worse.gitLab()]
        for text in reports { #expect(text.contains("fallback") && text.contains("App/New.swift"), "\(text)") }
        try folder.remove("App/New.swift")
        try folder.write("final class Screen {}\n", "App/Screen.swift")
        let better = try CheckRun(root: folder.path).report()
        #expect(better.new.isEmpty)
        #expect(better.stale.reduce(0) { $0 + $1.count } == 3)
    }

    @Test("seam init proposes the rule if the tree has fallbacks, and its file can be read")
    func proposal() throws {
        let folder = try folder("version: 1\n")
        defer { folder.close() }
        let map = try CheckRun(root: folder.path).map
        let proposal = Proposal(map)
        #expect(map.uses.count { map.isFallback($0) } == 4)
        #expect(proposal.guesses.contains("4 callers that fall back to an accessor may not get more"))
        #expect(try Configuration(yaml: proposal.yaml).fallbacks)
        try folder.write("final class Screen {}\n", "App/Screen.swift")
        #expect(!Proposal(try CheckRun(root: folder.path).map).yaml.contains("fallbacks"))
    }
}
