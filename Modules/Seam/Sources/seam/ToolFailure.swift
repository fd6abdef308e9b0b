import Foundation
import SeamKit

/// How `seam` ends.
enum ToolExit: Int32 {
    case success = 0
    case violations = 1
    case usage = 2
    case unreadable = 3
    /// There is no singleton of a name that was given; the system's `EX_NOINPUT`.
    case notFound = 66
    /// What the command prints could not be written; the system's `EX_IOERR`.
    case output = 74
    /// A signal ended the command early; what a shell reports for SIGINT.
    case interrupted = 130
}

/// Why a command ends early.
struct ToolFailure: Error {
    var message: String
    var exitCode: ToolExit
}

/// The terminal that the tool speaks to.
enum Terminal {
    /// Columns of standard output: its terminal's, `COLUMNS`, or 80.
    static var width: Int {
        var size = winsize()
        if isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            return Int(size.ws_col)
        }
        return ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) } ?? 80
    }

    /// Whether colours are wanted on standard output: a terminal, and no `NO_COLOR`.
    static var isColoured: Bool {
        let environment = ProcessInfo.processInfo.environment
        guard environment["NO_COLOR"]?.isEmpty ?? true, environment["TERM"] != "dumb" else { return false }
        return isatty(STDOUT_FILENO) == 1
    }

    /// Whether standard output is shown to somebody, and not read by a program.
    static var isShown: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether somebody watches standard error.
    static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes lines to standard error, safe to show. If that is impossible there is nobody left to tell.
    static func error(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Printable.line(String($0)) }
        errorOutput(lines.joined(separator: "\n") + "\n")
    }

    /// Names the links of a tree that lead back to a folder around them.
    static func noteCircles(_ map: CodeMap) {
        for link in map.skipped where link.reason == .circle {
            error("seam: \(link.path) is a link to a folder around it; what is there is read under its own path")
        }
    }

    /// Writes to standard error, as it is.
    static func errorOutput(_ text: String) {
        try? FileWriter.write(Array(text.utf8), to: STDERR_FILENO)
    }
}
