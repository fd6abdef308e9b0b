import Foundation

/// Another process that uses a database.
final class WriterProcess {
    private let process = Process()
    private let output = Pipe()

    /// Starts it.
    ///
    /// - Parameter wrapper: A command that runs it, such as one that removes rights.
    init(_ arguments: String..., through wrapper: [String] = []) throws {
        let writer = Bundle.main.bundleURL.appending(path: "LocalDataWriter").path
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = wrapper + [writer] + arguments
        process.standardOutput = output
        try process.run()
    }

    /// Waits for `count` more lines of its output; returns fewer if it ends.
    func lines(_ count: Int) -> [String] {
        var bytes = Data()
        while bytes.filter({ $0 == UInt8(ascii: "\n") }).count < count {
            let more = output.fileHandleForReading.readData(ofLength: 1)
            if more.isEmpty { break }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Ends it like a crash: none of its code runs any more.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits for its end, and returns the rest of its output and its status.
    func ended() -> (lines: [String], status: Int32) {
        let rest = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (
            String(decoding: rest, as: UTF8.self).split(separator: "\n").map(String.init),
            process.terminationStatus
        )
    }
}
