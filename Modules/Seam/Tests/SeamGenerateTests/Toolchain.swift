import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamGenerate

/// Compiles and runs Swift files in a folder of its own, which is deleted with the object.
final class Toolchain {
    enum Mode: String, CaseIterable, Sendable {
        case swift5 = "5"
        case swift6 = "6"

        /// The modes that fixtures are compiled in: Swift 6, and before a release Swift 5 too.
        static let tried: [Mode] = Effort.current < .full ? [.swift6] : allCases
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    let folder = FileManager.default.temporaryDirectory.appending(path: "seam-generate-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes a file and returns its path.
    func write(_ name: String, _ text: String) throws -> String {
        let url = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
        return url.path
    }

    /// Compiles an executable with warnings as errors and runs it. If either fails, throws its output.
    func run(_ files: [String], mode: Mode, options: [String] = [], arguments: [String] = []) throws -> String {
        let program = folder.appending(path: "program-\(mode.rawValue)").path
        try compile(files, mode: mode, options: options + ["-o", program])
        return try launch(program, arguments)
    }

    /// Compiles a library module that `run` can import with `-I` and the object file.
    func module(_ name: String, _ files: [String], mode: Mode, options: [String] = []) throws -> [String] {
        let base = folder.appending(path: name).path
        let own = [
            "-parse-as-library", "-wmo", "-module-name", name, "-emit-module-path", base + ".swiftmodule", "-c",
        ]
        try compile(files, mode: mode, options: options + own + ["-o", base + ".o"])
        return ["-I", folder.path, base + ".o"]
    }

    private func compile(_ files: [String], mode: Mode, options: [String]) throws {
        expectCompilerIsAllowed()
        let shared = [
            "swiftc", "-swift-version", mode.rawValue, "-warnings-as-errors", "-D", "DEBUG", "-Onone", "-package-name",
            "tests",
        ]
        _ = try launch("/usr/bin/env", shared + options + files)
    }

    func launch(_ path: String, _ arguments: [String], input: URL? = nil) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let log = folder.appending(path: UUID().uuidString + ".log")
        try Data().write(to: log)
        let handle = try FileHandle(forWritingTo: log)
        process.standardOutput = handle
        process.standardError = handle
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
        guard process.terminationStatus == 0 else {
            throw Failure(
                description: "\(path) \(arguments.prefix(3)) ended with \(process.terminationStatus)\n\(text)"
            )
        }
        return text
    }
}

/// Files that tests read from the source tree.
enum Fixtures {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    /// Returns the Swift files of a folder, sorted by path.
    static func sources(_ name: String) throws -> [SwiftDocument] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
        return try names.filter { $0.hasSuffix(".swift") }.sorted().map { file in
            let path = "\(name)/\(file)"
            return SwiftDocument(
                path: path,
                text: try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            )
        }
    }

    /// Returns sources whose types are nonisolated, as code is written where the main actor is the default and values are read
    /// on any thread.
    static func nonisolated(_ sources: [SwiftDocument]) -> [SwiftDocument] {
        let head =
            /(?m)^( *)((?:(?:public|package|private|fileprivate|indirect|final) )*(?:struct|enum|class|extension) (?!func|var))/
        return sources.map { source in
            SwiftDocument(path: source.path, text: source.text.replacing(head) { "\($0.1)nonisolated \($0.2)" })
        }
    }

    /// Returns the name of the construct that a fixture is about: its file's name.
    static func construct(_ source: SwiftDocument) -> String {
        URL(fileURLWithPath: source.path).deletingPathExtension().lastPathComponent
    }

    /// Returns a program that calls every function `check...` of the sources.
    static func program(_ sources: [SwiftDocument]) -> String {
        let calls = sources.flatMap { source in
            source.text.matches(of: /\n\s*func (check\w+)\(\)/).map { "try await \($0.output.1)()" }
        }
        return calls.joined(separator: "\n") + "\nprint(\"\(calls.count) checks\")\n"
    }

    /// Returns the lines of a source that end with `// refused: REASON`.
    static func refusals(in source: SwiftDocument) -> [(line: Int, reason: String)] { marked("refused", in: source) }

    /// Returns the lines of a source that end with a comment which begins with a word, and what it says.
    static func marked(_ word: String, in source: SwiftDocument) -> [(line: Int, reason: String)] {
        let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, line in
            line.ranges(of: "// \(word): ").last.map { (index + 1, String(line[$0.upperBound...])) }
        }
    }

    /// Returns the rows of the table of constructs below a heading of the documentation, with `yes`, `open` or `no` for each.
    static func table(after heading: String) throws -> [String: String] {
        let page = try String(
            contentsOf: Repository.root.appending(path: "docs/seam/generate-reference.md"),
            encoding: .utf8
        )
        let start = try #require(page.firstRange(of: "\n\(heading)\n"))
        let rest = page[start.upperBound...]
        let section = rest[..<(rest.firstRange(of: "\n## ")?.lowerBound ?? rest.endIndex)]
        return Dictionary(
            section.matches(of: /\n\| `([a-z0-9-]+)` \| [^|]+ \| (yes|open|no)[^|\n]* \|/).map {
                (String($0.output.1), String($0.output.2))
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// What checks of models use.
    static let failure = """
        func failure<Value>(_ body: () throws -> Value) -> String {
            do { return "read: \\(try body())" } catch { return "\\(error)" }
        }

        """

    /// The check of generated programs. They have no test framework, so a failure ends the program.
    static let expectation = """
        func expect(_ isTrue: Bool, file: StaticString = #fileID, line: UInt = #line) {
            // There is no test framework that could record it.
            if !isTrue { fatalError("not as expected", file: file, line: line) }
        }

        """
}
