/// Reads the bytes of a Swift file once, front to back, and sketches it.
///
/// A lexer of the plainest kind: identifiers, brackets, strings with interpolation, comments. It never fails; where
/// it misreads (a regex literal with a quote in it), a file is parsed for nothing or a name is missed until its
/// line ends.
struct ByteScanner {
    /// A position between `{` and `}`.
    private struct Brace {
        /// Hash of the type's name, 0 for any other block.
        var type: UInt32
        /// Square brackets open around it.
        var squares: Int
    }

    /// A string whose interpolation is being read.
    private struct Interpolation {
        var parentheses: Int
        var pounds: Int
        var isMultiline: Bool
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let classes = ByteClasses()
    private var position = 0
    private var line = 1
    private var lineStart = 0
    private var sketch = Sketch()

    private var names: NameSet
    private var braces: [Brace] = []
    private var parentheses = 0
    /// Square brackets open within the innermost braces.
    private var squares = 0
    /// Generic attributes open at once: `@A<@A<`.
    private var attributes = 0
    private var afterAt = false
    private var interpolations: [Interpolation] = []
    /// The type whose `{` is awaited.
    private var pendingType: UInt32 = 0
    /// The hash of the last identifier, 0 after anything else than space.
    private var previous: UInt32 = 0
    private var previousIsDot = false
    /// Whether `static` or `class` was the last modifier.
    private var afterStatic = false
    private var slot: Sketch.Slot?
    private var slotBraces = 0
    /// Whether the declaration of the slot can still turn out to be stored or computed.
    private var slotIsOpen = false
    /// Whether the value of the slot is next.
    private var afterEquals = false
    /// 1 where the name of a function is next, 2 at its `(`, 3 at its `)`.
    private var function = 0
    private var tokens = 0
    private var lineHasCode = false

    private init(_ bytes: UnsafeBufferPointer<UInt8>, names: consuming NameSet) {
        self.bytes = bytes
        self.names = names
    }

    /// Sketches a file.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - names: room for names, emptied first; one per thread, so that no file allocates its own.
    static func sketch(_ bytes: UnsafeBufferPointer<UInt8>, names: inout NameSet) -> Sketch {
        names.removeAll()
        var scanner = ByteScanner(bytes, names: names)
        names = NameSet(capacity: 0)
        scanner.scan()
        var sketch = scanner.sketch
        sketch.hash = ContentHash(bytes)
        sketch.bytes = bytes.count
        sketch.lines = scanner.line - (bytes.last == Byte.newline ? 1 : 0)
        if bytes.isEmpty { sketch.lines = 0 }
        sketch.identifiers = scanner.names.sorted()
        names = scanner.names
        return sketch
    }

    /// Reads of a file what the bytes say fastest: lines, whether a program wrote it, and what it may declare.
    static func outline(_ bytes: UnsafeBufferPointer<UInt8>, names: inout NameSet) -> Sketch {
        names.removeAll()
        var scanner = ByteScanner(bytes, names: names)
        names = NameSet(capacity: 0)
        scanner.skipMark()
        scanner.readHead()
        var sketch = scanner.sketch
        sketch.isOutline = true
        sketch.hash = ContentHash(bytes)
        sketch.bytes = bytes.count
        let ends = ByteSearch.declarations(in: bytes) { scanner.noteDeclaration(endingAt: $0) }
        sketch.lines = bytes.isEmpty ? 0 : ends + (bytes.last == Byte.newline ? 0 : 1)
        sketch.declarations = scanner.sketch.declarations
        names = scanner.names
        return sketch
    }

    /// Reads the type after a byte that may end a keyword.
    private mutating func noteDeclaration(endingAt end: Int) {
        var start = end
        while start > 0, end - start < 10, bytes[start - 1] >= 97, bytes[start - 1] <= 122 { start -= 1 }
        var hash: UInt32 = 2_166_136_261
        for index in start..<end { hash = (hash ^ UInt32(bytes[index])) &* 16_777_619 }
        switch hash {
        case Word.class, Word.struct, Word.enum, Word.actor, Word.protocol, Word.extending:
            position = end
            readType(hash)
        default: break
        }
    }

    private mutating func skipMark() {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    }

    private mutating func scan() {
        skipMark()
        readHead()
        while position < bytes.count {
            let byte = bytes[position]
            switch classes[Int(byte)] {
            case .space:
                skipBlanks()
            case .newline:
                endLine()
            case .letter:
                readIdentifier()
            case .digit:
                readNumber()
            case .quote:
                readString(pounds: 0)
            case .slash:
                readSlash()
            case .pound:
                readPound()
            case .bracket:
                readBracket(byte)
            default:
                readPunctuation(byte)
            }
        }
        closeSlot()
        sketch.depth = max(sketch.depth, tokens)
    }

