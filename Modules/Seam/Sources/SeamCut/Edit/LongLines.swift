import SeamKit

/// The lines that edits make too long, all of them together: `??` begins a line, a body gets lines of its own, each argument of a call
/// does, as in the calls around it, or the line is broken before an operator, a member or the captures of a closure.
struct LongLines {
    let file: ParsedFile
    let layout: Layout

    /// Returns the edits of the file, with those that wrap lines.
    func wrapped(_ edits: [TextEdit]) -> [TextEdit] {
        let others = edits.filter(isOfOtherLines)
        let lines = Dictionary(grouping: edits.filter { !isOfOtherLines($0) }) { file.lineStart(of: $0.offset) }
        let long = lines.filter { start, own in
            isTooLong(start, with: own) && !own.contains { edit in others.contains { $0.offset == edit.end } }
        }
        guard !long.isEmpty else { return edits }
        let calls = Dictionary(grouping: file.calls) { $0.argumentPlaces.map { file.lineStart(of: $0.open) } }
        let wrapped = long.mapValues { own -> [TextEdit] in
            let start = file.lineStart(of: own[0].offset)
            let outer = (calls[start] ?? []).filter { call in
                depth(of: call.argumentPlaces?.open ?? start, in: "{}") == 0 && !call.expression.isInText
            }
            let ways = [beforeOperator(start, own), body(on: start, own)] + outer.map { arguments(of: $0, own) }
            let found = ways.compactMap(\.self).filter(Self.isApart)
            let others = {
                [beforeChoice(start, own), beforeLogic(start, own), inChain(start, own), captures(start, own)]
                    .compactMap(\.self).filter(Self.isApart)
            }
            let fits = { (way: [TextEdit]) in
                text(of: start, with: way).split(separator: "\n").allSatisfy { layout.fits($0) }
            }
            return found.first(where: fits) ?? others().first(where: fits) ?? found.first ?? own
        }
        return edits.filter { isOfOtherLines($0) || long[file.lineStart(of: $0.offset)] == nil }
            + wrapped.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// Returns whether no edit is in the text that another one replaces.
    private static func isApart(_ edits: [TextEdit]) -> Bool {
        let sorted = edits.sorted { ($0.offset, $0.old.utf8.count) < ($1.offset, $1.old.utf8.count) }
        return zip(sorted, sorted.dropFirst()).allSatisfy { $0.end <= $1.offset }
    }

    /// Returns whether an edit adds lines above or below the one at its place.
    private func isOfOtherLines(_ edit: TextEdit) -> Bool {
        guard edit.old.isEmpty, edit.new.contains(where: \.isNewline) else { return false }
        let start = file.lineStart(of: edit.offset)
        return edit.offset == start && edit.new.last?.isNewline == true
            || edit.offset == end(of: start) && edit.new.first?.isNewline == true
    }

    private func end(of start: Int) -> Int {
        start + file.bytes[start...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }.count
    }

    private func isTooLong(_ start: Int, with edits: [TextEdit]) -> Bool {
        edits.allSatisfy { !$0.old.contains(where: \.isNewline) && !$0.new.contains(where: \.isNewline) }
            && layout.fits(String(decoding: file.bytes[start..<end(of: start)], as: UTF8.self))
            && !layout.fits(Self.code(of: text(of: start, with: edits)))
    }

    /// Returns a line without a comment at its end, which stays where it is.
    private static func code(of line: String) -> Substring {
        line.ranges(of: " // ").last.map { line[..<$0.lowerBound] } ?? line[...]
    }

    /// Returns the line, or its part up to a place, with edits.
    private func text(of start: Int, upTo place: Int? = nil, with edits: [TextEdit]) -> String {
        let moved = edits.filter { $0.end <= place ?? .max }.map { edit in
            TextEdit(offset: edit.offset - start, old: edit.old, new: edit.new)
        }
        let bytes = Array(file.bytes[start..<(place ?? end(of: start))])
        return String(decoding: FileChange(path: file.path, bytes: bytes, edits: moved).result, as: UTF8.self)
    }

    // MARK: - Ways to wrap a line

    /// Returns how many parentheses or braces of a line are open at a place.
    ///
    /// - Parameter signs: those that open, and those that close.
    private func depth(of place: Int, in signs: String) -> Int {
        let half = signs.utf8.count / 2
        let (open, closed) = (signs.utf8.prefix(half), signs.utf8.suffix(half))
        return file.bytes[file.lineStart(of: place)..<place].reduce(0) { depth, byte in
            depth + (open.contains(byte) ? 1 : closed.contains(byte) ? -1 : 0)
        }
    }

    /// Returns the edits with a line end before the `??` of the line that is in no parentheses on it; nil if there is none.
    private func beforeOperator(_ start: Int, _ edits: [TextEdit]) -> [TextEdit]? {
        let place = file.tokens("??").lazy.map(\.offset).first { isOutside($0, in: start) }
        return place.flatMap { breaking(start, before: [$0], edits) }
    }

    /// Returns the edits with line ends before both values of a choice; nil if there is none.
    private func beforeChoice(_ start: Int, _ edits: [TextEdit]) -> [TextEdit]? {
        let places = file.choices.first { $0.allSatisfy { isOutside($0, in: start) } }
        return isWhole(start) ? places.flatMap { breaking(start, before: $0, edits) } : nil
    }

    /// Returns the edits with a line end before the last operator between conditions; nil if there is none.
    private func beforeLogic(_ start: Int, _ edits: [TextEdit]) -> [TextEdit]? {
        let places = ["&&", "||"].flatMap { file.tokens($0) }.map(\.offset).filter {
            (start..<end(of: start)).contains($0)
        }
        return isWhole(start) ? places.max().flatMap { breaking(start, before: [$0], edits) } : nil
    }

    /// Returns the edits with a line end before the last member of a chain; nil if there is none.
    private func inChain(_ start: Int, _ edits: [TextEdit]) -> [TextEdit]? {
        let place = file.lastDots.last { isOutside($0, in: start) }
        return isWhole(start) ? place.flatMap { breaking(start, before: [$0], edits) } : nil
    }

    /// Returns the edits with a line for what the last closure of the line captures and takes; nil if that isn't the end of the line.
    private func captures(_ start: Int, _ edits: [TextEdit]) -> [TextEdit]? {
        let end = end(of: start)
        guard let closure = file.closures.last(where: { (start..<end).contains($0.offset) && $0.end > end }),
            let capture = edits.firstIndex(where: { $0.offset == closure.captureSlot.offset }),
            [" in", "{"].contains(where: String(decoding: file.bytes[start..<end], as: UTF8.self).hasSuffix)
        else { return nil }
        let gap = file.newline + file.indent(of: end + file.newline.utf8.count)
        var edits = edits
        let brace = closure.offset + 1
        if edits[capture].offset == brace {
            edits[capture].new = gap + edits[capture].new.drop { $0 == " " }
            return edits
        }
        guard file.bytes[brace] == UInt8(ascii: " ") else { return nil }
        return edits + [TextEdit(offset: brace, old: " ", new: gap)]
    }

    /// Returns whether a place is on a line, and in no parentheses on it.
    private func isOutside(_ place: Int, in start: Int) -> Bool {
        (start..<end(of: start)).contains(place) && depth(of: place, in: "([{)]}") == 0
    }

    /// Returns whether nothing that begins on a line, but for the body of a condition, goes on behind it.
    private func isWhole(_ start: Int) -> Bool {
        let line = String(decoding: file.bytes[start..<end(of: start)], as: UTF8.self).drop(while: \.isWhitespace)
        let isCondition = ["if ", "guard ", "} else if "].contains(where: line.hasPrefix) && line.hasSuffix(" {")
        let open = line.hasPrefix("}") ? 0 : 1
        return depth(of: end(of: start), in: "([{)]}") == (isCondition ? open : 0)
    }

    /// Returns the edits with line ends before places; nil if an edit is there.
    private func breaking(_ start: Int, before places: [Int], _ edits: [TextEdit]) -> [TextEdit]? {
        let line = file.bytes[start..<end(of: start)]
        let isContinued = line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: ".")
        let gap = file.newline + file.indent(of: start) + (isContinued ? "" : layout.indentation)
        let breaks = places.map { place in
            let isSpaced = line[..<place].last == UInt8(ascii: " ")
            return TextEdit(offset: isSpaced ? place - 1 : place, old: isSpaced ? " " : "", new: gap)
        }
        let isFree = breaks.allSatisfy { new in edits.allSatisfy { $0.end <= new.offset || $0.offset > new.offset } }
        return isFree ? edits + breaks : nil
    }

