/// The Swift targets of a `BUILD.bazel`, read from its text without running it: rules whose names begin with `swift_`, or that
/// list Swift files.
///
/// Understood are texts, lists, `glob`, `+` and variables of these. A target without `module_name` is named by its label, as
/// rules_swift does it: https://github.com/bazelbuild/rules_swift/blob/master/doc/rules.md
struct BazelFile {
    private enum Token: Equatable {
        case name(String)
        case text(String)
        case sign(Character)
    }

    /// The value of an argument.
    private struct Value {
        var texts: [String] = []
        var exclude: [String] = []
        /// Whether all of it was understood.
        var isWhole = true

        /// Adds another value. A few variables can stand for more texts than any memory holds.
        mutating func add(_ other: Self) {
            guard texts.count + other.texts.count <= TargetList.limit else { return isWhole = false }
            texts += other.texts
            exclude += other.exclude.prefix(TargetList.limit)
            isWhole = isWhole && other.isWhole
        }
    }

    private var tokens: [Token]
    private var position = 0
    /// The number of lists around the current place.
    private var depth = 0
    private var constants: [String: Value] = [:]
    private var list = TargetList(origin: .bazel)
    private let folder: String

    static func list(in text: String, at path: String) -> TargetList? {
        var file = Self(tokens: tokens(of: text), folder: RelativePath.folder(of: path))
        file.read()
        return file.list.targets.isEmpty && file.list.unread.isEmpty ? nil : file.list
    }

    private init(tokens: [Token], folder: String) {
        self.tokens = tokens
        self.folder = folder
    }

    /// Returns the module of a label such as `//app/core:core`, `//app/core` or `:core`.
    static func module(ofLabel label: String, in folder: String) -> String {
        var label = label[...]
        if label.hasPrefix("@"), let end = label.firstRange(of: "//") { label = label[end.lowerBound...] }
        let isAbsolute = label.hasPrefix("//")
        let parts = label.drop { $0 == "/" }.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let package = isAbsolute ? String(parts[0]) : folder
        let name = parts.count > 1 ? String(parts[1]) : isAbsolute ? RelativePath.name(of: package) : String(parts[0])
        return XcodeProject.identifier(for: package.isEmpty ? name : package + "_" + name)
    }

    private mutating func read() {
        while position < tokens.count {
            guard case .name(let name) = tokens[position] else {
                position += 1
                continue
            }
            position += 1
            if take("(") {
                rule(of: name)
            } else if take("=") {
                constants[name] = value()
            }
        }
    }

    private mutating func rule(of kind: String) {
        var arguments: [String: Value] = [:]
        while position < tokens.count, !take(")") {
            if case .name(let key) = tokens[position], position + 1 < tokens.count, tokens[position + 1] == .sign("=") {
                position += 2
                arguments[key] = value()
            } else {
                _ = value()
            }
            _ = take(",")
        }
        let name = arguments["name"].flatMap { $0.isWhole ? $0.texts.first : nil }
        let sources = arguments["srcs"]
        let isSwift = kind.hasPrefix("swift_") || sources?.texts.contains { $0.hasSuffix(".swift") } == true
        guard isSwift, let sources else { return }
        guard let name else { return list.unread.append("the name of a \(kind)") }
        if !sources.isWhole { list.unread.append("srcs of \(name)") }
        let alias = Self.module(ofLabel: ":" + name, in: folder)
        var target = TargetList.Target(alias: alias, module: arguments["module_name"]?.texts.first)
        target.isTest = kind.hasSuffix("_test") || arguments["testonly"]?.texts == ["True"]
        target.sources = sources.texts.filter { !$0.hasPrefix(":") && !$0.hasPrefix("//") && !$0.hasPrefix("@") }
            .map { PathPattern(RelativePath.normal($0)) }
        target.exclude = sources.exclude.map { PathPattern(RelativePath.normal($0)) }
        target.dependencies = (arguments["deps"]?.texts ?? []).map { Self.module(ofLabel: $0, in: folder) }
        list.targets.append(target)
    }

    /// Reads an expression up to the sign that ends it.
    private mutating func value() -> Value {
        var result = term()
        while take("+") { result.add(term()) }
        guard position < tokens.count, case .sign(let sign) = tokens[position], ",)]}".contains(sign) else {
            // Another operator, or the next statement.
            if position < tokens.count, case .name = tokens[position] { return result }
            result.isWhole = position >= tokens.count
            skip()
            return result
        }
        return result
    }

    private mutating func term() -> Value {
        guard position < tokens.count else { return Value() }
        let token = tokens[position]
        switch token {
        case .text(let text):
            position += 1
            return Value(texts: [text])
        case .name(let name):
            position += 1
            guard position < tokens.count, tokens[position] == .sign("(") else {
                if name == "True" || name == "False" { return Value(texts: [name]) }
                return constants[name] ?? Value(isWhole: false)
            }
            position += 1
            guard name == "glob" else {
                while position < tokens.count, tokens[position] != .sign(")") {
                    skip()
                    _ = take(",")
                }
                position += 1
                return Value(isWhole: false)
            }
            return glob()
        case .sign("[") where depth < 64:
            position += 1
            depth += 1
            defer { depth -= 1 }
            var result = Value()
            while position < tokens.count, !take("]") {
                let before = position
                result.add(value())
                if !take(","), position == before { position += 1 }
            }
            return result
        default:
            skip()
            return Value(isWhole: false)
        }
    }

    private mutating func glob() -> Value {
        var result = Value()
        while position < tokens.count, !take(")") {
            let before = position
            if case .name(let key) = tokens[position], position + 1 < tokens.count, tokens[position + 1] == .sign("=") {
                position += 2
                let list = value()
                if key == "include" { result.add(list) }
                if key == "exclude" { result.exclude += list.texts.prefix(TargetList.limit) }
                result.isWhole = result.isWhole && list.isWhole
            } else {
                result.add(value())
            }
            if !take(","), position == before { position += 1 }
        }
        return result
    }

    private mutating func take(_ sign: Character) -> Bool {
        guard position < tokens.count, tokens[position] == .sign(sign) else { return false }
        position += 1
        return true
    }

    /// Goes to the sign that ends an expression.
    private mutating func skip() {
        var depth = 0
        while position < tokens.count {
            if case .sign(let sign) = tokens[position] {
                if "([{".contains(sign) { depth += 1 }
                if depth == 0, ",)]}".contains(sign) { return }
                if ")]}".contains(sign) { depth -= 1 }
            }
            position += 1
        }
    }

    private static func tokens(of text: String) -> [Token] {
        var tokens: [Token] = []
        var rest = text[...]
        while let first = rest.first {
            if first == "#" {
                rest = rest.drop { !$0.isNewline }
            } else if first == "\"" || first == "'" {
                let quote = rest.hasPrefix("\"\"\"") ? "\"\"\"" : String(first)
                rest = rest.dropFirst(quote.count)
                let end = rest.firstRange(of: quote)
                tokens.append(.text(String(rest[..<(end?.lowerBound ?? rest.endIndex)])))
                rest = rest[(end?.upperBound ?? rest.endIndex)...]
            } else if first.isLetter || first == "_" {
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
                tokens.append(.name(String(name)))
                rest = rest.dropFirst(name.count)
            } else {
                if !first.isWhitespace { tokens.append(.sign(first)) }
                rest.removeFirst()
            }
        }
        return tokens
    }
}
