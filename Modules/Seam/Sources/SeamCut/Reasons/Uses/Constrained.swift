import SeamKit

extension Reason {
    /// The use is in an extension whose conditions the property can't have.
    static let constrained = Reason(
        "constrained",
        """
        The file has only extensions with conditions or in branches of `#if`, and no property can serve all of
        them.
        """,
        advice: "Move the use into an extension without conditions.",
        examples: [
            .triggers(
                """
                extension Array where Element == Int { func f() { Store.shared.go() } }
                extension Array where Element == String { func f() { Store.shared.go() } }
                """
            ),
            .passes(
                """
                extension Array where Element == Int { func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == PropertyScope {
    static var constrained: Check {
        Check(.constrained) { scope in
            guard let owner = scope.owner else { return true }
            // The file may import what it needs in its branches only.
            return owner.kind == .file && !owner.isConditional
                && scope.uses.allSatisfy { $0.owner?.isConditional == true }
        }
    }
}
