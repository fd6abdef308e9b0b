/// A value that can be stored in a file and read back.
package protocol Archived {
    func write(to writer: inout ArchiveWriter)
    init(from reader: inout ArchiveReader) throws(ArchiveDamage)
}

/// A value whose fields are listed once, for writing and for reading.
package protocol FieldArchived: Archived {
    /// A value to read into.
    static var blank: Self { get }
    /// Passes each field to the archive. Another order, or another list, is another format.
    mutating func visit(with archive: inout some FieldArchive) throws(ArchiveDamage)
}

extension FieldArchived {
    package func write(to writer: inout ArchiveWriter) {
        var copy = self
        // Only reading finds damage.
        try? copy.visit(with: &writer)
    }

    package init(from reader: inout ArchiveReader) throws(ArchiveDamage) {
        self = .blank
        try visit(with: &reader)
    }
}

/// Writes fields, or reads them.
package protocol FieldArchive {
    mutating func field(_ number: inout Int) throws(ArchiveDamage)
    mutating func field(_ flag: inout Bool) throws(ArchiveDamage)
    mutating func field(_ text: inout String) throws(ArchiveDamage)
    mutating func field(_ list: inout [String]) throws(ArchiveDamage)
    mutating func field<Value: Archived>(_ list: inout [Value]) throws(ArchiveDamage)
    mutating func field<Value: Archived>(_ value: inout Value) throws(ArchiveDamage)
    mutating func field<Value: RawRepresentable<String>>(_ choice: inout Value) throws(ArchiveDamage)
}

/// The bytes are not an archive of such a value.
package struct ArchiveDamage: Error {
    package init() {}
}

