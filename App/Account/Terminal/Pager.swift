import DataSupport
import Foundation

/// Standard output for text of any length. On a terminal, text that is longer than the screen goes through a pager, which shows
/// it page by page; a pipe or a file gets all of it.
final class Pager {
    private let command: String?
    private let rows: Int
    /// The text that is not written yet, because it may fit on the screen.
    private var waiting = ""
    private var waitingLines = 0
    private var pipe: UnsafeMutablePointer<FILE>?
    private var isUnlimited: Bool
    private var wasLeft = false
    /// What was sent to the pager, in case it can't show it.
    private var sent = ""
    /// Why a part could not be written; nothing is written after it.
    private var failure: SystemError?

    /// Creates the output for standard output and the environment of this process.
    convenience init() {
        let isTerminal = Terminal.isTerminal(.standardOutput)
        self.init(
            command: isTerminal ? Self.command(ProcessInfo.processInfo.environment) : nil,
            rows: Terminal.rows(.standardOutput) ?? 24
        )
    }

    /// - Parameter command: The pager to start, as the shell reads it; `nil` to write everything directly.
    init(command: String?, rows: Int) {
        self.command = command
        self.rows = rows
        isUnlimited = command == nil
    }

    /// Returns the pager that `PAGER` names, or else `less` if there is one. `nil` if the terminal is too simple for a pager, or
    /// if the person wants none: `PAGER` is empty or `cat`.
    static func command(_ environment: [String: String]) -> String? {
        guard environment["TERM"] ?? "dumb" != "dumb" else { return nil }
        if let pager = environment["PAGER"] {
            return ["", "cat"].contains(pager.trimmingCharacters(in: .whitespaces)) ? nil : pager
        }
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/less") } ? "less" : nil
    }

    /// Writes the text, or stores it until it is clear whether it fits on the screen.
    func write(_ text: String) {
        if isUnlimited { return put(text) }
        if pipe == nil {
            waiting += text
            waitingLines += text.utf8.count { $0 == UInt8(ascii: "\n") }
            guard waitingLines >= rows else { return }
            start()
            if isUnlimited { put(waiting) } else { send(waiting) }
            waiting = ""
        } else {
            send(text)
        }
    }

    /// Writes what is left, and returns when the person has left the pager. Throws if something could not be written.
    func finish() throws(SystemError) {
        if let pipe {
            let status = pclose(pipe)
            signal(SIGINT, SIG_DFL)
            self.pipe = nil
            if Self.hasFailed(status) { put(sent) }
            sent = ""
        }
        put(waiting)
        waiting = ""
        if let failure { throw failure }
    }

    /// Whether a pager has shown nothing, or less than it should: it doesn't exist, fails, or is killed. One that a person leaves
    /// succeeds, or ends by a signal that people send.
    ///
    /// - Parameter status: What `wait` says. The shell reports a signal as a status above 128.
    static func hasFailed(_ status: Int32) -> Bool {
        let (code, own) = (status >> 8 & 0xFF, status & 0x7F)
        let signal = own != 0 ? own : code > 128 ? code - 128 : 0
        return signal == 0 ? code != 0 : ![SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE].contains(signal)
    }

    private func put(_ text: String) {
        guard failure == nil, !text.isEmpty else { return }
        do throws(SystemError) { try Output.write(text) } catch { failure = error }
    }

    private func start() {
        guard let command else { return }
        // As git does: the pager ends by itself if everything fits, passes colours on, and leaves the text on the screen.
        setenv("LESS", "FRX", 0)
        // Foundation's `Process` puts the child into a process group of its own, which may not read from the terminal.
        pipe = popen(command, "w")
        guard pipe != nil else {
            isUnlimited = true
            return
        }
        // A person may leave the pager early, and Ctrl-C is a key of the pager's.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGINT, SIG_IGN)
    }

    private func send(_ text: String) {
        sent += text
        guard let pipe, !wasLeft else { return }
        wasLeft = fputs(text, pipe) < 0 || fflush(pipe) != 0
    }
}
