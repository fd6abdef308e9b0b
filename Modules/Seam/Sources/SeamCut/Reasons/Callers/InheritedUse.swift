import SeamKit

extension Reason {
    /// The caller has code from a protocol's extension that uses the accessor itself.
    static let inheritedUse = Reason(
        "inherited-use",
        """
        A protocol's extension uses the accessor in a member that the caller calls. That can take no instance, so one object would go
        on with two. What a framework declares, such as `FileManager`, has uses that don't depend on each other.
        """,
        advice: "Let the member of the extension take the instance by hand, or require a property for it.",
        examples: [
            .triggers(
                """
                protocol P {}
                extension P { func load() { Store.shared.go() } }
                final class A: P {
                    init() { load() }
                    func f() { Store.shared.go() }
                }
                """
            ),
            .triggers(
                """
                protocol P {}
                extension P {
                    func load() { Store.shared.go() }
                    func begin() { load() }
                }
                final class A: P { func f() { Store.shared.go() } }
                extension A { func g() { self.begin() } }
                """
            ),
            .passes(
                """
                protocol P {}
                extension P { func load() { Store.shared.go() } }
                final class A: P {
                    init() { load() }
                    func load() {}
                    func f() { Store.shared.go() }
                }
                """
            ),
            .passes(
                """
                protocol P {}
                extension P { func load() { Store.shared.go() } }
                final class A: P { func f() { Store.shared.go() } }
                """
            ),
            .passes(
                """
                import Foundation
                protocol P {}
                extension P { func load() { Store.shared.synchronize() } }
                final class A: P { func f() { load(); Store.shared.synchronize() } }
                """,
                store: """
                    import Foundation
                    enum Store { static let shared = UserDefaults(suiteName: "a")! }
                    """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var inheritedUse: Check {
        Check(.inheritedUse) { recipient in
            let (index, owner) = (recipient.index, recipient.owner)
            guard recipient.form == .fallback, recipient.accessor != nil, !recipient.request.options.isLate,
                index.type(of: recipient.instance) != nil
            else { return false }
            return recipient.users.compactMap(index.declaration).contains { user in
                guard user.owner.kind == .protocol, index.conforms(owner, to: [user.owner.simpleName]) else {
                    return false
                }
                let used = recipient.request.members(
                    of: user.owner,
                    using: recipient.instance.accessor,
                    isStatic: false
                )
                return used.subtracting(index.memberNames(of: owner)).contains { name in
                    recipient.declarations.contains { $0.file.hasOwn(name, of: owner, in: $0.owner.node.plainNode) }
                }
            }
        }
    }
}
