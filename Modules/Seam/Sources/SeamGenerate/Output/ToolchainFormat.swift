import Foundation
import SeamKit

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
    ///   - configuration: the absolute path of a `.swift-format` file; the default format if nil.
    ///   - tree: the tree that the files are for; a `swift` in it is not run.
    public static func format(
        _ files: [GeneratedFile],
        configuration: String?,
        for tree: String
    ) throws(Failure) -> [GeneratedFile] {
        let long = files.indices.filter { files[$0].isTooLong }
        guard !long.isEmpty else { return files }
        do {
            let folder = try PrivateFolder.temporary("format")
            defer { folder.removeAll() }
            var files = files
            let names = long.map { "\($0).swift" }
            for (index, name) in zip(long, names) { try folder.write(Array(files[index].text.utf8), to: name) }
            // Without a configuration, one that stands above the temporary folder would count. A copy is what was looked at.
            try folder.write(try settings(of: configuration), to: ".swift-format")
            let options = ["--configuration", folder.path + "/.swift-format"]
            try run(
                ["format", "--in-place", "--parallel"] + options + names.map { folder.path + "/" + $0 },
                outside: tree
            )
            for (index, name) in zip(long, names) {
                guard let bytes = folder.read(name) else { throw Failure(description: "`swift format` left nothing") }
                files[index].text = String(decoding: bytes, as: UTF8.self)
                files[index].isTooLong = false
            }
            return files
        } catch let failure as Failure {
            throw failure
        } catch let failure as PrivateFolder.Failure {
            throw Failure(description: "cannot format long lines: \(failure.reason)")
        } catch {
            throw Failure(description: "cannot format long lines: \(error)")
        }
    }

    private static func settings(of configuration: String?) throws(Failure) -> [UInt8] {
        guard let configuration else { return Array("{\"version\": 1}".utf8) }
        guard let settings = CodeFormat.settings(of: configuration) else {
            let description =
                "\(configuration) isn't used: it can't be read, isn't JSON, or has a number that isn't 0 to 1000"
            throw Failure(description: description)
        }
        return [UInt8](settings)
    }

    private static func run(_ arguments: [String], outside tree: String) throws(Failure) {
        guard let swift = Program.find("swift", outside: tree) else {
            throw Failure(description: "no `swift` on PATH, which formats long lines")
        }
        let environment = Program.environment(outside: tree)
        let result = Program.run(swift, arguments, environment: environment, showsErrors: true, limit: .seconds(50))
        guard let result else {
            throw Failure(description: "`swift format` couldn't be run, or took longer than 50 seconds")
        }
        guard result.code == 0 else { throw Failure(description: "`swift format` ended with \(result.code)") }
    }
}
