import Foundation
import Subprocess
import TestSupport
import Testing

/// A real terminal without a window: a tmux server of its own with a shell in it, controlled by keys and read as a person sees
/// it.
struct Tmux {
    /// Whether the tests that need tmux run: where it is installed, and with more than the usual effort, when they fail without it.
    static let isWanted =
        Effort.current != .quick
        || (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/tmux") }

    private let socket: String

    /// Starts a terminal, passes it to `body`, and ends it with everything that runs in it.
    static func run(columns: Int = 80, rows: Int = 24, _ body: (Tmux) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "seam-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tmux = Tmux(socket: folder.appending(path: "tmux").path)
        try await tmux.command(
            ["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
                + ["env", "-u", "NO_COLOR", "-u", "BASH_ENV", "PS1=ready$ ", "LC_ALL=C.UTF-8", "bash", "--noprofile"]
                + ["--norc", "-i"]
        )
        do {
            try await body(tmux)
        } catch {
            _ = try? await tmux.command(["kill-server"])
            throw error
        }
        try await tmux.command(["kill-server"])
    }

    /// Sends characters unchanged.
    func type(_ text: String) async throws {
        try await command(["send-keys", "-l", "--", text])
    }

    /// Presses keys, by tmux's names.
    func press(_ keys: String...) async throws {
        try await command(["send-keys"] + keys)
    }

    /// Pastes a text in the way of a terminal that supports bracketed paste.
    func paste(_ text: String) async throws {
        try await command(["set-buffer", "--", text])
        try await command(["paste-buffer", "-p", "-r"])
    }

    func resize(columns: Int, rows: Int) async throws {
        try await command(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// Returns the lines of the screen, without trailing spaces.
    func screen() async throws -> [String] {
        try await command(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0.replacing(/\s+$/, with: "")) }
    }

    /// Checks the screen repeatedly until it is as expected, for at most 30 s.
    func expect(
        _ expectation: Comment,
        _ location: SourceLocation = #_sourceLocation,
        _ isMet: ([String]) -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(30)
        var lines: [String] = []
        while ContinuousClock.now < deadline {
            lines = try await screen()
            if isMet(lines) { return }
            // A terminal gives no notification that it has drawn; the sleep only limits the use of the processor.
            try await Task.sleep(for: .milliseconds(30))
        }
        Issue.record(
            "\(expectation): not within 30 s; on screen is\n\(lines.joined(separator: "\n"))",
            sourceLocation: location
        )
        throw NotSeen()
    }

    private struct NotSeen: Error {}

    @discardableResult
    private func command(_ arguments: [String]) async throws -> String {
        let result = try await Subprocess.run(
            .name("tmux"),
            arguments: Arguments(["-S", socket] + arguments),
            environment: .inherit.updating(["TMUX": nil]),
            output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 16)
        )
        guard case .exited(0) = result.terminationStatus else {
            Issue.record("tmux \(arguments.joined(separator: " ")): \(result.standardError)")
            throw NotSeen()
        }
        return result.standardOutput
    }
}
