import SeamKit

/// Why a use stays as it is, or why a caller takes no instance.
///
/// Each reason has a file of its own: what it means, what a person can do, examples, and the checks that find it. The reference
/// is generated from these files, and the examples are tests. `all` is the registry.
public struct Reason: Sendable {
    /// What plans and pages call it.
    public let code: String
    /// What it means, in Markdown.
    let text: String
    /// What a person can do about it; empty if the text says that.
    public let advice: String
    /// Sources for which a plan gives the reason, and sources for which it doesn't.
    let examples: [Example]

    init(_ code: String, _ text: String, advice: String = "", examples: [Example]) {
        (self.code, self.text, self.advice, self.examples) = (code, text, advice, examples)
    }
}

extension Reason: Hashable, Error {
    /// Returns whether two reasons have the same code.
    public static func == (left: Reason, right: Reason) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension Reason: Encodable, CustomStringConvertible {
    /// Writes the code.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }

    /// The code.
    public var description: String { code }
}

/// A condition under which a reason holds. The subject is what a stage knows by the time it asks.
struct Check<Subject>: Sendable {
    let reason: Reason
    let holds: @Sendable (Subject) -> Bool

    init(_ reason: Reason, where holds: @escaping @Sendable (Subject) -> Bool) {
        (self.reason, self.holds) = (reason, holds)
    }
}

/// Asks for reasons. All stages ask here.
struct Reasons: Sendable, Equatable {
    /// A reason that never holds. A test switches each one off, and sees that its examples fail.
    var disabled: Reason?

    /// Returns the reason of the first check that holds; nil if none does.
    func first<Subject>(of checks: [Check<Subject>], for subject: Subject) -> Reason? {
        checks.first { isEnabled($0.reason) && $0.holds(subject) }?.reason
    }

    func isEnabled(_ reason: Reason) -> Bool { reason != disabled }
}
