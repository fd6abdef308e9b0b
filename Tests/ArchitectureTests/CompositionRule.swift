/// In `account`, only the composition names the implementation of a use case: no other file imports a module of
/// implementations.
///
/// Reasons: docs/adr/composition.md.
enum CompositionRule {
    static let home = "App/Account/Composition/"
    private static let app = "App/Account/"
    /// `Diagnostics` is included because it publishes. The folder of `account errors` may import it, because all it does is
    /// read the record.
    static let implementations: Set<String> = [
        "LegacyData", "StoreClient", "StoreNews", "LocalData", "Diagnostics", "DomainMocks",
    ]
    private static let readers = ["App/Account/Errors/": "Diagnostics"]

    static func violations(files: [Code]) -> [Violation] {
        files.filter { $0.path.hasPrefix(app) && !$0.path.hasPrefix(home) }.flatMap { file in
            ImportRule.imports(in: file).compactMap { line, module in
                guard implementations.contains(module), !mayRead(module, file) else { return nil }
                return Violation(
                    path: file.path,
                    line: line,
                    message: "module '\(module)' implements use cases: only \(home) chooses one"
                )
            }
        }
    }

    private static func mayRead(_ module: String, _ file: Code) -> Bool {
        readers.contains { file.path.hasPrefix($0.key) && $0.value == module }
    }
}
