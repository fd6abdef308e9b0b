import Foundation
import Synchronization

/// Where messages go, so that standard output is the answer alone.
enum StandardError {
    static func say(_ text: String) {
        write("account: \(Page.printable(text))\n")
    }

    static func write(_ text: String) {
        // Nobody is left to tell if even this fails.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}

/// Tells each warning once, however many parts of the program meet the same trouble.
final class Warnings: Sendable {
    private let said = Mutex<Set<String>>([])

    func say(_ text: String) {
        guard said.withLock({ $0.insert(text).inserted }) else { return }
        StandardError.say("warning: " + text)
    }
}

/// A line on a terminal's standard error for work that takes longer than a person likes to wait in the dark.
struct Progress {
    private let task: Task<Void, Never>?

    init(text: String, after patience: Duration = .milliseconds(600)) {
        guard Terminal.isTerminal(.standardError) else {
            task = nil
            return
        }
        task = Task.detached {
            // What is done in that time needs no line.
            guard (try? await Task.sleep(for: patience)) != nil else { return }
            StandardError.write(text)
            // Waits to be ended, then takes the line back.
            while (try? await Task.sleep(for: .seconds(3600))) != nil {}
            StandardError.write("\r\u{1B}[K")
        }
    }

    func end() async {
        task?.cancel()
        await task?.value
    }
}
