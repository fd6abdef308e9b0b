import SeamKit

// Edits of a file.
extension ParsedFile {
    /// Returns the edit that takes out a range.
    func removal(of range: Range<Int>) -> TextEdit { replacement(range, with: "") }

    /// Returns the edit that replaces a range.
    func replacement(_ range: Range<Int>, with new: String) -> TextEdit {
        TextEdit(offset: range.lowerBound, old: String(decoding: bytes[range], as: UTF8.self), new: new)
    }

    /// Returns the place of the lines of a range, with their end; nil if something else is on them.
    func lineRange(of range: Range<Int>) -> Range<Int>? {
        let start = lineStart(of: range.lowerBound)
        guard start + indent(of: range.lowerBound).utf8.count == range.lowerBound,
            bytes[range.upperBound...].starts(with: newline.utf8)
        else { return nil }
        return start..<(range.upperBound + newline.utf8.count)
    }

    /// Returns whether a range has nothing but white space.
    func isBlank(_ range: Range<Int>) -> Bool {
        bytes[range].allSatisfy { Character(UnicodeScalar($0)).isWhitespace }
    }

    /// Returns the edit that imports a module, or one name of it (`class Shop.Store`).
    func edit(importing module: String) -> TextEdit {
        switch placeOfImport(of: module.split(separator: " ").last.map(String.init) ?? module) {
        case nil: TextEdit(offset: startOfCode, old: "", new: "import \(module)\(newline)\(newline)")
        case .before(let offset)?: TextEdit(offset: offset, old: "", new: "import \(module)\(newline)")
        case .behind(let end)?: TextEdit(offset: endOfComment(behind: end), old: "", new: "\(newline)import \(module)")
        }
    }

    /// Returns the edit that inserts lines of a declaration after the imports of the file, or of a branch of `#if` in it.
    func edit(declaring lines: [String], in list: StatementsNode) -> TextEdit {
        let indent = list.first.map { self.indent(of: $0.offset) } ?? ""
        let text = lines.joined(separator: newline + indent)
        guard let end = list.lastImportEnd else {
            if list != global.statements {
                let new = newline + indent + text + newline
                return TextEdit(offset: list.extent.lowerBound, old: "", new: new)
            }
            return TextEdit(offset: startOfCode, old: "", new: text + newline + newline)
        }
        let rest = restOfLine(behind: end)
        let isFollowed =
            bytes[rest.endIndex...].prefix { Character(UnicodeScalar($0)).isNewline }.count <= newline.utf8.count
        let gap = isFollowed && rest.endIndex < bytes.count ? newline : ""
        let new = newline + newline + indent + text + gap
        return TextEdit(offset: endOfComment(behind: end), old: "", new: new)
    }

    /// Returns the start of the line behind a place, if nothing else than a comment is on the rest of its own line; nil otherwise.
    func lineBehind(_ place: Int) -> Int? {
        let rest = restOfLine(behind: place)
        let text = String(decoding: rest, as: UTF8.self).drop { $0.isWhitespace }
        let start = rest.endIndex + newline.utf8.count
        return (text.isEmpty || text.hasPrefix("//")) && start <= bytes.count ? start : nil
    }

    /// Returns the end of a comment on the rest of a line, which stays there, or the place itself.
    func endOfComment(behind place: Int) -> Int {
        let rest = restOfLine(behind: place)
        return String(decoding: rest, as: UTF8.self).drop { $0 == " " }.hasPrefix("//") ? rest.endIndex : place
    }

    private func restOfLine(behind place: Int) -> ArraySlice<UInt8> {
        bytes[place...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    }
}
