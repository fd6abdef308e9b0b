import Foundation

/// How much a run of the tests tries, by the environment variable `EFFORT`. Without it, tests try what `swift test` should
/// on a person's machine.
public enum Effort: Int, Comparable, Sendable {
    /// Nothing that takes long, and no compiler.
    case quick
    /// What every change has to pass.
    case change
    /// What a release has to pass.
    case full

    /// The effort of this run.
    public static let current: Effort =
        switch ProcessInfo.processInfo.environment["EFFORT"] {
        case "change": .change
        case "full": .full
        default: .quick
        }

    public static func < (first: Effort, second: Effort) -> Bool { first.rawValue < second.rawValue }

    /// Returns the value for this run's effort.
    public static func value<Value>(quick: Value, change: Value, full: Value) -> Value {
        switch current {
        case .quick: quick
        case .change: change
        case .full: full
        }
    }
}
