extension Reason {
    /// Somebody could see that the accessor is read earlier.
    static let observed = Reason(
        "observed",
        """
        Somebody could see that the accessor is read when the caller is made, and not at the first use: its
        initializer, or something that it reaches, does input or output, starts something, registers itself,
        reads what may change, logs, waits, traps, or calls code that isn't known to be harmless. Or the
        accessor may return another instance later, while there is such a caller, or making the instance makes
        the caller. The plan names the place. An instance that is certainly made before the caller may be read
        early: the caller itself reads it when it is made, takes an object that does, all code that makes it has
        read it before, or each program with the caller reads it before it can make one. That is what the type
        with `@main`, the application's delegate until it has launched, and the statements of `main.swift` do in
        any case, with all that they call. The plan names the line.
        """,
        examples: [
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: Example.logging
            ),
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    final class Store { static var shared = Store(); func go() {} }
                    func reset() { Store.shared = Store() }
                    """
            ),
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    class Store { class var shared: Store { one }; private static let one = Store(); func go() {} }
                    """
            ),
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    final class Store { static let shared = Store(); init() { A().f() }; func go() {} }
                    """
            ).with { $0.isEarlyAllowed = true },
            .triggers(
                """
                class A { func f() { Store.shared.go() } }
                final class B: A {}
                """,
                store: """
                    final class Store { static let shared = Store(); init() { print(1); B().f() }; func go() {} }
                    """
            ).with { $0.isEarlyAllowed = true },
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                final class AppDelegate: NSObject, UIApplicationDelegate {
                    let name = "a"
                    let a = A()
                }
                """,
                store: """
                    final class Store {
                        static let shared = Store((UIApplication.shared.delegate as! AppDelegate).name)
                        init(_ name: String) {}
                        func go() {}
                    }
                    """
            ).with { $0.isEarlyAllowed = true },
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    public final class Store { public static var shared = Store(); public func go() {} }
                    """
            ),
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    final class Store {
                        static var shared: Store {
                            struct Only { static var one = Store() }
                            return Only.one
                        }
                        func go() {}
                    }
                    """
            ),
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    public final class Store { public static var shared = Store(); public func go() {} }
                    """
            ).with { $0.isEarlyAllowed = true },
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    protocol Going { func go() }
                    final class Store: Going { static var shared: Going = Store(); func go() {} }
                    """
            ),
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                """
            ),
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    final class Store { static var shared: Store { one }; private static let one = Store(); func go() {} }
                    """
            ),
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    final class Store {
                        static var shared: Store {
                            struct Only { static let one = Store() }
                            return Only.one
                        }
                        func go() {}
                    }
                    """
            ),
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    private enum Only { static let one = Store() }
                    final class Store { static var shared: Store { Only.one }; func go() {} }
                    """
            ),
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                @main final class AppDelegate: NSObject, UIApplicationDelegate { private let store = Store.shared }
                """,
                store: Example.logging
            ),
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                func open() {
                    Store.shared.go()
                    A().f()
                }
                """,
                store: Example.logging
            ),
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: Example.logging
            ).with { $0.isEarlyAllowed = true },
        ]
    )
}

extension Check where Subject == Recipient {
    static var observed: Check {
        Check(.observed) { recipient in
            recipient.observation != nil
        }
    }
}
