/// Reads the bytes of a Swift file once, from beginning to end, and creates its sketch.
///
/// It is a very simple lexer: identifiers, brackets, strings with interpolation, comments. It never fails. If it misreads
/// something (a regex literal with a quote in it), an import or a directive is missed until the line ends.
struct ByteScanner {
    /// A string whose interpolation is being read.
    private struct Interpolation {
        var parentheses: Int
        var pounds: Int
        var isMultiline: Bool
    }

    private var cursor: ByteCursor
    private var nesting = Nesting()
    private var sketch = Sketch()
    private var interpolations: [Interpolation] = []
    /// Whether nothing but space stands behind the last identifier.
    private var isAfterName = false
    /// Whether that is the name of an attribute, or only names stand between the two: `@_exported public`.
    private var isAfterAttribute = false
    /// Whether `@_exported` has been read, and not yet the import behind it.
    private var isExported = false
    private var isAfterDot = false
    private var lineHasCode = false
    /// The position behind the last token.
    private var end = 0

    private var bytes: UnsafeBufferPointer<UInt8> { cursor.bytes }
    private var classes: ByteClasses { cursor.classes }

    private init(bytes: UnsafeBufferPointer<UInt8>) { cursor = ByteCursor(bytes: bytes) }

    /// Creates the sketch of a file.
    ///
    /// - Parameter bytes: UTF-8.
    static func sketch(of bytes: UnsafeBufferPointer<UInt8>) -> Sketch {
        var scanner = ByteScanner(bytes: bytes)
        scanner.scan()
        var sketch = scanner.sketch
        sketch.depth = scanner.nesting.depth
        sketch.hash = ContentHash(of: bytes)
        sketch.bytes = bytes.count
        sketch.lines = bytes.isEmpty ? 0 : scanner.cursor.line - (bytes.last == Byte.newline ? 1 : 0)
        return sketch
    }

    private mutating func scan() {
        cursor.skipByteOrderMark()
        sketch.isGenerated = FileHead.isGenerated(bytes, from: cursor.position)
        while cursor.position < bytes.count {
            let byte = bytes[cursor.position]
            switch classes[Int(byte)] {
            case .space: cursor.skipBlanks()
            case .newline: endLine()
            case .slash where skipComment(): break
            default:
                if !lineHasCode, isNewStatement { nesting.endStatement() }
                readToken(byte)
                end = cursor.position
            }
        }
        nesting.noteDepth()
    }

    @inline(__always)
    private mutating func readToken(_ byte: UInt8) {
        switch classes[Int(byte)] {
        case .letter: readIdentifier()
        case .digit: readNumber()
        case .quote: readString(pounds: 0)
        case .pound: readPound()
        case .bracket: readBracket(byte)
        default: readPunctuation(byte)
        }
    }

    private mutating func endLine() {
        cursor.endLine()
        lineHasCode = false
    }

    // MARK: Statements

    /// Words behind which a statement goes on, also on the next line.
    private static let openWords: Set<String> = [
        "any", "await", "borrowing", "consume", "consuming", "copy", "each", "inout", "let", "repeat", "sending",
        "some", "try",
        "unsafe", "var",
    ]

    /// Whether the token at this position, the first of its line, may begin a statement that isn't the one of the token before.
    private var isNewStatement: Bool {
        guard end > 0 else { return false }
        let position = cursor.position
        let (first, last) = (bytes[position], bytes[end - 1])
        switch classes[Int(first)] {
        case .letter: if cursor.starts(at: position, with: "else"), !cursor.isName(at: position + 4) { return false }
        case .digit, .quote: break
        case .pound:
            if ["#if", "#else", "#endif"].contains(where: { cursor.starts(at: position, with: $0) }) { return false }
        case .bracket: if first != Byte.openParenthesis, first != Byte.openBracket { return false }
        default: if first != Byte.at, first != Byte.backtick { return false }
        }
        switch classes[Int(last)] {
        case .digit, .quote: return true
        case .bracket: return last != Byte.openParenthesis && last != Byte.openBracket && last != Byte.openBrace
        case .letter: return !isOpenWord
        default:
            let isAngle = last == Byte.greater && end > 1 && bytes[end - 2] != Byte.minus
            return isAngle || last == Byte.backtick || last == UInt8(ascii: "!") || last == UInt8(ascii: "?")
        }
    }

