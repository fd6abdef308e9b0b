import SeamKit

extension Rule {
    /// A layer imports a layer or module of the tree that it must not import.
    static let layerImport: Rule = Rule(
        id: "layer-import",
        summary: "A layer imports only the layers and modules that it may.",
        advice: """
            Let the layer say what it needs as a protocol of its own, and the one above implement it. If the import is right, add \
            the layer or module to `imports`.
            """,
        examples: [
            RuleExample(
                layers,
                files: [
                    "Domain/Order.swift": "↓import Widgets\n",
                    "Widgets/Button.swift": "@testable ↓import Loose\n",
                    "Loose/Helper.swift": "import Widgets\n",
                ]
            ),
            RuleExample(
                layers,
                files: [
                    "Domain/Order.swift": "import Foundation\n",
                    "Widgets/Button.swift": "import Domain\nimport UIKit\n",
                ]
            ),
        ]
    ) { rules, file in
        file.imports.compactMap { line in
            guard let layer = rules.layer(of: file.module),
                let target = rules.module(named: line.module, importedIn: file),
                rules.layer(of: target.name)?.name != layer.name
            else { return nil }
            let isAllowed = layer.imports.contains { name in
                name.text == rules.layer(of: target.name)?.name.text
                    || Pattern(name.text).matches(module: target.name, isTest: target.isTest)
            }
            guard !isAllowed else { return nil }
            let of = rules.layer(of: target.name).map { " (layer \($0.name.text))" } ?? ""
            let message = "\(file.module) (layer \(layer.name.text)) may not import \(target.name)\(of)"
            return Violation(of: layerImport, importing: line, in: file, message: message)
        }
    }

    private static let layers = """
        layers:
          Domain: {modules: [Domain], imports: []}
          Screens: {modules: [Widgets], imports: [Domain]}
        """
}
