import SeamKit

extension Reason {
    /// Several roots use the accessor, or one that may be made more than once, and each would make an instance.
    static let roots = Reason(
        "roots",
        """
        Several roots use the accessor, or the root may be made more than once: it has subclasses, several calls
        make it, or one that may run again. If each made an instance, there would be two.
        """,
        advice:
            "Let one root make the instance and pass it to the others; App Intents get it by AppDependencyManager.",
        examples: [
            .triggers(
                """
                enum Program { static func main() { print(Store.shared.go()) } }
                enum Other { static func main() { print(Store.shared.go()) } }
                """,
                store: """
                    final class Store { static let shared = Store(); var n = 0; func go() -> Int { n += 1; return n } }
                    """
            ).retiring(roots: ["Program", "Other"]),
            .passes(
                """
                enum Program { static func main() { print(Store.shared.go()) } }
                """,
                store: """
                    final class Store { static let shared = Store(); var n = 0; func go() -> Int { n += 1; return n } }
                    """
            ).retiring(),
        ]
    )
}

extension Check where Subject == RetiredUse {
    /// The root may be made more than once.
    static var roots: Check {
        Check(.roots) { use in use.function == nil && use.owner.map { !use.request.index.isMadeOnce($0) } == true }
    }
}

extension Check where Subject == RetiredAccessor {
    static var roots: Check {
        Check(.roots) { accessor in
            accessor.homes.count { !accessor.request.index.isTest($0.file.path) } > 1
        }
    }
}
