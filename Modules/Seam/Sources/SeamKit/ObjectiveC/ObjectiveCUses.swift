/// Finds the uses of Swift's singletons in Objective-C sources: `[Account shared]`, `[[Account shared] load]`, `Account.shared.name`,
/// `((AppDelegate *)[UIApplication sharedApplication].delegate).store`.
///
/// It reads words and follows nothing: an instance in a variable is used once, where the variable gets it. What a macro makes of its
/// arguments, and classes and selectors that are known by strings only, are not found.
struct ObjectiveCUses {
    /// Endings of the files that may contain Objective-C.
    static let endings = [".m", ".mm", ".h", ".hpp", ".c", ".cc", ".cpp", ".pch"]

    /// A singleton that Objective-C can name.
    private struct Target {
        var singleton: Singleton
        var names: ObjectiveCNames
    }

    /// The uses in a file, without its modules.
    struct Found: Sendable {
        var uses: [Use] = []
        var sketch: Sketch?
    }

    private var targets: [String: [Target]] = [:]
    /// The names of all accessors: a file without any has no use.
    private let words: [[UInt8]]

    init(_ singletons: [Singleton], reader: FileReader, root: String) {
        var words: Set<String> = []
        for singleton in singletons where !singleton.file.isEmpty {
            switch singleton.shape {
            case .instance, .function, .locator: break
            case .world, .global, .framework, .elsewhere: continue
            }
            // An extension may declare the accessor, in the class's file or in another.
            let paths = Set([singleton.file] + singleton.accessors.map(\.file)).sorted()
            let files = paths.compactMap { reader.read(root + "/" + $0).map { [UInt8]($0) } }
            guard
                let names = ObjectiveCNames(
                    of: singleton.name,
                    accessors: singleton.accessors.map(\.name),
                    in: files
                )
            else { continue }
            targets[names.type, default: []].append(Target(singleton: singleton, names: names))
            words.formUnion(names.accessors.values.joined())
            // It may be the delegate of the application.
            words.formUnion(ObjectiveCAccess.applications)
        }
        self.words = words.sorted().map { Array($0.utf8) }
    }

    var isEmpty: Bool { targets.isEmpty }

    /// Returns the uses in a file, in order of place. The sketch is there if there are any.
    func uses(in bytes: UnsafeBufferPointer<UInt8>, path: String) -> Found {
        guard words.contains(where: { ByteSearch.contains($0, in: bytes) }) else { return Found() }
        let tokens = ObjectiveCTokens(bytes)
        var found = Found()
        var place = ObjectiveCPlace()
        for index in tokens.tokens.indices {
            place.read(tokens, index)
            guard let word = tokens.word(index), let targets = targets[word] else { continue }
            for target in targets {
                guard let use = use(of: target, tokens, index, path, place) else { continue }
                found.uses.append(use)
                break
            }
        }
        guard !found.uses.isEmpty else { return found }
        var sketch = ByteScanner.sketch(bytes)
        for index in sketch.directives.indices where !sketch.directives[index].followsCode {
            sketch.directives[index].lines = Self.statement(after: sketch.directives[index].line, tokens)
        }
        found.sketch = sketch
        return found
    }

    /// Returns the lines of the statement behind a line, up to the brace that opens a body.
    private static func statement(after line: Int, _ tokens: ObjectiveCTokens) -> ClosedRange<Int> {
        let first = tokens.index(after: line)
        guard first < tokens.tokens.count else { return line...line }
        let rest = tokens.tokens.indices[first...].prefix(ObjectiveCTokens.statement)
        let last = rest.first { tokens.isMark(";", $0) || tokens.isMark("{", $0) } ?? first
        return tokens.tokens[first].line...tokens.tokens[last].line
    }

    private func use(
        of target: Target,
        _ tokens: ObjectiveCTokens,
        _ index: Int,
        _ path: String,
        _ place: ObjectiveCPlace
    ) -> Use? {
        let cast = ObjectiveCAccess(castOf: tokens, index)
        guard let access = cast ?? ObjectiveCAccess(tokens, index) else { return nil }
        let accessor = target.names.accessors.first { $0.value.contains(access.name) }?.key
        guard cast != nil || accessor != nil else { return nil }
        var (member, kind) = (Use.instance, Use.Kind.read)
        if cast == nil, let accessor, target.singleton.shape == .locator {
            member = accessor
        } else if let selected = access.member(tokens) {
            let known = target.names.members[selected.name]
            member = known?.name ?? selected.name
            kind = selected.isWritten ? .write : known?.kind ?? (selected.isMessage ? .call : .read)
        }
        let token = tokens.tokens[access.range.lowerBound]
        var use = Use(
            singleton: target.singleton.id,
            type: target.singleton.name,
            member: member,
            kind: kind,
            certainty: accessor.map { target.names.certain.contains($0) } ?? true ? .resolved : .byName,
            path: cast == nil ? .direct : .cast,
            file: path,
            line: token.line,
            column: token.column,
            module: "",
            enclosingType: place.type,
            enclosingFunction: place.method
        )
        use.offset = token.offset
        return use
    }
}

/// An expression for an instance, by its tokens.
struct ObjectiveCAccess {
    /// The name of the accessor.
    let name: String
    let range: Range<Int>

