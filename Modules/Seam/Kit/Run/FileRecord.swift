/// What one file says: what its bytes do, and its facts if it was parsed.
struct FileRecord: Sendable {
    var path: String
    var sketch: Sketch
    var facts: FileFacts?
    /// Whether it came from a store.
    var isKnown = false
}

/// Reads files on several threads.
struct RecordReader: Sendable {
    let root: String
    let threads: Int
    /// What is known of contents already.
    let known: FactStore

    /// What became of a file that was asked for.
    enum Outcome: Sendable {
        case record(FileRecord)
        case problem(SourceProblem)
    }

    /// What a thread keeps from file to file.
    private struct Bench {
        var reader = FileReader()
        var names = NameSet(capacity: 1 << 12)
    }

    /// Reads and parses files; only outlines those in which none of `words` stands.
    func read(_ paths: [String], saying words: Set<String>, progress: Analysis.Progress?) -> [Outcome] {
        let (root, known) = (root, known)
        let words = words.sorted().map { Array($0.utf8) }
        let done = progress.map { ProgressCount(total: paths.count, report: $0) }
        return Workers.map(paths.count, threads: threads, state: Bench.init) { bench, index in
            defer { done?.advance() }
            let path = paths[index]
            guard let bytes = bench.reader.read(root + "/" + path) else {
                return .problem(SourceProblem(path: path, kind: .unreadable, message: "cannot read this file"))
            }
            if let offset = UTF8Check.firstError(in: bytes) {
                let line = bytes[..<offset].count { $0 == Byte.newline } + 1
                return .problem(SourceProblem(path: path, line: line, kind: .encoding, message: "not UTF-8"))
            }
            guard words.isEmpty || words.contains(where: { ByteSearch.mentions($0, in: bytes) }) else {
                let outline = ByteScanner.outline(bytes, names: &bench.names)
                return .record(FileRecord(path: path, sketch: outline))
            }
            return .record(Self.record(path, bytes, known, &bench))
        }
    }

    /// Parses files of which there is an outline so far, if `fits` says so of their bytes; nil for the others.
    func parse(_ paths: [String], where fits: @escaping @Sendable (Candidate) -> Bool) -> [FileRecord?] {
        let (root, known) = (root, known)
        return Workers.map(paths.count, threads: threads, state: Bench.init) { bench, index in
            // A file that vanished since it was outlined says nothing.
            guard let bytes = bench.reader.read(root + "/" + paths[index]),
                fits(Candidate(bytes: bytes, index: index))
            else { return nil }
            return Self.record(paths[index], bytes, known, &bench)
        }
    }

    /// A file that may be parsed.
    struct Candidate {
        /// Valid only while it is looked at.
        var bytes: UnsafeBufferPointer<UInt8>
        var index: Int

        func says(_ word: [UInt8]) -> Bool { ByteSearch.mentions(word, in: bytes) }
    }

    /// What is known of a file's content; else what its bytes and its syntax say.
    private static func record(
        _ path: String,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ known: FactStore,
        _ bench: inout Bench
    ) -> FileRecord {
        if known.count > 0, let record = known.record(ContentHash(bytes), path: path) { return record }
        let sketch = ByteScanner.sketch(bytes, names: &bench.names)
        let isReadable = sketch.depth <= SourceLimits.depth
        return FileRecord(path: path, sketch: sketch, facts: isReadable ? FileFacts(parsing: bytes) : nil)
    }
}
