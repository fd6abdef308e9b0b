/// No file has more than 400 lines, and no function, initialiser or property more than 60. Lines and not statements count,
/// because a reader sees lines; swift-format has no rule for lengths.
enum SizeRule {
    static let longestFile = 400
    static let longestFunction = 60

    /// Returns each file and each function that is too long.
    static func violations(files: [Code]) -> [Violation] {
        files.flatMap { file in
            let whole = file.lineCount > longestFile ? [(file.path, 1, file.lineCount)] : []
            let parts = bodies(in: file).filter { $0.length > longestFunction }
            return (whole + parts.map { ("\(file.path): \($0.name)", $0.line, $0.length) }).map { name, line, length in
                Violation(path: file.path, line: line, message: "'\(name)' is too long: \(length) lines")
            }
        }
    }

    /// Returns the functions, initialisers, subscripts and computed properties of a file that have a body, with their lengths in
    /// lines.
    private static func bodies(in file: Code) -> [(name: String, line: Int, length: Int)] {
        file.tokens.indices.compactMap { start in
            let keyword = file.tokens[start]
            guard keyword.isWord, ["func", "init", "subscript", "var"].contains(keyword.text), file[start - 1] != ".",
                let opening = opening(in: file, after: start), let closing = closing(in: file, of: opening)
            else { return nil }
            let name = ["func", "var"].contains(keyword.text) ? file[start + 1] ?? "" : keyword.text
            return (name, keyword.line, file.tokens[closing].line - keyword.line + 1)
        }
    }

    /// Returns the index of the brace that opens the body of a declaration, or `nil` if it has none.
    private static func opening(in file: Code, after start: Int) -> Int? {
        var depth = 0
        for index in file.tokens.indices.dropFirst(start + 1) {
            let token = file.tokens[index]
            switch token.text {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "{" where depth == 0: return index
            case "=" where depth == 0 && file.tokens[start].text == "var": return nil
            case "}", ";": return nil
            default: if depth == 0, token.opensLine, endsDeclaration.contains(token.text) { return nil }
            }
            if depth < 0 { return nil }
        }
        return nil
    }

    /// Returns the index of the brace that closes the one at `opening`.
    private static func closing(in file: Code, of opening: Int) -> Int? {
        var depth = 0
        for index in file.tokens.indices.dropFirst(opening) {
            if file.tokens[index].text == "{" { depth += 1 }
            if file.tokens[index].text == "}" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    private static let endsDeclaration: Set<String> = [
        "@", "#", "func", "init", "deinit", "subscript", "var", "let", "case", "struct", "class", "enum", "actor",
        "protocol",
        "extension", "typealias", "associatedtype", "import", "public", "private", "fileprivate", "internal", "package",
        "static", "mutating", "nonisolated", "override", "final", "convenience", "required", "lazy", "weak", "return",
        "guard", "if", "for", "while", "switch", "try", "await", "self", "defer", "do", "throw",
    ]
}
