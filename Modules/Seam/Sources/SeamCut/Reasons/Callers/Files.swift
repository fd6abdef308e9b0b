import SeamKit

extension Reason {
    /// The instance that the type stores already is private, or has another type.
    static let files = Reason(
        "files",
        """
        The type stores an instance already, in a property that is private to another file or has another type.
        """,
        examples: [
            .triggers(
                """
                extension A { func f() { Store.shared.go() } }
                """
            ).with(files: [
                "App/A.swift": """
                final class A {
                    private let injectedStore: Store?
                    private var store: Store { injectedStore ?? .shared }
                    init(store injectedStore: Store? = nil) { self.injectedStore = injectedStore }
                }
                """
            ]),
            .passes(
                """
                extension A { func f() { Store.shared.go() } }
                """
            ).with(files: [
                "App/A.swift": """
                final class A {
                    let injectedStore: Store?
                    private var store: Store { injectedStore ?? .shared }
                    init(store injectedStore: Store? = nil) { self.injectedStore = injectedStore }
                }
                """
            ]),
        ]
    )
}

extension Check where Subject == StorageSite {
    static var files: Check {
        Check(.files) { site in
            guard let stored = site.stored, let home = site.home else { return false }
            return stored.isPrivate && home.file.path != site.dependency.file.path || stored.type != site.type
        }
    }
}

extension Check where Subject == WrappedRecipient {
    static var files: Check { Check(.files) { $0.isInSeveralFiles } }
}
