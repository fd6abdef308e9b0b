import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCheck
@testable import seam

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
        let reports = [worse.sarif(toolVersion: "1"), worse.json(), worse.text(), worse.gitLab()]
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
        let proposal = Proposal(for: map)
        #expect(map.uses.count { map.isFallback($0) } == 4)
        #expect(proposal.guesses.contains("4 callers that fall back to an accessor may not get more"))
        #expect(try Configuration(yaml: proposal.yaml).fallbacks)
        #expect(try Configuration(yaml: proposal.yaml).countsCalls)
        try folder.write("final class Screen {}\n", "App/Screen.swift")
        #expect(!Proposal(for: try CheckRun(root: folder.path).map).yaml.contains("fallbacks"))
    }

    private static let made = """
        final class Row { let legacy: Legacy; init(legacy: Legacy = .shared) { self.legacy = legacy } }
        struct Cell { var legacy = Legacy.shared }
        final class Menu { func open() { _ = Row(); _ = Row(legacy: .shared); _ = Cell(); _ = Screen(other: nil) } }
        final class Late { let z: Int; init(z: Int? = nil) { self.z = z ?? UIApplication.shared.delegateTyped.z } }

        """

    private func calls(_ folder: CheckRunTests.Folder) throws -> CheckRun {
        try CheckRun(root: folder.path, calls: CheckOptions.calls(at: folder.path))
    }

    @Test("With `calls`, each call that relies on a default counts, whoever wrote that, and the number falls with each")
    func calls() throws {
        let folder = try folder("fallbacks: calls\n")
        defer { folder.close() }
        try folder.write("import UIKit\n" + Self.made, "App/Menu.swift")
        let run = try calls(folder)
        let report = { (scope: [String]?) in try run.report(scope: scope) }
        #expect(try report(nil).new.map(\.violation.line) == [4, 4, 4, 5])
        #expect(try report(nil).new.map(\.violation.enclosing).dropLast() == ["Menu", "Menu", "Menu"])
        let why = "Menu makes Row without passing Legacy: nothing makes Menu. If the system makes Menu, name it in"
        #expect(try report(nil).new.first?.violation.message.hasPrefix(why) == true)
        try run.write(run.update(from: report(nil), acceptsNew: true).baseline)
        #expect(try calls(folder).report().new.isEmpty)
        try folder.write("import UIKit\n" + Self.made.replacing("_ = Row();", with: ""), "App/Menu.swift")
        let less = try calls(folder).report()
        #expect(less.new.isEmpty)
        #expect(less.stale.reduce(0) { $0 + $1.count } == 1)
        try folder.write("import UIKit\n" + Self.made + "func more() { _ = Row() }\n", "App/Menu.swift")
        #expect(try calls(folder).report().new.map(\.violation.enclosing) == ["more()"])
    }

    @Test("A baseline from before stays valid: `true` means what it meant")
    func oldBaseline() throws {
        let folder = try folder("fallbacks: true\n")
        defer { folder.close() }
        try folder.write(Self.made.replacing("UIApplication.shared.delegateTyped.z", with: "1"), "App/Menu.swift")
        #expect(try calls(folder).report().new.map(\.violation.file) == Array(repeating: "App/Screen.swift", count: 3))
        #expect(throws: (any Error).self) { try Configuration(yaml: "fallbacks: some\n") }
    }
}
