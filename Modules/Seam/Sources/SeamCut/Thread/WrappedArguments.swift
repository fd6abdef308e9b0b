import SeamKit

/// The arguments of a call on one line that a new argument makes too long: each gets a line of its own, as in the calls around it.
struct WrappedArguments {
    private let file: ParsedFile
    private let places: (open: Int, arguments: [Range<Int>], close: Int)
    private let new: (offset: Int, text: String)
    private let layout: Layout

    /// Creates them; nil if the line isn't too long, or was before.
    init?(_ construction: Construction, passing argument: Construction.Argument, _ value: String, _ layout: Layout) {
        guard case .insertion(let offset, let text) = argument, let places = construction.call?.argumentPlaces,
            !places.arguments.isEmpty, (places.open...places.close).contains(offset)
        else { return nil }
        let file = construction.file
        let start = file.lineStart(of: places.open)
        let line = file.bytes[start...].prefix { $0 != UInt8(ascii: "\n") }
        let shown = text.replacing("%", with: value)
        let gaps = zip(places.arguments, places.arguments.dropFirst()).map { $0.upperBound..<$1.lowerBound }
        let isPlain = gaps.allSatisfy { file.bytes[$0].allSatisfy { $0 == UInt8(ascii: " ") } }
        guard isPlain, file.bytes[places.close - 1] != UInt8(ascii: ","), places.close < line.endIndex,
            layout.fits(String(decoding: line, as: UTF8.self)),
            !layout.fits(String(decoding: line, as: UTF8.self) + shown)
        else { return nil }
        (self.file, self.places, self.layout) = (file, places, layout)
        let trimmed = shown.drop { ", ".contains($0) }.reversed().drop { ", ".contains($0) }.reversed()
        new = (offset, String(trimmed))
    }

    var edits: [TextEdit] {
        let outer = file.indent(of: places.open)
        let isAligned = file.alignsArguments
        let column = places.open - file.lineStart(of: places.open)
        let gap = file.newline + (isAligned ? String(repeating: " ", count: column) : outer + layout.indentation)
        var edits = zip(places.arguments, places.arguments.dropFirst()).map { first, second in
            file.replacement(first.upperBound..<second.lowerBound, with: gap)
        }
        let isLast = places.arguments.allSatisfy { $0.lowerBound < new.offset }
        let added = isLast ? ",\(gap)\(new.text)" : "\(new.text),\(gap)"
        if isAligned { return edits + [TextEdit(offset: new.offset, old: "", new: added)] }
        edits.append(TextEdit(offset: places.open, old: "", new: gap))
        // What goes to the same place goes there at once.
        let end = file.newline + outer
        if isLast { return edits + [TextEdit(offset: new.offset, old: "", new: added + end)] }
        edits.append(TextEdit(offset: places.close, old: "", new: end))
        edits.append(TextEdit(offset: new.offset, old: "", new: added))
        return edits
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
