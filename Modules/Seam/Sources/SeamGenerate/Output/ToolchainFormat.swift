import Foundation

/// Formats files with lines that are too long with `swift format`, which is part of the toolchain. The rules by which it breaks
/// lines change between versions, so they are not repeated here; for all files it would take longer than everything else.
public enum ToolchainFormat {
    /// Why files could not be formatted.
    public struct Failure: Error, CustomStringConvertible {
        /// A text for people.
        public var description: String
    }

    /// Returns the files. Those with long lines are formatted, by one run of `swift format`.
    ///
    /// - Parameters:
    ///   - files: the generated files.
    ///   - configuration: the path of a `.swift-format` file; the default format if nil.
    public static func format(
        _ files: [GeneratedFile],
        configuration: String?
    ) throws(Failure) -> [GeneratedFile] {
        let long = files.indices.filter { files[$0].isTooLong }
        guard !long.isEmpty else { return files }
        do {
            let folder = FileManager.default.temporaryDirectory.appending(path: "seam-format-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var files = files
            let urls = long.map { folder.appending(path: "\($0).swift") }
            for (index, url) in zip(long, urls) { try Data(files[index].text.utf8).write(to: url) }
            let options = configuration.map { ["--configuration", $0] } ?? []
            try run(["swift", "format", "--in-place", "--parallel"] + options + urls.map(\.path))
            for (index, url) in zip(long, urls) {
                files[index].text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
                files[index].isTooLong = false
            }
            return files
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(description: "\(error)")
        }
    }

    private static func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failure(description: "`swift format` ended with \(process.terminationStatus)")
        }
    }
}
