import ArgumentParser
import Foundation
import SeamKit

/// `seam mcp`: serves the commands to a client of the Model Context Protocol.
struct MCPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Serves map, explain, next, plan, check and progress over the Model Context Protocol.",
        usage: "seam mcp [PATH] [--write]",
        discussion: """
            Reads requests from standard input and writes responses to standard output, one JSON message on each line, until the \
            input ends. Tools read the folder only; with --write there is one more, which changes sources.
            """
    )

    @Argument(help: "Folder of the source tree.")
    var path = "."

    @Flag(help: "Serve a tool that changes sources too.")
    var write = false

    func run() throws {
        let folder = URL(fileURLWithPath: path).standardizedFileURL.path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw ToolFailure(message: FolderTrouble.text(of: path), exitCode: .usage)
        }
        let server = ProtocolServer(tools: ServedTool.all(for: folder, writes: write)) { Self.call($0) }
        while let line = readLine() {
            guard !line.allSatisfy(\.isWhitespace), let answer = server.answer(to: line) else { continue }
            try Output.write(answer + "\n")
        }
    }

    /// Runs this program.
    private static func call(_ arguments: [String]) -> (text: String, isError: Bool) {
        guard let program = Bundle.main.executablePath,
            let result = Program.run(
                program,
                arguments: arguments,
                environment: ProcessInfo.processInfo.environment,
                keepsErrors: true,
                limit: .seconds(600)
            )
        else { return ("seam: error: the command could not be started, or did not end within ten minutes", true) }
        let output = String(decoding: result.output, as: UTF8.self)
        let errors = String(decoding: result.errors, as: UTF8.self)
        // Violations are an answer, and no failure of the tool.
        let isError = result.code != ToolExit.success.rawValue && result.code != ToolExit.violations.rawValue
        return (errors.isEmpty ? output : output + "\n" + Printable.lines(errors), isError)
    }
}
