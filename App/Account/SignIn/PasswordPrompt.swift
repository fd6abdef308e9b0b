import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Asks a person for a line on the terminal. Questions go to standard error, so that standard output is the answer alone.
enum PasswordPrompt {
    static var isPossible: Bool { Terminal.isTerminal(.standardInput) }

    /// A line as it was typed; `nil` if there is none any more.
    static func line(_ question: String) -> String? {
        StandardError.write(question)
        return readLine(strippingNewline: true)
    }

    /// A line that is not shown while it is typed; `nil` if it was given up, with Ctrl-C or Ctrl-D.
    ///
    /// The keys that would end or stop the program are read like others, so that the terminal never stays without an echo.
    static func secret(_ question: String) -> String? {
        var original = termios()
        guard tcgetattr(STDIN_FILENO, &original) == 0 else { return nil }
        var modes = original
        modes.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        // What was typed ahead was shown; it is no password. What comes after the question is one, however soon.
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
            }
        }
    }
}

/// What has been typed of a line that is not shown.
struct TypedSecret {
    enum Step: Equatable {
        case more
        case done(String)
        case givenUp
    }

    private var bytes: [UInt8] = []

    /// Takes a key: line ends finish, Backspace takes a character back, Ctrl-U all of them, Ctrl-C gives up, and so does
    /// Ctrl-D where there is nothing. Other control keys are no characters.
    mutating func take(_ byte: UInt8) -> Step {
        switch byte {
        case 0x0A, 0x0D:
            return .done(String(decoding: bytes, as: UTF8.self))
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
