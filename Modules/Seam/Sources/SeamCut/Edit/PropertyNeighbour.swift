import SeamKit

/// Finds the member that a new property stands behind: the last property of its kind, before the functions of the type if some are
/// there.
struct PropertyNeighbour {
    let owner: OwnerDecl
    let file: ParsedFile

    /// Returns the member; nil if the property comes first.
    ///
    /// - Parameter lines: the lines of the property, and of what comes with it. An initializer alone begins with an empty one.
    func member(for lines: [String]) -> DeclarationNode? {
        guard [.class, .struct, .actor].contains(owner.kind) else { return nil }
        let neighbour =
            lines.first.flatMap { $0.isEmpty ? nil : kin($0) } ?? lastTaken ?? owner.members.lastStored ?? stored.last
        // Among functions is no place for properties.
        let isAmongFunctions = owner.kind == .class && neighbour.map(isUnderMarkOfFunctions) == true
        let found = (isAmongFunctions ? nil : neighbour) ?? typesAtStart.last
        var last = found.flatMap { alone(owner.members.read(ofLate: $0) ?? $0) }
        // What has to stand apart doesn't tear others apart.
        while let own = last, let line = lines.first, !line.isEmpty, isSetOff(own, from: line),
            let next = directlyBelow(own),
            next.property?.isOfInstance == true, !next.code.contains("\n")
        {
            last = alone(next) ?? own
            if last == own { break }
        }
        return last
    }

