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
        var tokens: Int
        var base: Int
        var alternatives: Int
    }

    /// An open `<` that follows a name.
    private struct Angle {
        /// Whether an attribute begins with that name.
        var isInAttribute: Bool
        var tokens: Int
    }

    /// The open `{`, and the open `(` and `[`.
    private var braces: [Around] = []
    private var brackets: [Around] = []
    /// The number of open `(` and `[`.
    var parentheses: Int { brackets.count }
    /// The number of levels within the innermost braces that the parser looks ahead over: square brackets, interpolations, and the
    /// arguments of attributes and of key paths.
    private var lookahead = 0
    private var angles: [Angle] = []
    /// Whether nothing but names and dots follow an `@` or `#`.
    private var isInAttribute = false
    /// The number of open `#if`.
    private var conditions = 0
    /// The number of conflict markers. For each, the parser looks for its end, up to the end of the file.
    private var conflicts = 0
    var interpolations: [Interpolation] = []
    /// Whether nothing but space stands behind the last identifier.
    var isAfterName = false
    /// Whether that is the name of an attribute, or only names stand between the two: `@_exported public`.
    private var isAfterAttribute = false
    /// Whether `@_exported` has been read, and not yet the import behind it.
    private var isExported = false
    var isAfterDot = false
    /// The number of tokens of the statement that is being read, and of those around it as far as they have been read.
    var tokens = 0
    /// The number of tokens of the statements around the innermost bracket.
    private var base = 0
    /// The tokens of the `else` that the statement has had: each of them stands below the one before.
    private var alternatives = 0
    var lineHasCode = false
    /// The position behind the last token.
    private var end = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Creates the sketch of a file.
    ///
    /// - Parameter bytes: UTF-8.
    static func sketch(of bytes: UnsafeBufferPointer<UInt8>) -> Sketch {
        var scanner = ByteScanner(bytes: bytes)
        scanner.scan()
        var sketch = scanner.sketch
        sketch.hash = ContentHash(of: bytes)
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
            case .slash where skipComment(): break
            default:
                if !lineHasCode, isNewStatement { endStatement() }
                readToken(byte)
                end = position
            }
        }
        noteDepth()
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
        position += 1
        line += 1
        lineStart = position
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
        let (first, last) = (bytes[position], bytes[end - 1])
        switch classes[Int(first)] {
        case .letter: if starts(at: position, with: "else"), !isName(at: position + 4) { return false }
        case .digit, .quote: break
        case .pound: if ["#if", "#else", "#endif"].contains(where: { starts(at: position, with: $0) }) { return false }
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
        while start > 0, end - start < 10, isName(at: start - 1) { start -= 1 }
        return Self.openWords.contains(String(decoding: bytes[start..<end], as: UTF8.self))
    }

    private func isName(at position: Int) -> Bool {
        guard position < bytes.count else { return false }
        let kind = classes[Int(bytes[position])]
        return kind == .letter || kind == .digit
    }

    private mutating func noteDepth() {
        if tokens > sketch.depth { sketch.depth = tokens }
    }

    private mutating func endStatement() {
        noteDepth()
        closeAngles()
        alternatives = 0
        tokens = base
    }

    /// Notes that a part of a list has ended. What follows isn't below it.
    private mutating func endElement() {
        noteDepth()
        let isInAngles = angles.count > max(brackets.last?.angles ?? 0, braces.last?.angles ?? 0)
        tokens = isInAngles ? angles[angles.count - 1].tokens : base + alternatives
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
        let mayImport = !isAfterDot && (!isAfterName || isBehindAttribute || tokens < base + 8)
        let isAttribute = start > 0 && bytes[start - 1] == Byte.at
        isAfterDot = false
        isAfterName = true
        isAfterAttribute = isAttribute || isBehindAttribute
        if isAttribute, end - start == 9, starts(at: start, with: "_exported") { isExported = true }
        if end - start == 4, starts(at: start, with: "else") { alternatives += 4 }
        if mayImport, end - start == 6, starts(at: start, with: "import") { readImport(start: start) }
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
        if byte == Byte.less || byte == Byte.greater, position == lineStart,
            starts(at: position, with: "<<<<<<< ") || starts(at: position, with: ">>>> ")
        {
            conflicts += 1
            noteLevels()
        }
        position += 1
        beginToken()
        isAfterDot = byte == Byte.dot
        notePunctuation(byte)
        if byte == Byte.semicolon { endStatement() }
        if byte == Byte.comma { endElement() }
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
        angles.append(Angle(isInAttribute: isInAttribute, tokens: tokens))
        if isInAttribute { lookahead += 1 }
        isInAttribute = false
        noteLevels()
    }

    private mutating func closeAngle() {
        isInAttribute = false
        guard angles.count > (brackets.last?.angles ?? 0), let angle = angles.popLast() else { return }
        if angle.isInAttribute { lookahead = max(0, lookahead - 1) }
        noteDepth()
        tokens = angle.tokens
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
            braces.append(around)
            (base, alternatives) = (tokens, 0)
            lookahead = 0
            isInAttribute = false
            noteLevels()
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
        brackets.append(around)
        (base, alternatives) = (tokens, 0)
        if isLookedOver { lookahead += 1 }
        isInAttribute = false
        noteLevels()
    }

    private var around: Around {
        Around(lookahead: lookahead, angles: angles.count, tokens: tokens, base: base, alternatives: alternatives)
    }

    private mutating func close(_ around: Around) {
        noteDepth()
        (tokens, base, alternatives) = (around.tokens, around.base, around.alternatives)
        lookahead = around.lookahead
        angles.removeLast(max(0, angles.count - around.angles))
        isInAttribute = false
    }

    /// Notes `#if` and `#endif`.
    mutating func noteCondition() {
        if starts(at: position, with: "#if") {
            conditions += 1
            noteLevels()
        } else if starts(at: position, with: "#endif") {
            conditions = max(0, conditions - 1)
        }
    }

    private mutating func noteLevels() {
        let levels = braces.count + brackets.count + angles.count + conditions
        if max(levels, conflicts) > SourceLimits.levels || lookahead > SourceLimits.lookahead { sketch.depth = .max }
    }
}
