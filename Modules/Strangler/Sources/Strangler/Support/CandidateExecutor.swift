import Dispatch

/// Threads for candidates, apart from those that run the rest of the program. A candidate that blocks its thread, or
/// computes for long, then holds up other candidates at most.
///
/// A default actor or a function without isolation that a candidate calls runs there too.
public final class CandidateExecutor: TaskExecutor {
    /// The threads that hand-overs use unless they are told otherwise.
    public static let shared = CandidateExecutor()

    private let queue: DispatchQueue

    /// Creates threads of their own, as many as are needed and the system gives.
    public init() {
        queue = DispatchQueue(label: "Strangler.candidates", attributes: .concurrent)
    }

    /// Runs a job.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
