/// The name somebody probably meant.
enum Suggestion {
    /// Returns the nearest of `candidates` by edit distance, if it is near enough to be a slip.
    static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        let limit = max(1, word.count / 3)
        let ranked =
            candidates
            .map { (distance($0.lowercased(), word.lowercased()), $0) }
            .filter { $0.0 <= limit }
            .min { $0 < $1 }
        return ranked?.1
    }

    /// Returns the number of insertions, deletions, replacements and swaps of neighbours between two words (optimal string
    /// alignment).
    static func distance(_ first: String, _ second: String) -> Int {
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
