import Foundation
import SeamKit
import Synchronization

/// Tells on standard error how far a run is, once it takes more than a second.
enum ProgressLine {
    /// Something to hand to an analysis; nil where standard error is no terminal.
    static func standardError() -> Analysis.Progress? {
        guard isatty(FileHandle.standardError.fileDescriptor) != 0 else { return nil }
        let start = ContinuousClock.now
        let last = Last()
        return { done, total in
            let elapsed = ContinuousClock.now - start
            guard elapsed > .seconds(1), last.advance(to: elapsed, every: .milliseconds(200)) || done == total else {
                return
            }
            let text = done == total ? "\r\u{1B}[K" : "\r\(done) of \(total) files"
            try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
        }
    }

    private final class Last: Sendable {
        private let time = Mutex(Duration.zero)

        func advance(to now: Duration, every interval: Duration) -> Bool {
            time.withLock { time in
                guard now - time >= interval else { return false }
                time = now
                return true
            }
        }
    }
}
