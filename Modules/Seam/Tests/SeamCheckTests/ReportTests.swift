import Foundation
@testable import SeamKit
import TestSupport
import Testing

@testable import SeamCheck

@Suite("Reports", .ownThread)
struct ReportTests {
    /// Returns a report with one of everything: new, known, allowed, fixed, moved, unused, unknown.
    private func sample() throws -> CheckReport {
        let yaml = Tree.restriction + "\n  Nobody: {}"
        let baseline = try Tree.app(
            ["App/Cart.swift": screen(uses: 2), "App/Old.swift": screen("Old"), "App/Gone.swift": screen("Gone")]
        )
        .baseline()
        return try Tree.app(
            [
                "App/Cart.swift": screen(),
                "App/New name.swift": screen("Old"),
                "App/A,%:\nB.swift": "let a = Legacy.shared",
                "App/Allowed.swift": "let b = Legacy.shared // seam:allow Legacy, Other: payments",
            ],
            yaml: yaml
        )
        .report(baseline)
    }

    @Test("Text has a line for each new violation, what is left over, the change and what to do")
    func text() throws {
        let text = try sample().text()
        let expected = """
            App/A,%: B.swift:1:9: error: Legacy.shared is named here; only Data may touch it [restricted-type]
            App/Allowed.swift:1: warning: `seam:allow Other` allows nothing here; take it out [unused-allow]
            seam.yml:4: warning: nothing in the tree is called `Nobody`; take it out, or correct it [unknown-name]
            moved: App/Old.swift -> App/New name.swift
            fixed: App/Cart.swift: Legacy.shared in Cart.load() [restricted-type]: 1 fewer
            fixed: App/Gone.swift: Legacy.shared in Gone.load() [restricted-type]: the file is gone

            1 new, 2 known of 4 in the baseline (-1: +1, -2), 1 moved, 1 allowed by comments; 6 files
            failed: fix what is new, or allow it with `// seam:allow NAME: why`

            """
        #expect(text == expected)
    }

