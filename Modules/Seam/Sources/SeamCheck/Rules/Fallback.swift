import SeamKit

extension Rule {
    /// A caller falls back to the accessor where it gets no instance.
    static let fallback: Rule = Rule(
        "fallback",
        summary: "A caller does not fall back to an accessor.",
        advice:
            "Let whoever makes the caller pass the instance. `seam cut --thread` does that for callers that a cut has made.",
        examples: [
            RuleExample(
                "fallbacks: true",
                [
                    "App/Account.swift": account,
                    "App/Cart.swift": """
                    final class Cart {
                        let account: Account
                        init(account: Account? = nil) { self.account = account ?? ↓.shared }
                    }

                    """,
                ]
            ),
            RuleExample(
                "fallbacks: true",
                [
                    "App/Account.swift": account,
                    "App/Cart.swift": """
                    import Foundation

                    final class Cart {
                        let account: Account
                        let defaults = UserDefaults(suiteName: "cart") ?? .standard
                        init(account: Account) { self.account = account }
                    }

                    let cart = Cart(account: .shared)

                    """,
                ]
            ),
        ]
    ) { rules, file in
        guard rules.configuration.fallbacks else { return [] }
        return rules.uses(in: file).filter { rules.map.isFallback($0) }.map { use in
            let place = use.enclosing.isEmpty ? "this" : use.enclosing
            let advice = "let whoever makes it pass the instance"
            let message = "\(place) falls back to the accessor of \(use.type); \(advice)"
            return Violation(of: fallback, at: use, member: use.type, message: message)
        }
    }

    private static let account = """
        final class Account {
            static let shared = Account()
            func logOut() {}
        }

        """
}

extension CodeMap {
    /// Returns whether a use is the fallback of an injected dependency: `injectedAccount ?? .shared`. Tests don't count.
    ///
    /// A framework's accessor is often a default of another kind (`UserDefaults(suiteName: name) ?? .standard`), so there the
    /// name has to be one that `seam cut` gives.
    func isFallback(_ use: Use) -> Bool {
        guard use.path == .direct, !use.isTest, !use.fallbackFor.isEmpty else { return false }
        if use.fallbackFor.hasPrefix("injected") { return true }
        let shape = singletons.first { $0.id == use.singleton }?.shape
        return shape != .framework && shape != .elsewhere
    }
}
