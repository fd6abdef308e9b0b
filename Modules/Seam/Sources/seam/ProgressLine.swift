import Foundation
import Synchronization

/// One line on standard error that says how far a run is, once it takes longer than a second.
final class ProgressLine: Sendable {
    private struct State {
        /// When the line was last written; nil before it is.
        var shown: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    private let isWatched: Bool
    private let note: String?
    private let unit: String
    private let now: @Sendable () -> ContinuousClock.Instant
    private let write: @Sendable (String) -> Void
    private let start: ContinuousClock.Instant

    /// Begins to count.
    ///
    /// - Parameters:
    ///   - isWatched: whether `write` goes to a terminal, where a line can move; a log gets one now and then.
    ///   - note: a line that is written once, before the first progress.
    ///   - unit: what is counted.
    ///   - now: tells the time.
    ///   - write: writes a piece of text.
    init(
        isWatched: Bool = Terminal.isWatched,
        note: String? = debugNote,
        unit: String = "files",
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        write: @escaping @Sendable (String) -> Void = { Terminal.errorOutput($0) }
    ) {
        self.isWatched = isWatched
        self.note = note
        self.unit = unit
        self.now = now
        self.write = write
        start = now()
    }

    /// Tells of `done` files of `total`; called from any thread.
    func report(_ done: Int, of total: Int) {
        let now = now()
        guard now - start > .seconds(1) else { return }
        let pause: Duration = isWatched ? .milliseconds(100) : .seconds(10)
        state.withLock { state in
            if let shown = state.shown, now - shown <= pause { return }
            if state.shown == nil, let note { write("seam: \(note)\n") }
            state.shown = now
            let text = "read \(done) of \(total) \(unit)"
            write(isWatched ? "\r\u{1B}[K\(text)" : "seam: \(text)\n")
        }
    }

    #if DEBUG
        /// What a person who waits for a debug build should know.
        static let debugNote: String? =
            "this is a debug build; a release build is about forty times as fast: "
            + "swift build --package-path Modules/Seam -c release --product seam"
    #else
        static let debugNote: String? = nil
    #endif

    /// Takes the line away.
    func clear() {
        state.withLock { state in
            if state.shown != nil, isWatched { write("\r\u{1B}[K") }
        }
    }
}
