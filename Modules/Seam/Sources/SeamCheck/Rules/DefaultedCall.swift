/// A call that makes a caller of a singleton without passing the instance, so that the caller falls back to the accessor.
public struct DefaultedCall: Sendable, Equatable {
    /// Path of the file.
    public var file: String
    /// The line, counted from 1.
    public var line: Int
    /// The column, counted from 1 in UTF-8 bytes.
    public var column: Int
    /// What is around the call; empty at top level.
    public var maker: String
    /// The type that is made.
    public var callee: String
    /// The singleton's name.
    public var singleton: String
    /// Its `Singleton.id`.
    public var id: String

    /// Why it relies on the default, and what would change that.
    public var explanation: String

    /// Creates a call.
    public init(
        file: String,
        line: Int,
        column: Int,
        maker: String,
        callee: String,
        singleton: String,
        id: String,
        explanation: String
    ) {
        (self.file, self.line, self.column) = (file, line, column)
        (self.maker, self.callee, self.singleton, self.id) = (maker, callee, singleton, id)
        self.explanation = explanation
    }
}
