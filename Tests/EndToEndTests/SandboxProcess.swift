import Foundation
import Subprocess
import Testing

/// `account sandbox` as a process of its own.
enum SandboxProcess {
    /// Starts the sandbox, passes its URL to `body`, and ends it as if by an interrupt.
    static func run(_ arguments: [String], _ body: @escaping @Sendable (String) async throws -> Void) async throws {
        let ended = try await Subprocess.run(
            .name("env"),
            arguments: Arguments([AccountProcess.executable.path, "sandbox"] + arguments),
            input: .none,
            output: .sequence,
            error: .discarded
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            let url = try #require(try await lines.next()).trimmingCharacters(in: .whitespacesAndNewlines)
            try await body(url)
            try execution.send(signal: .terminate)
        }
        guard case .exited(0) = ended.terminationStatus else {
            Issue.record("account sandbox ended with \(ended.terminationStatus)")
            return
        }
    }
}
