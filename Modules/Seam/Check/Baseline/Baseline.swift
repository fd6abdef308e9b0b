/// What is known to be wrong, and excused for now. It may only shrink.
public struct Baseline: Sendable, Equatable {
    /// The version of the format that this tool writes and reads.
    public static let version = 1

    /// How often each violation is known; at least 1.
    public private(set) var counts: [ViolationKey: Int]
    /// Hashes of the files' contents when their entries last changed, by path: they find a file that was moved.
    public private(set) var contents: [String: String]

    /// Makes a baseline. Counts below 1 are left out, and contents of files without entries.
    public init(counts: [ViolationKey: Int] = [:], contents: [String: String] = [:]) {
        self.counts = counts.filter { $0.value > 0 }
        let files = Set(self.counts.keys.map(\.file))
        self.contents = contents.filter { files.contains($0.key) }
    }

    /// How many violations it excuses.
    public var total: Int { counts.values.reduce(0, +) }

    /// Paths of its files, sorted.
    public var files: [String] { Set(counts.keys.map(\.file)).sorted() }
}
