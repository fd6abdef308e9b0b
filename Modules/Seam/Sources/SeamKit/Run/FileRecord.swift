/// The result for one file: what its bytes show, and its facts if it can be parsed.
struct FileRecord: Sendable {
    var path: String
    var sketch: Sketch
    var facts: FileFacts?
    /// What the facts show to other files; nil in runs that store nothing.
    var interface: FileInterface?
    /// Whether it came from a store.
    var isKnown = false
}

/// A file with the modules that compile it, the owning one first.
struct CompiledFile: Sendable {
    var record: FileRecord
    var modules: [Int]
    var isLinked = false

    var path: String { record.path }
    /// Empty for a file that was not parsed.
    var facts: FileFacts { record.facts ?? .none }
    var imports: [String] { record.sketch.imports.map(\.module) }
    /// The imports that all files of the modules see, and all files that import these modules.
    var exports: [String] { record.sketch.imports.filter(\.isExported).map(\.module) }
}

/// Reads files on several threads.
struct RecordReader: Sendable {
    let root: String
    let threads: Int
    /// The files that are read although a program wrote them.
    let include: [String]
    /// The known contents.
    let known: FactStore
    /// Whether the run stores what it finds.
    let keeps: Bool
    /// Gets the trees of parsed files.
    let trees: SyntaxTrees?

    /// The outcome for a requested file.
    enum Outcome: Sendable {
        case record(FileRecord)
        case problem(SourceProblem)
    }

    /// Returns the known records of files, and reads and parses the other files.
    func read(_ paths: [String], contents: Contents, progress: Analysis.Progress?) -> [Outcome] {
        let done = progress.map { ProgressCount(total: paths.count, report: $0) }
        return Workers.map(paths.count, threads: threads, state: FileReader.init) { reader, index in
            defer { done?.advance() }
            let path = paths[index]
            if let hash = contents.hashes[path], let record = known.record(of: hash, path: path), isWhole(record) {
                return .record(record)
            }
            guard let bytes = reader.read(root + "/" + path) else {
                return .problem(FileReader.problem(of: path, in: root))
            }
            if let offset = UTF8Check.firstError(in: bytes) {
                let line = bytes[..<offset].count { $0 == Byte.newline } + 1
                let message = bytes[offset] == 0 ? "a zero byte, which no source has" : "not UTF-8"
                return .problem(SourceProblem(path: path, line: line, kind: .encoding, message: message))
            }
            var record = FileRecord(path: path, sketch: ByteScanner.sketch(of: bytes))
            if isParsed(record) {
                guard let parsed = parse(bytes, path: path, directives: record.sketch.directives) else {
                    return .problem(SourceParser.tooLong(path))
                }
                (record.facts, record.interface, record.sketch.directives) = parsed
            }
            return .record(record)
        }
    }

    private typealias Parsed = (facts: FileFacts, interface: FileInterface?, directives: [Directive])

    /// Parses a file, and lets its directives learn what lines they are about. Returns nil if that takes too long.
    private func parse(_ bytes: UnsafeBufferPointer<UInt8>, path: String, directives: [Directive]) -> Parsed? {
        SourceParser.read(bytes) { [trees, keeps] tree, bytes in
            trees?.add(tree, bytes: bytes, path: path)
            var directives = directives
            DirectiveExtent.extend(&directives, in: tree)
            let facts = FileFacts(of: tree, bytes: bytes)
            return (facts, keeps ? FileInterface(of: facts) : nil, directives)
        }
    }

    /// Returns whether a record has the facts that it needs.
    private func isWhole(_ record: FileRecord) -> Bool { record.facts != nil || !isParsed(record) }

    private func isParsed(_ record: FileRecord) -> Bool {
        !record.sketch.isTooDeep && (!record.sketch.isGenerated || include.contains(record.path))
    }
}
