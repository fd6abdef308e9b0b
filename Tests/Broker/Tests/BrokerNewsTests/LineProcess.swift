import Foundation
import Glibc
import Synchronization

/// A process that prints lines.
final class LineProcess: Sendable {
    private let process: Running
    private let text: AsyncStream<String>
    private let unread = Mutex("")

    /// The process. It is only started, and asked for its number.
    private struct Running: @unchecked Sendable {
        let process: Process
    }

    /// Starts a process.
    init(_ executable: URL, _ arguments: [String], environment: [String: String]) throws {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        let (text, more) = AsyncStream<String>.makeStream()
        read(output) { text in
            if let text { more.yield(text) } else { more.finish() }
        }
        self.text = text
        self.process = Running(process: process)
        try process.run()
    }

    /// Starts a process that reads Ada's news in a persistent session and prints each piece (`NewsReader`).
    static func reader(port: UInt16) throws -> LineProcess {
        // The executables of a package are beside the bundle of its tests.
        try LineProcess(
            Bundle.main.bundleURL.appending(path: "NewsReader"),
            ["mqtt://127.0.0.1:\(port)", "ada-on-this-device"],
            environment: ["NEWS_TOKEN": "t-1"]
        )
    }

    /// Returns the unread lines up to the first that contains `text`.
    func lines(to wanted: String) async throws -> [String] {
        if let lines = take(to: wanted) { return lines }
        for await more in text {
            unread.withLock { $0 += more }
            if let lines = take(to: wanted) { return lines }
        }
        throw BrokerProcess.Failed(description: "it ended after: \(unread.withLock(\.self))")
    }

    private func take(to wanted: String) -> [String]? {
        unread.withLock { unread in
            guard let found = unread.range(of: wanted),
                let end = unread[found.upperBound...].firstIndex(of: "\n")
            else { return nil }
            defer { unread = String(unread[unread.index(after: end)...]) }
            return unread[..<end].split(separator: "\n").map(String.init)
        }
    }

    /// Ends the process at once.
    func kill() {
        _ = Glibc.kill(process.process.processIdentifier, SIGKILL)
        process.process.waitUntilExit()
    }
}
