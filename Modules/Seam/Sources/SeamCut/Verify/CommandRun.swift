import Foundation
import SeamKit
import Synchronization

/// Runs a shell command with its output in a log, and can be interrupted from another thread.
public final class CommandRun: Sendable {
    private struct State {
        var running: pid_t?
        var isInterrupted = false
    }

    private let state = Mutex(State())
    private static let gitPlaces: Set<String> = [
        "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX",
    ]

    /// Creates a runner that has nothing to run yet.
    public init() {}

    /// Whether `interrupt` was called.
    public var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    /// Ends the command that runs, with everything it started, and lets no other begin. The command has 5 seconds to end by
    /// itself, unless this is called again.
    public func interrupt() {
        let (running, isAgain) = state.withLock { state in
            defer { state.isInterrupted = true }
            return (state.running, state.isInterrupted)
        }
        guard let running else { return }
        if isAgain { return Self.signal(running, SIGKILL) }
        Self.signal(running, SIGINT)
        DispatchQueue.global().asyncAfter(deadline: .now() + 5) {
            if self.state.withLock({ $0.running == running }) { Self.signal(running, SIGKILL) }
        }
    }

    /// Runs `command` with `/bin/sh` in `folder`, and adds its output to `log`. Returns whether it succeeded.
    func run(_ command: String, in folder: URL, log: FileHandle) throws -> Bool {
        // The copy isn't the repository that these would name, such as in a hook.
        let environment = ProcessInfo.processInfo.environment.filter { !Self.gitPlaces.contains($0.key) }
        let process = Program.process(
            at: "/bin/sh",
            arguments: ["-c", command],
            environment: environment,
            folder: folder.path
        )
        process.standardOutput = log
        process.standardError = log
        try state.withLock { state in
            guard !state.isInterrupted else { return }
            try process.run()
            state.running = process.processIdentifier
        }
        guard process.processIdentifier != 0 else { return false }
        process.waitUntilExit()
        state.withLock { $0.running = nil }
        return process.terminationReason == .exit && process.terminationStatus == 0
    }

    /// Signals the command's process group, or the command alone where it leads no group.
    private static func signal(_ process: pid_t, _ signal: Int32) {
        if kill(-process, signal) != 0 { _ = kill(process, signal) }
    }
}
