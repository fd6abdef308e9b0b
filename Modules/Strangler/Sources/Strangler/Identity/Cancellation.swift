/// How an operation reports that its call was cancelled.
public struct Cancellation<Failure: Error>: Sendable {
    /// Creates the error for a caller who was cancelled while the candidate continues; nil if there is none.
    let error: (@Sendable () -> Failure)?
    let includes: @Sendable (Failure) -> Bool

    /// Creates a description of cancellation.
    ///
    /// - Parameters:
    ///   - error: Creates the error that a cancelled caller gets at once.
    ///   - isCancellation: Returns whether an error means that the call was cancelled. Its result counts only if the task is
    ///     cancelled; otherwise the error is a fault.
    public init(
        error: @escaping @Sendable () -> Failure,
        isCancellation: @escaping @Sendable (Failure) -> Bool
    ) {
        self.error = error
        includes = isCancellation
    }

    private init() {
        error = nil
        includes = { _ in false }
    }

    /// No error means that a call was cancelled. A cancelled caller then waits until the candidate ends.
    public static var none: Cancellation { Cancellation() }
}

extension Cancellation where Failure: Equatable {
    /// Returns a description in which one error means that the call was cancelled.
    public static func error(_ error: Failure) -> Cancellation {
        Cancellation(error: { error }, isCancellation: { $0 == error })
    }
}

extension Cancellation where Failure == any Error {
    /// A description for `CancellationError`, as Swift's own functions throw it.
    public static var standard: Cancellation {
        Cancellation(error: { CancellationError() }, isCancellation: { $0 is CancellationError })
    }
}
