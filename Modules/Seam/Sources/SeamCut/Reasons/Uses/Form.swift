import SeamKit

extension Reason {
    /// The caller takes an instance in another form than `seam cut` writes.
    static let form = Reason(
        "form",
        """
        The caller takes an instance, but its default can't go: a variable can be set, other code reads the optional, a
        subclass calls the initializer, or the initializer is required or sets `nil`. Calls pass the instance where they
        can. Or the caller takes the instance of another accessor: a plan threads one accessor, the first that can be
        passed on. Plan again for the next.
        """,
        advice: "Pass the instance in every initializer by hand.",
        examples: [
            .triggers(
                """
                enum Program { static func main() { _ = A() } }
                final class A {
                    private let injectedStore: Store?
                    private var store: Store { injectedStore ?? .shared }
                    init(store injectedStore: Store? = nil) { self.injectedStore = injectedStore }
                    var isInjected: Bool { injectedStore != nil }
                }
                """,
                store: Example.counting
            ).threading(),
            .passes(
                """
                enum Program { static func main() { _ = A() } }
                final class A {
                    private let injectedStore: Store?
                    private var store: Store { injectedStore ?? .shared }
                    init(store injectedStore: Store? = nil) { self.injectedStore = injectedStore }
                }
                """,
                store: Example.counting
            ).threading(),
        ]
    )
}

extension Check where Subject == ThreadedUse {
    static var form: Check {
        Check(.form) { use in
            guard use.instance.accessor == use.accessor, let found = use.found else { return true }
            return use.request.options.protocolName.map { found.type.unmarked.fullName != $0 } ?? false
        }
    }
}