    @Test("What is excused is listed on request alone")
    func knownOnRequest() throws {
        let report = try sample()
        #expect(!report.text().contains("App/Cart.swift:5:9: known"))
        #expect(report.text(in: .init(showsKnown: true)).contains("App/Cart.swift:5:9: known: Legacy.shared is named"))
        #expect(
            report.text(in: .init(showsKnown: true)).contains("only Data may touch it (payments) [restricted-type]")
        )
    }

    @Test("Where the baseline knows some, the message says how many")
    func counts() throws {
        let baseline = try Tree.app(["App/Cart.swift": screen()]).baseline()
        let text = try Tree.app(["App/Cart.swift": screen(uses: 3)]).report(baseline).text()
        #expect(text.contains("(3 times, 1 known)"))
    }

    @Test("A clean run says so in a line")
    func clean() throws {
        let text = try Tree.app([:]).report().text()
        #expect(text == "0 new, 0 known of 0 in the baseline (no change: +0, -0); 3 files\npassed\n")
    }

    @Test("GitHub's commands carry what they must escape")
    func gitHub() throws {
        let lines = try sample().gitHub().split(separator: "\n")
        #expect(
            lines[0].hasPrefix("::error file=App/A%2C%25%3A%0AB.swift,line=1,col=9,title=seam%3A restricted-type::")
        )
        #expect(lines.contains { $0.hasPrefix("::notice file=App/Cart.swift,title=seam%3A fixed::") })
        #expect(lines.contains { $0.hasPrefix("::notice title=seam%3A fixed::App/Gone.swift") })
        #expect(
            lines.contains { $0.hasPrefix("::warning file=App/Allowed.swift,line=1,title=seam%3A unused-allow::") }
        )
        #expect(lines.count { $0.hasPrefix("::error") } == 1)
    }

    @Test("JSON says its version and the same as the report")
    func json() throws {
        let report = try sample()
        let object = try #require(JSONSerialization.jsonObject(with: Data(report.json().utf8)) as? [String: Any])
        #expect(object["version"] as? Int == 1)
        #expect(object["outcome"] as? String == "violations")
        let summary = try #require(object["summary"] as? [String: Int])
        #expect(
            summary == [
                "files": 6, "new": 1, "known": 2, "allowed": 1, "fixed": 2, "baseline": 4, "undecided": 0,
                "change": -1,
            ]
        )
        let violations = try #require(object["violations"] as? [[String: Any]])
        #expect(violations.compactMap { $0["state"] as? String } == ["new", "allowed", "known", "known"])
        #expect(violations.compactMap { $0["reason"] as? String } == ["payments"])
        #expect((object["fixed"] as? [Any])?.count == 2)
        #expect(
            (object["moves"] as? [[String: String]]) == [["from": "App/Old.swift", "to": "App/New name.swift"]]
        )
    }

    @Test("SARIF has states against the baseline, suppressions with reasons, and encoded paths")
    func sarif() throws {
        let log = try #require(
            JSONSerialization.jsonObject(with: Data(sample().sarif(toolVersion: "1").utf8)) as? [String: Any]
        )
        #expect(log["version"] as? String == "2.1.0")
        let run = try #require((log["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        let states = results.compactMap { $0["baselineState"] as? String }
        #expect(states == ["new", "unchanged", "unchanged", "unchanged", "absent", "absent", "new"])
        #expect(
            results.map { ($0["suppressions"] as? [[String: String]])?.first?["justification"] }[1] == "payments"
        )
        let first = try #require((results[0]["locations"] as? [[String: Any]])?.first)
        let place = try #require(first["physicalLocation"] as? [String: Any])
        #expect((place["artifactLocation"] as? [String: String])?["uri"] == "App/A%2C%25%3A%0AB.swift")
        #expect((place["region"] as? [String: Int]) == ["startLine": 1])
        let rules = ((run["tool"] as? [String: Any])?["driver"] as? [String: Any])?["rules"] as? [[String: Any]]
        for result in results {
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(rules?[index]["id"] as? String == result["ruleId"] as? String)
        }
    }

    @Test("Unreadable sources are notifications in SARIF, and the invocation did not succeed")
    func sarifProblems() throws {
        var tree = Tree.app([:])
        tree.problems = [SourceProblem(path: "App/B.swift", line: 2, kind: .syntax, message: "expected a name")]
        let text = try tree.report().sarif(toolVersion: "1")
        #expect(text.contains("\"executionSuccessful\" : false"))
        #expect(text.contains("\"exitCode\" : 3"))
        #expect(text.contains("\"text\" : \"expected a name\""))
    }

    @Test("Fingerprints differ within a run, and stay when lines and texts move and a file is renamed")
    func fingerprints() throws {
        let tree = Tree.app(["App/Cart.swift": screen(uses: 3), "App/B.swift": screen("B")])
        let before = try tree.report().findings.map(\.fingerprint)
        #expect(Set(before).count == 4)
        let baseline = try tree.baseline()
        let moved = Tree.app(["App/Basket.swift": "\n\n" + screen(uses: 3), "App/B.swift": "\n" + screen("B")])
        #expect(try Set(moved.report(baseline).findings.map(\.fingerprint)) == Set(before))
    }

    @Test("A fingerprint is the same on every machine and in every version")
    func fingerprintIsFixed() {
        let key = ViolationKey(
            rule: .restrictedType,
            file: "App/Cart.swift",
            enclosing: "Cart.load()",
            member: "L.f"
        )
        #expect(Fingerprint.text(of: key, ordinal: 1) == "05c5fd44c683c59a")
    }

    @Test("What is fixed has the fingerprint that it had")
    func absentFingerprint() throws {
        let before = Tree.app(["App/Cart.swift": screen(uses: 2)])
        let last = try #require(before.report().findings.last?.fingerprint)
        let after = try Tree.app(["App/Cart.swift": screen(uses: 1)]).report(before.baseline())
        let log = after.sarif(toolVersion: "1")
        #expect(log.contains(last))
    }

    @Test("A violation shows its line, a mark below its column, and the protocol to use instead")
    func sourceLine() throws {
        var report = try sample()
        report.findings = Array(report.findings.filter { $0.state == .new }.prefix(1))
        report.findings[0].violation.instead = "FetchOrders"
        report.findings[0].violation.file = "App/A.swift"
        report.findings[0].violation.line = 7
        report.findings[0].violation.column = 7
        var style = CheckReport.Style()
        style.source = { path, line in path == "App/A.swift" && line == 7 ? "\té = Legacy.shared" : nil }
        let expected = " 7 |  é = Legacy.shared\n   |      ^ use FetchOrders instead\n"
        #expect(report.text(in: style).contains(expected), "\(report.text(in: style))")
        #expect(!report.text(in: style).contains("\u{1B}"))
        style.isColoured = true
        #expect(report.text(in: style).contains("\u{1B}[31merror:\u{1B}[0m"))
        style.source = { _, _ in nil }
        #expect(report.text(in: style).contains("    use FetchOrders instead\n"))
    }

    @Test("GitLab gets what is new with its fingerprint, and what is left over as minor")
    func gitLab() throws {
        let report = try sample()
        let text = report.gitLab()
        let issues = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(issues.compactMap { $0["severity"] as? String } == ["major", "minor", "minor"])
        let new = try #require(report.new.first)
        #expect(issues[0]["fingerprint"] as? String == new.fingerprint)
        #expect(issues[0]["check_name"] as? String == "restricted-type")
        let location = try #require(issues[0]["location"] as? [String: Any])
        #expect(location["path"] as? String == new.violation.file)
        #expect((location["lines"] as? [String: Int]) == ["begin": new.violation.line])
        #expect(Set(issues.compactMap { $0["fingerprint"] as? String }).count == issues.count)
        #expect(try Tree(["A/A.swift": ""], yaml: "").report().gitLab() == "[\n\n]\n")
    }
}