    /// Whether the last token is one of the words behind which a statement goes on.
    private var isOpenWord: Bool {
        var start = end - 1
        while start > 0, end - start < 10, cursor.isName(at: start - 1) { start -= 1 }
        return Self.openWords.contains(String(decoding: bytes[start..<end], as: UTF8.self))
    }

    // MARK: Words

    private mutating func readIdentifier() {
        let start = cursor.position
        let end = cursor.endOfWord(from: start)
        cursor.position = end
        nesting.noteToken()
        lineHasCode = true
        let isBehindAttribute = isAfterName && isAfterAttribute
        let mayImport = !isAfterDot && (!isAfterName || isBehindAttribute || nesting.isNearStart)
        let isAttribute = start > 0 && bytes[start - 1] == Byte.at
        isAfterDot = false
        isAfterName = true
        isAfterAttribute = isAttribute || isBehindAttribute
        if isAttribute, end - start == 9, cursor.starts(at: start, with: "_exported") { isExported = true }
        if end - start == 4, cursor.starts(at: start, with: "else") { nesting.noteElse() }
        if mayImport, end - start == 6, cursor.starts(at: start, with: "import") { readImport(start: start) }
    }

    private mutating func readImport(start: Int) {
        var words: [Range<Int>] = []
        var next = cursor.position
        while next < bytes.count, bytes[next] != Byte.newline, bytes[next] != Byte.semicolon {
            let kind = classes[Int(bytes[next])]
            if kind == .letter {
                let word = next
                next = cursor.endOfWord(from: word)
                words.append(word..<next)
                if next < bytes.count, bytes[next] == Byte.dot { break }
            } else if kind == .space || bytes[next] == Byte.backtick {
                next += 1
            } else {
                break
            }
        }
        guard let module = words.last else { return }
        let name = String(decoding: bytes[module], as: UTF8.self)
        let column = start - cursor.lineStart + 1
        sketch.imports.append(Import(module: name, line: cursor.line, column: column, isExported: isExported))
        isExported = false
        cursor.position = next
    }

    private mutating func readNumber() {
        cursor.position = cursor.endOfWord(from: cursor.position)
        beginToken()
    }

    // MARK: Punctuation

    /// Notes something else than a name.
    private mutating func beginToken() {
        nesting.noteToken()
        lineHasCode = true
        isAfterName = false
        isAfterDot = false
    }

    private mutating func readPunctuation(_ byte: UInt8) {
        let start = cursor.position
        if byte == Byte.less || byte == Byte.greater, start == cursor.lineStart,
            cursor.starts(at: start, with: "<<<<<<< ") || cursor.starts(at: start, with: ">>>> ")
        {
            nesting.noteConflict()
        }
        cursor.position += 1
        beginToken()
        isAfterDot = byte == Byte.dot
        // The angle brackets of generic types, and where the arguments of an attribute may begin.
        switch byte {
        case Byte.at, Byte.pound: nesting.beginAttribute()
        case Byte.less where nesting.isInAttribute || isBehindName: nesting.openAngle()
        case Byte.greater where !isArrow: nesting.closeAngle()
        case Byte.dot: break
        default: nesting.endAttribute()
        }
        if byte == Byte.semicolon { nesting.endStatement() }
        if byte == Byte.comma { nesting.endElement() }
    }

    /// The byte before the last one.
    private var byteBefore: UInt8? { cursor.position > 1 ? bytes[cursor.position - 2] : nil }

    /// Whether the byte before the last one ends a name.
    private var isBehindName: Bool {
        guard let byteBefore else { return false }
        let kind = classes[Int(byteBefore)]
        return kind == .letter || kind == .digit || byteBefore == Byte.backtick
    }

    /// Whether the last two bytes are `->` or `=>`.
    private var isArrow: Bool { byteBefore == Byte.minus || byteBefore == Byte.equal }

