/// How an operation says that its call was cancelled.
public struct Cancellation<Failure: Error>: Sendable {
    /// The error for a caller who was cancelled while the candidate goes on; nil if there is none.
    let error: (@Sendable () -> Failure)?
    let includes: @Sendable (Failure) -> Bool

    /// Creates a description of cancellation.
    ///
    /// - Parameters:
    ///   - error: Makes the error that a cancelled caller gets at once.
    ///   - isCancellation: Whether an error says that the call was cancelled. It is believed only of a task that is
    ///     cancelled. From any other it is a fault.
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

    /// No error says that a call was cancelled. A cancelled caller then waits until the candidate ends.
    public static var none: Cancellation { Cancellation() }
}

extension Cancellation where Failure: Equatable {
    /// One error says that the call was cancelled.
    public static func error(_ error: Failure) -> Cancellation {
        Cancellation(error: { error }, isCancellation: { $0 == error })
    }
}

extension Cancellation where Failure == any Error {
    /// `CancellationError`, as Swift's own functions throw it.
    public static var standard: Cancellation {
        Cancellation(error: { CancellationError() }, isCancellation: { $0 is CancellationError })
    }
}
