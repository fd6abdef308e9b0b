import SeamKit

extension Rule {
    /// A feature imports another.
    static let featureImport: Rule = Rule(
        id: "feature-import",
        summary: "Features do not import each other.",
        advice: "Move what both need to a module that is listed under `except`, or let the app connect the two.",
        examples: [
            RuleExample(
                features,
                files: [
                    "CartFeature/Cart.swift": "↓import OrdersFeature\n",
                    "OrdersFeature/Orders.swift": "import KitFeature\n",
                    "KitFeature/Kit.swift": "struct Kit {}\n",
                ]
            ),
            RuleExample(
                features,
                files: [
                    "CartFeature/Cart.swift": "import KitFeature\n",
                    "KitFeature/Kit.swift": "struct Kit {}\n",
                    "App/Main.swift": "import CartFeature\n",
                ]
            ),
        ]
    ) { rules, file in
        file.imports.filter { $0.module != file.module }.flatMap { line in
            rules.features.filter { $0.forbids(file.module, importing: line.module) }.map { set in
                let why = Violation.reason(set.because)
                let message = "feature \(file.module) may not import feature \(line.module)\(why)"
                return Violation(of: featureImport, importing: line, in: file, message: message)
            }
        }
    }

    private static let features = """
        features:
        - modules: ["*Feature"]
          except: [KitFeature]
        """
}
