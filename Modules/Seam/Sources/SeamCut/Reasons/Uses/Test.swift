import SeamKit

extension Reason {
    /// The use is in a test module.
    static let test = Reason(
        "test",
        """
        The use is in a test module. Once the code under test takes an instance, the test passes its own.
        """,
        advice: "Nothing yet: a test passes its own instance once the code under test takes one.",
        examples: [
            .triggers(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ).with(files: [
                "AppTests/T.swift": """
                @testable import App
                struct T { func f() { Store.shared.go() } }
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
    static var test: Check { Check(.test) { $0.isTest } }
}

extension Check where Subject == RetiredUse {
    /// The instance can't be made where the test uses it.
    static var test: Check { Check(.test) { $0.use.isTest && $0.function == nil } }
}
