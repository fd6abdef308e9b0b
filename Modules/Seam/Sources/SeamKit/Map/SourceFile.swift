/// A Swift file of the tree, with what its bytes show before anything is parsed.
public struct SourceFile: Sendable, Equatable {
    /// Path relative to the root of the tree, with `/` between names.
    public var path: String
    /// Name of the module it belongs to.
    public var module: String
    /// The other modules that compile it too.
    public var alsoIn: [String] = []
    /// Whether no target of a manifest compiles it, although the tree has targets.
    public var isUncompiled = false
    /// Whether it is read through a link. Such a file is never written.
    public var isLinked = false
    /// Whether it belongs to a test module.
    public var isTest = false
    /// Its imports, in order.
    public var imports: [Import] = []
    /// The comments for this tool (`// seam:...`), in order.
    public var directives: [Directive] = []
    /// Who owns it by the tree's `CODEOWNERS`, in the order of the rule.
    public var owners: [String] = []
    /// Places that name one of the types in `Analysis.Options.names`, in order.
    public var mentions: [Mention] = []
    /// Those of these types that it declares, sorted.
    public var declarations: [String] = []
    /// Hash of its content, as 32 hexadecimal digits: equal for a file that was only moved or renamed.
    public var contentHash = ""
}

/// An `import` line.
public struct Import: Sendable, Equatable, Hashable {
    /// The module: `UIKit` in `import class UIKit.UIView`.
    public var module: String
    /// Line, counted from 1.
    public var line: Int
    /// Column, counted from 1 in UTF-8 bytes.
    public var column: Int
    /// Whether it is an import for all files of the module, and for whoever imports that (`@_exported`).
    public var isExported = false
}

/// A comment for this tool: `// seam:allow AccountService: waiting for the payments team`.
public struct Directive: Sendable, Equatable, Hashable {
    /// The text after `seam:` up to the end of the line, without spaces at its ends.
    public var text: String
    /// Line, counted from 1.
    public var line: Int
    /// Whether code stands before it on its line.
    public var followsCode: Bool
    /// The lines it is about: its own if code stands before it, else those of the statement or declaration behind it, up
    /// to the brace that opens its body.
    public var lines: ClosedRange<Int>

    /// Creates a directive, which is about its own line if nothing else is given.
    public init(text: String, line: Int, followsCode: Bool, lines: ClosedRange<Int>? = nil) {
        self.text = text
        self.line = line
        self.followsCode = followsCode
        self.lines = lines ?? line...line
    }
}

/// A folder or file that was left out.
public struct Skipped: Sendable, Equatable, Hashable, Encodable {
    /// Why something was left out.
    public enum Reason: String, Sendable, Hashable, CaseIterable, Encodable {
        /// A build product, a checkout or a folder that starts with a dot.
        case build
        /// Sources from another project that are stored in the tree.
        case vendored
        /// A file that a program wrote.
        case generated
        /// A folder that is read under another path.
        case link
        /// A link to a folder that it is in.
        case circle
        /// Excluded on request.
        case excluded
        /// A build description that computes some of its targets, which are not known then.
        case computed
    }

    /// Path relative to the root of the tree.
    public var path: String
    /// The reason.
    public var reason: Reason
}

/// A source that could not be read, or not completely.
public struct SourceProblem: Sendable, Equatable, Hashable {
    /// What is wrong with a source.
    public enum Kind: String, Sendable, Hashable {
        /// The file or folder could not be opened.
        case unreadable
        /// The bytes are not UTF-8, or some are zero.
        case encoding
        /// The parser found syntax errors; the rest was analysed.
        case syntax
        /// Nested or chained too deeply to be analysed.
        case depth
        /// Larger than sources are.
        case size
        /// Not analysed within the time that a file has.
        case time
        /// A manifest or project file that could not be understood.
        case manifest
    }

    /// Path relative to the root of the tree.
    public var path: String
    /// The line, counted from 1; 0 for a problem with the whole file.
    public var line = 0
    /// What is wrong.
    public var kind: Kind
    /// A text for people.
    public var message: String

    /// The problem as a line for people.
    public var text: String { line > 0 ? "\(path):\(line): \(message)" : "\(path): \(message)" }
}