    private mutating func readBracket(_ byte: UInt8) {
        cursor.position += 1
        beginToken()
        switch byte {
        case Byte.openBrace: nesting.openBrace()
        case Byte.closeBrace: nesting.closeBrace()
        // Behind a backslash, a key path begins.
        case Byte.openParenthesis:
            nesting.openBracket(isLookedOver: nesting.isInAttribute || byteBefore == Byte.backslash)
        case Byte.openBracket: nesting.openBracket(isLookedOver: true)
        default:
            let open = interpolations.last
            let parentheses = nesting.parentheses
            nesting.closeBracket()
            if let open, byte == Byte.closeParenthesis, parentheses == open.parentheses {
                interpolations.removeLast()
                readStringBody(pounds: open.pounds, isMultiline: open.isMultiline)
            }
        }
    }

    // MARK: Comments

    /// Skips a comment. Returns whether one begins here.
    private mutating func skipComment() -> Bool {
        guard cursor.position + 1 < bytes.count else { return false }
        switch bytes[cursor.position + 1] {
        case Byte.slash: readLineComment()
        case Byte.star:
            let line = cursor.line
            cursor.skipBlockComment()
            if cursor.line != line { lineHasCode = false }
        default: return false
        }
        return true
    }

    private mutating func readLineComment() {
        var start = cursor.position
        cursor.position = ByteSearch.first(Byte.newline, in: bytes, from: start)
        while start < cursor.position, bytes[start] == Byte.slash || bytes[start] == Byte.blank { start += 1 }
        guard cursor.position - start > 5, cursor.starts(at: start, with: "seam:") else { return }
        var end = cursor.position
        while end > start, classes[Int(bytes[end - 1])] == .space { end -= 1 }
        let text = String(decoding: bytes[(start + 5)..<end], as: UTF8.self)
        let trimmed = text.drop { $0 == " " || $0 == "\t" }
        sketch.directives.append(Directive(text: String(trimmed), line: cursor.line, followsCode: lineHasCode))
    }

    // MARK: Strings

    private mutating func readPound() {
        let start = cursor.position
        var end = start
        while end < bytes.count, bytes[end] == Byte.pound { end += 1 }
        if end < bytes.count, bytes[end] == Byte.quote {
            cursor.position = end
            readString(pounds: end - start)
        } else {
            // All of a row at once: a row is as long as somebody wants.
            cursor.position = end - 1
            if cursor.starts(at: end - 1, with: "#if") {
                nesting.openCondition()
            } else if cursor.starts(at: end - 1, with: "#endif") {
                nesting.closeCondition()
            }
            readPunctuation(Byte.pound)
        }
    }

    private mutating func readString(pounds: Int) {
        beginToken()
        let isMultiline = cursor.starts(at: cursor.position, with: "\"\"\"")
        cursor.position += isMultiline ? 3 : 1
        readStringBody(pounds: pounds, isMultiline: isMultiline)
    }

    private mutating func readStringBody(pounds: Int, isMultiline: Bool) {
        while cursor.position < bytes.count {
            let position = cursor.position
            switch bytes[position] {
            case Byte.backslash:
                guard cursor.hasPounds(pounds, at: position + 1) else {
                    cursor.position += 1
                    continue
                }
                cursor.position += 1 + pounds
                guard cursor.position < bytes.count else { return }
                if bytes[cursor.position] == Byte.openParenthesis {
                    cursor.position += 1
                    nesting.openBracket(isLookedOver: true)
                    interpolations.append(
                        Interpolation(parentheses: nesting.parentheses, pounds: pounds, isMultiline: isMultiline)
                    )
                    return
                }
                if bytes[cursor.position] != Byte.newline { cursor.position += 1 }
            case Byte.newline:
                guard isMultiline else { return }
                cursor.endLine()
            case Byte.quote:
                let quotes = isMultiline ? 3 : 1
                guard !isMultiline || cursor.starts(at: position, with: "\"\"\""),
                    cursor.hasPounds(pounds, at: position + quotes)
                else {
                    cursor.position += 1
                    continue
                }
                cursor.position += quotes + pounds
                return
            default:
                var next = position + 1
                while next < bytes.count, classes[Int(bytes[next])] == .letter { next += 1 }
                cursor.position = next
            }
        }
    }
}
