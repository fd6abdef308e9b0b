/// A check whether bytes are text in UTF-8.
enum UTF8Check {
    /// Returns the offset of the first byte that is not UTF-8, or is zero, as in a file that a disk has lost; nil if there is none.
    static func firstError(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var position = 0
        let raw = UnsafeRawBufferPointer(bytes)
        while position < bytes.count {
            if position + 8 <= bytes.count {
                let eight = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                // A zero byte borrows from its highest bit.
                if (eight | (eight &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 == 0 {
                    position += 8
                    continue
                }
            }
            let byte = bytes[position]
            guard byte >= 0x80 else {
                if byte == 0 { return position }
                position += 1
                continue
            }
            let length: Int
            var low: UInt8 = 0x80
            var high: UInt8 = 0xBF
            switch byte {
            case 0xC2...0xDF: length = 2
            case 0xE0:
                length = 3
                low = 0xA0
            case 0xED:
                length = 3
                high = 0x9F
            case 0xE1...0xEF: length = 3
            case 0xF0:
                length = 4
                low = 0x90
            case 0xF4:
                length = 4
                high = 0x8F
            case 0xF1...0xF3: length = 4
            default: return position
            }
            guard position + length <= bytes.count, bytes[position + 1] >= low, bytes[position + 1] <= high else {
                return position
            }
            for offset in 2..<max(2, length) where bytes[position + offset] & 0xC0 != 0x80 { return position }
            position += length
        }
        return nil
    }
}