    private mutating func endLine() {
        position += 1
        line += 1
        lineStart = position
        lineHasCode = false
        var next = position
        while next < bytes.count, bytes[next] == Byte.blank || bytes[next] == Byte.tab { next += 1 }
        if next < bytes.count, bytes[next] != Byte.dot {
            endStatement()
            if bytes[next] != Byte.openBrace { slotIsOpen = false }
        }
    }

    private mutating func endStatement() {
        if tokens > sketch.depth { sketch.depth = tokens }
        tokens = 0
    }

    // MARK: Words

    private mutating func readIdentifier() {
        let start = position
        var hash: UInt32 = 2_166_136_261
        // Positions of these loops are locals, or each step would go through memory.
        var end = start
        while end < bytes.count {
            let byte = bytes[end]
            let kind = classes[Int(byte)]
            guard kind == .letter || kind == .digit else { break }
            hash = (hash ^ UInt32(byte)) &* 16_777_619
            end += 1
        }
        position = end
        tokens += 1
        lineHasCode = true
        names.insert(hash)
        if bytes[start] == Byte.s, position - start >= 6, starts(start, "shared") { sketch.saysShared = true }
        let isMember = previousIsDot
        previousIsDot = false
        if afterEquals {
            afterEquals = false
            // A value made by a function: what it makes is not said here.
            if position < bytes.count, bytes[position] == Byte.openParenthesis, bytes[start] >= 97,
                let owner = slot?.owner
            {
                slot?.types.append(owner)
                slot?.isOwnType = owner != 0
            }
        }
        defer { previous = hash }
        if function == 1 {
            function = 2
            return
        }
        if function > 1 {
            function = 0
            slot = nil
        }
        guard !isMember else {
            noteType(start: start, hash: hash)
            return
        }
        switch hash {
        case Word.static:
            closeSlot()
            afterStatic = true
        case Word.let, Word.var:
            openSlot(isFunction: false, isVariable: hash == Word.var)
        case Word.func:
            openSlot(isFunction: true, isVariable: false)
        case Word.class, Word.struct, Word.enum, Word.actor, Word.protocol, Word.extending:
            readType(hash)
        case Word.initializer, Word.deinitializer, Word.subscript, Word.case, Word.typealias:
            if braces.count <= slotBraces { closeSlot() }
        case Word.import:
            if previous == 0 || tokens < 8 { readImport(start: start) }
        default:
            noteType(start: start, hash: hash)
        }
    }

    private mutating func noteType(start: Int, hash: UInt32) {
        guard slot != nil else { return }
        let first = bytes[start]
        let isCapital = (first >= 65 && first <= 90) || first >= 128 || first == Byte.underscore
        guard isCapital else { return }
        slot?.types.append(hash)
        if hash == slot?.owner || hash == Word.selfType { slot?.isOwnType = true }
        if let count = slot?.types.count, count >= 32 { closeSlot() }
    }

    private mutating func openSlot(isFunction: Bool, isVariable: Bool) {
        guard braces.count <= slotBraces || slot == nil else { return }
        closeSlot()
        let owner = braces.last?.type ?? 0
        let isStatic = afterStatic
        afterStatic = false
        let isGlobal = braces.isEmpty && !isFunction && parentheses == 0
        guard isGlobal || (isStatic && owner != 0) else { return }
        slot = Sketch.Slot(owner: owner, types: [], isOwnType: false, isVariable: isVariable && owner != 0)
        slotIsOpen = true
        slotBraces = braces.count
        function = isFunction ? 1 : 0
    }

    private mutating func closeSlot() {
        function = 0
        guard let closed = slot else { return }
        slot = nil
        if !closed.types.isEmpty || closed.isVariable { sketch.slots.append(closed) }
    }

    private mutating func readType(_ keyword: UInt32) {
        let mark = position
        skipBlanks()
        guard position < bytes.count,
            classes[Int(bytes[position])] == .letter || bytes[position] == Byte.backtick
        else {
            position = mark
            return
        }
        if bytes[position] == Byte.backtick { position += 1 }
        // The last name of a path: `extension Network.Client`.
        var hash: UInt32 = 0
        var start = position
        while true {
            start = position
            hash = 2_166_136_261
            while position < bytes.count {
                let kind = classes[Int(bytes[position])]
                guard kind == .letter || kind == .digit else { break }
                hash = (hash ^ UInt32(bytes[position])) &* 16_777_619
                position += 1
            }
            guard position > start else { break }
            if keyword == Word.class, Word.afterClass.contains(hash) {
                position = start
                closeSlot()
                afterStatic = true
                return
            }
            names.insert(hash)
            guard keyword == Word.extending, position < bytes.count, bytes[position] == Byte.dot else { break }
            position += 1
        }
        closeSlot()
        pendingType = hash
        afterStatic = false
        let kind: TypeKind =
            switch keyword {
            case Word.class: .classType
            case Word.struct: .structType
            case Word.enum: .enumType
            case Word.actor: .actorType
            case Word.protocol: .protocolType
            default: .extensionOf
            }
        sketch.declarations.append(Sketch.Declaration(name: hash, kind: kind))
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
        names.insert(nameHash(name))
        sketch.imports.append(Import(module: name, line: line, column: column))
        position = cursor
    }

