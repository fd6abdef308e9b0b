import SeamKit

extension Reason {
    /// The roots would read the accessor earlier than the caller does, and somebody may see that.
    static let order = Reason(
        "order",
        """
        Making the instance does something that somebody may see, and a root would make it earlier than before.
        `--early` allows it. Nothing allows it where making the instance needs the object that is being made there, such
        as the delegate of the application: that would never end, or trap.
        """,
        advice: "If the instance may be made when a root makes the caller, use --early.",
        examples: [
            .triggers(
                """
                enum Program { static func main() { Screen().show() } }
                final class Screen { func show() { Store.shared.go() } }
                """,
                store: Example.logging
            ).threading(),
            .passes(
                """
                enum Program { static func main() { Screen().show() } }
                final class Screen { func show() { Store.shared.go() } }
                """,
                store: Example.logging
            ).threading().with { $0.isEarlyAllowed = true },
            .triggers(
                """
                final class AppDelegate: NSObject, NSApplicationDelegate {
                    let screen: Screen
                    override init() { screen = Screen() }
                }
                final class Screen { func show() { Store.shared.go() } }
                """,
                store: """
                    final class Store {
                        static let shared = Store(row: (NSApp.delegate as! AppDelegate).description)
                        init(row: String) { print(row) }
                        func go() {}
                    }
                    """
            ).threading().with { $0.isEarlyAllowed = true },
        ]
    )
}

extension Check where Subject == RetiredUse {
    /// A test makes an instance of its own.
    static var order: Check {
        Check(.order) { use in
            use.instance?.isQuiet == false && !use.request.options.isEarlyAllowed && !use.use.isTest && !use.isStateless
        }
    }
}
