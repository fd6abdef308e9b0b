package import Foundation

/// A set of subject classes: a bit for each, so that the classes of a day take 8 KB at most, however many runs they had.
package struct SubjectSet: Hashable, Sendable {
    package init() {}

    private var words: [UInt64] = []
    /// Whether there were runs without a class. All of them belong to one subject, because nothing shows that there are more.
    private var hasUnknown = false

    package mutating func insert(_ number: Int) {
        guard number >= 0 else {
            hasUnknown = true
            return
        }
        let (word, bit) = number.quotientAndRemainder(dividingBy: 64)
        if word >= words.count { words += Array(repeating: 0, count: word + 1 - words.count) }
        words[word] |= 1 << UInt64(bit)
    }

    package mutating func formUnion(_ other: SubjectSet) {
        hasUnknown = hasUnknown || other.hasUnknown
        if other.words.count > words.count { words += Array(repeating: 0, count: other.words.count - words.count) }
        for (index, word) in other.words.enumerated() { words[index] |= word }
    }

    package mutating func subtract(_ other: SubjectSet) {
        if other.hasUnknown { hasUnknown = false }
        for index in words.indices.prefix(other.words.count) { words[index] &= ~other.words[index] }
    }

    var count: Int {
        words.reduce(hasUnknown ? 1 : 0) { $0 + $1.nonzeroBitCount }
    }

    /// The numbers of the classes; -1 stands for runs without one.
    var numbers: [Int] {
        var numbers = hasUnknown ? [-1] : []
        for (index, word) in words.enumerated() where word != 0 {
            for bit in 0..<64 where word & (1 << UInt64(bit)) != 0 { numbers.append(index * 64 + bit) }
        }
        return numbers
    }

    package static func == (left: SubjectSet, right: SubjectSet) -> Bool {
        left.hasUnknown == right.hasUnknown && left.meaningful == right.meaningful
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(hasUnknown)
        hasher.combine(meaningful)
    }

    /// The words up to the last that isn't zero.
    private var meaningful: ArraySlice<UInt64> {
        words[..<((words.lastIndex { $0 != 0 } ?? -1) + 1)]
    }
}

// MARK: - As bytes

extension SubjectSet {
    /// The set in bytes: a first one (bit 0 says whether there are runs without a class, bit 1 how the rest is written), then
    /// the numbers in two bytes each, or the bits of all classes if that is shorter.
    package var data: Data {
        let numbers = numbers.filter { $0 >= 0 }
        let isList = numbers.count * 2 < SubjectClass.count / 8
        var data = Data([(hasUnknown ? 1 : 0) | (isList ? 0 : 2)])
        if isList {
            for number in numbers { data += [UInt8(number & 0xff), UInt8(number >> 8)] }
        } else {
            for word in words { for byte in 0..<8 { data.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * byte))) } }
        }
        return data
    }

    /// Reads the set; returns nil if no set is written like this.
    package init?(_ data: Data) {
        guard let head = data.first, head < 4 else { return nil }
        let bytes = [UInt8](data.dropFirst())
        hasUnknown = head & 1 != 0
        if head & 2 == 0 {
            guard bytes.count.isMultiple(of: 2), bytes.count < SubjectClass.count / 8 else { return nil }
            for index in stride(from: 0, to: bytes.count, by: 2) {
                insert(Int(bytes[index]) | Int(bytes[index + 1]) << 8)
            }
        } else {
            guard bytes.count.isMultiple(of: 8), bytes.count <= SubjectClass.count / 8 else { return nil }
            words = stride(from: 0, to: bytes.count, by: 8).map { start in
                bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
            }
        }
    }
}
