package import SeamKit

/// A `// seam:allow AccountService: reason` comment.
public struct Allow: Sendable, Equatable {
    /// Types, members, modules or rules that it allows.
    public var subjects: [String]
    /// Why; empty if the comment gives no reason.
    package var reason = ""
    /// Line of the comment, counted from 1.
    public var line: Int
    /// Lines that it is about.
    package var lines: ClosedRange<Int>
    /// What is wrong with it; nil if nothing is.
    package var problem: String?

    /// The comments of a file that allow something: the first ones of more than anybody writes, as each violation is compared with
    /// each of them.
    package static func all(in file: SourceFile) -> [Allow] { file.directives.prefix(10_000).compactMap(Allow.init) }

    /// Reads a directive; nil if it is about something else.
    init?(directive: Directive) {
        (line, lines) = (directive.line, directive.lines)
        let word = directive.text.prefix { $0.isLetter || $0 == "-" }
        guard word == "allow" else {
            guard Suggestion.nearest(to: String(word), among: ["allow", "ignore", "disable"]) != nil else {
                return nil
            }
            subjects = []
            problem = "`seam:\(word)` is not known; did you mean `seam:allow`?"
            return
        }
        let rest = directive.text.dropFirst(word.count)
        let colon = rest.firstIndex(of: ":") ?? rest.endIndex
        subjects = rest[..<colon].split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
        reason = String(rest[colon...].dropFirst().drop { $0.isWhitespace })
        let names = subjects.joined(separator: ", ")
        if subjects.isEmpty {
            problem = "`seam:allow` does not say what it allows: `// seam:allow AccountService: why`"
        } else if reason.isEmpty {
            problem = "`seam:allow \(names)` gives no reason: `// seam:allow \(names): why`"
        }
    }
}
