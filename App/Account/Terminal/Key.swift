/// An input from the keyboard.
enum Key: Equatable, Sendable {
    /// One or more characters.
    case text(String)
    /// Pasted text, with line breaks.
    case paste(String)
    case enter, escape
    case up, down, left, right, home, end, pageUp, pageDown
    case backspace, delete, deleteWord, deleteToStart
    /// A request to draw the whole screen again.
    case redraw
}

/// Creates keys from the bytes that a terminal sends, which may be split anywhere: UTF-8, the control sequences of ECMA-48 that
/// xterm sends for keys, and its bracketed paste. Other input is ignored.
struct KeyReader {
    private var rest: ArraySlice<UInt8> = []
    private var pasted: [UInt8]?

    /// Whether an escape has arrived, and it is not known yet whether it is a key of its own or begins a sequence.
    var holdsEscape: Bool { pasted == nil && rest.elementsEqual([0x1B]) }

    /// Returns the held escape, when nothing has followed it for long enough.
    mutating func takeEscape() -> Key? {
        guard holdsEscape else { return nil }
        rest = []
        return .escape
    }

    /// Returns the keys that are complete with `bytes`.
    mutating func keys(_ bytes: [UInt8]) -> [Key] {
        rest += bytes
        var keys: [Key] = []
        while let key = next() {
            // Characters that arrive together are one change of the field.
            if case .text(let text)? = key, case .text(let earlier)? = keys.last {
                keys[keys.count - 1] = .text(earlier + text)
            } else if let key {
                keys.append(key)
            }
        }
        return keys
    }

    /// Returns the next key, `.some(nil)` for input that isn't a key, or `nil` if more bytes are needed.
    private mutating func next() -> Key?? {
        if pasted != nil { return nextOfPaste() }
        guard let first = rest.first else { return nil }
        switch first {
        case 0x1B: return nextSequence()
        case 0x00..<0x20, 0x7F:
            rest = rest.dropFirst()
            return .some(Self.controls[first])
        default: return nextCharacter(first)
        }
    }

    private mutating func nextCharacter(_ first: UInt8) -> Key?? {
        let length =
            switch first {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        let tail = rest.dropFirst().prefix(length - 1)
        let isWhole = tail.allSatisfy { 0x80...0xBF ~= $0 }
        if isWhole, tail.count < length - 1 { return nil }
        guard isWhole, let text = String(validating: rest.prefix(length), as: UTF8.self) else {
            rest = rest.dropFirst()
            return .some(nil)
        }
        rest = rest.dropFirst(length)
        return .text(text)
    }

    private mutating func nextSequence() -> Key?? {
        let tail = rest.dropFirst()
        switch tail.first {
        case nil: return nil
        case UInt8(ascii: "O"):
            guard let final = tail.dropFirst().first else { return nil }
            rest = tail.dropFirst(2)
            return .some(Self.sequences[String(UnicodeScalar(final))])
        case UInt8(ascii: "["):
            guard let end = tail.dropFirst().firstIndex(where: { !(0x20...0x3F ~= $0) }) else {
                // No key has such a long sequence.
                guard tail.count > 64 else { return nil }
                rest = []
                return .some(nil)
            }
            let sequence = String(decoding: tail[(tail.startIndex + 1)...end], as: UTF8.self)
            rest = rest[(end + 1)...]
            if sequence == "200~" {
                pasted = []
                return .some(nil)
            }
            return .some(Self.sequences[sequence])
        case 0x1B:
            rest = tail
            return .escape
        default:
            // A character typed with Alt.
            rest = tail.dropFirst()
            return .some(nil)
        }
    }

    private mutating func nextOfPaste() -> Key?? {
        let end = Array("\u{1B}[201~".utf8)
        guard let range = rest.firstRange(of: end) else {
            // The end may be split. Nothing else is searched again, and only what the field can hold is stored.
            let searched = rest.dropLast(end.count - 1)
            let room = max(0, Self.pasteLimit - (pasted?.count ?? 0))
            pasted? += searched.prefix(room)
            rest = rest.suffix(end.count - 1)
            return nil
        }
        let bytes = (pasted ?? []) + rest[..<range.lowerBound].prefix(Self.pasteLimit)
        rest = rest[range.upperBound...]
        pasted = nil
        return .paste(String(decoding: bytes, as: UTF8.self))
    }

    /// In bytes.
    private static let pasteLimit = 8_192

    private static let controls: [UInt8: Key] = [
        0x01: .home, 0x04: .delete, 0x05: .end, 0x08: .backspace, 0x0A: .enter, 0x0C: .redraw, 0x0D: .enter,
        0x0E: .down, 0x10: .up, 0x15: .deleteToStart, 0x17: .deleteWord, 0x7F: .backspace,
    ]

    private static let sequences: [String: Key] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "1~": .home, "7~": .home, "4~": .end,
        "8~": .end, "3~": .delete, "5~": .pageUp, "6~": .pageDown,
    ]
}
