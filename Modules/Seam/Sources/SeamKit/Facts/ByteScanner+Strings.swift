/// Comments and strings.
extension ByteScanner {
    /// Skips a comment. Returns whether one begins here.
    mutating func skipComment() -> Bool {
        guard position + 1 < bytes.count else { return false }
        switch bytes[position + 1] {
        case Byte.slash: readLineComment()
        case Byte.star: readBlockComment()
        default: return false
        }
        return true
    }

    private mutating func readLineComment() {
        let start = position
        position = ByteSearch.first(Byte.newline, in: bytes, from: start)
        var cursor = start
        while cursor < position, bytes[cursor] == Byte.slash || bytes[cursor] == Byte.blank { cursor += 1 }
        guard position - cursor > 5, starts(at: cursor, with: "seam:") else { return }
        var end = position
        while end > cursor, classes[Int(bytes[end - 1])] == .space { end -= 1 }
        let text = String(decoding: bytes[(cursor + 5)..<end], as: UTF8.self)
        let trimmed = text.drop { $0 == " " || $0 == "\t" }
        sketch.directives.append(Directive(text: String(trimmed), line: line, followsCode: lineHasCode))
    }

    private mutating func readBlockComment() {
        var depth = 1
        position += 2
        while position < bytes.count, depth > 0 {
            let byte = bytes[position]
            if byte == Byte.newline {
                position += 1
                line += 1
                lineStart = position
                lineHasCode = false
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

    mutating func readPound() {
        var end = position
        while end < bytes.count, bytes[end] == Byte.pound { end += 1 }
        if end < bytes.count, bytes[end] == Byte.quote {
            let pounds = end - position
            position = end
            readString(pounds: pounds)
        } else {
            // All of a row at once: a row is as long as somebody wants.
            position = end - 1
            noteCondition()
            readPunctuation(Byte.pound)
        }
    }

    mutating func readString(pounds: Int) {
        beginToken()
        let isMultiline = starts(at: position, with: "\"\"\"")
        position += isMultiline ? 3 : 1
        readStringBody(pounds: pounds, isMultiline: isMultiline)
    }

    mutating func readStringBody(pounds: Int, isMultiline: Bool) {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == Byte.backslash {
                guard hasPounds(pounds, at: position + 1) else {
                    position += 1
                    continue
                }
                position += 1 + pounds
                guard position < bytes.count else { return }
                if bytes[position] == Byte.openParenthesis {
                    position += 1
                    openBracket(isLookedOver: true)
                    interpolations.append(
                        Interpolation(parentheses: parentheses, pounds: pounds, isMultiline: isMultiline)
                    )
                    return
                }
                if bytes[position] != Byte.newline { position += 1 }
            } else if byte == Byte.newline {
                guard isMultiline else { return }
                position += 1
                line += 1
                lineStart = position
            } else if byte == Byte.quote {
                if isMultiline {
                    guard starts(at: position, with: "\"\"\""), hasPounds(pounds, at: position + 3) else {
                        position += 1
                        continue
                    }
                    position += 3 + pounds
                    return
                }
                guard hasPounds(pounds, at: position + 1) else {
                    position += 1
                    continue
                }
                position += 1 + pounds
                return
            } else {
                var next = position + 1
                while next < bytes.count, classes[Int(bytes[next])] == .letter { next += 1 }
                position = next
            }
        }
    }

    private func hasPounds(_ count: Int, at start: Int) -> Bool {
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
