import Foundation
import Subprocess

extension AccountProcess {
    /// Returns the lines that `account` prints with `arguments` until `isEnough`, which is asked after each line. The process is
    /// then interrupted; `check` looks at how it ended.
    func lines(
        of arguments: [String],
        until isEnough: @escaping @Sendable ([String]) async throws -> Bool,
        ended check: (TerminationStatus) -> Void = { _ in }
    ) async throws -> [String] {
        let result = try await Subprocess.run(
            .name("env"),
            arguments: Arguments([Self.executable.path] + arguments + ["--state", state.path]),
            input: .none,
            output: .sequence,
            error: .discarded
        ) { execution in
            var lines: [String] = []
            for try await line in execution.standardOutput.strings() {
                lines.append(line.trimmingCharacters(in: .newlines))
                if try await isEnough(lines) { break }
            }
            try execution.send(signal: .interrupt)
            return lines
        }
        check(result.terminationStatus)
        return result.closureResult
    }
}
