/// A place in the bytes of a Swift file, with its line.
struct ByteCursor {
    let bytes: UnsafeBufferPointer<UInt8>
    let classes = ByteClasses()
    var position = 0
    private(set) var line = 1
    private(set) var lineStart = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Goes to the start of the next line, from the end of a line.
    mutating func endLine() {
        position += 1
        line += 1
        lineStart = position
    }

    mutating func skipByteOrderMark() {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    }

    mutating func skipBlanks() {
        var next = position
        while next < bytes.count, classes[Int(bytes[next])] == .space { next += 1 }
        position = next
    }

    /// Skips a comment, with those in it, from its beginning.
    mutating func skipBlockComment() {
        var depth = 1
        position += 2
        while position < bytes.count, depth > 0 {
            let byte = bytes[position]
            if byte == Byte.newline {
                endLine()
            } else if byte == Byte.star, position + 1 < bytes.count, bytes[position + 1] == Byte.slash {
                depth -= 1
                position += 2
            } else if byte == Byte.slash, position + 1 < bytes.count, bytes[position + 1] == Byte.star {
                depth += 1
                position += 2
            } else {
                position += 1
            }
        }
    }

    // MARK: What stands where

    /// Returns whether the byte may be in a name.
    func isName(at position: Int) -> Bool {
        guard position < bytes.count else { return false }
        let kind = classes[Int(bytes[position])]
        return kind == .letter || kind == .digit
    }

    /// Returns the end of the name or number that is at `start`.
    @inline(__always)
    func endOfWord(from start: Int) -> Int {
        // The position of this loop is a local, or each step would go through memory.
        var end = start
        while end < bytes.count {
            let kind = classes[Int(bytes[end])]
            guard kind == .letter || kind == .digit else { break }
            end += 1
        }
        return end
    }

    func hasPounds(_ count: Int, at start: Int) -> Bool {
        guard count > 0 else { return true }
        guard start + count <= bytes.count else { return false }
        for index in start..<(start + count) where bytes[index] != Byte.pound { return false }
        return true
    }

    func starts(at start: Int, with text: StaticString) -> Bool {
        guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
        for index in 0..<text.utf8CodeUnitCount where bytes[start + index] != text.utf8Start[index] { return false }
        return true
    }
}
