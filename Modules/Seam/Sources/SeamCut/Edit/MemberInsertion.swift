import SeamKit

/// Inserts members after the stored properties of a type, or at its start, in the way its own are written. In a file they come after
/// the imports.
struct MemberInsertion {
    let owner: OwnerDecl
    let file: ParsedFile

    /// Returns the edits that insert the lines of stored properties, and of an initializer behind all properties that are stored, now
    /// or later.
    func edits(storing lines: [String], initializer: [String]) -> [TextEdit] {
        if !initializer.isEmpty, owner.statements == nil, let stored = lastStored,
            let last = alone(owner.members.lastStoredOrLazy), last.offset > stored.offset
        {
            return (lines.isEmpty ? [] : [edit(inserting: lines, after: stored)])
                + [edit(inserting: [""] + initializer, after: last)]
        }
        let all = lines + (initializer.isEmpty ? [] : [""] + initializer)
        return all.isEmpty ? [] : [edit(inserting: all, afterStored: true)]
    }

    /// Returns the edit that inserts `lines`.
    ///
    /// - Parameter isAfterStored: whether they come after the stored properties, and not first.
    func edit(inserting lines: [String], afterStored isAfterStored: Bool = false) -> TextEdit {
        if let list = owner.statements { return file.edit(declaring: lines, in: list) }
        if isAfterStored, let last = lastStored { return edit(inserting: lines, after: last) }
        let lines = lines.drop(while: \.isEmpty)
        let brace = owner.members.start
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

    /// Returns the edit that inserts a stored property after all others, so that it is the last that a memberwise initializer takes,
    /// or before closures at the end.
    func edit(storingLast line: String) -> TextEdit {
        var stored = owner.variables.filter(\.isStoredInInstances)
        let called = CalledInitializer(memberwiseOf: owner, takes: true)
        if called.place < called.parameters.count {
            let label = called.parameters[called.place].label
            stored = Array(stored.prefix { !$0.parts.contains { $0.written.withoutBackticks == label } })
        }
        guard let last = stored.last else { return edit(inserting: [line]) }
        return TextEdit(offset: last.end, old: "", new: file.newline + memberIndent + line)
    }

    /// The last stored property before functions and initializers, if it has lines of its own.
    private var lastStored: DeclarationNode? {
        guard [.class, .struct, .actor].contains(owner.kind), let stored = owner.members.lastStored else { return nil }
        return alone(owner.members.read(ofLate: stored) ?? stored)
    }

    /// Returns a declaration if it has lines of its own.
    private func alone(_ found: DeclarationNode?) -> DeclarationNode? {
        guard let found else { return nil }
        let (start, end) = (found.offset, found.end)
        let rest = String(decoding: file.bytes[end...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let isAlone = file.lineStart(of: start) + file.indent(of: start).utf8.count == start
        let trimmed = rest.drop { $0.isWhitespace }
        let isLast = trimmed.isEmpty || trimmed.hasPrefix("//")
        return isAlone && isLast && end + rest.utf8.count < file.bytes.count ? found : nil
    }

    private func edit(inserting lines: [String], after last: DeclarationNode) -> TextEdit {
        let newline = file.newline
        let indent = file.indent(of: last.offset)
        let declaration = lines.joined(separator: newline + indent)
            .replacing(newline + indent + newline, with: newline + newline)
        let end = last.end
        let offset = end + file.bytes[end...].prefix { $0 != UInt8(ascii: "\n") }.count + 1
        let next = String(decoding: file.bytes[offset...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let trimmed = next.drop { $0.isWhitespace }
        // What follows a body stands apart, and so do properties of instances from those of the type.
        let isFollowed = !trimmed.isEmpty && !trimmed.hasPrefix("}") && lines.last?.hasSuffix("}") == true
        let isApart =
            (isSetOff(last) || last.property?.isStoredInInstances != true) && lines.first?.isEmpty == false
        let lead = lines.first?.isEmpty == true ? "" : indent
        let new = (isApart ? newline : "") + lead + declaration + newline + (isFollowed ? newline : "")
        return TextEdit(offset: offset, old: "", new: new)
    }

    /// Returns whether what follows a property stands apart: the property has a body on lines of its own, a comment above it or above
    /// those that it stands with, or a blank line between it and the property before.
    private func isSetOff(_ last: DeclarationNode) -> Bool {
        if last.code.contains("\n"), ["}", "}()"].contains(where: last.code.hasSuffix) { return true }
        var start = file.lineStart(of: last.offset)
        while start > owner.members.start {
            let above = file.lineStart(of: start - 1)
            let line = String(decoding: file.bytes[above..<start], as: UTF8.self).trimmingPrefix { $0.isWhitespace }
            if line.isEmpty { return start == file.lineStart(of: last.offset) && above > owner.members.start }
            if ["//", "/*", "*"].contains(where: line.hasPrefix) { return true }
            start = above
        }
        return false
    }

    /// The indentation of members.
    private var memberIndent: String {
        let outer = file.indent(of: owner.node.offset)
        if let offset = owner.members.offsets.first {
            let start = file.lineStart(of: offset)
            if start >= owner.members.start {
                let indent = file.indent(of: offset)
                if start + indent.utf8.count == offset { return indent }
            }
        }
        return outer + (outer.contains("\t") ? "\t" : "    ")
    }
}
