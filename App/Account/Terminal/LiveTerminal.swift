@preconcurrency import Dispatch
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The terminal of a person while it shows a live screen: it delivers single keys instead of lines, and has a screen of its
/// own, so that the earlier contents reappear afterwards.
///
/// Its modes are restored whenever the program does not run in the foreground: after the end, after a signal that ends it, and
/// while it is suspended.
@MainActor
final class LiveTerminal {
    /// An external event.
    enum Event: Sendable {
        case bytes([UInt8])
        case resized
        /// The person pressed Ctrl-Z.
        case suspended
        /// The program was continued after it was stopped.
        case resumed
        /// A signal that ends the program.
        case ended(Int32)
        /// The terminal was closed.
        case closed
    }

    /// The external events, in order. Only one task may iterate them.
    let events: AsyncStream<Event>
    let hasColour: Bool

    private let input = STDIN_FILENO
    private let output: Int32
    private let original: termios
    private let keys: any DispatchSourceProtocol
    private var shown: Frame?

    /// The file for a live screen: standard output, or standard error if the program's output is captured. `nil` if neither, or
    /// not standard input, is a terminal that can show one.
    nonisolated static var output: Int32? {
        guard isatty(STDIN_FILENO) == 1, ProcessInfo.processInfo.environment["TERM"] ?? "dumb" != "dumb" else {
            return nil
        }
        return [STDOUT_FILENO, STDERR_FILENO].first { isatty($0) == 1 }
    }

    /// Takes control of the terminal until `close()`. Returns `nil` if there is none.
    init?() {
        var modes = termios()
        guard let output = Self.output, tcgetattr(input, &modes) == 0 else { return nil }
        self.output = output
        original = modes
        hasColour = ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty != false
        let (events, continuation) = AsyncStream<Event>.makeStream()
        self.events = events
        keys = Self.keys(from: input, continuation)
        keys.activate()
        let signals = Self.signals
        Signals.handle(Array(signals.keys)) { number in _ = signals[number].map { continuation.yield($0) } }
        enter()
    }

    var size: Frame.Size {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
            return Frame.Size(rows: 24, columns: 80)
        }
        return Frame.Size(rows: Int(size.ws_row), columns: Int(size.ws_col))
    }

    /// Shows `frame` and writes only the changes, in one write.
    func draw(_ frame: Frame) {
        write(frame.drawing(over: shown, hasColour: hasColour))
        shown = frame
    }

    /// Makes `draw(_:)` draw the whole next frame, because the content of the screen is no longer known.
    func forget() { shown = nil }

    /// Sets the modes again, and makes `draw(_:)` draw the whole next frame. Call it after the program was stopped from
    /// outside.
    func resume() {
        setModes()
        forget()
    }

    private func enter() {
        setModes()
        // Switches to a separate screen, without wrapping at the right edge, with pasted text marked as such.
        write("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h")
        forget()
    }

    private func setModes() {
        var modes = original
        cfmakeraw(&modes)
        // The keys that interrupt and suspend still send signals, and the output of line feeds is unchanged.
        modes.c_lflag |= tcflag_t(ISIG)
        modes.c_oflag |= tcflag_t(OPOST)
        tcsetattr(input, TCSADRAIN, &modes)
    }

    private func leave() {
        write("\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        var modes = original
        tcsetattr(input, TCSADRAIN, &modes)
    }

    /// Restores the terminal and stops the program until it is continued. If nobody could continue it, the method returns at
    /// once.
    func suspend() {
        leave()
        Signals.letHappen(SIGTSTP)
        enter()
    }

    /// Restores the terminal and stops listening.
    func close() {
        leave()
        keys.cancel()
        Signals.release(Array(Self.signals.keys))
    }

    private func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { systemWrite(output, $0.baseAddress, $0.count) }
            // If the terminal is closed, a signal or the next read reports it.
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

    private nonisolated static let signals = Dictionary(
        uniqueKeysWithValues: Signals.ending.map { ($0, Event.ended($0)) }
            + [(SIGTSTP, .suspended), (SIGCONT, .resumed), (SIGWINCH, .resized)]
    )
}

/// Calls the system's `write`, which a method of that name hides.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
