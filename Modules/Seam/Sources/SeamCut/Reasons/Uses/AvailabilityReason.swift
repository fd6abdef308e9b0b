import SeamKit

extension Reason {
    /// The singleton isn't available everywhere.
    static let availability = Reason(
        "availability",
        """
        Where the singleton is available can't be compared with where the caller is: one names platforms that the
        other doesn't, or says more than versions (`obsoleted`, `noasync`, an `@available` in a branch of `#if`).
        Or `--protocol` is asked for: the protocol would have to be limited too.
        """,
        advice: "Give the caller the same availability, and write the property by hand.",
        examples: [
            .triggers(
                """
                struct A { func f() { Store.shared.go() } }
                """,
                store: """
                    final class Store { @available(*, noasync) static let shared = Store(); func go() {} }
                    """
            ),
            .passes(
                """
                struct A { func f() { Store.shared.go() } }
                """,
                store: """
                    @available(macOS 20, *) final class Store { static let shared = Store(); func go() {} }
                    """
            ),
        ]
    )
}

extension Check where Subject == AccessorDeclaration {
    /// It says more than versions.
    static var availability: Check { Check(.availability) { $0.availability.isUnclear } }
}

extension Check where Subject == Access {
    /// The protocol, and what conforms to it, would have to be limited too.
    static var limited: Check {
        Check(.availability) { $0.request.options.protocolName != nil && !$0.instance.availability.isUnlimited }
    }
}

extension Check where Subject == InstanceAccess {
    /// A closure is often made where nobody has asked yet whether the singleton is available.
    static var availability: Check {
        Check(.availability) { access in
            let limits = access.access.instance.availability
            guard case .captured = access.reading, !limits.isUnlimited else { return false }
            let type = access.access.index.declaration(of: access.owner)?.owner ?? access.owner
            return !Availability(of: type.node).covers(limits)
        }
    }
}

extension Check where Subject == PropertyScope {
    static var availability: Check {
        Check(.availability) { scope in
            guard let node = scope.owner?.node else { return false }
            let (own, limits) = (Availability(of: node), scope.instance.availability)
            return !own.covers(limits) && !limits.covers(own)
        }
    }
}

extension Check where Subject == RetiredUse {
    /// The statement that uses the instance may run where there is none.
    static var availability: Check {
        Check(.availability) { use in
            guard let instance = use.instance else { return false }
            return !Availability(of: use.located.context.access).covers(instance.availability)
        }
    }
}
