/// Writes changes as a unified diff in the format of `git apply`.
struct UnifiedDiff {
    private static let context = 3

    /// Old lines that become new lines.
    private struct Block {
        /// Index of the first old line.
        var start: Int
        var old: [String]
        var new: [String]
        var end: Int { start + old.count }
    }

    static func text(_ change: FileChange) -> String {
        if change.isNew { return added(change) }
        let lines = split(change.bytes)
        let blocks = blocks(change, lines)
        guard !blocks.isEmpty else { return "" }
        var text = "--- \(name("a/" + change.path))\n+++ \(name("b/" + change.path))\n"
        var shift = 0
        var index = 0
        while index < blocks.count {
            var last = index
            while last + 1 < blocks.count, blocks[last + 1].start - blocks[last].end <= 2 * context { last += 1 }
            text += hunk(Array(blocks[index...last]), lines, shift: &shift)
            index = last + 1
        }
        return text
    }

    private static func added(_ change: FileChange) -> String {
        let lines = split(change.result)
        return "--- /dev/null\n+++ \(name("b/" + change.path))\n@@ -0,0 +1,\(lines.count) @@\n"
            + lines.map { mark("+", $0) }.joined()
    }

    /// Returns a path as git writes it: quoted if it has control characters, quotes or backslashes, and with a tab after it if it
    /// has spaces.
    private static func name(_ path: String) -> String {
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

    private static func hunk(_ blocks: [Block], _ lines: [String], shift: inout Int) -> String {
        let first = max(0, (blocks.first?.start ?? 0) - context)
        let end = min(lines.count, (blocks.last?.end ?? 0) + context)
        var body = ""
        var position = first
        for block in blocks {
            for line in lines[position..<block.start] { body += mark(" ", line) }
            for line in block.old { body += mark("-", line) }
            for line in block.new { body += mark("+", line) }
            position = block.end
        }
        for line in lines[position..<end] { body += mark(" ", line) }
        let growth = blocks.reduce(0) { $0 + $1.new.count - $1.old.count }
        let counts = (old: end - first, new: end - first + growth)
        let starts = (old: counts.old == 0 ? first : first + 1, new: counts.new == 0 ? first : first + 1)
        defer { shift += growth }
        return "@@ -\(starts.old),\(counts.old) +\(starts.new + shift),\(counts.new) @@\n" + body
    }

    private static func mark(_ mark: String, _ line: String) -> String {
        line.utf8.last == UInt8(ascii: "\n") ? mark + line : mark + line + "\n\\ No newline at end of file\n"
    }

    /// Splits bytes into lines with their ends.
    private static func split(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            lines.append(String(decoding: bytes[start...index], as: UTF8.self))
            start = index + 1
        }
        if start < bytes.count { lines.append(String(decoding: bytes[start...], as: UTF8.self)) }
        return lines
    }

    private static func blocks(_ change: FileChange, _ lines: [String]) -> [Block] {
        var starts = [0]
        for line in lines { starts.append((starts.last ?? 0) + line.utf8.count) }
        func line(of offset: Int) -> Int {
            var (low, high) = (0, max(0, lines.count - 1))
            while low < high {
                let middle = (low + high + 1) / 2
                if starts[middle] <= offset { low = middle } else { high = middle - 1 }
            }
            return low
        }
        var blocks: [Block] = []
        var edits = change.edits[...]
        while let first = edits.first {
            let from = line(of: first.offset)
            var to = line(of: first.end)
            var group: [TextEdit] = []
            while let next = edits.first, line(of: next.offset) <= to {
                group.append(next)
                to = max(to, line(of: next.end))
                edits.removeFirst()
            }
            guard from < lines.count else { continue }
            let range = starts[from]..<starts[to + 1]
            let moved = group.map { TextEdit(offset: $0.offset - range.lowerBound, old: $0.old, new: $0.new) }
            let new = FileChange(path: "", bytes: Array(change.bytes[range]), edits: moved).result
            blocks.append(trimmed(Block(start: from, old: Array(lines[from...to]), new: split(new))))
        }
        return blocks
    }

    /// Removes the lines that are equal at both ends.
    private static func trimmed(_ block: Block) -> Block {
        var block = block
        while let old = block.old.last, old == block.new.last {
            block.old.removeLast()
            block.new.removeLast()
        }
        while let old = block.old.first, old == block.new.first {
            block.old.removeFirst()
            block.new.removeFirst()
            block.start += 1
        }
        return block
    }
}
