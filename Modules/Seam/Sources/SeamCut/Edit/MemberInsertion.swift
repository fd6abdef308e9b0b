import SeamKit
import SwiftSyntax

/// Inserts members after the stored properties of a type, or at its start, in the way its own are written. In a file they come after
/// the imports.
struct MemberInsertion {
    let owner: OwnerDecl
    let file: ParsedFile

    /// Returns the edit that inserts `lines`.
    ///
    /// - Parameter isAfterStored: whether they come after the stored properties, and not first.
    func edit(inserting lines: [String], afterStored isAfterStored: Bool = false) -> TextEdit {
        if let list = owner.node.as(CodeBlockItemListSyntax.self) { return file.edit(declaring: lines, in: list) }
        if isAfterStored, let last = lastStored { return edit(inserting: lines, after: last) }
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
                && !variable.modifiers.says("static")
        }
        guard let last = stored.last else { return edit(inserting: [line]) }
        let end = last.endPositionBeforeTrailingTrivia.utf8Offset
        return TextEdit(offset: end, old: "", new: file.newline + memberIndent + line)
    }

    /// The last stored property before functions and initializers, if it has lines of its own.
    private var lastStored: DeclSyntax? {
        guard [.class, .struct, .actor].contains(owner.kind) else { return nil }
        var result: DeclSyntax?
        for item in owner.members.members {
            if [.functionDecl, .initializerDecl, .deinitializerDecl, .subscriptDecl].contains(item.decl.kind) { break }
            guard let variable = item.decl.as(VariableDeclSyntax.self), variable.isStoredInInstances else { continue }
            result = item.decl
        }
        guard let found = result else { return nil }
        let start = found.positionAfterSkippingLeadingTrivia.utf8Offset
        let end = found.endPositionBeforeTrailingTrivia.utf8Offset
        let rest = String(decoding: file.bytes[end...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let isAlone = file.lineStart(of: start) + file.indent(of: start).utf8.count == start
        let trimmed = rest.drop { $0.isWhitespace }
        let isLast = trimmed.isEmpty || trimmed.hasPrefix("//")
        return isAlone && isLast && end + rest.utf8.count < file.bytes.count ? found : nil
    }

    private func edit(inserting lines: [String], after last: DeclSyntax) -> TextEdit {
        let newline = file.newline
        let indent = file.indent(of: last.positionAfterSkippingLeadingTrivia.utf8Offset)
        let declaration = lines.joined(separator: newline + indent)
            .replacing(newline + indent + newline, with: newline + newline)
        let end = last.endPositionBeforeTrailingTrivia.utf8Offset
        let offset = end + file.bytes[end...].prefix { $0 != UInt8(ascii: "\n") }.count + 1
        let next = String(decoding: file.bytes[offset...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let trimmed = next.drop { $0.isWhitespace }
        // A body stands apart.
        let isFollowed = !trimmed.isEmpty && !trimmed.hasPrefix("}") && lines.last?.hasSuffix("}") == true
        let isApart = lines.count == 1 && lines[0].hasSuffix("}")
        let lead = lines.first?.isEmpty == true ? "" : indent
        let new = (isApart ? newline : "") + lead + declaration + newline + (isFollowed ? newline : "")
        return TextEdit(offset: offset, old: "", new: new)
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

extension VariableDeclSyntax {
    /// Whether instances store it.
    var isStoredInInstances: Bool {
        !modifiers.says("static", "class", "lazy")
            && bindings.contains { binding in
                switch binding.accessorBlock?.accessors {
                case nil: return true
                case .getter: return false
                case .accessors(let list):
                    return list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
                }
            }
    }
}
