/// Breaks lines that are too long, at the places where `swift format` breaks them and in a form that it leaves as it is: one
/// element of a list a line.
struct LineBreaks {
    let format: CodeFormat

    /// Returns code with no line that is too long, as far as it has places to break lines at.
    func broken(_ text: String) -> String {
        guard text.utf8.count > format.lineLength else { return text }
        var result = ""
        var isInText = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !result.isEmpty || line.startIndex != text.startIndex { result += "\n" }
            let isBreakable = !isInText && line.utf8.count > format.lineLength
            if line.contains("\"\"\"") { isInText.toggle() }
            guard isBreakable else {
                result += line
                continue
            }
            let indentation = line.prefix { $0 == " " || $0 == "\t" }
            result += lines(of: String(line[indentation.endIndex...]), indentation: String(indentation)).joined(
                separator: "\n"
            )
        }
        return result
    }

    /// Returns a statement or declaration, or a part of one, as lines.
    private func lines(of text: String, indentation: String) -> [String] {
        if fits(text, indentation: indentation) { return [indentation + text] }
        if text.hasPrefix("/// ") { return documentation(of: text, indentation: indentation) }
        if text.hasPrefix("//") { return [indentation + text] }
        let code = CodeLine(text)
        let rules = [
            alias, branch, added, restricted, annotated, conditional, listed, operated, grouped, assigned, returning,
            labeled,
        ]
        return rules.lazy.compactMap { $0(code, indentation) }.first ?? [indentation + text]
    }

    private func fits(_ text: String, indentation: String) -> Bool {
        indentation.count + text.count <= format.lineLength
    }

    private func fits(_ lines: [String]) -> Bool { lines.allSatisfy { $0.count <= format.lineLength } }

    private func deeper(_ indentation: String) -> String { indentation + format.indentation }

    private func documentation(of text: String, indentation: String) -> [String] {
        var lines = [indentation + "///"]
        for word in text.dropFirst(4).split(separator: " ") {
            let longer = lines[lines.count - 1] + " " + word
            if longer.count <= format.lineLength || lines[lines.count - 1] == indentation + "///" {
                lines[lines.count - 1] = longer
            } else {
                lines.append(indentation + "/// " + word)
            }
        }
        return lines
    }

    /// `typealias Name =`, and the type below it.
    private func alias(_ code: CodeLine, indentation: String) -> [String]? {
        guard code.begins(with: "typealias") else { return nil }
        return assigned(code, indentation: indentation)
    }

    /// `case pattern:`, and the statement below it.
    private func branch(_ code: CodeLine, indentation: String) -> [String]? {
        ["case ", "default:"].contains { code.text.hasPrefix($0) } ? labeled(code, indentation: indentation) : nil
    }

    /// `list +=`, and what is added below it.
    private func added(_ code: CodeLine, indentation: String) -> [String]? {
        guard let equals = code.equals, code.text(from: equals).hasPrefix("+=") else { return nil }
        return assigned(code, indentation: indentation)
    }

    /// `name:`, and what it stands before below it.
    private func labeled(_ code: CodeLine, indentation: String) -> [String]? {
        guard let colon = code.colon, !code.text(from: colon + 2).isEmpty else { return nil }
        return [indentation + code.text(to: colon + 1)]
            + lines(of: code.text(from: colon + 2), indentation: deeper(indentation))
    }

    /// Elements of a list whose brackets stand on other lines, or of the conditions of a statement.
    private func listed(_ code: CodeLine, indentation: String) -> [String]? {
        guard code.parts.dropFirst().contains(where: { !$0.isEmpty }), !code.begins(with: "case") else { return nil }
        let isDeclaration = ["struct", "class", "enum", "extension"].contains(where: code.begins)
        if isDeclaration, code.text.hasSuffix(" {") {
            return listed(CodeLine(String(code.text.dropLast(2))), indentation: indentation).map {
                $0 + [indentation + "{"]
            }
        }
        let isInner = isDeclaration || Self.conditionals.contains(where: code.begins)
        let inner = isInner ? deeper(indentation) : indentation
        return code.parts.enumerated().flatMap { index, part in
            let text = index < code.parts.count - 1 ? part + "," : part
            return text.isEmpty ? [] : lines(of: text, indentation: index == 0 ? indentation : inner)
        }
    }

    /// An operation, broken before its last operator that can stay on the first line.
    private func operated(_ code: CodeLine, indentation: String) -> [String]? {
        guard !code.operators.isEmpty else { return nil }
        return code.equals == nil
            ? operated(code, indentation: indentation, inner: deeper(indentation))
            : assigned(code, indentation: indentation)
    }

    private func operated(_ code: CodeLine, indentation: String, inner: String) -> [String]? {
        for place in code.operators.reversed() where fits(code.text(to: place - 1), indentation: indentation) {
            return [indentation + code.text(to: place - 1)] + lines(of: code.text(from: place), indentation: inner)
        }
        return nil
    }

    /// `name =`, and the value below it.
    private func assigned(_ code: CodeLine, indentation: String) -> [String]? {
        guard let equals = code.equals else { return nil }
        let value = code.text(from: equals).drop { $0 != " " }.dropFirst()
        let head = [indentation + code.text.dropLast(value.count + 1)]
        let inner = deeper(indentation)
        let operation = CodeLine(String(value))
        if !fits(operation.text, indentation: inner), let lines = operated(operation, indentation: inner, inner: inner)
        {
            return head + lines
        }
        return head + lines(of: operation.text, indentation: inner)
    }

    /// A declaration, and its `where` below it.
    private func restricted(_ code: CodeLine, indentation: String) -> [String]? {
        guard let place = code.restriction else { return nil }
        let head = lines(of: code.text(to: place - 1), indentation: indentation)
        let clause = code.text(from: place)
        if fits(clause, indentation: indentation) { return head + [indentation + clause] }
        let isOpen = clause.hasSuffix(" {")
        let list = CodeLine(String(clause.dropFirst("where ".count).dropLast(isOpen ? 2 : 0)))
        return head + [indentation + "where"] + elements(of: list.parts, indentation: indentation)
            + (isOpen ? [indentation + "{"] : [])
    }

    /// `let name:`, and the type below it.
    private func annotated(_ code: CodeLine, indentation: String) -> [String]? {
        guard code.begins(with: "let") || code.begins(with: "var"), let colon = code.colon, code.equals == nil else {
            return nil
        }
        let block = code.groups.last { $0.isBlock }
        let isOpen = code.text.hasSuffix(" {")
        let head = block.map { code.text(to: $0.open - 1) } ?? (isOpen ? String(code.text.dropLast(2)) : code.text)
        if let block, fits(head + " {", indentation: indentation) {
            return [indentation + head + " {"] + elements(of: code.parts(of: block), indentation: indentation) + [
                indentation + "}"
            ]
        }
        let rest =
            block.map { lines(of: code.text(from: $0.open), indentation: indentation) }
            ?? (isOpen ? [indentation + "{"] : [])
        if fits(head, indentation: indentation) { return [indentation + head] + rest }
        let type = String(head.dropFirst(code.text(to: colon + 2).count))
        return [indentation + code.text(to: colon + 1)] + lines(of: type, indentation: deeper(indentation)) + rest
    }

    private static let conditionals = ["guard", "if", "while"]

    /// A statement with conditions and a block, whose content is below it; `guard`, its conditions and `else`.
    private func conditional(_ code: CodeLine, indentation: String) -> [String]? {
        guard Self.conditionals.contains(where: code.begins) else { return nil }
        if let block = code.groups.last, block.isBlock, fits(code.text(to: block.open + 1), indentation: indentation) {
            return [indentation + code.text(to: block.open + 1)]
                + elements(of: code.parts(of: block), indentation: indentation)
                + [indentation + "}"]
        }
        guard let ending = code.alternative, code.begins(with: "guard") else { return nil }
        let conditions = CodeLine(String(code.text(to: ending - 1).dropFirst("guard ".count)))
        return [indentation + "guard"] + elements(of: conditions.parts, indentation: indentation)
            + lines(of: code.text(from: ending), indentation: indentation)
    }

    /// The elements of the last list in brackets that can begin on the first line, or the content of a closure.
    private func grouped(_ code: CodeLine, indentation: String) -> [String]? {
        for group in code.breakableGroups.reversed() {
            let head = code.text(to: code.start(of: group))
            guard fits(head, indentation: indentation) else { continue }
            let found =
                [indentation + head]
                + elements(of: code.parts(of: group), indentation: indentation, endsInComma: group.isList)
                + lines(of: code.text(from: group.close), indentation: indentation)
            // A value that is whole on the next line is easier to read.
            if !fits(found), let other = assigned(code, indentation: indentation), fits(other) { return other }
            return found
        }
        return nil
    }

    /// `(Value) ->`, and the result below it.
    private func returning(_ code: CodeLine, indentation: String) -> [String]? {
        guard let arrow = code.arrow, !code.text.hasSuffix("{") else { return nil }
        return [indentation + code.text(to: arrow + 2)]
            + lines(of: code.text(from: arrow + 3), indentation: indentation)
    }

    private func elements(of parts: [String], indentation: String, endsInComma: Bool = false) -> [String] {
        parts.enumerated().flatMap { index, part in
            lines(of: endsInComma || index < parts.count - 1 ? part + "," : part, indentation: deeper(indentation))
        }
    }
}
