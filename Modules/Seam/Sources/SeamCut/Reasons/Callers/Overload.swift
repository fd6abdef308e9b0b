extension Reason {
    /// Two initializers could take the same call.
    static let overload = Reason(
        "overload",
        """
        Two initializers could take the same call, once both have one more default; or a convenience initializer
        that the class inherits from a class of the tree could. Another one might then run.
        """,
        examples: [
            .triggers(
                """
                actor A {
                    init(a: Int) {}
                    init(a: Int, b: Int = 1) {}
                    func f() { Store.shared.go() }
                }
                """
            ),
            .passes(
                """
                actor A {
                    init(a: Int) {}
                    init(b: Int) {}
                    func f() { Store.shared.go() }
                }
                """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var overload: Check {
        Check(.overload) { recipient in
            let all = recipient.initializersOfAllParts
            return recipient.hasAmbiguity(among: all.map(recipient.labels)) || recipient.isLikeInherited(all)
        }
    }

    /// The memberwise initializer has one more parameter.
    static var memberwiseOverload: Check {
        Check(.overload) { recipient in
            let labels = recipient.initializersOfAllParts.map(recipient.labels) + [recipient.memberwiseLabels]
            return recipient.isMemberwise && recipient.hasAmbiguity(among: labels)
        }
    }
}
