/// Records by their content. A name that many of them contain is stored once.
struct RecordTable: Sendable {
    private(set) var names: [String] = []
    /// A number that no other table has, in practice.
    private(set) var id = ContentHash()
    /// The number of names when all of them were last written. Names that no file contains any more stay in the table until all
    /// are written again.
    private var namesInUse = 0
    private var places: [ContentHash: Range<Int>] = [:]
    private var bytes: [UInt8] = []

    init() {}

    /// The number of contents.
    var count: Int { places.count }

    func knows(_ hash: ContentHash) -> Bool { places[hash] != nil }

    /// Returns the record of a content under a path, or nil if it isn't known.
    ///
    /// - Parameter firstNumber: the number of the table's first name. Names of several tables need different numbers.
    func record(of hash: ContentHash, path: String, firstNumber: Int) -> FileRecord? {
        guard let place = places[hash] else { return nil }
        return bytes.withUnsafeBufferPointer { all in
            var reader = ArchiveReader(bytes: UnsafeBufferPointer(rebasing: all[place]))
            let names = (names, firstNumber)
            guard let record = try? FileRecord(path: path, hash: hash, names: names, from: &reader), reader.isAtEnd
            else { return nil }
            return record
        }
    }

    /// Creates a table with only these records. `old` may have some of them.
    init(records: [FileRecord], old: RecordTable) {
        var table = NameTable(names: old.names)
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
        id = ContentHash(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
        namesInUse = old.places.isEmpty ? names.count : old.namesInUse
        if names.count > 2 * namesInUse + 1000 { self = RecordTable(records: records, old: RecordTable()) }
    }
}

extension RecordTable: Archived {
    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        id = ContentHash(high: try reader.word(), low: try reader.word())
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
        writer.write(word: id.high)
        writer.write(word: id.low)
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
        names: (table: [String], firstNumber: Int),
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
        guard try reader.flag() else {
            self.init(path: path, sketch: sketch, isKnown: true)
            return
        }
        let facts = try FileFacts(from: &reader, names: names)
        let interface = try FileInterface(from: &reader, names: facts.names.count)
        self.init(path: path, sketch: sketch, facts: facts, interface: interface, isKnown: true)
    }

    fileprivate func write(to writer: inout ArchiveWriter, names: inout NameTable) {
        writer.write(sketch.bytes)
        writer.write(sketch.lines)
        writer.write(sketch.depth)
        writer.write(sketch.isGenerated)
        writer.write(sketch.imports)
        writer.write(sketch.directives)
        writer.write(facts != nil)
        guard let facts else { return }
        facts.write(to: &writer, names: &names)
        (interface ?? FileInterface(of: facts)).write(to: &writer)
    }
}

extension FileInterface {
    /// - Parameter count: the number of the file's names.
    fileprivate init(from reader: inout ArchiveReader, names count: Int) throws(ArchiveDamage) {
        core = ContentHash(high: try reader.word(), low: try reader.word())
        for _ in 0..<(try reader.count()) {
            let name = try reader.number()
            guard name < count else { throw ArchiveDamage() }
            loose.append(Loose(name: FileFacts.Index(name), hash: try reader.word()))
        }
    }

    fileprivate func write(to writer: inout ArchiveWriter) {
        writer.write(word: core.high)
        writer.write(word: core.low)
        writer.write(loose.count)
        for one in loose {
            writer.write(Int(one.name))
            writer.write(word: one.hash)
        }
    }
}
