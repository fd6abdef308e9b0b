import SeamKit

/// What a check sees in one file beside what the map says: where it names restricted types, and what it allows.
public struct FileInspection: Sendable, Equatable {
    /// Places that name a restricted type.
    public var mentions: [Mention]
    /// Names of the restricted types that this file declares.
    public var declarations: Set<String>
    /// Its `seam:allow` comments.
    public var allows: [Allow]
    /// Line of its first syntax error, counted from 1; nil where there is none.
    public var errorLine: Int?

    /// Makes an inspection.
    public init(
        mentions: [Mention] = [],
        declarations: Set<String> = [],
        allows: [Allow] = [],
        errorLine: Int? = nil
    ) {
        self.mentions = mentions
        self.declarations = declarations
        self.allows = allows
        self.errorLine = errorLine
    }
}

/// A place that names a restricted type.
public struct Mention: Sendable, Equatable {
    /// The type's own name, without the types around it.
    public var name: String
    /// What stands before it: `LegacyAccount` in `LegacyAccount.AccountService`.
    public var qualifier: String
    /// The member that is taken of it; `init` where it is called; empty where only the type is named.
    public var member: String
    /// The declaration around it; empty at top level.
    public var enclosing: String
    /// Line, counted from 1.
    public var line: Int
    /// Column, counted from 1 in UTF-8 bytes.
    public var column: Int

    /// Makes a mention.
    public init(
        name: String,
        qualifier: String = "",
        member: String = "",
        enclosing: String = "",
        line: Int,
        column: Int = 1
    ) {
        self.name = name
        self.qualifier = qualifier
        self.member = member
        self.enclosing = enclosing
        self.line = line
        self.column = column
    }
}

/// A `// seam:allow AccountService: reason` comment.
public struct Allow: Sendable, Equatable {
    /// Types, members, modules or rules that it allows.
    public var subjects: [String]
    /// Why; empty where none is given.
    public var reason: String
    /// Line of the comment, counted from 1.
    public var line: Int
    /// Lines it speaks of.
    public var lines: ClosedRange<Int>
    /// What is wrong with it; nil where nothing is.
    public var problem: String?

    /// Makes an allowance.
    public init(subjects: [String], reason: String, line: Int, lines: ClosedRange<Int>, problem: String? = nil) {
        self.subjects = subjects
        self.reason = reason
        self.line = line
        self.lines = lines
        self.problem = problem
    }

    /// Reads a directive; nil where it says something else than `allow`.
    init?(_ directive: Directive, lines: ClosedRange<Int>) {
        let word = directive.text.prefix { $0.isLetter || $0 == "-" }
        let rest = directive.text.dropFirst(word.count)
        guard word == "allow" else {
            guard Suggestion.nearest(to: String(word), among: ["allow", "ignore", "disable"]) != nil else {
                return nil
            }
            self.init(
                subjects: [],
                reason: "",
                line: directive.line,
                lines: lines,
                problem: "`seam:\(word)` is not known; did you mean `seam:allow`?"
            )
            return
        }
        let colon = rest.firstIndex(of: ":") ?? rest.endIndex
        let subjects = rest[..<colon].split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter {
            !$0.isEmpty
        }
        let reason = rest[colon...].dropFirst().drop { $0.isWhitespace }
        var problem: String?
        if subjects.isEmpty {
            problem = "`seam:allow` does not say what it allows: `// seam:allow AccountService: why`"
        } else if reason.isEmpty {
            problem =
                "`seam:allow \(subjects.joined(separator: ", "))` gives no reason: "
                + "`// seam:allow \(subjects.joined(separator: ", ")): why`"
        }
        self.init(
            subjects: subjects,
            reason: String(reason),
            line: directive.line,
            lines: lines,
            problem: problem
        )
    }
}
