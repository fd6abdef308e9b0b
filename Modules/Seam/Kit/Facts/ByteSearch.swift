import Foundation

/// Finds things in bytes a block at a time, whatever they stand in: code, comments or strings.
enum ByteSearch {
    private typealias Block = SIMD16<UInt8>

    /// Where `byte` is first at or after `start`; the end where it is not.
    static func first(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = bytes.baseAddress, start < bytes.count,
            let found = memchr(base + start, Int32(byte), bytes.count - start)
        else { return bytes.count }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Whether `text` is anywhere in `bytes`.
    static func contains(_ text: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        isAnywhere(text, in: bytes) { _ in true }
    }

    /// Whether `word` is anywhere in `bytes` between others than letters and digits.
    static func mentions(_ word: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let classes = ByteClasses()
        func isWord(_ index: Int) -> Bool {
            guard index >= 0, index < bytes.count else { return false }
            let kind = classes[Int(bytes[index])]
            return kind == .letter || kind == .digit
        }
        return isAnywhere(word, in: bytes) { !isWord($0 - 1) && !isWord($0 + word.count) }
    }

    /// Compares the first and the last byte of the text with a block each, and the rest where both are there.
    private static func isAnywhere(
        _ text: [UInt8],
        in bytes: UnsafeBufferPointer<UInt8>,
        where fits: (Int) -> Bool
    ) -> Bool {
        guard let first = text.first, let last = text.last, text.count <= bytes.count else { return false }
        let firsts = Block(repeating: first)
        let lasts = Block(repeating: last)
        let raw = UnsafeRawBufferPointer(bytes)
        let ends = bytes.count - text.count + 1
        func isHere(_ start: Int) -> Bool {
            for index in text.indices where bytes[start + index] != text[index] { return false }
            return fits(start)
        }
        var position = 0
        // Both blocks end within the bytes: `position + 16` starts are left, and each has `text.count` bytes.
        while position + Block.scalarCount <= ends {
            let head = raw.loadUnaligned(fromByteOffset: position, as: Block.self)
            let tail = raw.loadUnaligned(fromByteOffset: position + text.count - 1, as: Block.self)
            if isSet((head .== firsts) .& (tail .== lasts)) {
                for start in position..<(position + Block.scalarCount) where isHere(start) { return true }
            }
            position += Block.scalarCount
        }
        while position < ends {
            if isHere(position) { return true }
            position += 1
        }
        return false
    }

    /// Calls `body` with the end of everything that may be one of `class`, `struct`, `enum`, `actor`, `protocol` and
    /// `extension`, and space or a quoted name behind it; returns the number of line ends.
    static func declarations(in bytes: UnsafeBufferPointer<UInt8>, body: (Int) -> Void) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var lines = 0
        var position = 2
        func isEnd(_ index: Int) -> Bool {
            guard bytes[index] <= Byte.blank || bytes[index] == Byte.backtick else { return false }
            switch (bytes[index - 2], bytes[index - 1]) {
            case (0x73, 0x73), (0x63, 0x74), (0x75, 0x6D), (0x6F, 0x72), (0x6F, 0x6C), (0x6F, 0x6E): return true
            default: return false
            }
        }
        for index in 0..<min(2, bytes.count) where bytes[index] == Byte.newline { lines += 1 }
        while position + Block.scalarCount <= bytes.count {
            // The two bytes before the block are there: the position starts at 2.
            let here = raw.loadUnaligned(fromByteOffset: position, as: Block.self)
            let last = raw.loadUnaligned(fromByteOffset: position - 1, as: Block.self)
            let second = raw.loadUnaligned(fromByteOffset: position - 2, as: Block.self)
            let newlines = here .== Block(repeating: Byte.newline)
            if isSet(newlines) { for lane in 0..<Block.scalarCount where newlines[lane] { lines += 1 } }
            let space = (here .<= Block(repeating: Byte.blank)) .| (here .== Block(repeating: Byte.backtick))
            let lasts =
                (last .== Block(repeating: 0x73)) .| (last .== Block(repeating: 0x74))
                .| (last .== Block(repeating: 0x6D)) .| (last .== Block(repeating: 0x72))
                .| (last .== Block(repeating: 0x6C)) .| (last .== Block(repeating: 0x6E))
            let seconds =
                (second .== Block(repeating: 0x73)) .| (second .== Block(repeating: 0x63))
                .| (second .== Block(repeating: 0x75)) .| (second .== Block(repeating: 0x6F))
            if isSet(space .& lasts .& seconds) {
                for index in position..<(position + Block.scalarCount) where isEnd(index) { body(index) }
            }
            position += Block.scalarCount
        }
        while position < bytes.count {
            if bytes[position] == Byte.newline { lines += 1 }
            if isEnd(position) { body(position) }
            position += 1
        }
        return lines
    }

    /// Whether any lane is; a mask of this type is 16 bytes of all ones or none.
    @inline(__always)
    private static func isSet(_ mask: SIMDMask<Block.MaskStorage>) -> Bool {
        let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        return halves.x | halves.y != 0
    }
}
