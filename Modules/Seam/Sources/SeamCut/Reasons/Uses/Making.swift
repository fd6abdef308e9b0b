import SeamKit

extension Reason {
    /// The accessor's declaration doesn't say how to make an instance elsewhere.
    static let making = Reason(
        "making",
        """
        How the accessor makes its instance can't be written in another file, or the initializer isn't public
        where it has to be. Or the root's use is in a function or a variable of a file: make the instance in what
        calls it, pass it on, and delete the accessor.
        """,
        advice: "Make the instance in the root by hand, and delete the accessor.",
        examples: [
            .triggers(
                """
                enum Program { static func main() { print(Store.shared.go()) } }
                """,
                store: """
                    final class Store { static let shared = Store(), count = 1; var n = 0; func go() -> Int { n += 1; return n } }
                    """
            ).retiring().with { $0.isEarlyAllowed = true },
            .passes(
                """
                enum Program { static func main() { print(Store.shared.go()) } }
                """,
                store: Example.counting
            ).retiring(),
        ]
    )
}

extension Check where Subject == RetiredAccessor {
    static var making: Check { Check(.making) { $0.declaration == nil } }
}
