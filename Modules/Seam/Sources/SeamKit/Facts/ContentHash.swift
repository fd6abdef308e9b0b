/// A hash of 128 bits over a file's bytes, the same on every machine. Not meant to withstand an attacker.
package struct ContentHash: Sendable, Hashable {
    var high: UInt64 = 0
    var low: UInt64 = 0

    package init() {}

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Hashes the bytes of a text.
    package init(text: String) {
        self = Array(text.utf8).withUnsafeBufferPointer { ContentHash(of: $0) }
    }

    /// Hashes `bytes` in two lanes of 64 bits, 16 bytes in each step.
    package init(of bytes: UnsafeBufferPointer<UInt8>) {
        var first: UInt64 = 0x9E37_79B9_7F4A_7C15
        var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F ^ UInt64(truncatingIfNeeded: bytes.count)
        let raw = UnsafeRawBufferPointer(bytes)
        var offset = 0
        while offset + 16 <= raw.count {
            let a = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let b = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
            first = Self.mix(first ^ a, with: 0xA076_1D64_78BD_642F ^ b)
            second = Self.mix(second &+ b, with: 0xE703_7ED1_A0B4_28DB ^ a)
            offset += 16
        }
        var tail: UInt64 = 0
        var shift: UInt64 = 0
        while offset < raw.count {
            tail |= UInt64(raw[offset]) << shift
            shift += 8
            offset += 1
            if shift == 64 {
                first = Self.mix(first ^ tail, with: 0x8EBC_6AF0_9C88_C6E3)
                second = Self.mix(second &+ tail, with: 0x5899_65CC_7537_4CC3)
                tail = 0
                shift = 0
            }
        }
        first = Self.mix(first ^ tail, with: 0x8EBC_6AF0_9C88_C6E3 ^ shift)
        second = Self.mix(second &+ tail, with: 0x5899_65CC_7537_4CC3 &+ shift)
        high = Self.mix(first, with: second ^ 0x2D35_8DCC_AA6C_78A5)
        low = Self.mix(second, with: first ^ 0x8BB8_4B93_962E_ACC9)
    }

    /// The 16 bytes, the highest first.
    var bytes: [UInt8] { withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) } }

    /// The 32 hexadecimal digits.
    package var hexadecimal: String { Self.digits(of: high) + Self.digits(of: low) }

    private static func digits(of value: UInt64) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    /// Returns both halves of the product, joined. If a factor were zero, the other would be lost, so neither may be zero.
    @inline(__always)
    private static func mix(_ a: UInt64, with b: UInt64) -> UInt64 {
        let product = (a | 1).multipliedFullWidth(by: b | 1)
        return product.high ^ product.low &+ a
    }
}
