import SeamKit

extension Reason {
    /// Several roots use the accessor, or one that may be made more than once, and each would make an instance.
    static let roots = Reason(
        "roots",
        """
        Several roots use the accessor, or the root may be made more than once: it has subclasses, several calls
        make it, or one that may run again. If each made an instance, there would be two. Of the commands of
        ArgumentParser one runs in each process, so each `run()` may make the instance, as long as no code gets
        a command itself.
        """,
        advice:
            "Let one root make the instance and pass it to the others; App Intents get it by AppDependencyManager.",
        examples: [
            .triggers(
                """
                enum Program { static func main() { print(Store.shared.go()) } }
                enum Other { static func main() { print(Store.shared.go()) } }
                """,
                store: Example.counting
            ).retiring(roots: ["Program", "Other"]),
            .triggers(
                """
                import ArgumentParser
                @main struct Program: ParsableCommand { func run() { print(Store.shared.go()) } }
                struct Other: ParsableCommand { func run() { print(Store.shared.go()) } }
                func both() throws { try Other.parse([]).run() }
                """,
                store: """
                    final class Store { static let shared = Store(); var n = 0; func go() -> Int { n += 1; return n } }
                    """
            ).retiring(),
            .passes(
                """
                import ArgumentParser
                @main struct Program: ParsableCommand { func run() { print(Store.shared.go()) } }
                struct Other: AsyncParsableCommand { func run() async { print(Store.shared.go()) } }
                """,
                store: """
                    final class Store { static let shared = Store(); var n = 0; func go() -> Int { n += 1; return n } }
                    """
            ).retiring(),
            .passes(
                """
                enum Program { static func main() { print(Store.shared.go()) } }
                """,
                store: Example.counting
            ).retiring(),
        ]
    )
}

extension Check where Subject == RetiredUse {
    /// The root may be made more than once, or is a command, which the library makes by decoding it.
    static var roots: Check {
        Check(.roots) { use in
            guard use.function == nil, let owner = use.owner else { return false }
            return use.isOfCommand && use.property == nil || !use.request.index.isMadeOnce(owner)
        }
    }
}

extension Check where Subject == RetiredAccessor {
    static var roots: Check {
        Check(.roots) { accessor in
            let roots = accessor.homes.filter { !accessor.request.index.isTest($0.file.path) }
            return roots.count > 1 && !roots.allSatisfy { $0.isRunOfCommand || $0.isStateless }
        }
    }
}
