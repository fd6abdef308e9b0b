/// The legacy singleton is named on one line of the repository, in LegacyData.
enum SingletonRule {
    /// Its own code and its own tests, which may name it.
    private static let exempt = ["Modules/LegacyAccount/", "Tests/LegacyAccountTests/"]
    static let home = "Modules/Data/Sources/LegacyData/"

    /// Returns all lines outside the legacy code that name `AccountService.shared`.
    static func mentions(in files: [Code]) -> [(path: String, line: Int)] {
        files.filter { file in !exempt.contains { file.path.hasPrefix($0) } }.flatMap { file in
            file.tokens.indices.compactMap { index in
                guard names(file, at: index) else { return nil }
                return (path: file.path, line: file.tokens[index].line)
            }
        }
    }

    /// Returns each mention outside `home`, and each after the first in it.
    static func violations(files: [Code]) -> [Violation] {
        var mentions = mentions(in: files)
        if let first = mentions.firstIndex(where: { $0.path.hasPrefix(home) }) { mentions.remove(at: first) }
        return mentions.map {
            Violation(path: $0.path, line: $0.line, message: "'AccountService.shared' has its one place in LegacyData")
        }
    }

    /// Returns whether the code names `AccountService.shared`, even with line breaks in it, or `.shared` with an inferred type
    /// in a file that imports the legacy code.
    private static func names(_ code: Code, at index: Int) -> Bool {
        guard code[index] == "shared", code[index - 1] == "." else { return false }
        if code[index - 2] == "AccountService" { return true }
        let isInferred =
            index < 2 || !(code.tokens[index - 2].isWord || [")", "]", ">", "?", "!"].contains(code[index - 2]))
        return isInferred && ImportRule.imports(in: code).contains { $0.module == "LegacyAccount" }
    }
}
