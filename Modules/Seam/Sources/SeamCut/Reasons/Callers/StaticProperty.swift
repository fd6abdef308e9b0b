import SeamKit

extension Reason {
    /// The uses read a static property, which no instance reaches.
    static let staticProperty = Reason(
        "static-property",
        """
        The uses read a static property, or that of a file, which no instance reaches. The plan has the reason for
        each use. In functions it is one of these: the function is overridden or may be, has an attribute such as
        `@objc`, is an operator or `main`, reads `#function`, has variadic parameters, or belongs to a protocol or
        to a type that isn't in the tree; it is public and the instance's type isn't; the use is in a closure or a
        local function, and the instance isn't `Sendable`; the accessor is on another actor; or a forwarder would
        be needed and can't be written, because the function rethrows, returns `some`, has an `@autoclosure` or a
        parameter without a name, or is a value without a written type.
        """,
        examples: [
            .triggers(
                """
                final class A { static var n: Int { Store.shared.go(); return 1 } }
                """
            ).injectingLate(),
            .passes(
                """
                final class A { static func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == PlacedCaller {
    static var staticProperty: Check { Check(.staticProperty) { $0.uses.caller.isStatic } }
}
