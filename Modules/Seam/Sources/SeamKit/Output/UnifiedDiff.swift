/// A difference in the format of `diff -u` and `git apply`, with three lines around each change.
package enum UnifiedDiff {
    private static let context = 3

    /// Old lines that become new lines.
    package struct Block {
        /// The index of the first old line.
        package var start: Int
        package var old: [String]
        package var new: [String]

        fileprivate var end: Int { start + old.count }

        /// Creates a block. Lines that are equal at both ends are left out.
        package init(start: Int, old: [String], new: [String]) {
            (self.start, self.old, self.new) = (start, old, new)
            while let last = self.old.last, last == self.new.last {
                self.old.removeLast()
                self.new.removeLast()
            }
            while let first = self.old.first, first == self.new.first {
                self.old.removeFirst()
                self.new.removeFirst()
                self.start += 1
            }
        }
    }

    /// Returns the difference of two texts of a file; an empty text if there is none.
    ///
    /// - Parameters:
    ///   - old: nil for a file that doesn't exist yet.
    ///   - new: nil for a file that is deleted.
    ///   - path: the path of the file, as it is shown.
    package static func text(from old: String?, to new: String?, path: String) -> String {
        guard old != new else { return "" }
        let lines = lines(of: Array((old ?? "").utf8))
        let blocks = blocks(from: lines, to: self.lines(of: Array((new ?? "").utf8)))
        return text(blocks, of: lines, from: old.map { _ in path }, to: new.map { _ in path })
    }

    /// Returns the difference that blocks make in lines, which have their ends.
    ///
    /// - Parameters:
    ///   - old: the name of the old file; nil if there is none.
    ///   - new: the name of the new file; nil if there is none.
    package static func text(_ blocks: [Block], of lines: [String], from old: String?, to new: String?) -> String {
        var text = "--- \(old.map(quoted) ?? "/dev/null")\n+++ \(new.map(quoted) ?? "/dev/null")\n"
        var (index, shift) = (0, 0)
        while index < blocks.count {
            var last = index
            while last + 1 < blocks.count, blocks[last + 1].start - blocks[last].end <= 2 * context { last += 1 }
            text += hunk(of: blocks[index...last], lines: lines, shift: &shift)
            index = last + 1
        }
        return text
    }

    /// Splits bytes into lines with their ends.
    package static func lines(of bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == Byte.newline {
            lines.append(String(decoding: bytes[start...index], as: UTF8.self))
            start = index + 1
        }
        if start < bytes.count { lines.append(String(decoding: bytes[start...], as: UTF8.self)) }
        return lines
    }

    private static func blocks(from old: [String], to new: [String]) -> [Block] {
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var blocks: [Block] = []
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            let (from, to) = (i, j)
            while removed.contains(i) { i += 1 }
            while added.contains(j) { j += 1 }
            if (i, j) == (from, to) {
                i += 1
                j += 1
            } else {
                blocks.append(Block(start: from, old: Array(old[from..<i]), new: Array(new[to..<j])))
            }
        }
        return blocks
    }

    private static func hunk(of blocks: ArraySlice<Block>, lines: [String], shift: inout Int) -> String {
        let first = max(0, (blocks.first?.start ?? 0) - context)
        let end = min(lines.count, (blocks.last?.end ?? 0) + context)
        var body = ""
        var position = first
        for block in blocks {
            for line in lines[position..<block.start] { body += marked(with: " ", line: line) }
            for line in block.old { body += marked(with: "-", line: line) }
            for line in block.new { body += marked(with: "+", line: line) }
            position = block.end
        }
        for line in lines[position..<end] { body += marked(with: " ", line: line) }
        let growth = blocks.reduce(0) { $0 + $1.new.count - $1.old.count }
        let counts = (old: end - first, new: end - first + growth)
        let starts = (old: counts.old == 0 ? first : first + 1, new: counts.new == 0 ? first : first + 1)
        defer { shift += growth }
        return "@@ -\(starts.old),\(counts.old) +\(starts.new + shift),\(counts.new) @@\n" + body
    }

    private static func marked(with mark: String, line: String) -> String {
        line.utf8.last == Byte.newline ? mark + line : mark + line + "\n\\ No newline at end of file\n"
    }

    /// Returns a path as git writes it: quoted if it has control characters, quotes or backslashes, and with a tab after it if it
    /// has spaces.
    private static func quoted(_ path: String) -> String {
        let special: Set<UInt8> = [UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F]
        guard path.utf8.contains(where: { $0 < 0x20 || special.contains($0) }) else {
            return path.contains(" ") ? path + "\t" : path
        }
        let quoted = path.unicodeScalars.map { scalar in
            if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
            guard scalar.value < 0x20 || scalar.value == 0x7F else { return String(scalar) }
            let digits = String(scalar.value, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
        return "\"" + quoted.joined() + "\""
    }
}
