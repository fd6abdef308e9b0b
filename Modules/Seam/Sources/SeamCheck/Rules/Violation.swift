import SeamKit

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

    /// Returns the end of a message that gives the reason of a configuration.
    static func reason(_ because: String?) -> String { because.map { ": \($0)" } ?? "" }
}

extension Violation {
    /// Creates the violation of an import.
    init(of rule: Rule, importing line: Import, in file: SourceFile, message: String) {
        self.init(rule: rule, file: file.path, line: line.line, member: line.module)
        column = line.column
        module = file.module
        self.message = message
    }

    /// Creates the violation of a use.
    init(of rule: Rule, at use: Use, member: String, message: String) {
        self.init(rule: rule, file: use.file, line: use.line, member: member)
        column = use.column
        module = use.module
        enclosing = use.enclosing
        self.message = message
        self.use = use
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
