import SeamKit

extension Reason {
    /// The use finds the delegate of the application or of a scene by a cast.
    static let delegate = Reason(
        "delegate",
        """
        The use finds the delegate of the application or of a scene by a cast (`UIApplication.shared.delegate as!
        AppDelegate`), so there is no accessor here to replace. The system makes that instance.
        """,
        advice: "Move the member to a type of its own that the delegate makes and passes on, and cut that one.",
        examples: [
            .triggers(
                """
                struct A { func f() { (UIApplication.shared.delegate as? Store)?.go() } }
                """,
                store: store
            ),
            .passes(
                """
                struct A { func f() { Store.shared.go() } }
                """,
                store: store
            ),
        ]
    )

    private static let store = """
        final class Store: NSObject, UIApplicationDelegate {
            static let shared = Store()
            var count = 0
            func go() { count += 1 }
        }
        """
}

extension Check where Subject == Use {
    /// The map knows the cast.
    static var delegate: Check { Check(.delegate) { $0.path == .cast } }
}
