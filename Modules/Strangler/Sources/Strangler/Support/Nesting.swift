import Synchronization

/// Whether this task runs inside a candidate that is being compared.
enum Nesting {
    @TaskLocal static var compared: ComparedCandidate?
}

/// A candidate that is being compared, for operations that it calls.
final class ComparedCandidate: Sendable {
    private let origin: Origin
    private let recorder: Recorder

    init(_ origin: Origin, recorder: Recorder) {
        self.origin = origin
        self.recorder = recorder
    }

    /// Records that it tried to call an operation that writes.
    func noteEffect() {
        recorder.record(origin, .effectInComparison)
    }
}
