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

    init(of singletons: [Singleton], reader: FileReader, root: String) {
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
        let tokens = ObjectiveCTokens(bytes: bytes)
        var found = Found()
        var place = ObjectiveCPlace()
        for index in tokens.tokens.indices {
            place.read(tokens, at: index)
            guard let word = tokens.word(at: index), let targets = targets[word] else { continue }
            for target in targets {
                guard let use = use(of: target, in: tokens, at: index, path: path, place: place) else { continue }
                found.uses.append(use)
                break
            }
        }
        guard !found.uses.isEmpty else { return found }
        var sketch = ByteScanner.sketch(of: bytes)
        for index in sketch.directives.indices where !sketch.directives[index].followsCode {
            sketch.directives[index].lines = Self.statement(after: sketch.directives[index].line, in: tokens)
        }
        found.sketch = sketch
        return found
    }

    /// Returns the lines of the statement behind a line, up to the brace that opens a body.
    private static func statement(after line: Int, in tokens: ObjectiveCTokens) -> ClosedRange<Int> {
        let first = tokens.index(after: line)
        guard first < tokens.tokens.count else { return line...line }
        let rest = tokens.tokens.indices[first...].prefix(ObjectiveCTokens.statement)
        let last = rest.first { tokens.isMark(";", at: $0) || tokens.isMark("{", at: $0) } ?? first
        return tokens.tokens[first].line...tokens.tokens[last].line
    }

    private func use(
        of target: Target,
        in tokens: ObjectiveCTokens,
        at index: Int,
        path: String,
        place: ObjectiveCPlace
    ) -> Use? {
        let cast = ObjectiveCAccess(castOf: tokens, at: index)
        guard let access = cast ?? ObjectiveCAccess(in: tokens, at: index) else { return nil }
        let accessor = target.names.accessors.first { $0.value.contains(access.name) }?.key
        guard cast != nil || accessor != nil else { return nil }
        var (member, kind) = (Use.instance, Use.Kind.read)
        if cast == nil, let accessor, target.singleton.shape == .locator {
            member = accessor
        } else if let selected = access.member(in: tokens) {
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
    init?(in tokens: ObjectiveCTokens, at index: Int) {
        // `[Type class]` and `Type.class` are the class itself.
        var (start, end) = (index, index + 1)
        if tokens.isMark("[", at: index - 1), tokens.word(at: index + 1) == "class", tokens.isMark("]", at: index + 2) {
            (start, end) = (index - 1, index + 3)
        } else if tokens.isMark(".", at: index + 1), tokens.word(at: index + 2) == "class" {
            end = index + 3
        }
        if tokens.isMark("[", at: start - 1), let word = tokens.word(at: end), tokens.isMark("]", at: end + 1) {
            (name, range) = (word, start - 1..<end + 2)
        } else if tokens.isMark(".", at: end), let word = tokens.word(at: end + 1) {
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
    init?(castOf tokens: ObjectiveCTokens, at index: Int) {
        guard tokens.isMark("(", at: index - 1), tokens.isMark("*", at: index + 1), tokens.isMark(")", at: index + 2)
        else {
            return nil
        }
        let (isClass, isShared) = (
            { tokens.word(at: $0) == "UIApplication" || tokens.word(at: $0) == "NSApplication" },
            { tokens.word(at: $0) == "sharedApplication" }
        )
        // `[[UIApplication sharedApplication] delegate]`, where a message is sent to the application.
        let isMessage = tokens.isMark("[", at: index + 3) && !(isClass(index + 4) && isShared(index + 5))
        var end = index + (isMessage ? 4 : 3)
        if tokens.isMark("[", at: end), isClass(end + 1), isShared(end + 2), tokens.isMark("]", at: end + 3) {
            end += 4
        } else if isClass(end), tokens.isMark(".", at: end + 1), isShared(end + 2) {
            end += 3
        } else if tokens.word(at: end) == "NSApp" {
            end += 1
        } else {
            return nil
        }
        let name = isMessage ? end : end + 1
        guard tokens.word(at: name) == "delegate",
            isMessage ? tokens.isMark("]", at: name + 1) : tokens.isMark(".", at: end)
        else {
            return nil
        }
        let last = isMessage ? name + 2 : name + 1
        let isInBrackets = tokens.isMark("(", at: index - 2) && tokens.isMark(")", at: last)
        self.name = "delegate"
        range = isInBrackets ? index - 2..<last + 1 : index - 1..<last
    }

    /// The member that is selected of the instance; nil for none.
    func member(in tokens: ObjectiveCTokens) -> (name: String, isMessage: Bool, isWritten: Bool)? {
        let end = range.upperBound
        if tokens.isMark("[", at: range.lowerBound - 1), let word = tokens.word(at: end) { return (word, true, false) }
        guard tokens.isMark(".", at: end), let word = tokens.word(at: end + 1) else { return nil }
        return (word, false, isAssigned(in: tokens, index: end + 2))
    }

    private func isAssigned(in tokens: ObjectiveCTokens, index: Int) -> Bool {
        if tokens.isMark("=", at: index) { return !tokens.isMark("=", at: index + 1) }
        let isOperator = "+-*/|&".contains { tokens.isMark($0, at: index) }
        return isOperator
            && (tokens.isMark("=", at: index + 1) || tokens.isMark("+", at: index) && tokens.isMark("+", at: index + 1)
                || tokens.isMark("-", at: index) && tokens.isMark("-", at: index + 1))
    }
}

/// The implementation and method around a token.
struct ObjectiveCPlace {
    private(set) var type = ""
    private(set) var method = ""
    private var depth = 0
    /// The end of the last head, in which no other begins.
    private var end = 0

    mutating func read(_ tokens: ObjectiveCTokens, at index: Int) {
        if tokens.isMark("{", at: index) { depth += 1 }
        if tokens.isMark("}", at: index) { depth = max(0, depth - 1) }
        if tokens.isMark("@", at: index), let word = tokens.word(at: index + 1) {
            if word == "implementation" || word == "interface" || word == "protocol" {
                (type, method, depth) = (tokens.word(at: index + 2) ?? "", "", 0)
            } else if word == "end" {
                (type, method, depth) = ("", "", 0)
            }
        }
        guard index >= end, depth == 0, !type.isEmpty, tokens.isMark("-", at: index) || tokens.isMark("+", at: index),
            tokens.isMark("(", at: index + 1)
        else { return }
        (method, end) = Self.selector(in: tokens, from: index + 1)
    }

    /// Returns the selector of a method, such as `show:animated:`, and where its head ends.
    private static func selector(in tokens: ObjectiveCTokens, from start: Int) -> (String, end: Int) {
        var selector = ""
        var end = start
        var open = 0
        for index in tokens.tokens.indices[start...].prefix(ObjectiveCTokens.statement) {
            end = index
            if tokens.isMark("(", at: index) { open += 1 }
            if tokens.isMark(")", at: index) { open -= 1 }
            guard open == 0 else { continue }
            if tokens.isMark("{", at: index) || tokens.isMark(";", at: index) { break }
            guard let word = tokens.word(at: index) else { continue }
            if tokens.isMark(":", at: index + 1) {
                selector += word + ":"
            } else if selector.isEmpty {
                return (word, end)
            }
        }
        return (selector, end)
    }
}