    /// - Parameter index: the position of the class's name.
    init?(_ tokens: ObjectiveCTokens, _ index: Int) {
        // `[Type class]` and `Type.class` are the class itself.
        var (start, end) = (index, index + 1)
        if tokens.isMark("[", index - 1), tokens.word(index + 1) == "class", tokens.isMark("]", index + 2) {
            (start, end) = (index - 1, index + 3)
        } else if tokens.isMark(".", index + 1), tokens.word(index + 2) == "class" {
            end = index + 3
        }
        if tokens.isMark("[", start - 1), let word = tokens.word(end), tokens.isMark("]", end + 1) {
            (name, range) = (word, start - 1..<end + 2)
        } else if tokens.isMark(".", end), let word = tokens.word(end + 1) {
            (name, range) = (word, start..<end + 2)
        } else {
            return nil
        }
    }

    /// The words with which code finds the application.
    static let applications: Set<String> = ["sharedApplication", "NSApp"]

    /// The delegate of the application, by a cast: `(AppDelegate *)[[UIApplication sharedApplication] delegate]`.
    ///
    /// - Parameter index: the position of the class's name.
    init?(castOf tokens: ObjectiveCTokens, _ index: Int) {
        guard tokens.isMark("(", index - 1), tokens.isMark("*", index + 1), tokens.isMark(")", index + 2) else {
            return nil
        }
        let (isClass, isShared) = (
            { tokens.word($0) == "UIApplication" || tokens.word($0) == "NSApplication" },
            { tokens.word($0) == "sharedApplication" }
        )
        // `[[UIApplication sharedApplication] delegate]`, where a message is sent to the application.
        let isMessage = tokens.isMark("[", index + 3) && !(isClass(index + 4) && isShared(index + 5))
        var end = index + (isMessage ? 4 : 3)
        if tokens.isMark("[", end), isClass(end + 1), isShared(end + 2), tokens.isMark("]", end + 3) {
            end += 4
        } else if isClass(end), tokens.isMark(".", end + 1), isShared(end + 2) {
            end += 3
        } else if tokens.word(end) == "NSApp" {
            end += 1
        } else {
            return nil
        }
        let name = isMessage ? end : end + 1
        guard tokens.word(name) == "delegate", isMessage ? tokens.isMark("]", name + 1) : tokens.isMark(".", end) else {
            return nil
        }
        let last = isMessage ? name + 2 : name + 1
        let isInBrackets = tokens.isMark("(", index - 2) && tokens.isMark(")", last)
        self.name = "delegate"
        range = isInBrackets ? index - 2..<last + 1 : index - 1..<last
    }

    /// The member that is selected of the instance; nil for none.
    func member(_ tokens: ObjectiveCTokens) -> (name: String, isMessage: Bool, isWritten: Bool)? {
        let end = range.upperBound
        if tokens.isMark("[", range.lowerBound - 1), let word = tokens.word(end) { return (word, true, false) }
        guard tokens.isMark(".", end), let word = tokens.word(end + 1) else { return nil }
        return (word, false, isAssigned(tokens, index: end + 2))
    }

    private func isAssigned(_ tokens: ObjectiveCTokens, index: Int) -> Bool {
        if tokens.isMark("=", index) { return !tokens.isMark("=", index + 1) }
        let isOperator = "+-*/|&".contains { tokens.isMark($0, index) }
        return isOperator
            && (tokens.isMark("=", index + 1) || tokens.isMark("+", index) && tokens.isMark("+", index + 1)
                || tokens.isMark("-", index) && tokens.isMark("-", index + 1))
    }
}

/// The implementation and method around a token.
struct ObjectiveCPlace {
    private(set) var type = ""
    private(set) var method = ""
    private var depth = 0
    /// The end of the last head, in which no other begins.
    private var end = 0

    mutating func read(_ tokens: ObjectiveCTokens, _ index: Int) {
        if tokens.isMark("{", index) { depth += 1 }
        if tokens.isMark("}", index) { depth = max(0, depth - 1) }
        if tokens.isMark("@", index), let word = tokens.word(index + 1) {
            if word == "implementation" || word == "interface" || word == "protocol" {
                (type, method, depth) = (tokens.word(index + 2) ?? "", "", 0)
            } else if word == "end" {
                (type, method, depth) = ("", "", 0)
            }
        }
        guard index >= end, depth == 0, !type.isEmpty, tokens.isMark("-", index) || tokens.isMark("+", index),
            tokens.isMark("(", index + 1)
        else { return }
        (method, end) = Self.selector(tokens, from: index + 1)
    }

    /// Returns the selector of a method, such as `show:animated:`, and where its head ends.
    private static func selector(_ tokens: ObjectiveCTokens, from start: Int) -> (String, end: Int) {
        var selector = ""
        var end = start
        var open = 0
        for index in tokens.tokens.indices[start...].prefix(ObjectiveCTokens.statement) {
            end = index
            if tokens.isMark("(", index) { open += 1 }
            if tokens.isMark(")", index) { open -= 1 }
            guard open == 0 else { continue }
            if tokens.isMark("{", index) || tokens.isMark(";", index) { break }
            guard let word = tokens.word(index) else { continue }
            if tokens.isMark(":", index + 1) {
                selector += word + ":"
            } else if selector.isEmpty {
                return (word, end)
            }
        }
        return (selector, end)
    }
}
