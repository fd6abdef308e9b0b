import SeamKit

extension Rule {
    /// A layer imports a module from outside the tree that it must not import.
    static let externalImport: Rule = Rule(
        id: "external-import",
        summary: "A layer imports only those modules from outside that it may.",
        advice: """
            Keep the library behind a protocol of this layer, in a layer that may import it. If the import is right, add the \
            module to `external`.
            """,
        examples: [
            RuleExample(layers, files: ["Domain/Order.swift": "import Foundation\n↓import SQLite\n"]),
            RuleExample(
                layers,
                files: [
                    "Domain/Order.swift": "import Foundation\n", "Data/Table.swift": "import Domain\nimport SQLite\n",
                ]
            ),
        ]
    ) { rules, file in
        guard let layer = rules.layer(of: file.module), let external = layer.external else { return [] }
        return file.imports.compactMap { line in
            guard line.module != file.module, rules.module(named: line.module, importedIn: file) == nil,
                !external.contains(where: { Pattern($0.text).matches(module: line.module, isTest: false) })
            else { return nil }
            let message = "\(file.module) (layer \(layer.name.text)) may not import \(line.module) from outside"
            return Violation(of: externalImport, importing: line, in: file, message: message)
        }
    }

    private static let layers = """
        layers:
          Domain: {modules: [Domain], imports: [], external: [Foundation]}
        """
}
