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
        case nil, "quick": .quick
        case "change": .change
        case "full": .full
        case let other?: preconditionFailure("EFFORT is quick, change or full, and not \(other)")
        }

    /// The seed of the first random input: 1, or what the environment variable `SEAM_SEED` says, to try a failure again.
    public static let seed = ProcessInfo.processInfo.environment["SEAM_SEED"].flatMap(UInt64.init) ?? 1

    /// Whether tests write what they otherwise compare with: the environment variable `SEAM_UPDATE` is 1.
    public static let updates = ProcessInfo.processInfo.environment["SEAM_UPDATE"] == "1"

    /// Returns whether the first tries less than the second.
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
