import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamCheck

/// The examples of each rule are its tests, and its part of `docs/seam/check-rules.md`. `SEAM_UPDATE=1` writes the page.
///
/// `SEAM_PLANT=rule:ID` takes a rule out, so that its examples have to fail: `.ci/trees checks` does that for each.
@Suite("Examples of rules", .ownThread)
struct RuleExampleTests {
    private static let page = Repository.root.appending(path: "docs/seam/check-rules.md")
    private static let planted = ProcessInfo.processInfo.environment["SEAM_PLANT"]

    @Test("A rule finds what its examples mark, and nothing else does", arguments: Rule.all)
    func examples(rule: Rule) throws {
        #expect(rule.examples.contains { $0.passes } && rule.examples.contains { !$0.passes })
        for example in rule.examples {
            let folder = try CheckRunTests.Folder(Dictionary(uniqueKeysWithValues: example.plainFiles))
            defer { folder.close() }
            let found = try CheckRun(root: folder.path).rules.violations { "rule:\($0.id)" != Self.planted }
            #expect(found.allSatisfy { $0.rule == rule }, "\(rule.id): \(found)")
            #expect(found.map { "\($0.file):\($0.line):\($0.column)" } == example.places, "\(rule.id): \(found)")
        }
    }

    @Test("No two rules have one name, and a file is called like the rule in it")
    func names() throws {
        #expect(Set(Rule.all.map(\.id)).count == Rule.all.count)
        let folder = Repository.root.appending(path: "Modules/Seam/Sources/SeamCheck/Rules")
        for rule in Rule.all {
            let name = rule.id.split(separator: "-").map(\.capitalized).joined()
            let text = try String(contentsOf: folder.appending(path: "\(name).swift"), encoding: .utf8)
            #expect(text.contains("\"\(rule.id)\","))
        }
    }

    @Test("The reference shows the rules and their examples")
    func reference() throws {
        let text = Self.reference
        if Effort.updates { try text.write(to: Self.page, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOf: Self.page, encoding: .utf8) == text)
    }

    private static var reference: String {
        let head = """
            # Rules of seam check

            What each rule of a `seam.yml` finds. [seam check](check.md) says how to configure them. In the examples `↓` stands before
            each place that the rule finds; without one, the example passes.

            """
        return head + Rule.all.map { $0.section }.joined()
    }
}

extension Rule {
    fileprivate var section: String {
        var text = "\n## \(id)\n\n\(summary)\n\n\(advice.wrapped)\n"
        if !isBaselinable { text += "\nNo baseline excuses it.\n" }
        for example in examples {
            text += "\n\(example.passes ? "Passes" : "Finds something"):\n\n"
            text += "```yaml\n\(example.configuration)\n```\n"
            for (path, source) in example.files {
                text += "\n```swift\n// \(path)\n\(source.trimmingCharacters(in: .newlines))\n```\n"
            }
        }
        return text
    }
}

extension RuleExample {
    /// The files as they are on disk, with the `seam.yml`.
    fileprivate var plainFiles: [(String, String)] {
        [("seam.yml", configuration + "\n")] + files.map { ($0.key, $0.value.filter { $0 != Self.mark }) }
    }

    /// The marked places, as `file:line:column`, in order.
    fileprivate var places: [String] {
        files.sorted { $0.key < $1.key }.flatMap { path, text in
            text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { number, line in
                line.split(separator: Self.mark, omittingEmptySubsequences: false).dropLast().reduce(into: [Int]()) {
                    $0.append(($0.last ?? 1) + $1.utf8.count)
                }.map { "\(path):\(number + 1):\($0)" }
            }
        }
    }
}

extension String {
    /// The text in lines of at most 120 characters.
    fileprivate var wrapped: String {
        split(separator: " ").reduce(into: "") { text, word in
            let line = text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
            text += text.isEmpty ? "" : line.count + word.count >= 120 ? "\n" : " "
            text += word
        }
    }
}