    /// Returns a declaration if it has lines of its own.
    func alone(_ found: DeclarationNode?) -> DeclarationNode? {
        guard let found else { return nil }
        let (start, end) = (found.offset, found.end)
        let rest = String(decoding: file.bytes[end...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let isAlone = file.lineStart(of: start) + file.indent(of: start).utf8.count == start
        let trimmed = rest.drop { $0.isWhitespace }
        let isLast = trimmed.isEmpty || trimmed.hasPrefix("//")
        return isAlone && isLast && end + rest.utf8.count < file.bytes.count ? found : nil
    }

    // MARK: - The kind

    private func isStored(_ declaration: DeclarationNode) -> Bool {
        declaration.property?.isStoredInInstances == true
            || declaration.property != nil && declaration.modifierList.says("lazy")
    }

    /// The properties that instances store, now or later.
    private var stored: [DeclarationNode] {
        let first = owner.members.beforeFunctions.filter(isStored)
        return first.isEmpty ? owner.members.declarations.filter(isStored) : first
    }

    /// The last property at the start of a structure, if the memberwise initializer takes none behind it.
    private var lastTaken: DeclarationNode? {
        guard owner.kind == .struct else { return nil }
        let first = owner.members.beforeFunctions.prefix {
            $0.property?.isOfInstance == false || isStored($0) || $0.property == nil
        }
        guard let last = first.last(where: isStored), last != stored.last else { return nil }
        let behind = stored.drop { $0 != last }.dropFirst()
        // A private one with a wrapper and a value isn't taken.
        let isTaken = behind.contains { declaration in
            declaration.property?.isPrivate != true || declaration.property?.attributeList.isEmpty != false
                || declaration.property?.parts.contains { $0.value == nil } != false
        }
        return isTaken ? nil : last
    }

    /// The types that stand before everything else.
    private var typesAtStart: ArraySlice<DeclarationNode> {
        owner.members.declarations.prefix { $0.isType }
    }

    /// Returns the last property of the same kind as a new one; nil if there is none, or if the order of properties counts.
    private func kin(_ line: String) -> DeclarationNode? {
        let words = line.prefix { $0 != ":" && $0 != "=" }.split(separator: " ")
        let (isLet, isPrivate) = (words.contains("let"), words.contains { $0 == "private" || $0 == "fileprivate" })
        // A memberwise initializer takes the properties in their order.
        guard !line.hasPrefix("@"), !line.hasSuffix("}"), isLet || owner.kind != .struct else { return nil }
        let all = stored.filter { $0.property?.attributeList.isEmpty == true && alone($0) != nil }
        // `MARK: - Private Properties` is no place for others, if such a heading is there for them.
        let fitting = all.filter { isUnderPrivateMark($0) == isPrivate }
        let plain = fitting.isEmpty ? all : fitting
        let isSeen = { (declaration: DeclarationNode) in declaration.property?.isPrivate == isPrivate }
        let isSet = { (declaration: DeclarationNode) in
            declaration.property?.isLet == true && declaration.property?.part?.value == nil
        }
        let isVariable = { (declaration: DeclarationNode) in
            declaration.property?.isLet == false && isSeen(declaration)
        }
        let isLazy = words.contains("lazy")
        let kinds: [(DeclarationNode) -> Bool] =
            isLet
            ? [{ isSet($0) && isSeen($0) }, isSet, { $0.property?.isLet == true && isSeen($0) }]
            : [{ isVariable($0) && $0.modifierList.says("lazy") == isLazy }, isVariable, { _ in true }]
        for isOfKind in kinds {
            let all = plain.filter(isOfKind)
            if let last = all.last {
                return all.last { heading(of: $0)?.isOfDependencies == true } ?? all.last { heading(of: $0) == nil }
                    ?? last
            }
        }
        return fitting.last
    }

    /// Whether the `MARK:` above a member speaks of private members; nil if it speaks of no access, or if there is none.
    private func isUnderPrivateMark(_ member: DeclarationNode) -> Bool? {
        guard let position = owner.members.declarations.firstIndex(of: member) else { return nil }
        let marks = (0...position).reversed().lazy.compactMap { position in
            lines(above: position).last { $0.contains("MARK:") }?.lowercased()
        }
        guard let mark = marks.first else { return nil }
        if mark.contains("private") { return true }
        return mark.contains("public") || mark.contains("internal") ? false : nil
    }

    /// Whether the `MARK:` above a member speaks of functions.
    private func isUnderMarkOfFunctions(_ member: DeclarationNode) -> Bool {
        guard let position = owner.members.declarations.firstIndex(of: member) else { return false }
        let mark = (0...position).reversed().lazy.compactMap { position in
            lines(above: position).last { $0.contains("MARK:") }?.lowercased()
        }.first
        return mark.map { mark in
            ["method", "function", "overrid"].contains(where: mark.contains)
                && !["propert", "variable"].contains(where: mark.contains)
        } == true
    }

    /// Returns the lines between a member and the one before it.
    private func lines(above position: Int) -> [Substring] {
        let all = owner.members.declarations
        let start = position == 0 ? owner.members.start : all[position - 1].end
        let text = String(decoding: file.bytes[start..<all[position].offset], as: UTF8.self)
        // A comment behind a member is about that.
        return text.drop { !$0.isNewline }.split(whereSeparator: \.isNewline).map {
            $0.trimmingPrefix { $0.isWhitespace }
        }
    }

    /// A comment that stands above several members.
    private struct Heading {
        let text: String

        var isOfDependencies: Bool { says("dependenc", "inject") }
        /// Whether it speaks of dependencies, or of properties in general.
        var isGeneral: Bool {
            isOfDependencies || says("propert", "variable", "stored", "private", "public", "internal")
        }

        private func says(_ words: String...) -> Bool {
            text.hasPrefix("/") && words.contains { text.lowercased().contains($0) }
        }
    }

    /// Returns the heading above a member, unless that only says that properties follow; nil if there is none.
    private func heading(of member: DeclarationNode) -> Heading? {
        let all = owner.members.declarations
        guard var position = all.firstIndex(of: member) else { return nil }
        var isInParagraph = true
        while true {
            let comments = lines(above: position)
            if let mark = comments.last(where: { $0.contains("MARK:") }) {
                let heading = Heading(text: String(mark))
                return heading.isGeneral && !heading.isOfDependencies ? nil : heading
            }
            if isInParagraph, let last = comments.last(where: { !$0.isEmpty }),
                all[position] != member || directlyBelow(member) != nil,
                last.hasPrefix("//") && !last.hasPrefix("///") || last.hasPrefix("/*") && !last.hasPrefix("/**")
            {
                return Heading(text: String(last))
            }
            isInParagraph = isInParagraph && !isApart(position)
            if position == 0 { return nil }
            position -= 1
        }
    }

    /// Returns whether a blank line is between a member, with the comments above it, and the one before.
    private func isApart(_ position: Int) -> Bool {
        let all = owner.members.declarations
        let start = position == 0 ? owner.members.start : all[position - 1].end
        let text = String(decoding: file.bytes[start..<all[position].offset], as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.dropFirst().dropLast().contains { $0.allSatisfy(\.isWhitespace) }
    }

    // MARK: - Paragraphs

    /// Returns whether what follows a property stands apart: the property is of another kind, has a body on lines of its own, a comment
    /// above it or above those that it stands with, or it is one of several paragraphs.
    ///
    /// - Parameter line: the line that follows.
    func isSetOff(_ last: DeclarationNode, from line: String) -> Bool {
        guard let property = last.property, property.isOfInstance else { return true }
        if last.code.contains("\n"), ["}", "}()"].contains(where: last.code.hasSuffix) { return true }
        if !property.attributeList.isEmpty, !line.hasPrefix("@") { return true }
        if !property.isStoredInInstances, !(last.modifierList.says("lazy") && line.contains("var ")) { return true }
        var start = file.lineStart(of: last.offset)
        var isDirectlyAbove = true
        while start > owner.members.start {
            let above = file.lineStart(of: start - 1)
            let text = String(decoding: file.bytes[above..<start], as: UTF8.self).trimmingPrefix { $0.isWhitespace }
            if text.isEmpty || !text.hasPrefix("///") && Heading(text: String(text)).isGeneral { break }
            // What documents another property says nothing of this one.
            let isOfOther = text.hasPrefix("///") && !isDirectlyAbove
            if !isOfOther, ["//", "/*", "*"].contains(where: text.hasPrefix) { return true }
            isDirectlyAbove = isDirectlyAbove && text.hasPrefix("@")
            start = above
        }
        let position = owner.members.declarations.firstIndex(of: last) ?? 0
        // Behind a heading it is the first of its kind.
        guard isParagraph(last), let before = before(last),
            !lines(above: position).contains(where: { $0.contains("MARK:") })
        else { return false }
        return before.property?.isStoredInInstances == true && isParagraph(before)
    }

    /// Returns whether a member on several lines stands directly below another one.
    func isTall(behind last: DeclarationNode) -> Bool {
        guard let next = owner.members.declarations.drop(while: { $0 != last }).dropFirst().first else { return false }
        return next.initializer == nil && next.code.contains("\n")
    }

    /// Returns whether a line of the type begins with something at a place.
    func isFollowed(at offset: Int) -> Bool {
        let next = String(decoding: file.bytes[offset...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let trimmed = next.drop { $0.isWhitespace }
        return !trimmed.isEmpty && !trimmed.hasPrefix("}")
    }

    /// Returns the member on the line below; nil if a blank line or a comment is there.
    private func directlyBelow(_ member: DeclarationNode) -> DeclarationNode? {
        let next = owner.members.declarations.drop { $0 != member }.dropFirst().first
        return next.flatMap { file.line(of: $0.offset) == file.line(of: member.end) + 1 ? $0 : nil }
    }

    private func before(_ member: DeclarationNode) -> DeclarationNode? {
        owner.members.declarations.prefix { $0 != member }.last
    }

    /// Returns whether no other member stands directly above or below.
    private func isParagraph(_ member: DeclarationNode) -> Bool {
        let end = member.end
        let offset = end + file.bytes[end...].prefix { $0 != UInt8(ascii: "\n") }.count + 1
        return (before(member) == nil || isBehindBlankLine(member)) && offset < file.bytes.count
            && !isFollowed(at: offset)
    }

    private func isBehindBlankLine(_ member: DeclarationNode) -> Bool {
        let start = file.lineStart(of: member.offset)
        guard start > owner.members.start else { return false }
        return file.isBlank(file.lineStart(of: start - 1)..<start)
    }
}
