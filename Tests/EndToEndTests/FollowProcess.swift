import Foundation
import Subprocess

/// `account errors --follow` as a process of its own.
enum FollowProcess {
    /// Returns the first lines that it prints; `then` runs after the first of them. The process is ended as if by an interrupt.
    static func firstLines(
        _ count: Int,
        state: URL,
        then body: @escaping @Sendable () async throws -> Void
    ) async throws -> [String] {
        let arguments = ["errors", "--follow", "--state", state.path]
        return try await Subprocess.run(
            .name("env"),
            arguments: Arguments([AccountProcess.executable.path] + arguments),
            input: .none,
            output: .sequence,
            error: .discarded
        ) { execution in
            var lines: [String] = []
            for try await line in execution.standardOutput.strings() {
                lines.append(line)
                if lines.count == 1 { try await body() }
                if lines.count == count { break }
            }
            try execution.send(signal: .interrupt)
            return lines
        }.closureResult
    }
}
