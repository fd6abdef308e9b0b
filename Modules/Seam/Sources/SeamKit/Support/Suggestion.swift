/// The name somebody probably meant.
public enum Suggestion {
    /// Returns the nearest of `candidates` by edit distance, if it is near enough to be a slip.
    public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        // Nobody mistypes a word of pages, and to compare it with many others takes for ever.
        guard word.utf8.count <= 200 else { return nil }
        let limit = max(1, word.count / 3)
        let ranked =
            candidates
            .filter { abs($0.count - word.count) <= limit }
            .map { (distance(from: $0.lowercased(), to: word.lowercased()), $0) }
            .filter { $0.0 <= limit }
            .min { $0 < $1 }
        return ranked?.1
    }

    /// Returns a sentence to append to an error: "; did you mean `x`?", or nothing.
    public static func text(for word: String, among candidates: some Sequence<String>) -> String {
        nearest(to: word, among: candidates).map { "; did you mean `\($0)`?" } ?? ""
    }

    /// Returns the number of insertions, deletions, replacements and swaps of neighbours between two words (optimal string
    /// alignment).
    static func distance(from first: String, to second: String) -> Int {
        let a = Array(first)
        let b = Array(second)
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in 1...a.count {
            var row = [Int](repeating: i, count: b.count + 1)
            for j in 1...b.count {
                row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    row[j] = min(row[j], beforeLast[j - 2] + 1)
                }
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
