import SeamKit

extension Rule {
    /// A caller falls back to the accessor where it gets no instance.
    static let fallback: Rule = Rule(
        id: "fallback",
        summary: "A caller does not fall back to an accessor.",
        advice:
            "Let whoever makes the caller pass the instance. `seam cut --thread` does that, whoever wrote the default.",
        examples: [
            RuleExample(
                "fallbacks: true",
                files: [
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
                files: [
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
        if rules.configuration.countsCalls {
            return rules.calls(in: file).map(Violation.init) + delegates(rules, file: file)
        }
        return rules.uses(in: file).filter { rules.map.isFallback($0) }.map { use in
            let place = use.enclosing.isEmpty ? "this" : use.enclosing
            let advice = "let whoever makes it pass the instance"
            let message = "\(place) falls back to the accessor of \(use.type); \(advice)"
            return Violation(of: fallback, at: use, member: use.type, message: message)
        }
    }

    /// Returns where something falls back to what the app's delegate has, and no call is known that relies on that.
    private static func delegates(_ rules: Rules, file: SourceFile) -> [Violation] {
        rules.uses(in: file).filter { use in
            !use.isTest && !use.fallbackFor.isEmpty && use.path == .direct && use.member.hasPrefix("delegate")
                && !rules.relies(on: use.enclosingType)
        }.map { use in
            let message = "\(use.fallbackFor) falls back to the app's delegate; let whoever makes it pass the instance"
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

extension Violation {
    /// Creates the violation of a call that relies on a default.
    fileprivate init(call: DefaultedCall) {
        self.init(rule: .fallback, file: call.file, line: call.line, member: call.singleton)
        (column, enclosing) = (call.column, call.maker)
        let maker = call.maker.isEmpty ? "This" : call.maker
        let verb = call.callee.hasSuffix("()") ? "calls" : "makes"
        message = "\(maker) \(verb) \(call.callee) without passing \(call.singleton): \(call.explanation)"
    }
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
