import SeamKit

extension Reason {
    /// The instance's type is not visible where the initializer is.
    static let access = Reason(
        "access",
        """
        The instance's type isn't seen everywhere the initializer is, or isn't declared in the tree (a class of a
        framework that the tree gives an accessor may be: `UserDefaults.group`). Or the file
        of the type's declaration can't import it: that file gets the import that the caller's file has, if its
        module is known and no other module compiles the file without seeing the type.
        """,
        examples: [
            .triggers(
                """
                public actor A {
                    public init() {}
                    func f() { Store.shared.go() }
                }
                """,
                store: """
                    final class Store { static let shared = Store(); func go() {} }
                    """
            ),
            .passes(
                """
                public actor A {
                    public init() {}
                    func f() { Store.shared.go() }
                }
                """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    /// Other code can't name the type.
    static var access: Check {
        Check(.access) { recipient in
            guard recipient.typeAccess == nil else { return false }
            guard let type = recipient.index.type(of: recipient.instance)?.owner else {
                // Whoever says the accessor says the type that has it, if that is a class of a framework.
                let isClass = recipient.instance.isOwnType && recipient.instance.isSameInCopies == true
                return recipient.request.singleton.shape != .framework && !isClass
            }
            return type.isPrivate
        }
    }

    /// A public initializer would name a type that isn't.
    static var publicAccess: Check { Check(.access) { $0.hasPublicInitializer && !$0.isTypePublic } }
}

extension Check where Subject == StorageSite {
    /// The file of the declaration can't name the type, as the caller's can.
    static var access: Check { Check(.access) { !$0.canNameType } }
}

extension Check where Subject == CarriedInstance {
    static var access: Check { Check(.access) { !$0.isSeen } }
}
