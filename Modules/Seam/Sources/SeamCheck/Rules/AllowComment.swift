import SeamKit

extension Rule {
    /// A `seam:allow` comment has no effect, because it is incomplete.
    static let allowComment: Rule = Rule(
        id: "allow-comment",
        summary: "A `seam:allow` comment says what it allows, and why.",
        advice: "Write what it allows, a colon, and the reason: `// seam:allow Account: until the new login is out`.",
        isBaselinable: false,
        examples: [
            RuleExample(
                "members:\n  Account.logOut: {}",
                files: [
                    "App/Cart.swift":
                        "↓// seam:allow Account.logOut\nstruct Cart {}\n↓// seam:ignore Account\nstruct Item {}\n"
                ]
            ),
            RuleExample(
                "members:\n  Account.logOut: {}",
                files: [
                    "App/Cart.swift": "// seam:allow Account.logOut: the last screen of the old flow\nstruct Cart {}\n"
                ]
            ),
        ]
    ) { _, file in
        Allow.all(in: file).compactMap { allow in
            guard let problem = allow.problem else { return nil }
            let subjects = allow.subjects.joined(separator: ",")
            var violation = Violation(rule: allowComment, file: file.path, line: allow.line, member: subjects)
            violation.module = file.module
            violation.message = problem
            return violation
        }
    }
}
