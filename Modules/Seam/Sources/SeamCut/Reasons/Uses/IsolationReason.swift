import SeamKit

extension Reason {
    /// The sources don't determine the isolation of the accessor or of the use.
    static let isolation = Reason(
        "isolation",
        """
        The sources don't say which actor the accessor or the use belongs to, or the property could not be read
        from there. A target's `.defaultIsolation` counts if its `swiftSettings` are written as an array, or as a
        constant of the manifest. In an Xcode project it isn't read.
        """,
        advice: "Write down the isolation of the accessor and of the caller, and run again.",
        examples: [
            .triggers(
                """
                actor A { func f() { Store.shared.go() } }
                """,
                store: """
                    final class Store: Foreign { static let shared = Store(); func go() {} }
                    """
            ),
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    final class Store: Foreign { static let shared = Store(); func go() {} }
                    """
            ),
        ]
    )
}

extension Check where Subject == InstanceAccess {
    static var isolation: Check {
        Check(.isolation) { access in
            let (context, isInActor) = (access.access.context, access.access.isInActor)
            switch access.access.instance.isolation {
            case .nonisolated: return false
            case .actor:
                if access.explicit == .nonisolated || isInActor { return true }
                guard case .captured = access.closures.reading else { return false }
                return (access.explicit ?? access.isolation) != access.access.instance.isolation
            case .unknown:
                return access.explicit != nil || context.isAwaited || isInActor || !context.closures.isEmpty
            }
        }
    }
}

extension Check where Subject == StaticAccess {
    /// A static body runs where the accessor does only if nothing else is said of it.
    static var isolation: Check {
        Check(.isolation) { access in
            guard access.access.context.isStatic, !access.isKnown else { return false }
            guard access.isInStaticBody else { return true }
            return access.access.memberIsolation != nil || access.access.context.isAwaited || access.access.isInActor
        }
    }
}
