import Foundation
import Glibc
import Synchronization

/// A process that reads Ada's news in a persistent session and prints each piece (`NewsReader`).
final class ReaderProcess: Sendable {
    private let process: Running
    private let text: AsyncStream<String>

    /// The process. It is only started, and asked for its number.
    private struct Running: @unchecked Sendable {
        let process: Process
    }

    init(port: UInt16) throws {
        let process = Process()
        // The executables of a package are beside the bundle of its tests.
        process.executableURL = Bundle.main.bundleURL.appending(path: "NewsReader")
        process.arguments = ["mqtt://127.0.0.1:\(port)", "ada-on-this-device"]
        process.environment = ["NEWS_TOKEN": "t-1"]
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        let (text, more) = AsyncStream<String>.makeStream()
        output.fileHandleForReading.readabilityHandler = { handle in
            let bytes = handle.availableData
            more.yield(String(decoding: bytes, as: UTF8.self))
            if bytes.isEmpty {
                handle.readabilityHandler = nil
                more.finish()
            }
        }
        self.text = text
        self.process = Running(process: process)
        try process.run()
    }

    /// Returns the lines up to the first that is `last`.
    func lines(to last: String) async throws -> [String] {
        var read = ""
        for await more in text {
            read += more
            let lines = read.split(separator: "\n").map(String.init)
            if read.hasSuffix("\n"), let end = lines.firstIndex(of: last) { return Array(lines[...end]) }
        }
        throw BrokerProcess.Failed(description: "the reader ended after: \(read)")
    }

    /// Ends the process at once.
    func kill() {
        _ = Glibc.kill(process.process.processIdentifier, SIGKILL)
        process.process.waitUntilExit()
    }
}
