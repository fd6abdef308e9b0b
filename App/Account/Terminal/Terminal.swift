import Foundation
@preconcurrency import Rainbow

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The properties of the terminal that a page is written for.
struct Terminal: Sendable {
    /// The number of columns; text is wrapped to fit.
    let width: Int
    let hasColour: Bool

    /// Standard output. Its width is that of the terminal, else `COLUMNS`, else 80. It is in colour on a terminal only, and
    /// never if `NO_COLOR` is set (no-color.org) or the terminal is dumb.
    static var standardOutput: Terminal {
        let environment = ProcessInfo.processInfo.environment
        let width = columns(.standardOutput) ?? environment["COLUMNS"].flatMap { Int($0) } ?? 80
        let isRefused = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        return Terminal(
            width: max(width, 20),
            hasColour: isTerminal(.standardOutput) && !isRefused && Rainbow.enabled && Rainbow.outputTarget == .console
        )
    }

    static func isTerminal(_ handle: FileHandle) -> Bool {
        isatty(handle.fileDescriptor) == 1
    }

    /// The number of lines that fit on a terminal; `nil` if the file isn't one.
    static func rows(_ handle: FileHandle) -> Int? { size(handle).flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    private static func columns(_ handle: FileHandle) -> Int? {
        size(handle).flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
    }

    private static func size(_ handle: FileHandle) -> winsize? {
        var size = winsize()
        return ioctl(handle.fileDescriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }
}
