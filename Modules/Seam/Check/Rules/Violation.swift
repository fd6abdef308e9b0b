/// The rules that a `seam.yml` can set up.
public enum Rule: String, Sendable, CaseIterable, Comparable {
    /// A layer imports a layer or module of the tree that it may not.
    case layerImport = "layer-import"
    /// A layer imports a module from outside the tree that it may not.
    case externalImport = "external-import"
    /// A module imports a module of its package that its manifest does not declare.
    case undeclaredImport = "undeclared-import"
    /// A feature imports another.
    case featureImport = "feature-import"
    /// A type is touched where it may not be.
    case restrictedType = "restricted-type"
    /// A member is used where it may not be.
    case restrictedMember = "restricted-member"
    /// A `seam:allow` comment that allows nothing, because it is not complete.
    case allowComment = "allow-comment"

    /// What the rule says, in a sentence.
    public var summary: String {
        switch self {
        case .layerImport: "A layer imports only the layers and modules that it may."
        case .externalImport: "A layer imports only those modules from outside that it may."
        case .undeclaredImport: "A module imports only what its manifest declares."
        case .featureImport: "Features do not import each other."
        case .restrictedType: "A restricted type is touched only where it may be."
        case .restrictedMember: "A restricted member is used only where it may be."
        case .allowComment: "A `seam:allow` comment says what it allows, and why."
        }
    }

    /// Whether a baseline can excuse it.
    public var isBaselinable: Bool { self != .allowComment }

    /// In order of names.
    public static func < (first: Rule, second: Rule) -> Bool { first.rawValue < second.rawValue }
}

/// One place that breaks a rule.
public struct Violation: Sendable, Equatable {
    /// The rule.
    public var rule: Rule
    /// Path of the file, relative to the root.
    public var file: String
    /// Line, counted from 1. No part of a violation's identity.
    public var line: Int
    /// Column, counted from 1 in UTF-8 bytes. No part of a violation's identity.
    public var column: Int
    /// Module of the file.
    public var module: String
    /// The declaration around it, with the types around that; empty at top level.
    public var enclosing: String
    /// What is touched: an imported module, `AccountService`, or `AccountService.logOut`.
    public var member: String
    /// For people. No part of a violation's identity.
    public var message: String

    /// Makes a violation.
    public init(
        rule: Rule,
        file: String,
        line: Int,
        column: Int = 1,
        module: String = "",
        enclosing: String = "",
        member: String,
        message: String = ""
    ) {
        self.rule = rule
        self.file = file
        self.line = line
        self.column = column
        self.module = module
        self.enclosing = enclosing
        self.member = member
        self.message = message
    }

    /// What makes two violations the same one: no line, no text, no severity.
    public var key: ViolationKey { ViolationKey(rule: rule, file: file, enclosing: enclosing, member: member) }

    /// By place: file, line, column, rule, member.
    static func areInOrder(_ first: Violation, _ second: Violation) -> Bool {
        (first.file, first.line, first.column, first.rule, first.member)
            < (second.file, second.line, second.column, second.rule, second.member)
    }
}

/// What a baseline knows a violation by.
public struct ViolationKey: Sendable, Hashable, Comparable {
    /// The rule.
    public var rule: Rule
    /// Path of the file, relative to the root.
    public var file: String
    /// The declaration around it; empty at top level.
    public var enclosing: String
    /// What is touched.
    public var member: String

    /// Makes a key.
    public init(rule: Rule, file: String, enclosing: String, member: String) {
        self.rule = rule
        self.file = file
        self.enclosing = enclosing
        self.member = member
    }

    /// By file, then rule, declaration and member; knows no locale, so the order is the same on every machine.
    public static func < (first: ViolationKey, second: ViolationKey) -> Bool {
        (first.file, first.rule, first.enclosing, first.member)
            < (second.file, second.rule, second.enclosing, second.member)
    }
}
