import SeamKit

/// What the words of a file indicate, found without parsing. There may be false positives from comments and texts.
///
/// Words are represented by their hashes.
struct FileWords: Sendable {
    /// The words, as a Bloom filter with one hash: 1 bit for 4 bytes of text.
    private(set) var bits: [UInt64]
    /// Names that follow `class`, `extension` and the like.
    private(set) var declared: [UInt64] = []
    /// Names between the name of a class and its brace.
    private(set) var inherited: [UInt64] = []
    /// Names before an `.init` that is not immediately called with arguments.
    private(set) var initialized: [UInt64] = []
    /// Whether it contains `dump` or `Mirror`.
    private(set) var isReflecting = false
    /// Whether it contains `MemoryLayout` or `unsafeBitCast`.
    private(set) var isMeasuring = false

    /// The words that begin the declaration of a type or of a name for one, and those that only seem to (`class func`).
    private static let openers = ["class", "struct", "enum", "actor", "protocol", "extension", "typealias"].map(hash)
    private static let others = ["func", "var", "let", "override", "subscript"].map(hash)
    private static let opensClass = hash("class")
    private static let initializer = hash("init")
    private static let reflecting = ["dump", "Mirror"].map(hash)
    private static let measuring = ["MemoryLayout", "unsafeBitCast"].map(hash)

    /// Reads a file.
    init(_ bytes: [UInt8]) {
        var count = 1
        while count * 64 * 4 < bytes.count { count *= 2 }
        bits = Array(repeating: 0, count: count)
        bytes.withUnsafeBufferPointer { scan($0) }
        (declared, inherited, initialized) = (
            Self.distinct(declared), Self.distinct(inherited), Self.distinct(initialized)
        )
    }

    private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        /// Whether the next word is a name.
        var isNameNext = false
        /// Whether words are part of the head of a class.
        var isInHead = false
        var last = Self.seed
        while index < bytes.count {
            let byte = bytes[index]
            guard byte.isOfName else {
                if isInHead, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") { isInHead = false }
                // A name continues after a dot: `extension A.B`.
                if isNameNext, !" `.\n".utf8.contains(byte) { isNameNext = false }
                index += 1
                continue
            }
            let start = index
            var word = Self.seed
            while index < bytes.count, bytes[index].isOfName {
                word = Self.step(word, bytes[index])
                index += 1
            }
            bits[Int(truncatingIfNeeded: word >> 6) & (bits.count - 1)] |= 1 << (word & 63)
            if isNameNext {
                declared.append(word)
                if Self.others.contains(word) { isInHead = false }
                isNameNext = index < bytes.count && bytes[index] == UInt8(ascii: ".")
            } else if Self.openers.contains(word) {
                isNameNext = true
                isInHead = word == Self.opensClass
            } else if isInHead {
                inherited.append(word)
            } else if word == Self.initializer {
                if Self.isReference(bytes, start, index) { initialized.append(last) }
            } else if Self.reflecting.contains(word) {
                isReflecting = true
            } else if Self.measuring.contains(word) {
                isMeasuring = true
            }
            last = word
        }
    }

    /// Returns whether `init` stands behind a dot and isn't called.
    private static func isReference(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
        guard start > 0, bytes[start - 1] == UInt8(ascii: ".") else { return false }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "(") else { return true }
        // `Name.init(a:b:)` names an initializer; `Name.init(a: 1)` calls it.
        return bytes[(end + 1)...].prefix(1_000).prefix { $0 != UInt8(ascii: ")") }.last == UInt8(ascii: ":")
    }

    private static func distinct(_ words: [UInt64]) -> [UInt64] {
        var seen: Set<UInt64> = []
        return words.filter { seen.insert($0).inserted }
    }

    /// The hash of a word.
    static func hash(_ word: String) -> UInt64 { word.utf8.reduce(seed, step) }

    // FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
}

extension FileWords: Archived {
    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        bits = try reader.words()
        guard bits.count.nonzeroBitCount == 1 else { throw ArchiveDamage() }
        declared = try reader.words()
        inherited = try reader.words()
        initialized = try reader.words()
        isReflecting = try reader.flag()
        isMeasuring = try reader.flag()
    }

    package func write(to writer: inout ArchiveWriter) {
        for words in [bits, declared, inherited, initialized] { writer.write(words: words) }
        writer.write(isReflecting)
        writer.write(isMeasuring)
    }
}
