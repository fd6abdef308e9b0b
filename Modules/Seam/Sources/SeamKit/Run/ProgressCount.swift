import Synchronization

/// Counts files for a report of progress.
final class ProgressCount: Sendable {
    private let done = Mutex(0)
    private let total: Int
    private let report: Analysis.Progress

    init(total: Int, report: @escaping Analysis.Progress) {
        self.total = total
        self.report = report
    }

    func advance() {
        let now = done.withLock { done in
            done += 1
            return done
        }
        if now % 256 == 0 || now == total { report(now, total) }
    }
}
