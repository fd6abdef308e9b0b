import SeamKit

/// The lines that edits make too long, all of them together: `??` begins a line, a body gets lines of its own, or each argument of a call
/// does, as in the calls around it.
struct LongLines {
    let file: ParsedFile
    let layout: Layout

    /// Returns the edits of the file, with those that wrap lines.
    func wrapped(_ edits: [TextEdit]) -> [TextEdit] {
        let lines = Dictionary(grouping: edits) { file.lineStart(of: $0.offset) }
        let long = lines.filter { isTooLong($0.key, with: $0.value) }
        guard !long.isEmpty else { return edits }
        let calls = Dictionary(grouping: file.calls) { $0.argumentPlaces.map { file.lineStart(of: $0.open) } }
        let wrapped = long.mapValues { own -> [TextEdit] in
            let start = file.lineStart(of: own[0].offset)
            let outer = (calls[start] ?? []).filter { call in
                depth(of: call.argumentPlaces?.open ?? start, in: "{}") == 0 && !call.expression.isInText
            }
            let ways =
                [beforeOperator(start, own), body(on: start, own)] + outer.map { arguments(of: $0, own) }
            let found = ways.compactMap(\.self)
            let fitting = found.first { way in
                text(of: start, with: way).split(separator: "\n").allSatisfy { layout.fits($0) }
            }
            return fitting ?? found.first ?? own
        }
        return edits.filter { long[file.lineStart(of: $0.offset)] == nil }
            + wrapped.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    private func end(of start: Int) -> Int {
        start + file.bytes[start...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }.count
    }

    private func isTooLong(_ start: Int, with edits: [TextEdit]) -> Bool {
        edits.allSatisfy { !$0.old.contains(where: \.isNewline) && !$0.new.contains(where: \.isNewline) }
            && layout.fits(String(decoding: file.bytes[start..<end(of: start)], as: UTF8.self))
            && !layout.fits(text(of: start, with: edits))
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
        let line = file.bytes[start..<end(of: start)]
        let place = file.tokens("??").lazy.map { $0.offset - 1 }.first { place in
            line.indices.contains(place) && line[place...].starts(with: " ?? ".utf8)
                && depth(of: place, in: "([{)]}") == 0
        }
        guard let place, edits.allSatisfy({ $0.end <= place || $0.offset > place }) else { return nil }
        let indent = file.indent(of: start)
        let isContinued = line.dropFirst(indent.utf8.count).first == UInt8(ascii: ".")
        let gap = file.newline + indent + (isContinued ? "" : layout.indentation)
        return edits + [TextEdit(offset: place, old: " ", new: gap)]
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
            edits.contains(where: { call.expression.extent.contains($0.offset) && $0.offset <= places.close })
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
