import SeamKit

extension Reason {
    /// The use is in the initial value of a property.
    static let propertyInitializer = Reason(
        "property-initializer",
        """
        The initial value of a property can't use `self`. Make the property lazy, or set it in the initializer. A
        property whose value is only the instance (`let account = Account.shared`, `static let account =
        Account.shared`) stays as it is.
        """,
        advice: "Make the property lazy, or set it in the initializer.",
        examples: [
            .triggers(
                """
                struct A { let store: Store = .shared }
                """
            ),
            .triggers(
                """
                final class A { let count = [Store.shared].count }
                """
            ).gathering(),
            .passes(
                """
                final class A { lazy var count = [Store.shared].count }
                """
            ).gathering(),
        ]
    )
}

extension Check where Subject == InstanceAccess {
    static var propertyInitializer: Check {
        Check(.propertyInitializer) { if case .value = $0.access.context.member { true } else { false } }
    }
}

extension Check where Subject == StaticAccess {
    /// The property holds the instance already.
    static var propertyInitializer: Check {
        Check(.propertyInitializer) { access in
            let context = access.access.context
            switch context.member {
            case .value: return access.access.isBare
            case .staticMember:
                return !context.isInBody && context.closures.isEmpty && access.access.isBare
            case .body, .initializer, .lazyValue, .defaultArgument, .none: return false
            }
        }
    }
}
