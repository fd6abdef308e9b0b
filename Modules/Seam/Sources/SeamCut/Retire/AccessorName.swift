import SeamKit

/// A place that names an accessor, or may name it, and that no edit of a slice changes.
public struct AccessorName: Sendable, Equatable {
    /// Path of the file.
    public var file: String
    /// Line, counted from 1.
    public var line: Int
    /// What names the accessor there.
    public var text: String
    /// Whether nothing in the tree breaks without the accessor, but a person should know of the place.
    public var isNote = false
}