    /// Returns the edits with a line for the only statement between the first braces of the line; nil if there is none.
    private func body(on start: Int, _ edits: [TextEdit]) -> [TextEdit]? {
        let (line, end) = (file.bytes[start..<end(of: start)], end(of: start))
        let statement = file.bodies.lazy.compactMap { $0.count == 1 ? $0.first : nil }.first { statement in
            (start..<end).contains(statement.offset) && statement.endOfStatement < end
                && depth(of: statement.offset, in: "{}") == 1 && !statement.isInText
        }
        guard let statement else { return nil }
        let (first, last) = (statement.offset, statement.endOfStatement)
        let before = line[..<first].reversed().prefix { $0 == UInt8(ascii: " ") }.count
        let behind = line[last...].prefix { $0 == UInt8(ascii: " ") }.count
        guard line[(last + behind)...].first == UInt8(ascii: "}"), before > 0 else { return nil }
        let outer = file.newline + file.indent(of: start)
        return edits + [
            file.replacement(first - before..<first, with: outer + layout.indentation),
            file.replacement(last..<last + behind, with: outer),
        ]
    }

    /// Returns the edits with a line for each argument of a call; nil if it can't have that, or if nothing on the line belongs to it.
    private func arguments(of call: CallNode, _ edits: [TextEdit]) -> [TextEdit]? {
        guard let places = call.argumentPlaces, !places.arguments.isEmpty,
            file.line(of: places.open) == file.line(of: places.close),
            edits.contains(where: { edit in
                call.expression.extent.contains(edit.offset)
                    && (edit.offset <= places.close || call.closureSlot == edit.offset)
            })
        else { return nil }
        let gaps = zip(places.arguments, places.arguments.dropFirst()).map { $0.upperBound..<$1.lowerBound }
        let isPlain = gaps.allSatisfy { file.bytes[$0].allSatisfy { $0 == UInt8(ascii: " ") } }
        guard isPlain, file.bytes[places.close - 1] != UInt8(ascii: ","),
            edits.allSatisfy({ edit in !gaps.contains { $0.contains(edit.offset) && edit.offset > $0.lowerBound } })
        else { return nil }
        let start = file.lineStart(of: places.open)
        let isAligned = file.alignsArguments
        let column = text(of: start, upTo: places.open, with: edits).count
        let outer = file.newline + file.indent(of: start)
        let gap = isAligned ? file.newline + String(repeating: " ", count: column) : outer + layout.indentation
        // What is added between arguments is arguments, too.
        let between = Set(places.arguments.flatMap { [$0.lowerBound, $0.upperBound] })
        var result = edits.map { edit in
            guard edit.old.isEmpty, between.contains(edit.offset) else { return edit }
            let isLast = edit.new.hasPrefix(", ")
            let parts = edit.new.replacing(", ", with: "," + gap)
            let text = isLast || !parts.hasSuffix("," + gap) ? parts : String(parts.dropLast(gap.count))
            return TextEdit(offset: edit.offset, old: "", new: isLast ? text : text + gap)
        }
        result += gaps.map { file.replacement($0, with: gap) }
        guard !isAligned else { return result }
        result.insert(TextEdit(offset: places.open, old: "", new: gap), at: 0)
        return result + [TextEdit(offset: places.close, old: "", new: outer)]
    }
}

extension ParsedFile {
    /// Whether most calls on several lines have their first argument behind the parenthesis.
    fileprivate var alignsArguments: Bool {
        let starts = calls.compactMap(\.argumentPlaces).filter { places in
            guard let last = places.arguments.last, places.arguments.count > 1 else { return false }
            return line(of: last.lowerBound) != line(of: places.open)
        }
        let aligned = starts.count { line(of: $0.arguments[0].lowerBound) == line(of: $0.open) }
        return aligned * 2 > starts.count
    }
}

extension House {
    /// Returns the edits of files, by their paths, with those that wrap the lines that get too long.
    func wrapped(_ edits: [String: [TextEdit]], _ index: CodeTree) -> [String: [TextEdit]] {
        var result = edits
        for (path, own) in edits { result[path] = index.file(path).map { wrapped(own, in: $0) } ?? own }
        return result
    }

    /// Returns the edits of a file, with those that wrap the lines that get too long.
    func wrapped(_ edits: [TextEdit], in file: ParsedFile) -> [TextEdit] {
        LongLines(file: file, layout: layout(of: file.path)).wrapped(edits)
    }
}
