import Foundation
import Presentation

/// Text that comes from outside as bytes: what is typed or piped in, and the arguments of the program.
///
/// Bytes that are no UTF-8, such as Latin-1, would be replaced by Swift. A store would get another text than was meant, and
/// somebody would be locked out. So they are refused.
enum StandardInput {
    /// Returns the next line without its end, or `nil` at the end of the input.
    static func line() throws(AccountFailure) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count <= longest {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else {
                if bytes.isEmpty { return nil }
                break
            }
            if byte == 0x0A { break }
            bytes.append(byte)
        }
        if bytes.last == 0x0D { bytes.removeLast() }
        guard bytes.count <= longest, let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        return text
    }

    /// Throws if an argument of the program isn't UTF-8.
    static func checkArguments() throws(AccountFailure) {
        for number in 0..<Int(CommandLine.argc) {
            guard let argument = CommandLine.unsafeArgv[number], String(validatingCString: argument) == nil else {
                continue
            }
            throw .notText(argument: number)
        }
    }

    /// In bytes. Nobody types a longer line.
    private static let longest = 64 << 10
}

extension AccountFailure {
    static let notText = AccountFailure(
        key: "input.not-text",
        text: "The input isn't a line of UTF-8, so nothing was sent. Type it on a terminal, or convert it with iconv.",
        status: .usage
    )

    fileprivate static func notText(argument number: Int) -> AccountFailure {
        AccountFailure(
            key: "input.not-text",
            text:
                "Argument \(number) isn't UTF-8, so nothing was done. Set the terminal to UTF-8, or convert it with iconv.",
            status: .usage
        )
    }
}