    private mutating func skipBlanks() {
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
        tokens += 1
        lineHasCode = true
        previous = 0
        previousIsDot = false
    }

    // MARK: Punctuation

    private mutating func readPunctuation(_ byte: UInt8) {
        position += 1
        lineHasCode = true
        previous = 0
        tokens += 1
        previousIsDot = byte == Byte.dot
        noteAttribute(byte)
        if byte == Byte.semicolon || byte == Byte.comma { endStatement() }
        if function > 0 {
            slot = nil
            function = 0
        }
        if byte == Byte.equals {
            slotIsOpen = false
            afterEquals = slot != nil
        }
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
        lineHasCode = true
        previous = 0
        previousIsDot = false
        tokens += 1
        switch byte {
        case Byte.openBrace:
            if slotIsOpen {
                slot?.isVariable = false
                slotIsOpen = false
            }
            braces.append(Brace(type: pendingType, squares: squares))
            squares = 0
            pendingType = 0
            noteNesting()
            endStatement()
        case Byte.closeBrace:
            if let brace = braces.popLast() { squares = brace.squares }
            if braces.count < slotBraces { closeSlot() }
            pendingType = 0
        case Byte.openParenthesis, Byte.openBracket:
            if byte == Byte.openBracket {
                squares += 1
                if squares + attributes > SourceLimits.lookahead { sketch.depth = .max }
            }
            parentheses += 1
            noteNesting()
            if function == 2, byte == Byte.openParenthesis { function = 3 }
        default:
            if function == 3, byte == Byte.closeParenthesis { function = 0 }
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

    private mutating func noteNesting() {
        let open = braces.count + parentheses
        if open > sketch.depth { sketch.depth = open }
    }

    // MARK: Comments and strings

    private mutating func readSlash() {
        guard position + 1 < bytes.count else {
            position += 1
            return
        }
        switch bytes[position + 1] {
        case Byte.slash: readLineComment()
        case Byte.star: readBlockComment()
        default: readPunctuation(Byte.slash)
        }
    }

    private mutating func readLineComment() {
        let start = position
        position = ByteSearch.first(Byte.newline, in: bytes, from: start)
        var cursor = start
        while cursor < position, bytes[cursor] == Byte.slash || bytes[cursor] == Byte.blank { cursor += 1 }
        guard position - cursor > 5, starts(cursor, "seam:") else { return }
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

    private mutating func readPound() {
        var end = position
        while end < bytes.count, bytes[end] == Byte.pound { end += 1 }
        if end < bytes.count, bytes[end] == Byte.quote {
            let pounds = end - position
            position = end
            readString(pounds: pounds)
        } else {
            readPunctuation(Byte.pound)
        }
    }

    private mutating func readString(pounds: Int) {
        lineHasCode = true
        previous = 0
        previousIsDot = false
        tokens += 1
        let isMultiline = starts(position, "\"\"\"")
        position += isMultiline ? 3 : 1
        readStringBody(pounds: pounds, isMultiline: isMultiline)
    }

    private mutating func readStringBody(pounds: Int, isMultiline: Bool) {
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
                    parentheses += 1
                    noteNesting()
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
                    guard starts(position, "\"\"\""), hasPounds(pounds, at: position + 3) else {
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

    private func starts(_ start: Int, _ text: StaticString) -> Bool {
        guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
        for index in 0..<text.utf8CodeUnitCount where bytes[start + index] != text.utf8Start[index] { return false }
        return true
    }

    /// Looks in the comment at the head of the file for the words that programs leave there.
    private mutating func readHead() {
        let limit = min(bytes.count, 2048)
        var cursor = position
        var head: [UInt8] = []
        while cursor < limit {
            while cursor < limit, classes[Int(bytes[cursor])] == .space || bytes[cursor] == Byte.newline {
                cursor += 1
            }
            guard cursor + 1 < limit, bytes[cursor] == Byte.slash else { break }
            let isBlock = bytes[cursor + 1] == Byte.star
            guard isBlock || bytes[cursor + 1] == Byte.slash else { break }
            while cursor < limit {
                let byte = bytes[cursor]
                if isBlock, byte == Byte.slash, cursor > 0, bytes[cursor - 1] == Byte.star { break }
                if !isBlock, byte == Byte.newline { break }
                head.append(byte >= 65 && byte <= 90 ? byte + 32 : byte)
                cursor += 1
            }
            head.append(Byte.newline)
            cursor += 1
        }
        guard !head.isEmpty else { return }
        sketch.isGenerated = head.withUnsafeBufferPointer { head in
            Self.generatedMarks.contains { ByteSearch.contains($0, in: head) }
        }
    }

    private static let generatedMarks = [
        "// generated", "/* generated", "* generated by", "@generated", "generated file", "file was generated",
        "automatically generated", "auto-generated", "autogenerated", "generated using", "do not edit",
    ].map { Array($0.utf8) }
}

/// A set of hashes that keeps its room between files.
struct NameSet: Sendable {
    private var slots: [UInt32]
    private var filled: [Int] = []
    private var hasZero = false

    init(capacity: Int = 1 << 10) {
        slots = Array(repeating: 0, count: capacity)
    }

    mutating func insert(_ name: UInt32) {
        guard name != 0 else {
            hasZero = true
            return
        }
        let mask = slots.count - 1
        var index = Int(name &* 2_654_435_769 >> 7) & mask
        while slots[index] != 0 {
            if slots[index] == name { return }
            index = (index + 1) & mask
        }
        slots[index] = name
        filled.append(index)
        if filled.count * 2 > slots.count { grow() }
    }

    mutating func removeAll() {
        guard !slots.isEmpty else {
            self = NameSet()
            return
        }
        for index in filled { slots[index] = 0 }
        filled.removeAll(keepingCapacity: true)
        hasZero = false
    }

    func sorted() -> [UInt32] {
        var result = filled.map { slots[$0] }
        if hasZero { result.append(0) }
        result.sort()
        return result
    }

    private mutating func grow() {
        var larger = NameSet(capacity: slots.count * 2)
        for index in filled { larger.insert(slots[index]) }
        larger.hasZero = hasZero
        self = larger
    }
}

/// The bytes the scanner tells apart.
enum Byte {
    static let newline: UInt8 = 10
    static let tab: UInt8 = 9
    static let blank: UInt8 = 32
    static let quote: UInt8 = 34
    static let pound: UInt8 = 35
    static let dollar: UInt8 = 36
    static let openParenthesis: UInt8 = 40
    static let closeParenthesis: UInt8 = 41
    static let star: UInt8 = 42
    static let comma: UInt8 = 44
    static let dot: UInt8 = 46
    static let slash: UInt8 = 47
    static let semicolon: UInt8 = 59
    static let less: UInt8 = 60
    static let equals: UInt8 = 61
    static let greater: UInt8 = 62
    static let at: UInt8 = 64
    static let closeBracket: UInt8 = 93
    static let openBracket: UInt8 = 91
    static let backslash: UInt8 = 92
    static let underscore: UInt8 = 95
    static let backtick: UInt8 = 96
    static let s: UInt8 = 115
    static let openBrace: UInt8 = 123
    static let closeBrace: UInt8 = 125
}

/// Hashes of the words the scanner knows, written out: those that are computed would be looked up at every word.
enum Word {
    static let `static`: UInt32 = 0xD290_C23B
    static let `class`: UInt32 = 0xAB3E_0BFF
    static let `struct`: UInt32 = 0x92C2_BE20
    static let `enum`: UInt32 = 0x816C_B000
    static let actor: UInt32 = 0x0E8C_D7BA
    static let `protocol`: UInt32 = 0xFB28_05B5
    static let extending: UInt32 = 0xBADF_029A
    static let `let`: UInt32 = 0x506B_03FA
    static let `var`: UInt32 = 0x8A25_E7BE
    static let `func`: UInt32 = 0x0E7E_4807
    static let `import`: UInt32 = 0x112A_90D4
    static let initializer: UInt32 = 0x16B1_D373
    static let deinitializer: UInt32 = 0x8BCE_6628
    static let `subscript`: UInt32 = 0xB27B_BC7A
    static let `case`: UInt32 = 0x9B25_38B1
    static let `typealias`: UInt32 = 0xB609_C6AF
    static let selfType: UInt32 = 0xE489_8197

    /// What may follow `class` where it is a modifier.
    static let afterClass: Set<UInt32> = Set(
        [
            "var", "let", "func", "subscript", "override", "final", "public", "private", "internal", "fileprivate",
            "open", "package", "dynamic", "lazy", "weak", "unowned", "nonisolated", "mutating", "static", "in",
        ].map { nameHash($0) }
    )
}
