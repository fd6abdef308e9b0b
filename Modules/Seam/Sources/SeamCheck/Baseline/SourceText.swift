import SeamKit

/// The text of a file around the places of a map.
struct SourceText {
    private let bytes: [UInt8]
    private let lines: [Int]

    init(bytes: [UInt8]) {
        self.bytes = bytes
        lines = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    /// Returns the names with dots between them that stand at a place: `Services.api`.
    func name(line: Int, column: Int) -> String {
        guard let offset = offset(line: line, column: column) else { return "" }
        let name = bytes[offset...].prefix { $0.isOfName || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "`") }
        return String(decoding: name, as: UTF8.self)
    }

    /// Returns whether a label of an argument stands before a place: `(account: `, `, account: `.
    func isArgument(line: Int, column: Int) -> Bool {
        guard let label = label(line: line, column: column) else { return false }
        return label.last == UInt8(ascii: "(") || label.last == UInt8(ascii: ",")
    }

    /// Returns whether the type of a property or a parameter stands at a place: `account: Account`, `account: (any Account)?`.
    func isAnnotation(line: Int, column: Int) -> Bool { label(line: line, column: column) != nil }

    /// Returns the name of the parameter whose default value stands at a place: `account: Account = .shared`.
    func parameter(line: Int, column: Int) -> String? {
        guard let before = text(before: line, column: column), before.last == UInt8(ascii: "=") else { return nil }
        let typed = before.dropLast()
        let isType = { (byte: UInt8) in byte.isOfName || ".?!() <>`".utf8.contains(byte) }
        let rest = typed.dropLast(typed.suffix(while: isType).count)
        guard rest.last == UInt8(ascii: ":") else { return nil }
        let isName = { (byte: UInt8) in byte.isOfName || byte == UInt8(ascii: "`") }
        let named = Self.trimmed(rest.dropLast())
        let name = named.suffix(while: isName)
        let labelled = Self.trimmed(named.dropLast(name.count))
        let start = Self.trimmed(labelled.dropLast(labelled.suffix(while: isName).count))
        guard !name.isEmpty, start.last == UInt8(ascii: "(") || start.last == UInt8(ascii: ",") else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    /// Returns whether a property is static, if its value begins at a place: `var account: Account { .shared }`,
    /// `lazy var account = Account.shared`, `{ injectedAccount ?? .shared }`. Returns nil for a part of something larger.
    func isStatic(property name: String, line: Int, column: Int) -> Bool? {
        guard let before = text(before: line, column: column)?.suffix(400) else { return nil }
        let text = String(decoding: before, as: UTF8.self)
        let head = /(?<words>[^\n{;}]*)\b(?:var|let)\s+`?(?<name>\w+)`?\s*(?::[^={\n]*)?[={]/
        let rest = /\s*(?:get\s*\{)?\s*(?:return\b)?\s*(?:[\w.?()]+\s*\?\?)?\s*/
        guard let found = text.matches(of: head).last, found.output.name == name,
            text[found.range.upperBound...].wholeMatch(of: rest) != nil
        else { return nil }
        return found.output.words.contains(/\b(static|class)\b/)
    }

    /// Returns whether an optional type stands at a place.
    func isOptional(line: Int, column: Int) -> Bool {
        guard let offset = offset(line: line, column: column) else { return false }
        let rest = bytes[(offset + name(line: line, column: column).utf8.count)...].drop { $0 == UInt8(ascii: ")") }
        return rest.first == UInt8(ascii: "?")
    }

    /// Returns the protocol in `extension Type: Protocol` if `Type` stands at a place.
    func conformance(line: Int, column: Int) -> String? {
        guard let offset = offset(line: line, column: column), let before = text(before: line, column: column),
            before.suffix(9).elementsEqual("extension".utf8)
        else { return nil }
        let head = bytes[offset...].prefix { $0 != UInt8(ascii: "{") }.split(separator: UInt8(ascii: ":"))
        guard head.count == 2 else { return nil }
        return String(decoding: head[1].filter { $0 > 0x20 }, as: UTF8.self)
    }

    /// Returns what stands before `name: ` before a place; nil if that doesn't.
    private func label(line: Int, column: Int) -> ArraySlice<UInt8>? {
        guard var rest = text(before: line, column: column) else { return nil }
        for word in ["any", "some", "("] where rest.suffix(word.utf8.count).elementsEqual(word.utf8) {
            rest = Self.trimmed(rest.dropLast(word.utf8.count))
        }
        guard rest.last == UInt8(ascii: ":") else { return nil }
        rest = Self.trimmed(rest.dropLast())
        let name = rest.suffix(while: { $0.isOfName || $0 == UInt8(ascii: "`") })
        return name.isEmpty ? nil : Self.trimmed(rest.dropLast(name.count))
    }

    private func offset(line: Int, column: Int) -> Int? {
        guard lines.indices.contains(line - 1) else { return nil }
        let offset = lines[line - 1] + column - 1
        return offset >= 0 && offset <= bytes.count ? offset : nil
    }

    private func text(before line: Int, column: Int) -> ArraySlice<UInt8>? {
        offset(line: line, column: column).map { Self.trimmed(bytes[..<$0]) }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.dropLast(bytes.suffix(while: { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }).count)
    }
}

extension ArraySlice {
    /// The elements at the end that fit.
    fileprivate func suffix(while fits: (Element) -> Bool) -> ArraySlice {
        self[(lastIndex { !fits($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
