import SwiftSyntax

/// Inserts members at the start of a type, in the way its own are written. In a file they come after the imports.
struct MemberInsertion {
    let owner: OwnerDecl
    let file: ParsedFile

    /// Returns the edit that inserts `lines` as the first members.
    func edit(inserting lines: [String]) -> TextEdit {
        if let list = owner.node.as(CodeBlockItemListSyntax.self) { return file.edit(declaring: lines, in: list) }
        let brace = owner.members.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
        let newline = file.newline
        let indent = memberIndent
        let declaration = lines.joined(separator: newline + indent)
            .replacing(newline + indent + newline, with: newline + newline)
        var end = brace
        // A comment after the brace stays where it is.
        let line = file.bytes[brace...].prefix { $0 != UInt8(ascii: "\n") }
        let rest = String(decoding: line, as: UTF8.self)
        let trimmed = rest.drop { $0.isWhitespace }
        if trimmed.isEmpty || trimmed.hasPrefix("//"), brace + line.count < file.bytes.count {
            end = brace + line.count + 1
            let next = String(decoding: file.bytes[end...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            let isFollowed = !next.allSatisfy(\.isWhitespace) && !next.drop { $0.isWhitespace }.hasPrefix("}")
            return TextEdit(
                offset: end,
                old: "",
                new: indent + declaration + newline + (isFollowed ? newline : "")
            )
        }
        let closing = file.indent(of: brace)
        let isEmpty = trimmed.hasPrefix("}")
        let lead = isEmpty ? closing : indent
        let blank = String(decoding: file.bytes[brace...].prefix { $0 == UInt8(ascii: " ") }, as: UTF8.self)
        return TextEdit(offset: brace, old: blank, new: newline + indent + declaration + newline + lead)
    }

    /// Returns the edit that inserts a stored property after all others, so that it is the last that a memberwise initializer takes.
    func edit(storingLast line: String) -> TextEdit {
        let stored = owner.memberDecls.compactMap { $0.as(VariableDeclSyntax.self) }.filter { variable in
            variable.bindings.contains { $0.accessorBlock == nil }
                && !variable.modifiers.contains { $0.name.text == "static" }
        }
        guard let last = stored.last else { return edit(inserting: [line]) }
        let end = last.endPositionBeforeTrailingTrivia.utf8Offset
        return TextEdit(offset: end, old: "", new: file.newline + memberIndent + line)
    }

    /// The indentation of members.
    private var memberIndent: String {
        let outer = file.indent(of: owner.node.positionAfterSkippingLeadingTrivia.utf8Offset)
        if let first = owner.members.members.first {
            let offset = first.positionAfterSkippingLeadingTrivia.utf8Offset
            let start = file.lineStart(of: offset)
            if start > owner.members.leftBrace.position.utf8Offset {
                let indent = file.indent(of: offset)
                if start + indent.utf8.count == offset { return indent }
            }
        }
        return outer + (outer.contains("\t") ? "\t" : "    ")
    }
}
