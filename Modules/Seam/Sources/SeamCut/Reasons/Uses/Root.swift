import SeamKit

extension Reason {
    /// The use is in a root, or in a test once the accessor is to go; these may use it.
    static let root = Reason(
        "root",
        """
        The use is in a type or file that `roots` in `seam.yml` names. Roots may use the accessor. What the system
        makes is a root, too: `@main`, delegates of the app and its scenes, `App`, intents, widgets, previews and the
        principal class of an extension. Of a command of ArgumentParser that is what the library calls, such as `run()`:
        its other functions take the instance.
        Nobody could set what they would take. When threading and retiring, so is what a storyboard names. So is the
        accessor of another singleton, which goes first: `static let shared = Screen(store: Store.shared)`.
        """,
        advice: "Nothing: a root may use the accessor.",
        examples: [
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                """
            ).with { $0.roots = Roots(["A"]) },
            .triggers(
                """
                final class A: UIResponder, UIApplicationDelegate { func f() { Store.shared.go() } }
                """
            ),
            .passes(
                """
                final class A: UIResponder, UIApplicationDelegate {
                    private let store = Store.shared
                    func f() { Store.shared.go() }
                }
                """
            ),
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                """
            ).with { $0.roots = Roots(["B"]) },
        ]
    )
}

extension Check where Subject == LocatedUse {
    static var root: Check {
        Check(.root) { use in
            use.request.options.roots.contains(use.context.owner, in: use.file) || use.isPassedByRoot
        }
    }
}

extension Check where Subject == Recipient {
    /// Nobody makes the caller who could pass an instance.
    static var root: Check {
        Check(.root) { recipient in
            let isNew = recipient.own.isEmpty && recipient.form != .required
            return isNew && recipient.accessor != nil && recipient.request.options.stage == .inject
                && !recipient.request.options.isLate && recipient.index.isRunBySystem(recipient.owner)
        }
    }
}

extension LocatedUse {
    /// Whether a root passes the accessor to what it makes, as threading writes it.
    var isPassedByRoot: Bool { isPassed && request.isRoot(context, in: file) }

    /// Whether the use is passed to what the place makes, as threading writes it in a root.
    private var isPassed: Bool {
        guard let passed = context.access.passed, passed.label != nil else { return false }
        let name = passed.call.calleeText.lastName
        return name.first?.isUppercase == true || name == "init"
    }
}

extension Check where Subject == ThreadedUse {
    static var root: Check {
        Check(.root) { use in
            let (owner, file) = (use.located.context.owner, use.located.file)
            return use.request.options.roots.contains(owner, in: file)
                || use.found == nil && use.request.isRoot(owner, in: file)
                    && (use.reader == nil || !use.request.isInHelperOfCommand(use.located.context, in: file))
        }
    }
}

extension Check where Subject == RetiredAccessor {
    /// Something else than roots and tests uses the accessor.
    static var root: Check { Check(.root) { $0.hasOtherUses } }
}
