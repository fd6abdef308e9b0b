/// A Swift file of the tree, with what its bytes say before anything is parsed.
public struct SourceFile: Sendable, Equatable {
    /// Path relative to the root of the tree, with `/` between names.
    public var path: String
    /// Name of the module it belongs to.
    public var module: String
    /// Other modules that compile it too.
    public var alsoIn: [String] = []
    /// Whether no target of a manifest compiles it, although the tree has targets.
    public var isUncompiled = false
    /// Whether it belongs to a test module.
    public var isTest: Bool
    /// Its imports, in order.
    public var imports: [Import]
    /// Comments that speak to this tool (`// seam:...`), in order.
    public var directives: [Directive]
    /// Hash of its content, as 32 hexadecimal digits: equal for a file that was only moved or renamed.
    public var contentHash: String

    /// Makes a file.
    public init(
        path: String,
        module: String,
        isTest: Bool = false,
        imports: [Import] = [],
        directives: [Directive] = [],
        contentHash: String = ""
    ) {
        self.path = path
        self.module = module
        self.isTest = isTest
        self.imports = imports
        self.directives = directives
        self.contentHash = contentHash
    }
}

/// One `import` line.
public struct Import: Sendable, Equatable, Hashable {
    /// The module: `UIKit` in `import class UIKit.UIView`.
    public var module: String
    /// Line, counted from 1.
    public var line: Int
    /// Column, counted from 1 in UTF-8 bytes.
    public var column: Int

    /// Makes an import.
    public init(module: String, line: Int, column: Int) {
        self.module = module
        self.line = line
        self.column = column
    }
}

/// A comment that speaks to this tool: `// seam:allow AccountService: waiting for the payments team`.
public struct Directive: Sendable, Equatable, Hashable {
    /// What follows `seam:` up to the end of the line, without spaces at its ends.
    public var text: String
    /// Line, counted from 1.
    public var line: Int
    /// Whether code stands before it on its line; it then speaks of that line, else of the next line with code.
    public var followsCode: Bool

    /// Makes a directive.
    public init(text: String, line: Int, followsCode: Bool) {
        self.text = text
        self.line = line
        self.followsCode = followsCode
    }
}

/// A folder or file that was left out.
public struct Skipped: Sendable, Equatable, Hashable {
    /// Why something was left out.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// A build product, a checkout or a folder that starts with a dot.
        case build
        /// Somebody else's sources, kept in the tree.
        case vendored
        /// Written by a program.
        case generated
        /// A link to something that is read under another name, or back to where it stands.
        case link
        /// A link to outside the tree, or to nothing.
        case outside
        /// Left out on request.
        case excluded
    }

    /// Path relative to the root of the tree.
    public var path: String
    /// Why.
    public var reason: Reason

    /// Makes an entry.
    public init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }
}

/// A source that could not be read, or not wholly.
public struct SourceProblem: Sendable, Equatable, Hashable {
    /// What is wrong with a source.
    public enum Kind: String, Sendable, Hashable {
        /// The file or folder could not be opened.
        case unreadable
        /// The bytes are not UTF-8.
        case encoding
        /// The parser found syntax errors; what could be understood was analysed.
        case syntax
        /// Nested or chained too deeply to be analysed.
        case depth
        /// A manifest or project file that could not be understood.
        case manifest
    }

    /// Path relative to the root of the tree.
    public var path: String
    /// Line, counted from 1; 0 where the whole file is meant.
    public var line: Int
    /// What is wrong.
    public var kind: Kind
    /// For people.
    public var message: String

    /// Makes a problem.
    public init(path: String, line: Int = 0, kind: Kind, message: String) {
        self.path = path
        self.line = line
        self.kind = kind
        self.message = message
    }
}
