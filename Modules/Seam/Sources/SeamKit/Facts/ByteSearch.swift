import Foundation

/// Searches bytes a block at a time, in code, comments and strings.
package enum ByteSearch {
    private typealias Block = SIMD16<UInt8>

    /// Returns the first position of `byte` at or after `start`, or the end if it doesn't occur.
    static func first(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = bytes.baseAddress, start < bytes.count,
            let found = memchr(base + start, Int32(byte), bytes.count - start)
        else { return bytes.count }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Returns whether `text` occurs in `bytes`.
    static func contains(_ text: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        first(text, in: bytes, from: 0) != nil
    }

    /// Returns the first position of `text` at or after `start`; nil if it doesn't occur. It compares the first and the last byte
    /// of the text with a block each, and the rest if both match.
    package static func first(_ text: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let first = text.first, let last = text.last, text.count <= bytes.count - start else { return nil }
        let firsts = Block(repeating: first)
        let lasts = Block(repeating: last)
        let raw = UnsafeRawBufferPointer(bytes)
        let ends = bytes.count - text.count + 1
        func isHere(_ start: Int) -> Bool {
            for index in text.indices where bytes[start + index] != text[index] { return false }
            return true
        }
        var position = start
        // Both blocks end within the bytes: `position + 16` starts remain, and each has `text.count` bytes.
        while position + Block.scalarCount <= ends {
            let head = raw.loadUnaligned(fromByteOffset: position, as: Block.self)
            let tail = raw.loadUnaligned(fromByteOffset: position + text.count - 1, as: Block.self)
            if isSet(in: (head .== firsts) .& (tail .== lasts)) {
                for start in position..<(position + Block.scalarCount) where isHere(start) { return start }
            }
            position += Block.scalarCount
        }
        while position < ends {
            if isHere(position) { return position }
            position += 1
        }
        return nil
    }

    /// Returns whether any lane is set; a mask of this type is 16 bytes of all ones or none.
    @inline(__always)
    private static func isSet(in mask: SIMDMask<Block.MaskStorage>) -> Bool {
        let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        return halves.x | halves.y != 0
    }
}
