import SeamKit

/// The lines that a comment gets for new parameters, if it has one for each of the others.
struct ParameterComments {
    let file: ParsedFile
    let declaration: CodeNode
    /// The parameters that the declaration has already.
    let others: [String]

    /// A line of the comment above the declaration.
    private struct Line {
        let text: String
        let end: Int

        /// The column at which the text after the marks begins.
        var column: Int { text.count - text.dropFirst(3).drop { $0 == " " }.count }
        var words: Substring { text.dropFirst(3).drop { $0 == " " } }
    }

    /// Returns the edits that describe parameters after the last that is described; none if not all others are.
    func edits(describing names: [String]) -> [TextEdit] {
        let lines = lines
        guard !names.isEmpty, let list = Self.list(in: lines), others.allSatisfy({ list.names.contains($0) }) else {
            return []
        }
        var last = list.last
        let item = lines[last]
        // What goes on below it needn't be indented, unless it is in a list.
        let isInList = list.mark == "- "
        while last + 1 < lines.count, !lines[last + 1].words.isEmpty, !lines[last + 1].words.hasPrefix("- "),
            !isInList || lines[last + 1].column > item.column
        {
            last += 1
        }
        let isLowercase =
            item.words.split(separator: ":", maxSplits: 1).last?.first { $0.isLetter }?.isLowercase == true
        let indent = file.indent(of: declaration.offset)
        let head = item.text.prefix(item.column)
        let new = names.map { name in
            let text = (isLowercase ? "the " : "The ") + Self.words(of: name) + "."
            return "\(file.newline)\(indent)\(head)\(list.mark)\(name): \(text)"
        }
        return [TextEdit(offset: lines[last].end, old: "", new: new.joined())]
    }

    /// Returns the last line that describes a parameter, what stands before its name, and the names that are described.
    private static func list(in lines: [Line]) -> (last: Int, mark: String, names: Set<String>)? {
        func found(_ described: some Collection<Int>, behind mark: String) -> (Int, String, Set<String>)? {
            let names = described.compactMap { lines[$0].words.dropFirst(mark.count).split(separator: ":").first }
            return described.max().map { ($0, mark, Set(names.map { $0.filter { $0 != " " && $0 != "`" } })) }
        }
        let single = lines.indices.filter { lines[$0].words.hasPrefix("- Parameter ") }
        if !single.isEmpty { return found(single, behind: "- Parameter ") }
        guard let start = lines.firstIndex(where: { $0.words.hasPrefix("- Parameters:") }) else { return nil }
        let items = lines[(start + 1)...].indices.prefix { index in
            let line = lines[index]
            return line.words.isEmpty || line.column > lines[start].column
        }
        let column = items.first.map { lines[$0].column }
        let described = items.filter { index in
            let line = lines[index]
            return line.words.hasPrefix("- ") && line.words.contains(":") && line.column == column
        }
        return found(described, behind: "- ")
    }

    private var lines: [Line] {
        var result: [Line] = []
        var end = file.lineStart(of: declaration.offset)
        while end > 0 {
            let start = file.lineStart(of: end - 1)
            var stop = end - 1
            if stop > start, file.bytes[stop - 1] == 13 { stop -= 1 }
            let text = String(decoding: file.bytes[start..<stop], as: UTF8.self).drop { $0 == " " || $0 == "\t" }
            guard text.hasPrefix("///") else { break }
            result.append(Line(text: String(text), end: stop))
            end = start
        }
        return result.reversed()
    }

    /// Returns the words of a name: `account manager` for `accountManager`.
    private static func words(of name: String) -> String {
        name.reduce(into: "") {
            $0 += $1.isUppercase && $0.last?.isUppercase == false ? " " + $1.lowercased() : String($1)
        }
    }
}
