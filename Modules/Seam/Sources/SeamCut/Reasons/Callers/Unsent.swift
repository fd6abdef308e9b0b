import SeamKit

extension Reason {
    /// The caller couldn't store the instance where it reads it.
    static let unsent = Reason(
        "unsent",
        """
        The instance isn't `Sendable`, and the caller is, or reads it outside of its own actor. There it can read the accessor,
        and what it stores only by `nonisolated(unsafe)`. With `--late`, and where the tree has such a property of the type, it
        stores that.
        """,
        advice: "Make the type `Sendable`, or read the accessor on the caller's own actor.",
        examples: [
            .triggers(
                """
                final class A: Sendable { func f() { Store.shared.go() } }
                """
            ),
            .triggers(
                """
                @MainActor final class A { nonisolated func f() { Store.shared.go() } }
                """
            ),
            .triggers(
                """
                @MainActor final class A {
                    var n = 0
                    deinit { Store.shared.go() }
                }
                """
            ),
            .passes(
                """
                @MainActor final class A { func f() { Store.shared.go() } }
                """
            ),
            .passes(
                """
                final class A: @unchecked Sendable { func f() { Store.shared.go() } }
                """
            ),
            .passes(
                """
                @MainActor final class A { func f() { Task<Void, Never> { Store.shared.go() } } }
                """
            ),
            .passes(
                """
                @MainActor final class A { nonisolated func f() { Store.shared.go() } }
                """,
                store: Example.sendable
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var unsent: Check {
        Check(.unsent) { recipient in
            guard !recipient.instance.isSendable else { return false }
            if recipient.isIsolated { return !recipient.isReadOnOwnActor }
            return recipient.isSendable || recipient.isSendableByItself
        }
    }
}

extension Check where Subject == PlacedUse {
    /// The use runs outside of the actor of the caller, which the others read.
    static var unsent: Check {
        Check(.unsent) { use in
            let place = use.property.place
            guard !place.isStatic, use.candidate.staticReason == nil,
                !use.property.instance.isSendable, let type = use.index.declaration(of: place.owner)
            else { return false }
            let isolation = IsolationReader(index: use.index).isolation(of: type.owner, in: type.file)
            guard isolation != .nonisolated else { return false }
            return !use.candidate.context.readsStored(on: isolation, in: use.property.file, use.index)
        }
    }
}

extension Recipient {
    /// Whether the caller may store what only `nonisolated(unsafe)` lets it read: somebody asks for late reads, or the tree has such a
    /// property of the type already.
    var allowsUnsafe: Bool {
        if request.options.isLate || accessor == nil { return true }
        return index.paths(saying: "nonisolated", "unsafe", instance.typeName.lastName).contains { path in
            guard path != instance.accessor.file, !index.isTest(path), let file = index.file(path) else { return false }
            return ([file.global] + file.owners).flatMap(\.memberDecls).contains { member in
                member.property?.part?.type?.structure == instance.type
                    && member.line().contains("nonisolated(unsafe)")
            }
        }
    }

    /// Whether the compiler may make a structure `Sendable` that doesn't say so.
    var isSendableByItself: Bool {
        guard owner.kind == .struct, !owner.hasModifier("public"), !isIsolated else { return false }
        let types = owner.variables.filter(\.isStoredInInstances).flatMap(\.parts).compactMap(\.type?.structure)
        return !types.contains { type in
            if type.contains(where: { $0.function != nil }) {
                return !type.contains { $0.hasAttribute("Sendable") }
            }
            guard let name = type.unmodified.fullName, let found = index.type(name, in: owner),
                found.owner.kind == .class
            else {
                return false
            }
            let isolation = IsolationReader(index: index).isolation(of: found.owner, in: found.file)
            return isolation == .nonisolated && !index.conforms(found.owner, to: ["Sendable"])
        }
    }
}
