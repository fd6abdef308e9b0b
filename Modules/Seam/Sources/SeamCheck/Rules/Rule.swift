import SeamKit

/// A rule that a `seam.yml` can configure: what it says, what it finds, and examples that prove it.
///
/// Each rule has a file of its own, and a line in `Rule.all`.
public struct Rule: Sendable {
    /// Its name in reports, baselines and comments. It never changes.
    public let id: String
    /// The rule in a sentence.
    public let summary: String
    /// What to do about a violation.
    let advice: String
    /// Whether a baseline can excuse violations of the rule.
    public let isBaselinable: Bool
    /// Trees with and without violations: the tests of the rule, and its part of the reference.
    let examples: [RuleExample]
    /// Returns the violations in a file.
    let violations: @Sendable (_ rules: Rules, _ file: SourceFile) -> [Violation]

    init(
        id: String,
        summary: String,
        advice: String,
        isBaselinable: Bool = true,
        examples: [RuleExample],
        violations: @escaping @Sendable (Rules, SourceFile) -> [Violation]
    ) {
        self.id = id
        self.summary = summary
        self.advice = advice
        self.isBaselinable = isBaselinable
        self.examples = examples
        self.violations = violations
    }

    /// All rules, in the order of the reference.
    public static let all: [Rule] = [
        .layerImport,
        .externalImport,
        .undeclaredImport,
        .featureImport,
        .restrictedType,
        .restrictedMember,
        .fallback,
        .allowComment,
    ]

    /// Returns the rule with a name; nil if there is none.
    static func named(_ id: String) -> Rule? { all.first { $0.id == id } }
}

extension Rule: Hashable, Comparable {
    /// Returns whether both are the same rule.
    public static func == (first: Rule, second: Rule) -> Bool { first.id == second.id }

    /// Orders rules by name.
    public static func < (first: Rule, second: Rule) -> Bool { first.id < second.id }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A small tree, and where a rule finds something in it.
struct RuleExample: Sendable {
    /// What stands before each place that the rule finds.
    static let mark: Character = "↓"

    /// The rules of its `seam.yml`.
    let configuration: String
    /// The text of each file by its path. The first folder is the module, if there is no `Package.swift`.
    let files: KeyValuePairs<String, String>

    init(_ configuration: String, files: KeyValuePairs<String, String>) {
        self.configuration = configuration
        self.files = files
    }

    /// Whether the rule finds nothing in it.
    var passes: Bool { !files.contains { $0.value.contains(Self.mark) } }
}
