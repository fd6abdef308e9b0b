/// The known violations, which are excused for now. Their number may only decrease.
///
/// Reasons: docs/adr/baselines.md.
public struct Baseline: Sendable, Equatable {
    /// The version of the format that this tool writes and reads.
    public static let version = 1

    /// The number of known violations for each key; at least 1.
    public private(set) var counts: [ViolationKey: Int]
    /// Hashes of the files' contents when their entries last changed, by path. They identify a file that was moved.
    public private(set) var contents: [String: String]

    /// Creates a baseline. Counts below 1 are left out, and so are contents of files without entries.
    public init(counts: [ViolationKey: Int] = [:], contents: [String: String] = [:]) {
        self.counts = counts.filter { $0.value > 0 }
        let files = Set(self.counts.keys.map(\.file))
        self.contents = contents.filter { files.contains($0.key) }
    }

    /// The number of violations that the baseline excuses.
    public var total: Int { counts.values.reduce(0, +) }

    /// The paths of its files, sorted.
    public var files: [String] { Set(counts.keys.map(\.file)).sorted() }
}
