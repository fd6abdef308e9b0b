import SeamKit

extension Rule {
    /// A member is used where that is not allowed.
    static let restrictedMember: Rule = Rule(
        id: "restricted-member",
        summary: "A restricted member is used only where it may be.",
        advice: """
            Use what takes the member's place; the message names a protocol of the tree that has it, if there is one. \
            `seam cut` moves existing uses of a singleton to an injected instance.
            """,
        examples: [
            RuleExample(
                "members:\n  Account.logOut: {only: [Data]}",
                files: [
                    "Legacy/Account.swift": account,
                    "Data/SignOut.swift": signOut,
                    "App/Cart.swift": """
                    import Legacy

                    func end() {
                        let account = Account.shared
                        ↓account.logOut()
                    }

                    """,
                ]
            ),
            RuleExample(
                "members:\n  Account.logOut: {only: [Data]}",
                files: [
                    "Legacy/Account.swift": account,
                    "Data/SignOut.swift": signOut,
                    "App/Cart.swift": "import Legacy\n\nfunc begin() { Account.shared.logIn() }\n",
                ]
            ),
            RuleExample(
                "members:\n  Settings.name: {only: [Data]}",
                files: [
                    "Legacy/Settings.swift": settings,
                    "Data/Name.swift": "import Legacy\n\nfunc name() -> String { Settings.shared.name }\n",
                    "App/Cart.swift": """
                    import Legacy

                    struct Cart {
                        @↓Setting(\\.name) var name
                        func greeting() -> String { "Hello, " + ↓Settings[\\.name] }
                    }

                    """,
                ]
            ),
        ]
    ) { rules, file in
        let uses = rules.uses(in: file)
        return rules.members.flatMap { restricted -> [Violation] in
            let fitting = uses.filter { restricted.fits($0) }
            guard !fitting.isEmpty, !rules.allows(file, touching: restricted) else { return [] }
            return fitting.map { rules.violation(of: restrictedMember, using: restricted, at: $0) }
        }
    }

    private static let account = """
        public final class Account {
            public static let shared = Account()
            public func logIn() {}
            public func logOut() {}
        }

        """

    private static let settings = """
        public final class Settings {
            public static let shared = Settings()
            public var name = ""
            public static subscript<T>(_ path: KeyPath<Settings, T>) -> T { shared[keyPath: path] }
        }

        @propertyWrapper
        public struct Setting<T> {
            private let path: KeyPath<Settings, T>
            public init(_ path: KeyPath<Settings, T>) { self.path = path }
            public var wrappedValue: T { Settings.shared[keyPath: path] }
        }

        """

    private static let signOut = "import Legacy\n\nfunc signOut() { Account.shared.logOut() }\n"
}
