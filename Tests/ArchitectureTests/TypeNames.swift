/// The types that a file declares, and which of their names are meaningless.
enum TypeNames {
    /// Words that describe how a type is made and not its purpose.
    static let refused: Set<String> = ["Impl", "Manager", "Helper", "Helpers", "Util", "Utils", "Base"]

    private static let keywords: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    static func declarations(in code: Code) -> [(line: Int, name: String)] {
        code.tokens.indices.compactMap { index in
            guard keywords.contains(code.tokens[index].text), code[index - 1] != ".",
                code.tokens.indices.contains(index + 1), code.tokens[index + 1].isWord,
                let first = code[index + 1]?.first, first.isUppercase
            else { return nil }
            return (line: code.tokens[index].line, name: code.tokens[index + 1].text)
        }
    }

    static func violations(files: [Code]) -> [Violation] {
        let ours = files.filter {
            !$0.path.hasPrefix("Modules/LegacyAccount/") && !$0.path.hasPrefix("Tests/LegacyAccountTests/")
        }
        return ours.flatMap { file in
            declarations(in: file).compactMap { line, name in
                words(of: name).first(where: refused.contains).map {
                    Violation(path: file.path, line: line, message: "type '\(name)': '\($0)' says nothing")
                }
            }
        }
    }

    /// Splits `OrderListBase` into Order, List, Base; `Database` is one word.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        for character in name {
            if character.isUppercase || words.isEmpty {
                words.append(String(character))
            } else {
                words[words.count - 1].append(character)
            }
        }
        return words
    }
}
