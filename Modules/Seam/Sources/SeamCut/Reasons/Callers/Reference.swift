import SeamKit

extension Reason {
    /// The initializer is used as a value.
    static let reference = Reason(
        "reference",
        """
        The tree has the initializer as a value (`A.init`). Its type would be another.
        """,
        examples: [
            .triggers(
                """
                actor A {
                    init(a: Int) {}
                    func f() { Store.shared.go() }
                }
                let made = [1].map(A.init)
                """
            ),
            .passes(
                """
                actor A {
                    init(a: Int) {}
                    func f() { Store.shared.go() }
                }
                let made = [1].map { A(a: $0) }
                """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var reference: Check {
        Check(.reference) { $0.index.sources.hasReferenceToInitializer($0.owner.simpleName) }
    }

    static var memberwiseReference: Check {
        Check(.reference) { $0.isMemberwise && $0.index.sources.hasReferenceToInitializer($0.owner.simpleName) }
    }
}
