import SeamKit

extension Reason {
    /// Code outside of the tree may use what would change or go.
    static let api = Reason(
        "api",
        """
        The accessor, or what has it as a default, is public in a library, so code outside of this tree may use it. With
        `--api` it changes or goes, and the plan lists each such declaration ([public declarations](cut.md#public-declarations)).
        A package is a library if a product of it is one, and if it stands at the root of its repository.
        """,
        advice: "For a new major version, run with --api, which changes it, and lists what changed.",
        examples: [
            .triggers(
                """
                enum Program { static func main() { print(Store.shared.go()) } }
                """,
                store: apiStore
            ).retiring(),
            .passes(
                """
                enum Program { static func main() { print(Store.shared.go()) } }
                """,
                store: apiStore
            ).retiring().with { $0.changesAPI = true },
        ]
    )

    private static let apiStore = """
        public final class Store { public static let shared = Store(); init() {}; func go() -> Int { 1 } }
        """
}

extension Check where Subject == ThreadNode {
    static var api: Check { Check(.api) { $0.isKept } }
}

extension Check where Subject == Recipient {
    /// Code outside of the tree would have to pass the instance.
    static var api: Check {
        Check(.api) { recipient in
            recipient.form == .required
                && recipient.declarations.contains { file, part in
                    part.initializers.contains { !$0.endsProcess && recipient.request.isKept($0, in: file) }
                }
        }
    }
}

extension Check where Subject == RetiredAccessor {
    static var api: Check { Check(.api) { $0.isKept } }
}
