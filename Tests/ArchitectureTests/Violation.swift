/// A place where the tree breaks a rule, described so that an editor can jump to it.
struct Violation: Hashable, Sendable, CustomStringConvertible {
    let path: String
    /// The line, counted from 1.
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}
