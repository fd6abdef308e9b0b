/// The text of a Swift file, with its path.
public struct SourceText: Sendable, Hashable {
    /// The path in generated headers and problems, relative to the root of the tree.
    public var path: String
    /// The content.
    public var text: String

    /// Creates a source.
    public init(path: String, text: String) {
        self.path = path
        self.text = text
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
