import SeamKit

/// Tells which files of a map can't contain a word. Words of files that haven't changed since the last plan are stored, apart from the
/// facts, because maps need no words. Plans themselves are not stored: people wait for the first one after an edit.
struct TreeWords: Sendable {
    /// The bits of all files one after the other, and where those of each file are. Most questions go through all of them.
    private var bits: [UInt64] = []
    private var places: [(start: Int, mask: Int)] = []

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
        for found in found {
            places.append((bits.count, found.words.bits.count - 1))
            bits += found.words.bits
        }
        guard let store, found.contains(where: \.isNew) else { return }
        var all = StoredWords()
        for (file, found) in zip(map, found) where found.isNew || known.files[file.contentHash] != nil {
            all.files[file.contentHash] = found.words
        }
        store.keep(.words, key: store.key(of: .words).hash) { [all] in all }
        store.finish()
    }

    /// Returns the numbers of the files, in the map's order, that may contain all these words. The others don't.
    func files(saying words: [String]) -> [Int] {
        let hashes = words.map(FileWords.hash)
        return places.indices.filter { position in
            let (start, mask) = places[position]
            return hashes.allSatisfy {
                bits[start + Int(truncatingIfNeeded: $0 >> 6) & mask] & (1 << ($0 & 63)) != 0
            }
        }
    }
}

/// The words of a file, as a Bloom filter with one hash: 1 bit for 4 bytes of text.
private struct FileWords: Sendable {
    let bits: [UInt64]

    init(bits: [UInt64]) { self.bits = bits }

    init(_ bytes: [UInt8]) {
        var count = 1
        while count * 64 * 4 < bytes.count { count *= 2 }
        var bits: [UInt64] = Array(repeating: 0, count: count)
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                var word = Self.seed
                let start = index
                while index < bytes.count, bytes[index].isOfName {
                    word = Self.step(word, bytes[index])
                    index += 1
                }
                if index > start { bits[Int(truncatingIfNeeded: word >> 6) & (count - 1)] |= 1 << (word & 63) }
                index += 1
            }
        }
        self.bits = bits
    }

    /// The hash of a word.
    static func hash(_ word: String) -> UInt64 { word.utf8.reduce(seed, step) }

    // FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
}

/// The words of files by the hashes of their contents.
private struct StoredWords: Sendable {
    var files: [String: FileWords] = [:]
}

extension StoredWords: Archived {
    init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        let count = try reader.count()
        files.reserveCapacity(count)
        for _ in 0..<count {
            let (hash, bits) = (try reader.text(), try reader.words())
            guard bits.count.nonzeroBitCount == 1 else { throw ArchiveDamage() }
            files[hash] = FileWords(bits: bits)
        }
    }

    func write(to writer: inout ArchiveWriter) {
        writer.write(files.count)
        for (hash, words) in files.sorted(by: { $0.key < $1.key }) {
            writer.write(hash)
            writer.write(words: words.bits)
        }
    }
}
