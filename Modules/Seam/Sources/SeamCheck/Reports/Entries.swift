import SeamKit

extension CheckReport {
    /// What a report lists, in the order in which it is listed. All formats but JSON and SARIF are written from this.
    struct Entry {
        enum Level: String {
            case error
            case warning
            case known
            case allowed
        }

        var level: Level
        /// What it is about: a rule, or `unreadable`, `unused-allow`, `unknown-name`.
        var rule: String
        var file: String
        /// Counted from 1; 0 for the whole file.
        var line: Int
        /// Counted from 1 in UTF-8 bytes; 0 for the whole line.
        var column = 0
        var message: String
        /// What to use instead.
        var instead: String?
        var fingerprint: String

        /// `Sources/App/Cart.swift:12:9`.
        var place: String {
            file + (line > 0 ? ":\(line)" : "") + (column > 0 ? ":\(column)" : "")
        }
    }

    /// - Parameters:
    ///   - showsKnown: whether violations that are excused are listed too.
    ///   - isStrict: whether what is left over counts as an error.
    func entries(showsKnown: Bool = false, isStrict: Bool = false) -> [Entry] {
        let unread = problems.map { problem in
            Self.entry(
                level: .error,
                rule: "unreadable",
                file: problem.path,
                line: problem.line,
                message: problem.message
            )
        }
        let listed = findings.compactMap { finding -> Entry? in
            switch finding.state {
            case .new: finding.entry(level: .error)
            case .known where showsKnown: finding.entry(level: .known)
            case .allowed(let reason) where showsKnown: finding.entry(level: .allowed, suffix: " (\(reason))")
            case .known, .allowed: nil
            }
        }
        let left = isStrict ? Entry.Level.error : .warning
        let unused = unusedAllows.map {
            Self.entry(level: left, rule: "unused-allow", file: $0.file, line: $0.allow.line, message: $0.message)
        }
        let unknown = unknownNames.map { name in
            Self.entry(
                level: left,
                rule: "unknown-name",
                file: Configuration.fileName,
                line: name.line,
                message: "nothing in the tree is called `\(name.text)`; take it out, or correct it"
            )
        }
        return unread + listed + unused + unknown
    }

    private static func entry(level: Entry.Level, rule: String, file: String, line: Int, message: String)
        -> Entry
    {
        let fingerprint = Fingerprint.text(of: [rule, file, message])
        return Entry(level: level, rule: rule, file: file, line: line, message: message, fingerprint: fingerprint)
    }
}

extension CheckReport.Finding {
    fileprivate func entry(level: CheckReport.Entry.Level, suffix: String = "") -> CheckReport.Entry {
        CheckReport.Entry(
            level: level,
            rule: violation.rule.id,
            file: violation.file,
            line: violation.line,
            column: violation.column,
            message: message + suffix,
            instead: violation.instead,
            fingerprint: fingerprint
        )
    }

    /// The violation's message, and how many there are where the baseline knows fewer.
    var message: String {
        guard count > knownCount, knownCount > 0 else { return violation.message }
        return "\(violation.message) (\(count) times, \(knownCount) known)"
    }

    /// Tells this violation from all others of a run and stays when lines move, texts change or severities do: made
    /// of the rule, the file, the declaration, the member and how many like it stand before.
    ///
    /// A moved file counts under the path that the baseline knows it by. 16 hexadecimal digits.
    public var fingerprint: String {
        var key = violation.key
        key.file = pathInBaseline ?? key.file
        return Fingerprint.text(of: key, ordinal: ordinal)
    }
}

extension CheckReport.Stale {
    /// What is gone.
    var message: String {
        let place = key.enclosing.isEmpty ? "" : " in \(key.enclosing)"
        let why = isFileGone ? "the file is gone" : count == 1 ? "1 fewer" : "\(count) fewer"
        return "\(key.file): \(key.member)\(place) [\(key.rule.id)]: \(why)"
    }
}

extension CheckReport.UnusedAllow {
    /// What the comment allows for nothing.
    var message: String {
        "`seam:allow \(allow.subjects.joined(separator: ", "))` allows nothing here; take it out"
    }
}

/// FNV-1a, 64 bits, as 16 hexadecimal digits.
enum Fingerprint {
    static func text(of key: ViolationKey, ordinal: Int) -> String {
        text(of: [key.rule.id, key.file, key.enclosing, key.member, String(ordinal)])
    }

    static func text(of parts: [String]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for part in parts {
            // A zero byte parts the texts: none of them holds one.
            for byte in Array(part.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
