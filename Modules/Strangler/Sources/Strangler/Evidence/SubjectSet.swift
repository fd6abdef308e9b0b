package import Foundation

/// A set of subject classes. Few are listed, many have a bit each, so that the classes of a day take 140 KB at most, however many
/// runs they had.
package struct SubjectSet: Hashable, Sendable {
    private var few: Set<Int> = []
    /// A bit for each class; empty while the classes are listed.
    private var words: [UInt64] = []
    /// Whether there were runs without a class. All of them belong to one subject, because nothing shows that there are more.
    private var hasUnknown = false

    /// With more classes than this the bits take less memory.
    private static let mostListed = 4_096
    private static let wordCount = SubjectClass.numbers.count / 64

    package init() {}

    package mutating func insert(_ number: Int) {
        guard SubjectClass.numbers.contains(number) else {
            hasUnknown = true
            return
        }
        if words.isEmpty {
            few.insert(number)
            if few.count > Self.mostListed { spread() }
        } else {
            setBit(number)
        }
    }

    package mutating func formUnion(_ other: SubjectSet) {
        hasUnknown = hasUnknown || other.hasUnknown
        for number in other.few { insert(number) }
        guard !other.words.isEmpty else { return }
        if words.isEmpty { spread() }
        grow(to: other.words.count)
        for (index, word) in other.words.enumerated() { words[index] |= word }
    }

    package mutating func subtract(_ other: SubjectSet) {
        if other.hasUnknown { hasUnknown = false }
        if words.isEmpty {
            few = few.filter { !other.contains($0) }
        } else {
            for number in other.few where contains(number) { words[number / 64] &= ~(1 << UInt64(number % 64)) }
            for (index, word) in other.words.enumerated().prefix(words.count) { words[index] &= ~word }
        }
    }

    package func contains(_ number: Int) -> Bool {
        guard !words.isEmpty else { return few.contains(number) }
        return number / 64 < words.count && words[number / 64] & 1 << UInt64(number % 64) != 0
    }

    private mutating func spread() {
        grow(to: 1)
        for number in few { setBit(number) }
        few = []
    }

    private mutating func setBit(_ number: Int) {
        grow(to: number / 64 + 1)
        words[number / 64] |= 1 << UInt64(number % 64)
    }

    private mutating func grow(to count: Int) {
        if count > words.count { words += Array(repeating: 0, count: count - words.count) }
    }

    package static func == (left: SubjectSet, right: SubjectSet) -> Bool {
        guard left.hasUnknown == right.hasUnknown else { return false }
        // The same classes are bits on one side and listed on the other, or fewer bits, if some were taken out.
        return left.words.count == right.words.count
            ? left.few == right.few && left.words == right.words : left.numbers == right.numbers
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(hasUnknown)
        hasher.combine(entries)
    }
}

// MARK: - How many

extension SubjectSet {
    /// The number of different subjects that the classes show at least. A class of an earlier version is 16 of these: if one of
    /// those is in the set, both may be of one subject.
    var count: Int {
        entries - formerNumbers.count { isShownToday($0) }
    }

    /// The number of classes of any version: of different subjects at most.
    var entries: Int {
        (hasUnknown ? 1 : 0) + (words.isEmpty ? few.count : words.reduce(0) { $0 + $1.nonzeroBitCount })
    }

    /// The numbers of the classes; -1 stands for runs without one.
    var numbers: [Int] {
        (hasUnknown ? [-1] : []) + (words.isEmpty ? few.sorted() : Self.numbers(in: words[...]))
    }

    private var formerNumbers: [Int] {
        words.isEmpty
            ? few.filter { $0 < SubjectClass.formerCount }
            : Self.numbers(in: words.prefix(SubjectClass.formerCount / 64))
    }

    private func isShownToday(_ former: Int) -> Bool {
        SubjectClass.parts(of: former).contains { contains($0) }
    }

    private static func numbers(in words: ArraySlice<UInt64>) -> [Int] {
        var numbers: [Int] = []
        for index in words.indices {
            var word = words[index]
            while word != 0 {
                numbers.append(index * 64 + word.trailingZeroBitCount)
                word &= word - 1
            }
        }
        return numbers
    }
}

// MARK: - As bytes

extension SubjectSet {
    /// The set in bytes. The first says whether there are runs without a class (1), and how the rest is written: the bits of all
    /// classes (2), or if that is shorter the numbers in three bytes each (4). Earlier versions listed them in two bytes each.
    package var data: Data {
        let listed = words.isEmpty || entries * 3 < words.count * 8
        var bytes: [UInt8] = [(hasUnknown ? 1 : 0) | (listed ? 4 : 2)]
        if listed {
            for number in numbers where number >= 0 {
                bytes += [UInt8(number & 0xff), UInt8(number >> 8 & 0xff), UInt8(number >> 16)]
            }
        } else {
            words.map(\.littleEndian).withUnsafeBytes { bytes += $0 }
        }
        return Data(bytes)
    }

    /// Reads the set; returns nil if no set is written like this.
    package init?(_ data: Data) {
        let bytes = [UInt8](data)
        guard let head = bytes.first, head < 6 else { return nil }
        hasUnknown = head & 1 != 0
        let size = [2, 8, 3][Int(head / 2)]
        guard (bytes.count - 1).isMultiple(of: size), bytes.count <= Self.wordCount * 8 + 1 else { return nil }
        if size == 8 {
            words = bytes.withUnsafeBytes { bytes in
                stride(from: 1, to: bytes.count, by: 8).map {
                    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
                }
            }
        } else {
            for start in stride(from: 1, to: bytes.count, by: size) {
                let number = bytes[start..<start + size].reversed().reduce(0) { $0 << 8 | Int($1) }
                guard SubjectClass.numbers.contains(number) else { return nil }
                insert(number)
            }
        }
    }
}
