import Foundation
@preconcurrency import Rainbow

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What a page is written to.
struct Terminal: Sendable {
    /// Columns; text is wrapped to fit.
    let width: Int
    let hasColour: Bool

    /// Standard output: as wide as the terminal, else `COLUMNS`, else 80; in colour on a terminal only, and never when
    /// `NO_COLOR` is set (no-color.org) or the terminal is dumb.
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

    private static func columns(_ handle: FileHandle) -> Int? {
        var size = winsize()
        guard ioctl(handle.fileDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
