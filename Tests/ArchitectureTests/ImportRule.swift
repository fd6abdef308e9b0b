/// Every file imports only what its target declares.
///
/// The compiler accepts an undeclared import if some dependency happens to have the module; this rule does not.
enum ImportRule {
    /// The modules that come with the toolchain or the platform, without user interface frameworks.
    static let systemModules: Set<String> = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
        "FoundationXML", "Dispatch", "Observation", "RegexBuilder", "Synchronization", "Testing", "Darwin", "Glibc",
        "Musl", "PackagePlugin", "XcodeProjectPlugin",
    ]

    static func violations(manifest: Manifest, files: [Code]) -> [Violation] {
        manifest.targets.flatMap { target in
            let declared = systemModules.union(target.dependencies.map(\.module))
            return files.filter(target.contains).flatMap { file in
                imports(in: file).filter { !declared.contains($0.module) }.map { line, module in
                    Violation(
                        path: file.path,
                        line: line,
                        message: "module '\(module)' is not declared by target '\(target.name)'"
                    )
                }
            }
        }
    }

    /// Returns the modules that a file imports, with the lines of the `import` keywords, in order.
    static func imports(in code: Code) -> [(line: Int, module: String)] {
        var seen = -1
        var found: [(line: Int, module: String)] = []
        for index in code.tokens.indices where code.tokens[index].opensLine || code[index - 1] == ";" {
            guard let keyword = importKeyword(in: code, statementAt: index), keyword != seen else { continue }
            seen = keyword
            if let module = module(in: code, after: keyword) {
                found.append((line: code.tokens[keyword].line, module: module))
            }
        }
        return found
    }

    private static let accessModifiers: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
    private static let kinds: Set<String> = ["typealias", "struct", "class", "enum", "protocol", "let", "var", "func"]

    /// Returns the index of `import` in a statement, after its attributes and access modifier.
    private static func importKeyword(in code: Code, statementAt start: Int) -> Int? {
        var index = start
        while let text = code[index] {
            if text == "import" { return index }
            if text == "@" {
                index += 2
                if code[index] == "(" {
                    while let inside = code[index], inside != ")" { index += 1 }
                    index += 1
                }
            } else if accessModifiers.contains(text) {
                index += 1
            } else {
                return nil
            }
        }
        return nil
    }

    private static func module(in code: Code, after keyword: Int) -> String? {
        var index = keyword + 1
        guard let next = code[index] else { return nil }
        if kinds.contains(next) { index += 1 }
        guard code.tokens.indices.contains(index), code.tokens[index].isWord else { return nil }
        // `import amount: Int` is a parameter with a label.
        return code[index + 1] == ":" ? nil : code[index]
    }
}

extension Manifest.Target {
    /// Returns whether a file is one of the target's sources.
    func contains(_ file: Code) -> Bool {
        file.path.hasPrefix(path + "/") && !exclude.contains { file.path.hasPrefix("\(path)/\($0)") }
    }
}
