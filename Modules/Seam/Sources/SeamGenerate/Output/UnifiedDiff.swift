/// The difference of two texts in the format of `diff -u`.
public enum UnifiedDiff {
    private enum Line {
        case same(String)
        case removed(String)
        case added(String)
    }

    /// Returns the difference with three lines around each change; an empty text if there is none.
    public static func text(from old: String?, to new: String?, path: String) -> String {
        guard old != new else { return "" }
        let lines = lines(from: split(old), to: split(new))
        var result = "--- \(old == nil ? "/dev/null" : path)\n+++ \(new == nil ? "/dev/null" : path)\n"
        for range in hunks(lines) { result += hunk(lines, range) }
        return result
    }

    private static func split(_ text: String?) -> [String] {
        guard let text, !text.isEmpty else { return [] }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    private static func lines(from old: [String], to new: [String]) -> [Line] {
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var result: [Line] = []
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            if removed.contains(i) {
                result.append(.removed(old[i]))
                i += 1
            } else if added.contains(j) {
                result.append(.added(new[j]))
                j += 1
            } else {
                result.append(.same(new[j]))
                i += 1
                j += 1
            }
        }
        return result
    }

    /// Returns ranges of lines around changes; adjacent ranges are joined.
    private static func hunks(_ lines: [Line]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for (index, line) in lines.enumerated() {
            if case .same = line { continue }
            let range = max(0, index - 3)..<min(lines.count, index + 4)
            if let last = result.last, last.upperBound >= range.lowerBound {
                result[result.count - 1] = last.lowerBound..<range.upperBound
            } else {
                result.append(range)
            }
        }
        return result
    }

    private static func hunk(_ lines: [Line], _ range: Range<Int>) -> String {
        func count(_ lines: ArraySlice<Line>) -> (old: Int, new: Int) {
            lines.reduce(into: (old: 0, new: 0)) { counts, line in
                if case .added = line {} else { counts.old += 1 }
                if case .removed = line {} else { counts.new += 1 }
            }
        }
        let before = count(lines[..<range.lowerBound])
        let own = count(lines[range])
        func place(_ start: Int, _ count: Int) -> String { "\(count == 0 ? start : start + 1),\(count)" }
        var text = "@@ -\(place(before.old, own.old)) +\(place(before.new, own.new)) @@\n"
        for line in lines[range] {
            switch line {
            case .same(let line): text += " \(line)\n"
            case .removed(let line): text += "-\(line)\n"
            case .added(let line): text += "+\(line)\n"
            }
        }
        return text
    }
}
