/// What the words of files indicate about types, found without parsing. There may be false positives from comments and texts.
struct WordScan: Sendable {
    /// Names between the name of a class and its brace.
    var inherited: Set<String> = []
    /// Names before an `.init` that is not immediately called with arguments.
    var initialized: Set<String> = []
    /// The paths of files that contain `dump` or `Mirror`.
    var reflecting: [String] = []

    /// Adds what another part of the files indicates.
    mutating func add(_ other: WordScan) {
        inherited.formUnion(other.inherited)
        initialized.formUnion(other.initialized)
        reflecting += other.reflecting
    }

    private static let keywords: Set<String> = ["class", "struct", "enum", "actor", "protocol", "extension"]

    /// Reads a file. Returns the names that follow `class`, `extension` and the like.
    mutating func scan(_ bytes: [UInt8], path: String) -> Set<String> {
        var names: Set<String> = []
        var index = 0
        /// Whether the next word is a name.
        var isNameNext = false
        /// Whether words are part of the head of a class.
        var isInHead = false
        var last = ""
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
            let word = String(decoding: bytes[start..<index], as: UTF8.self)
            if isNameNext {
                names.insert(word)
                // `class func` doesn't begin a class.
                if ["func", "var", "let", "override", "subscript"].contains(word) { isInHead = false }
                isNameNext = index < bytes.count && bytes[index] == UInt8(ascii: ".")
            } else if Self.keywords.contains(word) {
                isNameNext = true
                isInHead = word == "class"
            } else if isInHead {
                inherited.insert(word)
            } else if word == "init" {
                noteInitializer(bytes, start, index, of: last)
            } else if word == "dump" || word == "Mirror", reflecting.last != path {
                reflecting.append(path)
            }
            last = word
        }
        return names
    }

    private mutating func noteInitializer(_ bytes: [UInt8], _ start: Int, _ end: Int, of name: String) {
        guard start > 0, bytes[start - 1] == UInt8(ascii: ".") else { return }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "(") else {
            initialized.insert(name)
            return
        }
        // `Name.init(a:b:)` names an initializer; `Name.init(a: 1)` calls it.
        let inside = bytes[(end + 1)...].prefix { $0 != UInt8(ascii: ")") }
        if inside.last == UInt8(ascii: ":") { initialized.insert(name) }
    }

    /// Whether a word stands in the bytes, with no letter or digit beside it.
    static func contains(_ word: [UInt8], in bytes: [UInt8]) -> Bool { contains(word, in: bytes) { _ in true } }

    /// Whether a name stands somewhere with no arguments behind it, or with labels only: `f(_:)`.
    static func isValue(_ name: String, in bytes: [UInt8]) -> Bool {
        contains(Array(name.utf8), in: bytes) { rest in
            guard rest.first == UInt8(ascii: "(") else { return true }
            return rest.prefix { $0 != UInt8(ascii: ")") }.last == UInt8(ascii: ":")
        }
    }

    /// Whether a word stands in the bytes, and what is behind it is as wanted.
    private static func contains(
        _ word: [UInt8],
        in bytes: [UInt8],
        where isWanted: (Swift.Slice<UnsafeBufferPointer<UInt8>>) -> Bool
    ) -> Bool {
        guard let first = word.first, bytes.count >= word.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index + word.count <= bytes.count {
                if bytes[index] == first, index == 0 || !isWord(bytes[index - 1]),
                    index + word.count == bytes.count || !isWord(bytes[index + word.count]),
                    bytes[index..<(index + word.count)].elementsEqual(word), isWanted(bytes[(index + word.count)...])
                {
                    return true
                }
                index += 1
            }
            return false
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

/// The words of a file, by their hashes: 8 bytes a word.
struct WordSet: Sendable {
    private let hashes: [UInt64]

    init(_ bytes: [UInt8]) {
        var hashes: [UInt64] = []
        var hash = Self.seed
        for byte in bytes {
            if WordScan.isWord(byte) {
                hash = Self.step(hash, byte)
            } else if hash != Self.seed {
                hashes.append(hash)
                hash = Self.seed
            }
        }
        if hash != Self.seed { hashes.append(hash) }
        hashes.sort()
        var unique: [UInt64] = []
        for hash in hashes where unique.last != hash { unique.append(hash) }
        self.hashes = unique
    }

    /// Returns whether the file may contain a word. It doesn't if this is false.
    func mayContain(_ word: [UInt8]) -> Bool {
        let wanted = word.reduce(Self.seed, Self.step)
        var (low, high) = (0, hashes.count)
        while low < high {
            let middle = (low + high) / 2
            if hashes[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        return low < hashes.count && hashes[low] == wanted
    }

    // FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
