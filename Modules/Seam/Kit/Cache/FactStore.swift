/// The records of files by their content: after an edit of one file, those of all others are still valid.
///
/// There is one store for each tree. A record depends only on the file's content, so an outdated or missing store only costs
/// time. A name that many files contain is stored once.
struct FactStore: Sendable {
    private var names: [String] = []
    /// The number of names when all of them were last written. Names that no file contains any more stay in the store until all
    /// are written again.
    private var namesInUse = 0
    private var places: [ContentHash: Range<Int>] = [:]
    private var bytes: [UInt8] = []

    init() {}

    /// Returns the record of a content under a path, or nil if it isn't known.
    func record(_ hash: ContentHash, path: String) -> FileRecord? {
        guard let place = places[hash] else { return nil }
        return bytes.withUnsafeBufferPointer { all in
            var reader = ArchiveReader(UnsafeBufferPointer(rebasing: all[place]))
            guard let record = try? FileRecord(path: path, hash: hash, names: names, from: &reader), reader.isAtEnd
            else { return nil }
            return record
        }
    }

    /// Creates a store with only these records. `old` has most of them.
    init(_ records: [FileRecord], old: FactStore) {
        var table = NameTable(old.names)
        bytes.reserveCapacity(old.bytes.count + old.bytes.count / 16)
        places.reserveCapacity(records.count)
        for record in records where places[record.sketch.hash] == nil {
            let start = bytes.count
            if let known = old.places[record.sketch.hash] {
                bytes += old.bytes[known]
            } else {
                var writer = ArchiveWriter()
                record.write(to: &writer, names: &table)
                bytes += writer.bytes
            }
            places[record.sketch.hash] = start..<bytes.count
        }
        names = table.names
        namesInUse = old.places.isEmpty ? names.count : old.namesInUse
        if names.count > 2 * namesInUse + 1000 { self = FactStore(records, old: FactStore()) }
    }

    /// Returns whether the store has exactly these contents.
    func isExactly(_ hashes: Set<ContentHash>) -> Bool {
        places.count == hashes.count && hashes.allSatisfy { places[$0] != nil }
    }
}

extension FactStore: Archived {
    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        let count = try reader.count()
        names.reserveCapacity(count)
        for _ in 0..<count { names.append(try reader.plainText()) }
        namesInUse = try reader.number()
        for _ in 0..<(try reader.count()) {
            let hash = ContentHash(high: try reader.word(), low: try reader.word())
            let start = try reader.number()
            let end = try reader.number()
            guard start <= end else { throw ArchiveDamage() }
            places[hash] = start..<end
        }
        bytes = try reader.blob()
        guard places.values.allSatisfy({ $0.upperBound <= bytes.count }) else { throw ArchiveDamage() }
    }

    package func write(to writer: inout ArchiveWriter) {
        writer.write(names.count)
        for name in names { writer.write(plain: name) }
        writer.write(namesInUse)
        writer.write(places.count)
        for (hash, place) in places.sorted(by: { $0.value.lowerBound < $1.value.lowerBound }) {
            writer.write(word: hash.high)
            writer.write(word: hash.low)
            writer.write(place.lowerBound)
            writer.write(place.upperBound)
        }
        writer.write(blob: bytes)
    }
}

extension FileRecord {
    fileprivate init(
        path: String,
        hash: ContentHash,
        names: [String],
        from reader: inout ArchiveReader
    ) throws(ArchiveDamage) {
        var sketch = Sketch()
        sketch.hash = hash
        sketch.bytes = try reader.number()
        sketch.lines = try reader.number()
        sketch.depth = try reader.number()
        sketch.isGenerated = try reader.flag()
        sketch.imports = try reader.values()
        sketch.directives = try reader.values()
        let facts = try reader.flag() ? try FileFacts(from: &reader, names: names) : nil
        self.init(path: path, sketch: sketch, facts: facts, isKnown: true)
    }

    fileprivate func write(to writer: inout ArchiveWriter, names: inout NameTable) {
        writer.write(sketch.bytes)
        writer.write(sketch.lines)
        writer.write(sketch.depth)
        writer.write(sketch.isGenerated)
        writer.write(sketch.imports)
        writer.write(sketch.directives)
        writer.write(facts != nil)
        facts?.write(to: &writer, names: &names)
    }
}
