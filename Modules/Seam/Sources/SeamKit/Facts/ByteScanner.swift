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

    /// What is open around an open bracket.
    private struct Around {
        var lookahead: Int
        var angles: Int
    }

    /// The open `{`, and the open `(` and `[`.
    private var braces: [Around] = []
    private var brackets: [Around] = []
    /// The number of open `(` and `[`.
    var parentheses: Int { brackets.count }
    /// The number of levels within the innermost braces that the parser looks ahead over: square brackets, interpolations, and the
    /// arguments of attributes and of key paths.
    private var lookahead = 0
    /// For each open `<` that follows a name, whether an attribute begins with that name.
    private var angles: [Bool] = []
    /// Whether nothing but names and dots follow an `@` or `#`.
    private var isInAttribute = false
    /// The number of open `#if`.
    private var conditions = 0
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
        sketch.isGenerated = FileHead.isGenerated(bytes, from: position)
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
        guard next < bytes.count else { return }
        if bytes[next] != Byte.dot { endStatement() }
        if !angles.isEmpty, mayEndStatement(before: next) { closeAngles() }
    }

    /// Returns whether the line that has ended and the one that begins at a position may be two statements.
    private func mayEndStatement(before next: Int) -> Bool {
        guard classes[Int(bytes[next])] == .letter || bytes[next] == Byte.at || bytes[next] == Byte.closeBrace else {
            return false
        }
        var last = position - 1
        while last > 0, classes[Int(bytes[last])] == .space || bytes[last] == Byte.newline { last -= 1 }
        let kind = classes[Int(bytes[last])]
        return kind == .letter || kind == .digit || kind == .quote
            || bytes[last] == Byte.closeParenthesis || bytes[last] == Byte.closeBracket
            || bytes[last] == Byte.closeBrace
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
        notePunctuation(byte)
        if byte == Byte.semicolon { closeAngles() }
        if byte == Byte.semicolon || byte == Byte.comma { endStatement() }
    }

    /// Notes the angle brackets of generic types, and where the arguments of an attribute may begin.
    private mutating func notePunctuation(_ byte: UInt8) {
        switch byte {
        case Byte.at, Byte.pound: isInAttribute = true
        case Byte.less where isInAttribute || isBehindName: openAngle()
        case Byte.greater where !isArrow: closeAngle()
        case Byte.dot: break
        default: isInAttribute = false
        }
    }

    /// Whether the byte before the last one ends a name.
    private var isBehindName: Bool {
        guard position > 1 else { return false }
        let byte = bytes[position - 2]
        return classes[Int(byte)] == .letter || classes[Int(byte)] == .digit || byte == Byte.backtick
    }

    /// Whether the byte before the last one is a backslash: a key path begins.
    private var isBehindBackslash: Bool { position > 1 && bytes[position - 2] == Byte.backslash }

    /// Whether the last two bytes are `->` or `=>`.
    private var isArrow: Bool {
        position > 1 && (bytes[position - 2] == Byte.minus || bytes[position - 2] == Byte.equal)
    }

    private mutating func openAngle() {
        angles.append(isInAttribute)
        if isInAttribute { lookahead += 1 }
        isInAttribute = false
        noteLevels()
    }

    private mutating func closeAngle() {
        isInAttribute = false
        guard angles.count > (brackets.last?.angles ?? 0), let isAttribute = angles.popLast() else { return }
        if isAttribute { lookahead = max(0, lookahead - 1) }
    }

    /// Forgets what looked like the beginning of a generic type and was a comparison.
    private mutating func closeAngles() {
        while angles.count > max(brackets.last?.angles ?? 0, braces.last?.angles ?? 0) { closeAngle() }
    }

    private mutating func readBracket(_ byte: UInt8) {
        position += 1
        beginToken()
        switch byte {
        case Byte.openBrace:
            braces.append(Around(lookahead: lookahead, angles: angles.count))
            lookahead = 0
            isInAttribute = false
            noteLevels()
            endStatement()
        case Byte.closeBrace:
            if let around = braces.popLast() { close(around) }
        case Byte.openParenthesis: openBracket(isLookedOver: isInAttribute || isBehindBackslash)
        case Byte.openBracket: openBracket(isLookedOver: true)
        default:
            if let open = interpolations.last, byte == Byte.closeParenthesis, parentheses == open.parentheses {
                interpolations.removeLast()
                if let around = brackets.popLast() { close(around) }
                readStringBody(pounds: open.pounds, isMultiline: open.isMultiline)
                return
            }
            if let around = brackets.popLast() { close(around) }
        }
    }

    mutating func openBracket(isLookedOver: Bool) {
        brackets.append(Around(lookahead: lookahead, angles: angles.count))
        if isLookedOver { lookahead += 1 }
        isInAttribute = false
        noteLevels()
    }

    private mutating func close(_ around: Around) {
        lookahead = around.lookahead
        angles.removeLast(max(0, angles.count - around.angles))
        isInAttribute = false
    }

    /// Notes `#if` and `#endif`.
    mutating func noteCondition() {
        if starts(position, "#if") {
            conditions += 1
            noteLevels()
        } else if starts(position, "#endif") {
            conditions = max(0, conditions - 1)
        }
    }

    private mutating func noteLevels() {
        let levels = braces.count + brackets.count + angles.count + conditions
        if levels > SourceLimits.levels || lookahead > SourceLimits.lookahead { sketch.depth = .max }
    }
}
