import SeamKit
import SwiftSyntax

/// The text of a Swift file, with its path.
public struct SourceText: Sendable, Hashable {
    /// The path in generated headers and problems, relative to the root of the tree.
    public let path: String
    /// The content.
    public let text: String
    /// The tree of the content; nil if it exceeds the limits of sources.
    let tree: SourceFileSyntax?

    /// Creates a source, and parses it.
    public init(path: String, text: String) {
        self.path = path
        self.text = text
        tree = SourceParser.tree(text)
    }

    /// The reason why the source can't be read whole, as a line for people; nil if it can.
    ///
    /// What is generated from a part of a source isn't what the source says, and would replace what was.
    public var problem: String? { SourceParser.problem(of: path, tree)?.text }

    /// Returns whether both have the same path and content.
    public static func == (left: SourceText, right: SourceText) -> Bool {
        left.path == right.path && left.text == right.text
    }

    /// Hashes the path and the content.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(text)
    }
}

/// Why no code is generated for a declaration.
public struct GenerateProblem: Error, Hashable, CustomStringConvertible {
    /// The path of the file, relative to the root of the tree.
    public var path: String
    /// The line, counted from 1.
    public var line: Int
    /// The reason, for people.
    public var message: String

    /// Creates a problem.
    public init(path: String, line: Int, message: String) {
        self.path = path
        self.line = line
        self.message = message
    }

    /// `path:line: message`.
    public var description: String { "\(path):\(line): \(message)" }
}
