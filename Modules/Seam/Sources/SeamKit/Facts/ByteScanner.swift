/// Reads the bytes of a Swift file once, from beginning to end, and creates its sketch.
///
/// It is a very simple lexer: identifiers, brackets, strings with interpolation, comments. It never fails. If it misreads
/// something (a regex literal with a quote in it), an import or a directive is missed until the line ends.
struct ByteScanner {
    /// A string whose interpolation is being read.
    struct Interpolation {
        var parentheses: Int
        var pounds: Int
        var isMultiline: Bool
    }

    let bytes: UnsafeBufferPointer<UInt8>
    let classes = ByteClasses()
    var position = 0
    var line = 1
    var lineStart = 0
    var sketch = Sketch()

    /// For each open `{`, the square brackets that are open around it.
    private var braces: [Int] = []
    var parentheses = 0
    /// The number of open square brackets within the innermost braces.
    private var squares = 0
    /// The number of open generic attributes: `@A<@A<`.
    private var attributes = 0
    private var afterAt = false
    var interpolations: [Interpolation] = []
    /// Whether nothing but space stands behind the last identifier.
    var isAfterName = false
    /// Whether that is the name of an attribute, or only names stand between the two: `@_exported public`.
    private var isAfterAttribute = false
    /// Whether `@_exported` has been read, and not yet the import behind it.
    private var isExported = false
    var isAfterDot = false
    var tokens = 0
    var lineHasCode = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Creates the sketch of a file.
    ///
    /// - Parameter bytes: UTF-8.
    static func sketch(_ bytes: UnsafeBufferPointer<UInt8>) -> Sketch {
        var scanner = ByteScanner(bytes)
        scanner.scan()
        var sketch = scanner.sketch
        sketch.hash = ContentHash(bytes)
        sketch.bytes = bytes.count
        sketch.lines = bytes.isEmpty ? 0 : scanner.line - (bytes.last == Byte.newline ? 1 : 0)
        return sketch
    }

    func skippingMark() -> Int {
        bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    }

    private mutating func scan() {
        position = skippingMark()
        readHead()
        while position < bytes.count {
            let byte = bytes[position]
            switch classes[Int(byte)] {
            case .space: skipBlanks()
            case .newline: endLine()
            case .letter: readIdentifier()
            case .digit: readNumber()
            case .quote: readString(pounds: 0)
            case .slash: readSlash()
            case .pound: readPound()
            case .bracket: readBracket(byte)
            default: readPunctuation(byte)
            }
        }
        sketch.depth = max(sketch.depth, tokens)
    }

    private mutating func endLine() {
        position += 1
        line += 1
        lineStart = position
        lineHasCode = false
        var next = position
        while next < bytes.count, bytes[next] == Byte.blank || bytes[next] == Byte.tab { next += 1 }
        if next < bytes.count, bytes[next] != Byte.dot { endStatement() }
    }

    private mutating func endStatement() {
        if tokens > sketch.depth { sketch.depth = tokens }
        tokens = 0
    }

    // MARK: Words

    private mutating func readIdentifier() {
        let start = position
        // The position of this loop is a local, or each step would go through memory.
        var end = start
        while end < bytes.count {
            let kind = classes[Int(bytes[end])]
            guard kind == .letter || kind == .digit else { break }
            end += 1
        }
        position = end
        tokens += 1
        lineHasCode = true
        let isBehindAttribute = isAfterName && isAfterAttribute
        let mayImport = !isAfterDot && (!isAfterName || isBehindAttribute || tokens < 8)
        let isAttribute = start > 0 && bytes[start - 1] == Byte.at
        isAfterDot = false
        isAfterName = true
        isAfterAttribute = isAttribute || isBehindAttribute
        if isAttribute, end - start == 9, starts(start, "_exported") { isExported = true }
        if mayImport, end - start == 6, starts(start, "import") { readImport(start: start) }
    }

    private mutating func readImport(start: Int) {
        let column = start - lineStart + 1
        var words: [Range<Int>] = []
        var cursor = position
        while cursor < bytes.count, bytes[cursor] != Byte.newline, bytes[cursor] != Byte.semicolon {
            let kind = classes[Int(bytes[cursor])]
            if kind == .letter {
                let word = cursor
                while cursor < bytes.count {
                    let kind = classes[Int(bytes[cursor])]
                    guard kind == .letter || kind == .digit else { break }
                    cursor += 1
                }
                words.append(word..<cursor)
                if cursor < bytes.count, bytes[cursor] == Byte.dot { break }
            } else if kind == .space || bytes[cursor] == Byte.backtick {
                cursor += 1
            } else {
                break
            }
        }
        guard let module = words.last else { return }
        let name = String(decoding: bytes[module], as: UTF8.self)
        sketch.imports.append(Import(module: name, line: line, column: column, isExported: isExported))
        isExported = false
        position = cursor
    }

    mutating func skipBlanks() {
        var next = position
        while next < bytes.count, classes[Int(bytes[next])] == .space { next += 1 }
        position = next
    }

    private mutating func readNumber() {
        while position < bytes.count {
            let kind = classes[Int(bytes[position])]
            guard kind == .letter || kind == .digit else { break }
            position += 1
        }
        beginToken()
    }

    // MARK: Punctuation

    /// Notes something else than a name.
    mutating func beginToken() {
        tokens += 1
        lineHasCode = true
        isAfterName = false
        isAfterDot = false
    }

    mutating func readPunctuation(_ byte: UInt8) {
        position += 1
        beginToken()
        isAfterDot = byte == Byte.dot
        noteAttribute(byte)
        if byte == Byte.semicolon || byte == Byte.comma { endStatement() }
    }

    private mutating func noteAttribute(_ byte: UInt8) {
        switch byte {
        case Byte.at: afterAt = true
        case Byte.less where afterAt:
            afterAt = false
            attributes += 1
            if squares + attributes > SourceLimits.lookahead { sketch.depth = .max }
        case Byte.greater: attributes = 0
        case Byte.dot: break
        default: afterAt = false
        }
    }

    private mutating func readBracket(_ byte: UInt8) {
        position += 1
        beginToken()
        switch byte {
        case Byte.openBrace:
            braces.append(squares)
            squares = 0
            noteNesting()
            endStatement()
        case Byte.closeBrace:
            if let outer = braces.popLast() { squares = outer }
        case Byte.openParenthesis, Byte.openBracket:
            if byte == Byte.openBracket {
                squares += 1
                if squares + attributes > SourceLimits.lookahead { sketch.depth = .max }
            }
            parentheses += 1
            noteNesting()
        default:
            if let open = interpolations.last, byte == Byte.closeParenthesis, parentheses == open.parentheses {
                interpolations.removeLast()
                parentheses -= 1
                readStringBody(pounds: open.pounds, isMultiline: open.isMultiline)
                return
            }
            if parentheses > 0 { parentheses -= 1 }
            if byte == Byte.closeBracket, squares > 0 { squares -= 1 }
        }
    }

    mutating func noteNesting() {
        let open = braces.count + parentheses
        if open > sketch.depth { sketch.depth = open }
    }
}
