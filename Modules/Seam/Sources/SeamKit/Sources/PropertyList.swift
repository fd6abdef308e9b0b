/// A value of the old-style property list format of Xcode projects.
enum PropertyList: Equatable, Sendable {
    case text(String)
    case list([PropertyList])
    case map([String: PropertyList])

    var string: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    var strings: [String] {
        if case .list(let items) = self { return items.compactMap(\.string) }
        return []
    }

    subscript(key: String) -> PropertyList? {
        if case .map(let map) = self { return map[key] }
        return nil
    }

    /// Reads a whole list. Returns nil if the bytes aren't one, or if it is nested deeper than any project is.
    init?(parsing bytes: UnsafeBufferPointer<UInt8>) {
        var reader = Reader(bytes: bytes)
        guard let value = reader.value(depth: 0) else { return nil }
        self = value
    }

    private struct Reader {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0

        mutating func value(depth: Int) -> PropertyList? {
            guard depth < 64, let byte = next() else { return nil }
            switch byte {
            case UInt8(ascii: "{"):
                position += 1
                var map: [String: PropertyList] = [:]
                while let byte = next(), byte != UInt8(ascii: "}") {
                    guard let key = text(), next() == UInt8(ascii: "=") else { return nil }
                    position += 1
                    guard let value = value(depth: depth + 1) else { return nil }
                    map[key] = value
                    if next() == UInt8(ascii: ";") { position += 1 }
                }
                guard position < bytes.count else { return nil }
                position += 1
                return .map(map)
            case UInt8(ascii: "("):
                position += 1
                var list: [PropertyList] = []
                while let byte = next(), byte != UInt8(ascii: ")") {
                    guard let value = value(depth: depth + 1) else { return nil }
                    list.append(value)
                    if next() == UInt8(ascii: ",") { position += 1 }
                }
                guard position < bytes.count else { return nil }
                position += 1
                return .list(list)
            default:
                return text().map { .text($0) }
            }
        }

        /// Returns the next byte that is neither space nor comment.
        private mutating func next() -> UInt8? {
            while position < bytes.count {
                let byte = bytes[position]
                if byte == 32 || (byte >= 9 && byte <= 13) {
                    position += 1
                } else if byte == Byte.slash, position + 1 < bytes.count, bytes[position + 1] == Byte.star {
                    position += 2
                    while position + 1 < bytes.count,
                        bytes[position] != Byte.star || bytes[position + 1] != Byte.slash
                    { position += 1 }
                    position += 2
                } else if byte == Byte.slash, position + 1 < bytes.count, bytes[position + 1] == Byte.slash {
                    while position < bytes.count, bytes[position] != Byte.newline { position += 1 }
                } else {
                    return byte
                }
            }
            return nil
        }

        private mutating func text() -> String? {
            guard let first = next() else { return nil }
            if first == Byte.quote || first == UInt8(ascii: "'") {
                position += 1
                var content: [UInt8] = []
                while position < bytes.count, bytes[position] != first {
                    if bytes[position] == Byte.backslash, position + 1 < bytes.count {
                        position += 1
                        content.append(bytes[position] == UInt8(ascii: "n") ? Byte.newline : bytes[position])
                    } else {
                        content.append(bytes[position])
                    }
                    position += 1
                }
                guard position < bytes.count else { return nil }
                position += 1
                return String(decoding: content, as: UTF8.self)
            }
            let start = position
            while position < bytes.count, Self.isBare(bytes[position]) { position += 1 }
            return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
        }

        private static func isBare(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"),
                UInt8(ascii: "$"), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "+"), UInt8(ascii: "@"),
                UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "~"), UInt8(ascii: "*"), 128...255:
                true
            default:
                false
            }
        }
    }
}
