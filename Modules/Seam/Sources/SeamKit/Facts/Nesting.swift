/// How deep a recursive reader is in a file at the place that a scanner has reached: the tokens of the statement there, and what is
/// open around it.
struct Nesting {
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

    /// The maximum number of tokens in one statement. `Int.max` if too much is open at one place.
    private(set) var depth = 0
    /// Whether nothing but names and dots follow an `@` or `#`.
    private(set) var isInAttribute = false

    /// The open `{`, and the open `(` and `[`.
    private var braces: [Around] = []
    private var brackets: [Around] = []
    /// The number of levels within the innermost braces that the parser looks ahead over: square brackets, interpolations, and the
    /// arguments of attributes and of key paths.
    private var lookahead = 0
    private var angles: [Angle] = []
    /// The number of open `#if`.
    private var conditions = 0
    /// The number of conflict markers. For each, the parser looks for its end, up to the end of the file.
    private var conflicts = 0
    /// The number of tokens of the statement that is being read, and of those around it as far as they have been read.
    private var tokens = 0
    /// The number of tokens of the statements around the innermost bracket.
    private var base = 0
    /// The tokens of the `else` that the statement has had: each of them stands below the one before.
    private var alternatives = 0

    /// The number of open `(` and `[`.
    var parentheses: Int { brackets.count }
    /// Whether few tokens of the statement have been read.
    var isNearStart: Bool { tokens < base + 8 }

    // MARK: Tokens

    mutating func noteToken() { tokens += 1 }

    mutating func noteElse() { alternatives += 4 }

    mutating func beginAttribute() { isInAttribute = true }

    mutating func endAttribute() { isInAttribute = false }

    mutating func noteDepth() {
        if tokens > depth { depth = tokens }
    }

    mutating func endStatement() {
        noteDepth()
        closeAngles()
        alternatives = 0
        tokens = base
    }

    /// Notes that a part of a list has ended. What follows isn't below it.
    mutating func endElement() {
        noteDepth()
        let isInAngles = angles.count > max(brackets.last?.angles ?? 0, braces.last?.angles ?? 0)
        tokens = isInAngles ? angles[angles.count - 1].tokens : base + alternatives
    }

    // MARK: Levels

    mutating func openAngle() {
        angles.append(Angle(isInAttribute: isInAttribute, tokens: tokens))
        if isInAttribute { lookahead += 1 }
        isInAttribute = false
        noteLevels()
    }

    mutating func closeAngle() {
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

    mutating func openBrace() {
        braces.append(around)
        (base, alternatives) = (tokens, 0)
        lookahead = 0
        isInAttribute = false
        noteLevels()
    }

    mutating func closeBrace() {
        if let around = braces.popLast() { close(around) }
    }

    /// Opens a `(` or `[`.
    mutating func openBracket(isLookedOver: Bool) {
        brackets.append(around)
        (base, alternatives) = (tokens, 0)
        if isLookedOver { lookahead += 1 }
        isInAttribute = false
        noteLevels()
    }

    mutating func closeBracket() {
        if let around = brackets.popLast() { close(around) }
    }

    mutating func openCondition() {
        conditions += 1
        noteLevels()
    }

    mutating func closeCondition() { conditions = max(0, conditions - 1) }

    mutating func noteConflict() {
        conflicts += 1
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

    private mutating func noteLevels() {
        let levels = braces.count + brackets.count + angles.count + conditions
        if max(levels, conflicts) > SourceLimits.levels || lookahead > SourceLimits.lookahead { depth = .max }
    }
}
