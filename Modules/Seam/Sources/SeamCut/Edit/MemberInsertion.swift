import SeamKit

/// Inserts members after the stored properties of a type, or at its start, in the way its own are written. In a file they come after
/// the imports.
struct MemberInsertion {
    let owner: OwnerDecl
    let file: ParsedFile

    /// Returns the edits that insert the lines of stored properties, and of an initializer behind all properties that are stored, now
    /// or later.
    func edits(storing lines: [String], initializer: [String]) -> [TextEdit] {
        let neighbour = PropertyNeighbour(owner: owner, file: file)
        if !initializer.isEmpty, owner.statements == nil, let stored = neighbour.member(for: lines),
            let last = neighbour.alone(owner.members.lastStoredOrLazy), last.offset > stored.offset
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
        if isAfterStored, let last = PropertyNeighbour(owner: owner, file: file).member(for: lines) {
            return edit(inserting: lines, after: last)
        }
        let lines = lines.drop(while: \.isEmpty)
        let brace = owner.members.start
        let newline = file.newline
        let indent = memberIndent
        let gap = file.indentsBlankLines ? indent : ""
        let declaration = lines.joined(separator: newline + indent)
            .replacing(newline + indent + newline, with: newline + gap + newline)
        var end = brace
        // A comment after the brace stays where it is.
        let line = file.bytes[brace...].prefix { $0 != UInt8(ascii: "\n") }
        let rest = String(decoding: line, as: UTF8.self)
        let trimmed = rest.drop { $0.isWhitespace }
        if trimmed.isEmpty || trimmed.hasPrefix("//"), brace + line.count < file.bytes.count {
            end = brace + line.count + 1
            // The blank line with which the type begins stays its first.
            let first = file.bytes[end...].prefix { $0 != UInt8(ascii: "\n") }.count + 1
            if end + first < file.bytes.count, hasMembers, file.isBlank(end..<end + first) {
                return TextEdit(offset: end + first, old: "", new: indent + declaration + newline + gap + newline)
            }
            let next = String(decoding: file.bytes[end...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            let isFollowed = !next.allSatisfy(\.isWhitespace) && !next.drop { $0.isWhitespace }.hasPrefix("}")
            return TextEdit(
                offset: end,
                old: "",
                new: indent + declaration + newline + (isFollowed ? gap + newline : "")
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

    private func edit(inserting lines: [String], after last: DeclarationNode) -> TextEdit {
        let newline = file.newline
        let indent = file.indent(of: last.offset)
        let gap = file.indentsBlankLines ? indent : ""
        let declaration = lines.joined(separator: newline + indent)
            .replacing(newline + indent + newline, with: newline + gap + newline)
        let end = last.end
        let offset = end + file.bytes[end...].prefix { $0 != UInt8(ascii: "\n") }.count + 1
        let neighbour = PropertyNeighbour(owner: owner, file: file)
        let isApart = lines.first.map { !$0.isEmpty && neighbour.isSetOff(last, from: $0) } == true
        let isTall = lines.last?.hasSuffix("}") == true || isApart || neighbour.isTall(behind: last)
        let isFollowed = neighbour.isFollowed(at: offset) && isTall
        let lead = lines.first?.isEmpty == true ? gap : indent
        let new = (isApart ? gap + newline : "") + lead + declaration + newline + (isFollowed ? gap + newline : "")
        return TextEdit(offset: offset, old: "", new: new)
    }

    private var hasMembers: Bool { !owner.members.offsets.isEmpty }

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
