import SeamKit

extension Reason {
    /// Something besides the uses in the map names the accessor, or may name it.
    static let named = Reason(
        "named",
        """
        Something besides the uses in the map names the accessor, or may name it: a protocol requires it, a string
        or a selector is its name, a file couldn't be read whole. The plan lists each place
        ([retiring](cut.md#retiring)). Change them by hand, or keep the accessor.
        """,
        advice: "See the places; change them by hand, and run again.",
        examples: [
            .triggers(
                """
                enum Program { static func main() { print(Store.shared.go()) } }
                protocol Sharing { static var shared: Store { get } }
                extension Store: Sharing {}
                """,
                store: Example.counting
            ).retiring(),
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
    static var named: Check { Check(.named) { $0.names.contains { !$0.isNote } } }
}
