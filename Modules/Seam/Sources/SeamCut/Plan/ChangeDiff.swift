import SeamKit

extension FileChange {
    /// The change as a unified diff in the format of `git apply`; empty if it changes nothing.
    var diff: String {
        let lines = UnifiedDiff.lines(of: bytes)
        let blocks = isNew ? [UnifiedDiff.Block(start: 0, old: [], new: UnifiedDiff.lines(of: result))] : blocks(lines)
        guard !blocks.isEmpty else { return "" }
        return UnifiedDiff.text(blocks, of: lines, from: isNew ? nil : "a/" + path, to: "b/" + path)
    }

    /// Returns the lines that the edits change. Edits in the same line are one block.
    private func blocks(_ lines: [String]) -> [UnifiedDiff.Block] {
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
        var blocks: [UnifiedDiff.Block] = []
        var edits = edits[...]
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
            let new = FileChange(path: "", bytes: Array(bytes[range]), edits: moved).result
            blocks.append(.init(start: from, old: Array(lines[from...to]), new: UnifiedDiff.lines(of: new)))
        }
        return blocks
    }
}
