import SeamKit

extension Rule {
    /// A module imports a module of its package that its manifest does not declare.
    ///
    /// It checks only imports within one package, because a manifest doesn't list the modules of another package's products.
    static let undeclaredImport: Rule = Rule(
        id: "undeclared-import",
        summary: "A module imports only what its manifest declares.",
        advice: "Add the module to the dependencies of the target, or take the import out.",
        examples: [
            RuleExample(
                "declared-imports: true",
                files: [
                    "Package.swift": manifest,
                    "Sources/App/Screen.swift": "import Cart\n↓import Prices\nimport Foundation\n",
                    "Sources/Cart/Cart.swift": "import Prices\n",
                    "Sources/Prices/Price.swift": "struct Price {}\n",
                ]
            ),
            RuleExample(
                "declared-imports: true",
                files: [
                    "Package.swift": manifest,
                    "Sources/App/Screen.swift": "import Cart\n",
                    "Sources/Cart/Cart.swift": "import Prices\n",
                    "Sources/Prices/Price.swift": "struct Price {}\n",
                ]
            ),
        ]
    ) { rules, file in
        guard rules.configuration.declaredImports, let own = rules.module(named: file.module), own.origin == .package
        else {
            return []
        }
        return file.imports.compactMap { line in
            guard let target = rules.module(named: line.module, importedIn: file), target.origin == .package,
                own.manifest == target.manifest, !own.dependencies.contains(target.name)
            else { return nil }
            let message = "\(own.name) imports \(target.name), which \(own.manifest) does not declare as its dependency"
            return Violation(of: undeclaredImport, importing: line, in: file, message: message)
        }
    }

    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "Shop",
            targets: [
                .target(name: "App", dependencies: ["Cart"]),
                .target(name: "Cart", dependencies: ["Prices"]),
                .target(name: "Prices"),
            ]
        )

        """
}
