import SeamKit

extension Reason {
    /// A local function would capture `self`.
    static let localFunction = Reason(
        "local-function",
        """
        A local function that may be called later would begin to hold `self`. Make it a method, or pass the instance.
        """,
        advice: "Make the function a method, or pass the instance to it.",
        examples: [
            .triggers(
                """
                final class A { func f() -> () -> Void { func g() { Store.shared.go() }; return g } }
                """
            ).gathering(),
            .passes(
                """
                final class A { func f() { func g() { Store.shared.go() }; g() } }
                """
            ).gathering(),
            .passes(
                """
                final class A { func f() { func g() { self.h(); Store.shared.go() }; g() }; func h() {} }
                """
            ).gathering(),
        ]
    )
}

extension Check where Subject == InstanceAccess {
    static var localFunction: Check {
        Check(.localFunction) { $0.access.context.localFunctions.contains { !$0.capturesSelf && !$0.isOnlyCalledHere } }
    }
}
