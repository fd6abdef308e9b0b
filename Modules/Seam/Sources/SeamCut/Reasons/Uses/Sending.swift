import SeamKit

extension Reason {
    /// The instance, or the caller, would cross an isolation boundary.
    static let sending = Reason(
        "sending",
        """
        The instance, or the caller, would cross from one actor to another.
        """,
        advice: "Make the type Sendable, or pass the instance into the task by hand.",
        examples: [
            .triggers(
                """
                protocol A {}
                extension A { func f() { Task { Store.shared.go() } } }
                """
            ),
            .passes(
                """
                protocol A {}
                extension A { func f() { Task { Store.shared.go() } } }
                """,
                store: Example.sendable
            ),
        ]
    )
}

extension Check where Subject == InstanceAccess {
    static var sending: Check {
        Check(.sending) { access in
            let (context, instance) = (access.access.context, access.access.instance)
            if context.isAsyncLet || access.closures.runsElsewhere && !instance.isSendable { return true }
            guard case .actor = instance.isolation, access.explicit != .nonisolated, !access.access.isInActor else {
                return false
            }
            return context.isAwaited && (access.explicit ?? access.isolation) != instance.isolation
        }
    }
}

extension Check where Subject == RetiredUse {
    /// A constant is captured as it is, whenever a closure runs.
    static var sending: Check {
        Check(.sending) { use in
            use.function != nil && !use.located.context.closures.isEmpty && use.instance?.isSendable == false
        }
    }
}
