import Foundation
import TestSupport
import Testing

@testable import SeamCheck

/// Anchors and aliases are rejected before anything is expanded.
@Suite("Aliases in YAML", .ownThread)
struct YAMLAliasTests {
    /// Each key contains the one before it twice: expanded, the last has 2^40 nodes.
    private static let bomb =
        "a0: &a0 {x: y}\n"
        + (1...40).map { "a\($0): &a\($0)\n  ? {? *a\($0 - 1) : *a\($0 - 1)}\n  : z\n" }.joined()

    @Test(
        "A text that may have one is refused with its line",
        arguments: [
            (bomb, 1), ("version: 1\nlayers: *all\n", 2), ("- &a b", 1), ("[&a b, c]", 1), ("{\"a\":*b}", 1),
            ("a: !!str &b c", 1), ("--- &a b", 1), ("? &a b", 1), ("a:\n  &b c", 2), ("a: [x,*b]", 1),
            ("\u{FEFF}&a b: c", 1),
            ("a: |\n  'x\nb: &c d", 3), ("a: \"x # y\"\nb: [\"x\n # y\", &c d]", 3), ("a: b\r\nc: &d e", 2),
            ("a: b\rc:\r&d e", 1),
        ]
    )
    func refused(yaml: String, line: Int) throws {
        let error = #expect(throws: ConfigurationError.self) { try Configuration(yaml: yaml) }
        #expect(error?.problems.count == 1)
        #expect(error?.problems.first?.line == line, "\(String(describing: error))")
        #expect(error?.problems.first?.message.contains("aliases are not read") == true)
        #expect(throws: ConfigurationError.self) { try Baseline(yaml: yaml, file: "seam-baseline.yml") }
    }

    @Test(
        "Patterns, quoted stars and prose are none",
        arguments: [
            "stages:\n  \"Old*\": off", "stages:\n  Old*: off",
            "layers:\n  A:\n    modules: [\"*\"]\n    imports: ['*']",
            "# - *everything* & more\nversion: 1", "types:\n  A:\n    because: this & that, R&D and 2 * 3",
            "members:\n  Session.*: {}",
        ]
    )
    func accepted(yaml: String) throws {
        _ = try Configuration(yaml: yaml)
    }

    @Test("A baseline of any names can be read back")
    func baseline() throws {
        let key = ViolationKey(
            rule: .restrictedType,
            file: "A - &b/* c.swift",
            enclosing: "V.&+(_:_:)",
            member: "- *x.y"
        )
        let baseline = Baseline(counts: [key: 2], contents: [:])
        #expect(try Baseline(yaml: baseline.yaml, file: "seam-baseline.yml") == baseline)
    }
}
