import Foundation

/// Threads for candidates, separate from those that run the rest of the program. A candidate that blocks its thread, or
/// computes for long, then delays only other candidates.
///
/// A default actor or a function without isolation that a candidate calls runs there too.
public final class CandidateExecutor: TaskExecutor {
    /// The threads that hand-overs use by default.
    public static let shared = CandidateExecutor()

    private let workers: Workers

    /// Creates an executor with threads of its own: as many as there is work for at the same time, up to a maximum. They end
    /// when they have nothing to do.
    public init(maximumThreads: Int = 64) {
        workers = Workers(maximum: max(1, maximumThreads))
    }

    /// Runs a job.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        workers.add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Threads that take work from one list.
///
/// `@unchecked Sendable`: all of its state is used only under the lock of `condition`.
private final class Workers: @unchecked Sendable {
    private let condition = NSCondition()
    private let maximum: Int
    private var waiting: [@Sendable () -> Void] = []
    private var threads = 0
    private var idle = 0

    init(maximum: Int) {
        self.maximum = maximum
    }

    func add(_ work: @escaping @Sendable () -> Void) {
        condition.lock()
        defer { condition.unlock() }
        waiting.append(work)
        if idle >= waiting.count {
            condition.signal()
        } else if threads < maximum {
            threads += 1
            Thread.detachNewThread { self.run() }
        }
    }

    private func run() {
        while let work = next() { work() }
    }

    /// Waits for work; returns nil after ten seconds without any.
    private func next() -> (@Sendable () -> Void)? {
        condition.lock()
        defer { condition.unlock() }
        let deadline = Date() + 10
        while waiting.isEmpty {
            idle += 1
            let isInTime = condition.wait(until: deadline)
            idle -= 1
            if !isInTime, waiting.isEmpty {
                threads -= 1
                return nil
            }
        }
        return waiting.removeFirst()
    }
}
