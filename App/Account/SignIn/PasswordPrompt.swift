import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Asks a person for a line on the terminal. Questions go to standard error, so that standard output contains only the result.
enum PasswordPrompt {
    static var isPossible: Bool { Terminal.isTerminal(.standardInput) }

    /// Returns a line as it was typed, or `nil` at the end of the input.
    static func line(_ question: String) throws(AccountFailure) -> String? {
        StandardError.write(question)
        return try StandardInput.line()
    }

    /// Returns a line that is not shown while it is typed, or `nil` if the person cancels with Ctrl-C or Ctrl-D.
    ///
    /// Keys that would normally end or stop the program are read like any other, so that the terminal is never left without an
    /// echo.
    static func secret(_ question: String) throws(AccountFailure) -> String? {
        var original = termios()
        guard tcgetattr(STDIN_FILENO, &original) == 0 else { return nil }
        var modes = original
        modes.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        // It guards the terminal before the echo is off, and until it is on again.
        let release = Signals.restoring(original, hidden: modes)
        defer { release() }
        // Text that was typed before the question was visible, so it can't be a password. Text after the question is one, even
        // if it comes immediately.
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes) == 0 else { return nil }
        StandardError.write(question)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &original)
            StandardError.write("\n")
        }
        var typed = TypedSecret()
        while true {
            var byte: UInt8 = 0
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            switch typed.take(byte) {
            case .more: continue
            case .done(let text): return text
            case .givenUp: return nil
            case .unreadable: throw .notText
            }
        }
    }
}

/// The text typed so far of a line that is not shown.
struct TypedSecret {
    enum Step: Equatable {
        case more
        case done(String)
        case givenUp
        /// The line is no UTF-8.
        case unreadable
    }

    private var bytes: [UInt8] = []

    /// Processes a key: line ends finish, Backspace removes a character, Ctrl-U all of them, and Ctrl-C cancels, as does Ctrl-D
    /// in an empty line. Other control keys are ignored.
    mutating func take(_ byte: UInt8) -> Step {
        switch byte {
        case 0x0A, 0x0D:
            return String(validating: bytes, as: UTF8.self).map(Step.done) ?? .unreadable
        case 0x03:
            return .givenUp
        case 0x04:
            return bytes.isEmpty ? .givenUp : .more
        case 0x08, 0x7F:
            while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        case 0x15:
            bytes = []
        case 0..<0x20:
            break
        default:
            bytes.append(byte)
        }
        return .more
    }
}
