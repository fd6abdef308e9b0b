import SeamKit

extension Rule {
    /// A type is touched where that is not allowed.
    static let restrictedType: Rule = Rule(
        id: "restricted-type",
        summary: "A restricted type is touched only where it may be.",
        advice: """
            Take what you need from those that may touch the type: a protocol that they implement, or a value that they pass. \
            `seam cut` moves existing uses of a singleton to an injected instance.
            """,
        examples: [
            RuleExample(
                types,
                files: [
                    "Legacy/Account.swift": account,
                    "Data/SignOut.swift": signOut,
                    "App/Cart.swift": """
                    import Legacy

                    struct Cart {
                        let account: ↓Account
                        func end() { ↓Account.shared.logOut() }
                    }

                    """,
                ]
            ),
            RuleExample(
                types,
                files: [
                    "Legacy/Account.swift": account,
                    "Data/SignOut.swift": signOut,
                    "App/Cart.swift": "struct Account {}\n\nlet mine = Account()\n",
                ]
            ),
        ]
    ) { rules, file in
        let uses = rules.uses(in: file)
        return rules.types.flatMap { restricted -> [Violation] in
            guard uses.contains(where: { restricted.fits($0) }) || !file.mentions.isEmpty,
                !rules.allows(file, touching: restricted)
            else { return [] }
            return touches(of: restricted, in: file, uses: uses.filter { restricted.fits($0) }, rules: rules)
        }
    }

    private static func touches(
        of restricted: RestrictedName,
        in file: SourceFile,
        uses: [Use],
        rules: Rules
    ) -> [Violation] {
        // If the map has a use at a place, or follows one from there, it says more than the name at that place.
        let seen = Set(uses.map { Place(line: $0.line, column: $0.column) })
        let followed = Set(uses.filter { $0.path != .direct }.map(\.enclosing))
        let accessors = Set(rules.map.singletons.filter { restricted.fits($0) }.flatMap { $0.accessors.map(\.name) })
        let named = file.mentions.filter { mention in
            restricted.fits(mention, home: rules.home(of: restricted)?.module)
                && !seen.contains(Place(line: mention.line, column: mention.column))
                && (!accessors.contains(mention.member) || !followed.contains(mention.enclosing))
        }
        return uses.map { rules.violation(of: restrictedType, using: restricted, at: $0) }
            + named.map { mention in
                let member = mention.member.isEmpty ? restricted.path : "\(restricted.path).\(mention.member)"
                var violation = Violation(rule: restrictedType, file: file.path, line: mention.line, member: member)
                violation.column = mention.column
                violation.module = file.module
                violation.enclosing = mention.enclosing
                violation.message = restricted.message("\(member) is named", in: mention.enclosing)
                violation.instead = rules.protocolName(of: restricted.path, member: mention.member)
                return violation
            }
    }

    private struct Place: Hashable {
        var line: Int
        var column: Int
    }

    private static let types = """
        types:
          Account: {only: [Data]}
        """

    private static let account = """
        public final class Account {
            public static let shared = Account()
            public func logOut() {}
        }

        """

    private static let signOut = "import Legacy\n\nfunc signOut() { Account.shared.logOut() }\n"
}
