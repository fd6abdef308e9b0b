import Dispatch
public import Testing

/// Runs tests on a separate thread, one at a time.
///
/// A test that parses for seconds without suspending would block one of the few threads that all other tests share, and those
/// have time limits.
public struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    /// Tests of a suite inherit the thread.
    public var isRecursive: Bool { true }

    /// Runs the test on the thread.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Line.shared) { try await function() }
    }

    private final class Line: TaskExecutor {
        static let shared = Line()
        private let queue = DispatchQueue(label: "tests that take long")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}

extension Trait where Self == OwnThread {
    /// Runs tests on a separate thread.
    public static var ownThread: Self { Self() }
}
