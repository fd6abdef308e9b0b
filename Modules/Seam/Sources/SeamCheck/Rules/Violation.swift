import SeamKit

/// The rules that a `seam.yml` can configure.
public enum Rule: String, Sendable, CaseIterable, Comparable {
    /// A layer imports a layer or module of the tree that it must not import.
    case layerImport = "layer-import"
    /// A layer imports a module from outside the tree that it must not import.
    case externalImport = "external-import"
    /// A module imports a module of its package that its manifest does not declare.
    case undeclaredImport = "undeclared-import"
    /// A feature imports another.
    case featureImport = "feature-import"
    /// A type is touched where that is not allowed.
    case restrictedType = "restricted-type"
    /// A member is used where that is not allowed.
    case restrictedMember = "restricted-member"
    /// A caller falls back to the accessor where it gets no instance.
    case fallback
    /// A `seam:allow` comment has no effect, because it is incomplete.
    case allowComment = "allow-comment"

    /// The rule in a sentence.
    public var summary: String {
        switch self {
        case .layerImport: "A layer imports only the layers and modules that it may."
        case .externalImport: "A layer imports only those modules from outside that it may."
        case .undeclaredImport: "A module imports only what its manifest declares."
        case .featureImport: "Features do not import each other."
        case .restrictedType: "A restricted type is touched only where it may be."
        case .restrictedMember: "A restricted member is used only where it may be."
        case .fallback: "A caller does not fall back to an accessor."
        case .allowComment: "A `seam:allow` comment says what it allows, and why."
        }
    }

    /// Whether a baseline can excuse violations of the rule.
    public var isBaselinable: Bool { self != .allowComment }

    /// Orders rules by name.
    public static func < (first: Rule, second: Rule) -> Bool { first.rawValue < second.rawValue }
}

/// A place that breaks a rule.
public struct Violation: Sendable, Equatable {
    /// The rule.
    public var rule: Rule
    /// Path of the file, relative to the root.
    public var file: String
    /// The line, counted from 1. Not part of a violation's identity.
    public var line: Int
    /// The column, counted from 1 in UTF-8 bytes. Not part of a violation's identity.
    public var column = 1
    /// Module of the file.
    public var module = ""
    /// The declaration around it, with the types around that; empty at top level.
    public var enclosing = ""
    /// The imported module, type or member: `AccountService`, or `AccountService.logOut`.
    public var member: String
    /// A text for people. Not part of a violation's identity.
    public var message = ""
    /// A protocol of the tree that has the member and that the type conforms to. No part of a violation's identity.
    public var instead: String?
    /// The use that breaks the rule; nil for a name or an import. No part of a violation's identity.
    var use: Use?

    /// The identity of the violation: without line, text and severity.
    public var key: ViolationKey { ViolationKey(rule: rule, file: file, enclosing: enclosing, member: member) }

    /// Orders violations by place: file, line, column, rule, member.
    static func areInOrder(_ first: Violation, _ second: Violation) -> Bool {
        (first.file, first.line, first.column, first.rule, first.member)
            < (second.file, second.line, second.column, second.rule, second.member)
    }
}

/// The identity of a violation in a baseline.
public struct ViolationKey: Sendable, Hashable, Comparable {
    /// The rule.
    public var rule: Rule
    /// Path of the file, relative to the root.
    public var file: String
    /// The declaration around it; empty at top level.
    public var enclosing: String
    /// The imported module, type or member.
    public var member: String

    /// Orders keys by file, then rule, declaration and member. The order is independent of the locale, so it is the same on
    /// every machine.
    public static func < (first: ViolationKey, second: ViolationKey) -> Bool {
        (first.file, first.rule, first.enclosing, first.member)
            < (second.file, second.rule, second.enclosing, second.member)
    }
}
