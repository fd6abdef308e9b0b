/// What was read of files, by their content: an edit of one file leaves what is known of all others.
///
/// One store for each tree. What a file of another content says is decided by nothing but that content, so a store that is
/// old or lost costs time and nothing else.
struct FactStore: Sendable {
    private var places: [ContentHash: Range<Int>] = [:]
    private var bytes: [UInt8] = []

    init() {}

    /// How many contents are known.
    var count: Int { places.count }

    /// The record of a content under a path; nil if it isn't known.
    func record(_ hash: ContentHash, path: String) -> FileRecord? {
        guard let place = places[hash] else { return nil }
        return bytes[place].withUnsafeBufferPointer { bytes in
            var reader = ArchiveReader(bytes)
            guard let record = try? FileRecord(path: path, hash: hash, from: &reader), reader.isAtEnd else {
                return nil
            }
            return record
        }
    }

    /// A store of these records alone, of which `old` knows most.
    init(_ records: [FileRecord], old: FactStore) {
        for record in records {
            let hash = record.sketch.hash
            guard places[hash] == nil else { continue }
            let start = bytes.count
            if let known = old.places[hash] {
                bytes += old.bytes[known]
            } else {
                var writer = ArchiveWriter()
                record.write(to: &writer)
                bytes += writer.bytes
            }
            places[hash] = start..<bytes.count
        }
    }

    /// Whether it knows each of these contents, and no other.
    func isExactly(_ hashes: Set<ContentHash>) -> Bool {
        places.count == hashes.count && hashes.allSatisfy { places[$0] != nil }
    }
}

extension FactStore: Archived {
    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
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
    fileprivate init(path: String, hash: ContentHash, from reader: inout ArchiveReader) throws(ArchiveDamage) {
        var sketch = Sketch()
        sketch.hash = hash
        sketch.bytes = try reader.number()
        sketch.lines = try reader.number()
        sketch.depth = try reader.number()
        sketch.isGenerated = try reader.flag()
        sketch.imports = try reader.values()
        sketch.directives = try reader.values()
        let facts = try reader.flag() ? try FileFacts(from: &reader) : nil
        self.init(path: path, sketch: sketch, facts: facts, isKnown: true)
    }

    fileprivate func write(to writer: inout ArchiveWriter) {
        writer.write(sketch.bytes)
        writer.write(sketch.lines)
        writer.write(sketch.depth)
        writer.write(sketch.isGenerated)
        writer.write(sketch.imports)
        writer.write(sketch.directives)
        writer.write(facts != nil)
        facts?.write(to: &writer)
    }
}
