import Foundation
public import Testing

/// Runs tests on separate threads, as many at a time as there are processors.
///
/// A test that parses for seconds without suspending, or waits for a compiler, would block one of the few threads that all other
/// tests share, and those have time limits.
public struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    /// Tests of a suite inherit the threads.
    public var isRecursive: Bool { true }

    /// Runs the test on one of the threads.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Line.shared) { try await function() }
    }

    private final class Line: TaskExecutor {
        static let shared = Line()
        private let queue = OperationQueue()

        private init() { queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}

extension Trait where Self == OwnThread {
    /// Runs tests on separate threads.
    public static var ownThread: Self { Self() }
}
