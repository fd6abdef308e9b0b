import Foundation
import Synchronization

/// The output for messages, so that standard output contains only the result.
enum StandardError {
    static func say(_ text: String) {
        write("account: \(Page.printable(text))\n")
    }

    static func write(_ text: String) {
        // If even this fails, there is no way to report it.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}

/// Prints each warning once, even if several parts of the program have the same problem.
final class Warnings: Sendable {
    private let said = Mutex<Set<String>>([])

    func say(_ text: String) {
        guard said.withLock({ $0.insert(text).inserted }) else { return }
        StandardError.say("warning: " + text)
    }
}

/// A line on a terminal's standard error for work that takes noticeably long. It counts the seconds.
struct Progress {
    private let task: Task<Void, Never>?

    init(text: String, after patience: Duration = .milliseconds(600)) {
        guard Terminal.isTerminal(.standardError) else {
            task = nil
            return
        }
        task = Task.detached {
            // Work that is done within that time needs no line.
            guard (try? await Task.sleep(for: patience)) != nil else { return }
            StandardError.write(text)
            var seconds = 0
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                seconds += 1
                StandardError.write("\r\(text) \(seconds) s")
            }
            // It was cancelled, so the line goes.
            StandardError.write("\r\u{1B}[K")
        }
    }

    func end() async {
        task?.cancel()
        await task?.value
    }
}
