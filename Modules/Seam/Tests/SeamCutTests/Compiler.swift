import Foundation
import TestSupport

/// Compiles and runs programs.
enum Compiler {
    enum Mode: String, CaseIterable {
        case swift5 = "5"
        case swift6 = "6"
        case mainActor = "main"
        case debug

        /// The modes of language.
        static let languages = [swift5, swift6, mainActor]

        /// Returns the modes that the first line of a fixture names.
        static func all(in text: String) -> [Mode] {
            let line = text.prefix { $0 != "\n" }
            return line.split(separator: " ").compactMap { Mode(rawValue: String($0)) }
        }

        var arguments: [String] {
            switch self {
            case .swift5: ["-swift-version", "5"]
            case .swift6: ["-swift-version", "6"]
            case .mainActor: ["-swift-version", "6", "-default-isolation", "MainActor"]
            case .debug: ["-swift-version", "6", "-D", "DEBUG"]
            }
        }
    }

    struct Outcome {
        var errors: String
        var warnings: Int
        var output: String
    }

    static let mainActorManifest = """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(name: "App", targets: [
            .target(name: "App", path: "App", swiftSettings: [.defaultIsolation(MainActor.self)])
        ])
        """

    static func run(_ file: URL, _ mode: Mode) throws -> Outcome { try run([file], mode) }

    /// Compiles and runs a program.
    ///
    /// - Parameter modules: a folder that `module` made, with a module that the program imports.
    static func run(_ files: [URL], _ mode: Mode, modules: URL? = nil) throws -> Outcome {
        let program = FileManager.default.temporaryDirectory.appending(path: "program-\(UUID().uuidString)")
        expectCompilerIsAllowed()
        defer { try? FileManager.default.removeItem(at: program) }
        let compiled = try launch(
            "/usr/bin/env",
            ["swiftc", "-parse-as-library", "-package-name", "app", "-o", program.path] + mode.arguments
                + files.map(\.path)
                + (modules.map { ["-I", $0.path, $0.appending(path: "module.o").path] } ?? [])
        )
        guard compiled.code == 0 else {
            return Outcome(errors: compiled.error.isEmpty ? "failed" : compiled.error, warnings: 0, output: "")
        }
        let warnings = compiled.error.components(separatedBy: "warning: ").count - 1
        let run = try launch(program.path, [])
        return Outcome(errors: run.code == 0 ? "" : "ended with \(run.code)", warnings: warnings, output: run.output)
    }

    /// Compiles a file to a module of the file's name, in a new folder.
    static func module(_ file: URL) throws -> URL {
        expectCompilerIsAllowed()
        let folder = FileManager.default.temporaryDirectory.appending(path: "module-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let name = file.deletingPathExtension().lastPathComponent
        let arguments = [
            "swiftc", "-parse-as-library", "-wmo", "-package-name", "app", "-module-name", name, "-emit-module",
            "-emit-object",
            "-emit-module-path", folder.appending(path: "\(name).swiftmodule").path,
            "-o", folder.appending(path: "module.o").path, file.path,
        ]
        let compiled = try launch("/usr/bin/env", arguments)
        guard compiled.code == 0 else { throw Failed(message: compiled.error) }
        return folder
    }

    struct Failed: Error { var message: String }

    static func launch(_ path: String, _ arguments: [String]) throws -> (code: Int32, output: String, error: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "seam-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (out, error) = (folder.appending(path: "out"), folder.appending(path: "error"))
        for url in [out, error] { try Data().write(to: url) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardOutput = try FileHandle(forWritingTo: out)
        process.standardError = try FileHandle(forWritingTo: error)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        func text(_ url: URL) throws -> String { String(decoding: try Data(contentsOf: url), as: UTF8.self) }
        return (process.terminationStatus, try text(out), try text(error))
    }
}
