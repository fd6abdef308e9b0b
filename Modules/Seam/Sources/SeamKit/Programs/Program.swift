package import Foundation
import Synchronization

/// Starts other programs, for the whole tool.
///
/// A program is looked up in absolute folders of `PATH` only, and never in the tree that is analysed: what is in there came with
/// the tree. It is started in `/`, where no file of the tree says which version of it runs.
package enum Program {
    /// What a program printed, and how it ended.
    package struct Result {
        package let output: Data
        /// What it printed to standard error, if that was asked for.
        package let errors: Data
        package let code: Int32
    }

    /// Returns the path of a program; nil if there is none.
    ///
    /// - Parameter tree: a folder whose programs don't count.
    package static func find(
        _ name: String,
        outside tree: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        let place = WritableTree(root: tree)
        for folder in folders(outside: tree, in: environment) {
            let path = folder + "/" + name
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0 else {
                continue
            }
            // A link outside of the tree can point into it.
            if let target = WritableTree.real(path), !place.isOnTheWay(to: target) { return path }
        }
        return nil
    }

    /// Returns the folders of `PATH` in which programs are looked up.
    private static func folders(outside tree: String, in environment: [String: String]) -> [String] {
        let tree = WritableTree(root: tree)
        return (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init).filter {
            $0.hasPrefix("/") && !tree.isOnTheWay(to: $0)
        }
    }

    /// Returns the environment for a program that works on the tree: nothing of git's, and a `PATH` without the tree's programs.
    package static func environment(
        outside tree: String,
        from environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> [String: String] {
        var kept = environment.filter { !$0.key.hasPrefix("GIT_") }
        kept["PATH"] = folders(outside: tree, in: environment).joined(separator: ":")
        return kept
    }

    /// Creates a process that isn't started yet.
    package static func process(
        at path: String,
        arguments: [String],
        environment: [String: String],
        folder: String = "/"
    ) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardInput = FileHandle.nullDevice
        return process
    }

    /// Runs a program to its end; nil if it can't be started, is ended by a signal, or takes longer or prints more than it may.
    ///
    /// - Parameters:
    ///   - input: the text that it reads.
    ///   - keepsErrors: whether its standard error is part of the result.
    ///   - limit: the time that it may take.
    ///   - maximum: how much it may print, in bytes.
    package static func run(
        _ path: String,
        arguments: [String],
        environment: [String: String],
        input: Data? = nil,
        keepsErrors: Bool = false,
        limit: Duration = .seconds(50),
        maximum: Int = SourceLimits.storedSize
    ) -> Result? {
        let process = process(at: path, arguments: arguments, environment: environment)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let errors = keepsErrors ? ErrorOutput() : nil
        if let errors { process.standardError = errors.pipe }
        let feed = input.map { _ in Pipe() }
        if let feed { process.standardInput = feed }
        guard (try? process.run()) != nil else { return nil }
        let number = process.processIdentifier
        let end = DispatchWorkItem { kill(number, SIGKILL) }
        let seconds = Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: end)
        if let feed, let input {
            let handle = feed.fileHandleForWriting
            // It may print before it has read everything.
            DispatchQueue.global().async {
                try? handle.write(contentsOf: input)
                try? handle.close()
            }
        }
        errors?.start()
        var data = Data()
        let handle = output.fileHandleForReading
        while data.count <= maximum, let part = try? handle.read(upToCount: 1 << 20), !part.isEmpty { data += part }
        let isWhole = data.count <= maximum
        if !isWhole { kill(number, SIGKILL) }
        process.waitUntilExit()
        end.cancel()
        guard isWhole, process.terminationReason == .exit else { return nil }
        return Result(output: data, errors: errors?.whole() ?? Data(), code: process.terminationStatus)
    }
}

/// Reads what a program prints to standard error, while somebody else reads its output: neither pipe may fill.
private final class ErrorOutput: Sendable {
    let pipe = Pipe()
    private let text = Mutex(Data())
    private let group = DispatchGroup()

    func start() {
        DispatchQueue.global().async(group: group) {
            let data = (try? self.pipe.fileHandleForReading.readToEnd()) ?? nil
            self.text.withLock { $0 = data ?? Data() }
        }
    }

    func whole() -> Data {
        group.wait()
        return text.withLock { $0 }
    }
}
