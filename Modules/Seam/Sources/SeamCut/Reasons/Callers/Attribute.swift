import SeamKit

extension Reason {
    /// A macro or an attribute of the caller may read its stored properties.
    static let attribute = Reason(
        "attribute",
        """
        A macro or another attribute of the caller may read its stored properties, or any name is a member of it
        (`@dynamicMemberLookup`).
        """,
        examples: [
            .triggers(
                """
                @Model final class A { func f() { Store.shared.go() } }
                """
            ),
            .passes(
                """
                @Observable final class A { func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var attribute: Check {
        Check(.attribute) { recipient in
            recipient.owner.attributeNames.contains { name in
                // Any name is a member then.
                if name == "dynamicMemberLookup" { return true }
                let isPlain =
                    recipient.isValue
                    ? ["main", "available", "preconcurrency"].contains(name) : name.first?.isLowercase == true
                return !isPlain && name != "MainActor" && name != "Observable"
            }
        }
    }
}

extension Check where Subject == WrappedRecipient {
    static var attribute: Check {
        Check(.attribute) { recipient in
            let harmless: Set = ["MainActor", "Observable", "Reducer"]
            return recipient.owner.attributeNames.contains { $0.first?.isLowercase != true && !harmless.contains($0) }
        }
    }
}
