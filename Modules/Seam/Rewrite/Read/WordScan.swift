import SeamKit

/// What the words of files indicate about types, found without parsing. There may be false positives from comments and texts.
struct WordScan: Sendable {
    /// Names between the name of a class and its brace.
    var inherited: Set<String> = []
    /// Names before an `.init` that is not immediately called with arguments.
    var initialized: Set<String> = []
    /// The paths of files that contain `dump` or `Mirror`.
    var reflecting: [String] = []
    /// The paths of files that contain `MemoryLayout` or `unsafeBitCast`.
    var measuring: [String] = []

    /// Adds what another part of the files indicates.
    mutating func add(_ other: WordScan) {
        inherited.formUnion(other.inherited)
        initialized.formUnion(other.initialized)
        reflecting += other.reflecting
        measuring += other.measuring
    }

    /// The words that begin the declaration of a type, and those that only seem to (`class func`).
    private static let openers = Words(["class", "struct", "enum", "actor", "protocol", "extension"])
    private static let others = Words(["func", "var", "let", "override", "subscript"])
    private static let marks = Words(["init", "dump", "Mirror", "MemoryLayout", "unsafeBitCast"])

    /// Some words, to which bytes are compared without making a string of them.
    private struct Words {
        private let byLength: [[[UInt8]]]

        init(_ words: [String]) {
            var byLength: [[[UInt8]]] = Array(repeating: [], count: 16)
            for word in words { byLength[word.utf8.count].append(Array(word.utf8)) }
            self.byLength = byLength
        }

        func contains(_ word: Swift.Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
            word.count < byLength.count && byLength[word.count].contains { $0.elementsEqual(word) }
        }
    }

    /// Reads a file. Returns the names that follow `class`, `extension` and the like.
    mutating func scan(_ bytes: [UInt8], path: String) -> Set<String> {
        bytes.withUnsafeBufferPointer { scan($0, path: path) }
    }

    private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, path: String) -> Set<String> {
        var names: Set<String> = []
        var index = 0
        /// Whether the next word is a name.
        var isNameNext = false
        /// Whether words are part of the head of a class.
        var isInHead = false
        var last = 0..<0
        while index < bytes.count {
            let byte = bytes[index]
            guard Self.isWord(byte) else {
                if isInHead, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") { isInHead = false }
                // A name continues after a dot: `extension A.B`.
                if isNameNext, !" `.\n".utf8.contains(byte) { isNameNext = false }
                index += 1
                continue
            }
            let start = index
            while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
            let word = bytes[start..<index]
            if isNameNext {
                names.insert(String(decoding: word, as: UTF8.self))
                if Self.others.contains(word) { isInHead = false }
                isNameNext = index < bytes.count && bytes[index] == UInt8(ascii: ".")
            } else if Self.openers.contains(word) {
                isNameNext = true
                isInHead = word.count == 5 && byte == UInt8(ascii: "c")
            } else if isInHead {
                inherited.insert(String(decoding: word, as: UTF8.self))
            } else if Self.marks.contains(word) {
                if byte == UInt8(ascii: "i") {
                    noteInitializer(bytes, start, index, of: last)
                } else if word.count > 6 {
                    if measuring.last != path { measuring.append(path) }
                } else if reflecting.last != path {
                    reflecting.append(path)
                }
            }
            last = start..<index
        }
        return names
    }

    private mutating func noteInitializer(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ start: Int,
        _ end: Int,
        of name: Range<Int>
    ) {
        guard start > 0, bytes[start - 1] == UInt8(ascii: ".") else { return }
        let isCall = end < bytes.count && bytes[end] == UInt8(ascii: "(")
        // `Name.init(a:b:)` names an initializer; `Name.init(a: 1)` calls it.
        let inside = isCall ? bytes[(end + 1)...].prefix { $0 != UInt8(ascii: ")") } : bytes[end..<end]
        if !isCall || inside.last == UInt8(ascii: ":") {
            initialized.insert(String(decoding: bytes[name], as: UTF8.self))
        }
    }

    /// Returns whether a word stands in the bytes, with no letter or digit beside it.
    static func contains(_ word: String, in bytes: [UInt8]) -> Bool {
        places(of: word, in: bytes[...]).contains { isWhole($0..<($0 + word.utf8.count), in: bytes) }
    }

    /// Returns whether a name stands somewhere with no arguments behind it, or with labels only: `f(_:)`.
    static func isValue(_ name: String, in bytes: [UInt8]) -> Bool {
        places(of: name, in: bytes[...]).contains { start in
            let end = start + name.utf8.count
            guard isWhole(start..<end, in: bytes) else { return false }
            guard end < bytes.count, bytes[end] == UInt8(ascii: "(") else { return true }
            return bytes[end...].prefix { $0 != UInt8(ascii: ")") }.last == UInt8(ascii: ":")
        }
    }

    /// Returns whether no letter or digit stands beside a part of the bytes.
    private static func isWhole(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        (range.lowerBound == 0 || !isWord(bytes[range.lowerBound - 1]))
            && (range.upperBound == bytes.count || !isWord(bytes[range.upperBound]))
    }

    /// Returns the places of a text in bytes.
    static func places(of text: String, in bytes: ArraySlice<UInt8>) -> [Int] {
        let text = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { all in
            var places: [Int] = []
            var start = 0
            while let found = ByteSearch.first(text, in: all, from: start) {
                places.append(bytes.startIndex + found)
                start = found + text.count
            }
            return places
        }
    }

    fileprivate static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }
}

/// The words of a file, as a Bloom filter with one hash: 1 bit for 4 bytes of text.
struct WordSet: Sendable {
    private var bits: [UInt64]

    init(_ bytes: [UInt8]) {
        var count = 1
        while count * 64 * 4 < bytes.count { count *= 2 }
        bits = Array(repeating: 0, count: count)
        var hash = Self.seed
        for byte in bytes {
            if WordScan.isWord(byte) {
                hash = Self.step(hash, byte)
            } else if hash != Self.seed {
                insert(hash)
                hash = Self.seed
            }
        }
        if hash != Self.seed { insert(hash) }
    }

    /// The hash of a word.
    static func hash(_ word: String) -> UInt64 { word.utf8.reduce(seed, step) }

    /// Returns whether the file may contain a word with this hash. It doesn't if this is false.
    func mayContain(_ hash: UInt64) -> Bool {
        bits[Int(truncatingIfNeeded: hash >> 6) & (bits.count - 1)] & (1 << (hash & 63)) != 0
    }

    private mutating func insert(_ hash: UInt64) {
        bits[Int(truncatingIfNeeded: hash >> 6) & (bits.count - 1)] |= 1 << (hash & 63)
    }

    // FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
