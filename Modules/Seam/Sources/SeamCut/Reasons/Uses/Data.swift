import SeamKit

extension Reason {
    /// The accessor holds plain data, not a service.
    static let data = Reason(
        "data",
        """
        The accessor gives plain data or a function. There is no instance to inject: put it into a type that has
        one.
        """,
        advice: "Put the data into a type with an instance, and inject that.",
        examples: [
            .triggers(
                """
                final class A { func f() { Store.isReady = true; Store.log.add() } }
                """,
                store: """
                    final class Log { func add() {} }
                    enum Store { static var isReady = false; static let log = Log() }
                    """
            ),
            .passes(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == AccessorDeclaration {
    static var data: Check {
        Check(.data) { declaration in
            guard let type = declaration.type, !declaration.isWrapped else { return false }
            // An enum is one of several values, and no instance that does something.
            let isEnum = declaration.typeOwner?.owner.kind == .enum
            return AccessorReader.isData(type.unmarked) || isEnum && declaration.typeName != declaration.singleton.name
        }
    }
}
