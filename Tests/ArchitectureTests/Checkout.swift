import Foundation

/// The tree that the rules check: its manifests and its Swift code.
struct Checkout: Sendable {
    let root: URL
    let manifest: Manifest
    /// The small manifests, one for each layer.
    let nested: [Manifest]
    let files: [Code]

    /// Folders with a small manifest of their own, for the same sources as the root's.
    static let nestedFolders = [
        "Modules/Domain", "Modules/Presentation", "Modules/Data", "Modules/LegacyAccount", "Mocks",
    ]

    /// The folder that this file was compiled from.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().standardizedFileURL

    /// Read once in a process, because reading the manifests takes seconds.
    private static let reading = Task { try await read(root) }

    static func current() async throws -> Checkout { try await reading.value }

    private static func read(_ root: URL) async throws -> Checkout {
        var nested: [Manifest] = []
        for folder in nestedFolders { nested.append(try await manifest(in: folder, of: root)) }
        return Checkout(
            root: root,
            manifest: try await manifest(in: "", of: root),
            nested: nested,
            files: try swiftFiles(below: root)
        )
    }

    /// Returns the manifest in `folder` of the tree at `root`, as SwiftPM reads it.
    static func manifest(in folder: String, of root: URL) async throws -> Manifest {
        let place = folder.isEmpty ? root : root.appending(path: folder)
        // A build folder of its own: the tests may be running under a SwiftPM that locks the usual one.
        let scratch = FileManager.default.temporaryDirectory.appending(path: "seam-manifest-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let dump = try await output(of: [
            "swift", "package", "--package-path", place.path, "--scratch-path", scratch.path, "dump-package",
        ])
        let text = try String(contentsOf: place.appending(path: "Package.swift"), encoding: .utf8)
        return try Manifest(folder: folder, text: text, dump: dump, root: root)
    }

    /// Returns the output of a command. Waits on a thread of its own, so that other tests continue.
    private static func output(of command: [String]) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try run(command) }) }
        }
    }

    private static func run(_ command: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CommandFailed(command: command.joined(separator: " "), status: process.terminationStatus)
        }
        return data
    }

    struct CommandFailed: Error {
        let command: String
        let status: Int32
    }

    /// Code that the seam tool is tested with, some of it broken on purpose.
    private static let tried = ["SeamCorpus/", "SeamCutFixtures/", "SeamGenerateTests/Fixtures/"]
        .map { "Modules/Seam/Tests/\($0)" }

    /// Returns all Swift files below `root`, outside hidden and build folders and the code that `seam` is tested with, by path.
    private static func swiftFiles(below root: URL) throws -> [Code] {
        let keys: [URLResourceKey] = [.isRegularFileKey]
        guard
            let walk = FileManager.default.enumerator(
                at: root,
                includingPropertiesForKeys: keys,
                options: [.skipsHiddenFiles]
            )
        else { return [] }
        var files: [Code] = []
        for case let url as URL in walk where url.pathExtension == "swift" {
            let path = String(url.standardizedFileURL.path.dropFirst(root.path.count + 1))
            guard !tried.contains(where: path.hasPrefix) else { continue }
            files.append(Code(path: path, text: try String(contentsOf: url, encoding: .utf8)))
        }
        return files.sorted { $0.path < $1.path }
    }
}
