/// Under `Modules/` and `Mocks/`, no type of another module conforms to a protocol of another module.
///
/// Such a conformance needs `@retroactive` in the small packages, but the root rejects it. The check is textual: it finds the
/// plain form `extension Theirs: Theirs` with both names declared outside the module, and `@retroactive` anywhere.
enum ConformanceRule {
    static func violations(manifest: Manifest, files: [Code]) -> [Violation] {
        manifest.targets.filter { $0.path.hasPrefix("Modules/") || $0.path.hasPrefix("Mocks/") }.flatMap { target in
            let files = files.filter(target.contains)
            let own = Set(files.flatMap { TypeNames.declarations(in: $0).map(\.name) })
            return files.flatMap { violations(in: $0, own: own) }
        }
    }

    private static func violations(in code: Code, own: Set<String>) -> [Violation] {
        code.tokens.indices.flatMap { index -> [Violation] in
            if code[index] == "retroactive", code[index - 1] == "@" {
                return [
                    Violation(
                        path: code.path,
                        line: code.tokens[index].line,
                        message: "'@retroactive': a hand-over conformance lives in App/"
                    )
                ]
            }
            guard code[index] == "extension", code[index - 1] != "." else { return [] }
            return violations(inExtensionAt: index, of: code, own: own)
        }
    }

    private static func violations(inExtensionAt start: Int, of code: Code, own: Set<String>) -> [Violation] {
        var index = start + 1
        let extended = dottedName(in: code, at: &index)
        guard own.isDisjoint(with: extended), code[index] == ":" else { return [] }
        var found: [Violation] = []
        repeat {
            index += 1
            skipAttributes(in: code, at: &index)
            let conformed = dottedName(in: code, at: &index)
            if own.isDisjoint(with: conformed) {
                found.append(
                    Violation(
                        path: code.path,
                        line: code.tokens[start].line,
                        message: "neither '\(extended.joined(separator: "."))' nor "
                            + "'\(conformed.joined(separator: "."))' is this module's own"
                    )
                )
            }
        } while code[index] == "," || code[index] == "&"
        return found
    }

    /// Reads `A.B`, and skips generic arguments.
    private static func dottedName(in code: Code, at index: inout Int) -> [String] {
        var parts: [String] = []
        while let text = code[index], code.tokens[index].isWord {
            parts.append(text)
            index += 1
            if code[index] == "<" {
                while let inside = code[index], inside != ">", inside != "{" { index += 1 }
                index += 1
            }
            guard code[index] == "." else { break }
            index += 1
        }
        return parts
    }

    private static func skipAttributes(in code: Code, at index: inout Int) {
        while true {
            if code[index] == "@" {
                index += 2
            } else if code[index] == "nonisolated" || code[index] == "any" {
                index += 1
            } else {
                return
            }
        }
    }
}
