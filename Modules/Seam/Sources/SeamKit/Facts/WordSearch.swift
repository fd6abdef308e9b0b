/// Finds words in bytes.
package enum WordSearch {
    /// Returns whether a word stands in the bytes, with no letter or digit beside it.
    package static func contains(_ word: String, in bytes: [UInt8]) -> Bool {
        let text = Array(word.utf8)
        return bytes.withUnsafeBufferPointer { all in
            var start = 0
            while let found = ByteSearch.first(text, in: all, from: start) {
                start = found + text.count
                if isWhole(found..<start, in: bytes) { return true }
            }
            return false
        }
    }

    /// Returns whether a name stands somewhere with no arguments behind it, or with labels only: `f(_:)`.
    package static func isValue(_ name: String, in bytes: [UInt8]) -> Bool {
        places(of: name, in: bytes[...]).contains { start in
            let end = start + name.utf8.count
            guard isWhole(start..<end, in: bytes) else { return false }
            guard end < bytes.count, bytes[end] == UInt8(ascii: "(") else { return true }
            return bytes[end...].prefix { $0 != UInt8(ascii: ")") }.last == UInt8(ascii: ":")
        }
    }

    /// The words that begin the declaration of a type or of a name for one.
    package static let types = ["class", "struct", "enum", "actor", "protocol", "extension", "typealias"]

    /// Returns whether a name stands, also behind others and dots, after a word that begins a declaration.
    ///
    /// - Parameter openers: the words; a comma for what a list declares, or anything else that has one before it.
    package static func declares(_ name: String, after openers: [String] = types, in bytes: [UInt8]) -> Bool {
        places(of: name, in: bytes[...]).contains { start in
            guard isWhole(start..<(start + name.utf8.count), in: bytes) else { return false }
            let before = bytes[max(0, start - 200)..<start].split { " `\t\r\n".utf8.contains($0) }
            // `extension A.B`: the word before the row of names.
            let words = before.suffix(2).map { String(decoding: $0, as: UTF8.self) }
            return words.last.map { word in
                openers.contains(word) || word.hasSuffix(".") && openers.contains(words[0])
                    || word.hasSuffix(",") && openers.contains(",")
            } ?? false
        }
    }

    /// Returns whether no letter or digit stands beside a part of the bytes.
    private static func isWhole(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        (range.lowerBound == 0 || !bytes[range.lowerBound - 1].isOfName)
            && (range.upperBound == bytes.count || !bytes[range.upperBound].isOfName)
    }

    /// Returns whether no letter of ASCII, nor a digit, stands beside a part of the bytes. Other letters may be operators.
    package static func isApart(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        func isInside(_ byte: UInt8) -> Bool { byte < 0x80 && byte.isOfName }
        return (range.lowerBound == 0 || !isInside(bytes[range.lowerBound - 1]))
            && (range.upperBound == bytes.count || !isInside(bytes[range.upperBound]))
    }

    /// Returns the places of a text in bytes.
    package static func places(of text: String, in bytes: ArraySlice<UInt8>) -> [Int] {
        let text = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { all in
            var places: [Int] = []
            var start = 0
            while let found = ByteSearch.first(text, in: all, from: start) {
                places.append(bytes.startIndex + found)
                start = found + text.count
            }
            return places
        }
    }
}
