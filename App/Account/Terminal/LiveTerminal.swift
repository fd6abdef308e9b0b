@preconcurrency import Dispatch
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The terminal of a person while a live screen has it: single keys instead of lines, and a screen of its own, so that
/// what was there before is there again afterwards.
///
/// Its modes are those of before whenever the program does not run in the foreground: after the end, after a signal that
/// ends it, and while it is suspended.
@MainActor
final class LiveTerminal {
    /// What comes from outside.
    enum Event: Sendable {
        case bytes([UInt8])
        case resized
        /// Ctrl-Z.
        case suspended
        /// The program runs again, whoever had stopped it.
        case resumed
        /// A signal that ends the program.
        case ended(Int32)
        /// Nobody is there any more.
        case closed
    }

    /// What comes from outside, in order; to be followed once.
    let events: AsyncStream<Event>
    let hasColour: Bool

    private let input = STDIN_FILENO
    private let output: Int32
    private let original: termios
    private let sources: [any DispatchSourceProtocol]
    private var shown: Frame?

    /// Where a live screen can be drawn: on standard output, or on standard error where the output of the program is
    /// captured. `nil` where no person is at the other end.
    nonisolated static var output: Int32? {
        guard isatty(STDIN_FILENO) == 1, ProcessInfo.processInfo.environment["TERM"] ?? "dumb" != "dumb" else {
            return nil
        }
        return [STDOUT_FILENO, STDERR_FILENO].first { isatty($0) == 1 }
    }

    /// Takes the terminal over, until `close()`. `nil` where there is none.
    init?() {
        var modes = termios()
        guard let output = Self.output, tcgetattr(input, &modes) == 0 else { return nil }
        self.output = output
        original = modes
        hasColour = ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty != false
        let (events, continuation) = AsyncStream<Event>.makeStream()
        self.events = events
        sources = [Self.keys(from: input, continuation)] + Self.signals(continuation)
        for source in sources { source.activate() }
        enter()
    }

    var size: Frame.Size {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
            return Frame.Size(rows: 24, columns: 80)
        }
        return Frame.Size(rows: Int(size.ws_row), columns: Int(size.ws_col))
    }

    /// Shows `frame`, writing only what has changed, in one piece.
    func draw(_ frame: Frame) {
        write(frame.drawing(over: shown, hasColour: hasColour))
        shown = frame
    }

    /// Draws the whole of the next frame: what is on screen is not known any more.
    func forget() { shown = nil }

    /// Sets the modes again and draws the whole of the next frame, after the program was stopped from outside.
    func resume() {
        setModes()
        forget()
    }

    private func enter() {
        setModes()
        // A screen of its own, no wrapping at the right edge, pastes marked as such.
        write("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h")
        forget()
    }

    private func setModes() {
        var modes = original
        cfmakeraw(&modes)
        // The keys that interrupt and suspend stay signals, and line feeds stay what they were.
        modes.c_lflag |= tcflag_t(ISIG)
        modes.c_oflag |= tcflag_t(OPOST)
        tcsetattr(input, TCSADRAIN, &modes)
    }

    private func leave() {
        write("\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        var modes = original
        tcsetattr(input, TCSADRAIN, &modes)
    }

    /// Gives the terminal back and stops the program until it is told to go on; at once, where nobody could tell it to.
    func suspend() {
        leave()
        Signals.letHappen(SIGTSTP)
        enter()
    }

    /// Gives the terminal back and stops listening.
    func close() {
        leave()
        for source in sources { source.cancel() }
    }

    private func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { systemWrite(output, $0.baseAddress, $0.count) }
            // A terminal that is gone says so by a signal or at the next read.
            guard count > 0 || errno == EINTR else { return }
            bytes = bytes.dropFirst(max(0, count))
        }
    }
}

// MARK: - Sources

extension LiveTerminal {
    private nonisolated static func keys(
        from input: Int32,
        _ events: AsyncStream<Event>.Continuation
    ) -> any DispatchSourceProtocol {
        let source = DispatchSource.makeReadSource(fileDescriptor: input)
        source.setEventHandler {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(input, &buffer, buffer.count)
            if count > 0 {
                events.yield(.bytes(Array(buffer.prefix(count))))
            } else if count == 0 || errno != EINTR && errno != EAGAIN {
                source.cancel()
                events.yield(.closed)
            }
        }
        return source
    }

    private nonisolated static func signals(_ events: AsyncStream<Event>.Continuation) -> [any DispatchSourceProtocol] {
        let signals: [(Int32, Event)] =
            [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { ($0, .ended($0)) }
            + [(SIGTSTP, .suspended), (SIGCONT, .resumed), (SIGWINCH, .resized)]
        return signals.map { number, event in
            // Otherwise the default would happen before anybody is told.
            if number != SIGCONT, number != SIGWINCH { signal(number, SIG_IGN) }
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { events.yield(event) }
            return source
        }
    }
}

/// The system's `write`, which a method of that name hides.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
