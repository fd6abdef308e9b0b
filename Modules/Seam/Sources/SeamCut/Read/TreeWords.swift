import SeamKit

/// What the words of all files of a map indicate. Words of files that haven't changed since the last plan are stored,
/// apart from the facts, because maps need no words. Plans themselves are not stored: people wait for the first one after an edit.
struct TreeWords: Sendable {
    /// The bits of all files one after the other, and where those of each file are. Most questions go through all of them.
    private var bits: [UInt64] = []
    private var places: [(start: Int, mask: Int)] = []
    private var declaring: [UInt64: [Int]] = [:]
    private var inherited: Set<UInt64> = []
    private var initialized: Set<UInt64> = []
    /// The numbers of the files that contain `dump` or `Mirror`.
    private(set) var reflecting: [Int] = []
    /// The numbers of the files that contain `MemoryLayout` or `unsafeBitCast`.
    private(set) var measuring: [Int] = []

    /// - Parameter read: returns the bytes of a file of the map.
    init(of map: [SourceFile], root: String, analysis: Analysis.Options, read: @escaping @Sendable (String) -> [UInt8]?)
    {
        let store = analysis.cache.map { TreeStore(cache: $0, root: root) }
        let known: StoredWords = store.flatMap { $0.value(.words, key: $0.key(of: .words).hash) } ?? StoredWords()
        let found = Workers.map(map.count, threads: analysis.workers, state: {}) {
            _,
            position -> (words: FileWords, isNew: Bool) in
            if let words = known.files[map[position].contentHash] { return (words, false) }
            let bytes = read(map[position].path) ?? []
            let hash = bytes.withUnsafeBufferPointer { ContentHash(of: $0) }
            // What changed since the map was made is not stored.
            return (FileWords(bytes), hash.hexadecimal == map[position].contentHash)
        }
        for found in found { add(found.words) }
        guard let store, found.contains(where: \.isNew) else { return }
        var all = StoredWords()
        for (file, found) in zip(map, found) where found.isNew || known.files[file.contentHash] != nil {
            all.files[file.contentHash] = found.words
        }
        store.keep(.words, key: store.key(of: .words).hash) { [all] in all }
        store.finish()
    }

    private mutating func add(_ file: FileWords) {
        let position = places.count
        places.append((bits.count, file.bits.count - 1))
        bits += file.bits
        for name in file.declared { declaring[name, default: []].append(position) }
        inherited.formUnion(file.inherited)
        initialized.formUnion(file.initialized)
        if file.isReflecting { reflecting.append(position) }
        if file.isMeasuring { measuring.append(position) }
    }

    /// Returns the numbers of the files, in the map's order, that may contain all these words. The others don't.
    func files(saying words: [String]) -> [Int] {
        let hashes = words.map(FileWords.hash)
        return places.indices.filter { position in hashes.allSatisfy { mayContain($0, position) } }
    }

    /// Returns whether a file may contain a word. It doesn't if this is false.
    func mayContain(_ word: String, at position: Int) -> Bool { mayContain(FileWords.hash(word), position) }

    private func mayContain(_ hash: UInt64, _ position: Int) -> Bool {
        let (start, mask) = places[position]
        return bits[start + Int(truncatingIfNeeded: hash >> 6) & mask] & (1 << (hash & 63)) != 0
    }

    /// Returns the numbers of the files that may declare or extend a type with this last name.
    func files(declaring name: String) -> [Int] { declaring[FileWords.hash(name)] ?? [] }

    /// Returns whether a class may inherit from a type with this last name.
    func isInherited(_ name: String) -> Bool { inherited.contains(FileWords.hash(name)) }

    /// Returns whether something contains `Name.init` without an immediate call.
    func hasReferenceToInitializer(_ name: String) -> Bool { initialized.contains(FileWords.hash(name)) }
}

/// The words of files by the hashes of their contents.
private struct StoredWords: Sendable {
    var files: [String: FileWords] = [:]
}

extension StoredWords: Archived {
    init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        let count = try reader.count()
        files.reserveCapacity(count)
        for _ in 0..<count { files[try reader.text()] = try FileWords(from: &reader) }
    }

    func write(to writer: inout ArchiveWriter) {
        writer.write(files.count)
        for (hash, words) in files.sorted(by: { $0.key < $1.key }) {
            writer.write(hash)
            words.write(to: &writer)
        }
    }
}
