import SeamKit

/// A call that makes a caller of a singleton outside of tests and previews, and relies on the default of the caller.
public struct MakingCall: Sendable, Equatable {
    /// The `Singleton.id` of the singleton.
    public var singleton: String
    /// Its name.
    public var type: String
    /// Path of the file.
    public var file: String
    /// The line, counted from 1.
    public var line: Int
    /// The column, counted from 1 in UTF-8 bytes.
    public var column: Int
    /// Module of the file.
    public var module: String
    /// What is around the call: a type, or a function; empty at top level.
    public var maker: String
    /// The type that is made.
    public var callee: String
    /// The label of the argument that the call leaves out.
    public var label: String
    /// Why it keeps relying on the default; nil if it passes an instance after the slice.
    public var obstacle: Obstacle?
    /// The reason of the obstacle.
    public var reason: Reason? { obstacle?.reason }

    /// Where the obstacle is, if it isn't at the call: `path:line`.
    var cause: String? {
        obstacle.flatMap { $0.place.isEmpty || $0.place == "\(file):\(line)" ? nil : $0.place }
    }

    /// Why it relies on the default and what would change that, or the command that passes the instance.
    public var explanation: String {
        guard let obstacle else { return "`seam cut \(type) --thread` passes it" }
        return "\(obstacle.cause)\(cause.map { " (\($0))" } ?? ""). \(obstacle.change)"
    }
}
