import SeamKit

extension Reason {
    /// The use is in Objective-C.
    static let objectiveC = Reason(
        "objective-c",
        """
        The use is in Objective-C. It counts, but the tool changes Swift only. Pass the instance to the
        Objective-C class by hand, or move the class to Swift.
        """,
        advice: "Pass the instance to the Objective-C class by hand, or move the class to Swift.",
        examples: [
            .triggers(
                """
                enum Program { static func main() { Store.shared.go() } }
                """,
                store: """
                    import Foundation
                    @objc final class Store: NSObject { @objc static let shared = Store(); @objc func go() { print(1) } }
                    """
            ).with(files: [
                "App/Old.m": """
                void start(void) { [[Store shared] go]; }
                """
            ]),
            .passes(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == Use {
    static var objectiveC: Check { Check(.objectiveC) { $0.isObjectiveC } }
}