/// Writes values one after the other: numbers with seven bits in a byte, lowest first; each text once, then by its number.
package struct ArchiveWriter {
    package var bytes: [UInt8] = []
    private var texts: [String: Int] = [:]

    package init() {}

    /// Writes a number that is not negative.
    package mutating func write(_ number: Int) {
        var rest = UInt(bitPattern: number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    package mutating func write(_ flag: Bool) { write(flag ? 1 : 0) }

    package mutating func write(_ text: String) {
        if let number = texts[text] {
            write(number)
        } else {
            write(texts.count)
            texts[text] = texts.count
            let utf8 = Array(text.utf8)
            write(utf8.count)
            bytes += utf8
        }
    }

    /// Writes a text without numbering it: faster if few texts are repeated.
    mutating func write(plain text: String) {
        var text = text
        text.withUTF8 {
            write($0.count)
            bytes += $0
        }
    }

    mutating func write(blob: [UInt8]) {
        write(blob.count)
        bytes += blob
    }

    mutating func write(word: UInt64) {
        withUnsafeBytes(of: word.littleEndian) { bytes += $0 }
    }

    package mutating func write(words list: [UInt64]) {
        write(list.count)
        for word in list { write(word: word) }
    }

    package mutating func write(_ list: [String]) {
        write(list.count)
        for text in list { write(text) }
    }

    mutating func write(_ list: [Int]) {
        write(list.count)
        for number in list { write(number) }
    }

    package mutating func write(_ list: [some Archived]) {
        write(list.count)
        for value in list { value.write(to: &self) }
    }
}

extension ArchiveWriter: FieldArchive {
    package mutating func field(_ number: inout Int) { write(number) }
    package mutating func field(_ flag: inout Bool) { write(flag) }
    package mutating func field(_ text: inout String) { write(text) }
    package mutating func field(_ list: inout [String]) { write(list) }
    package mutating func field<Value: Archived>(_ list: inout [Value]) { write(list) }
    package mutating func field<Value: Archived>(_ value: inout Value) { value.write(to: &self) }
    package mutating func field<Value: RawRepresentable<String>>(_ choice: inout Value) { write(choice.rawValue) }
}

/// Reads what an `ArchiveWriter` has written, and nothing beyond its end.
package struct ArchiveReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var known: [String] = []

    /// - Parameter bytes: must stay valid as long as the reader is used.
    package init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    package var isAtEnd: Bool { position == bytes.count }

    package mutating func number() throws(ArchiveDamage) -> Int {
        var number: UInt = 0
        var shift: UInt = 0
        while position < bytes.count, shift < 63 {
            let byte = bytes[position]
            position += 1
            number |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { return Int(bitPattern: number) }
            shift += 7
        }
        throw ArchiveDamage()
    }

    package mutating func flag() throws(ArchiveDamage) -> Bool { try number() != 0 }

    package mutating func text() throws(ArchiveDamage) -> String {
        let index = try number()
        if index < known.count { return known[index] }
        let count = try count()
        guard index == known.count else { throw ArchiveDamage() }
        let text = String(decoding: bytes[position..<(position + count)], as: UTF8.self)
        position += count
        known.append(text)
        return text
    }

    /// Reads the number of elements that follow; each takes at least a byte.
    package mutating func count() throws(ArchiveDamage) -> Int {
        let count = try number()
        guard count <= bytes.count - position else { throw ArchiveDamage() }
        return count
    }

    /// Reads a text that was written without a number.
    mutating func plainText() throws(ArchiveDamage) -> String {
        let count = try count()
        let text = String(decoding: bytes[position..<(position + count)], as: UTF8.self)
        position += count
        return text
    }

    mutating func blob() throws(ArchiveDamage) -> [UInt8] {
        let count = try count()
        let blob = Array(bytes[position..<(position + count)])
        position += count
        return blob
    }

    mutating func word() throws(ArchiveDamage) -> UInt64 {
        guard position + 8 <= bytes.count else { throw ArchiveDamage() }
        let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self)
        position += 8
        return UInt64(littleEndian: word)
    }

    package mutating func words() throws(ArchiveDamage) -> [UInt64] {
        let count = try count()
        var list: [UInt64] = []
        list.reserveCapacity(count)
        for _ in 0..<count { list.append(try word()) }
        return list
    }

    package mutating func texts() throws(ArchiveDamage) -> [String] {
        let count = try count()
        var list: [String] = []
        list.reserveCapacity(count)
        for _ in 0..<count { list.append(try text()) }
        return list
    }

    mutating func numbers() throws(ArchiveDamage) -> [Int] {
        var list: [Int] = []
        for _ in 0..<(try count()) { list.append(try number()) }
        return list
    }

    package mutating func values<Value: Archived>(_: Value.Type = Value.self) throws(ArchiveDamage) -> [Value] {
        let count = try count()
        var list: [Value] = []
        list.reserveCapacity(count)
        for _ in 0..<count { list.append(try Value(from: &self)) }
        return list
    }

    package mutating func choice<Value: RawRepresentable<String>>(
        _: Value.Type = Value.self
    ) throws(ArchiveDamage) -> Value {
        guard let value = Value(rawValue: try text()) else { throw ArchiveDamage() }
        return value
    }
}

extension ArchiveReader: FieldArchive {
    package mutating func field(_ number: inout Int) throws(ArchiveDamage) { number = try self.number() }
    package mutating func field(_ flag: inout Bool) throws(ArchiveDamage) { flag = try self.flag() }
    package mutating func field(_ text: inout String) throws(ArchiveDamage) { text = try self.text() }
    package mutating func field(_ list: inout [String]) throws(ArchiveDamage) { list = try texts() }
    package mutating func field<Value: Archived>(_ list: inout [Value]) throws(ArchiveDamage) { list = try values() }

    package mutating func field<Value: Archived>(_ value: inout Value) throws(ArchiveDamage) {
        value = try Value(from: &self)
    }

    package mutating func field<Value: RawRepresentable<String>>(_ choice: inout Value) throws(ArchiveDamage) {
        choice = try self.choice()
    }
}
