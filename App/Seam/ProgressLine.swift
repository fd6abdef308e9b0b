#if Tool
    import Foundation
    import Synchronization

    /// One line on standard error that says how far a run is, once it takes longer than a second.
    final class ProgressLine: Sendable {
        private struct State {
            var shown = ContinuousClock.now
            var isShown = false
        }

        private let state = Mutex(State())
        private let isWatched = Terminal.isWatched
        private let start = ContinuousClock.now

        /// Tells of `done` files of `total`; called from any thread.
        func report(_ done: Int, of total: Int) {
            let now = ContinuousClock.now
            guard now - start > .seconds(1) else { return }
            state.withLock { state in
                // In a log a line now and then, on a terminal one that moves.
                let pause: Duration = isWatched ? .milliseconds(100) : .seconds(10)
                guard !state.isShown || now - state.shown > pause else { return }
                state.shown = now
                state.isShown = true
                let text = "read \(done) of \(total) files"
                FileHandle.standardError.write(Data((isWatched ? "\r\u{1B}[K\(text)" : "seam: \(text)\n").utf8))
            }
        }

        /// Takes the line away.
        func clear() {
            state.withLock { state in
                if state.isShown, isWatched { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
            }
        }
    }
#endif
