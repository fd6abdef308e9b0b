import Foundation
import PackagePlugin

/// `swift package seam`: runs the tool in the package's folder, with the arguments as they are.
@main
struct SeamPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let tool = Process()
        tool.executableURL = try context.tool(named: "SeamTool").url
        tool.arguments = arguments
        tool.currentDirectoryURL = context.package.directoryURL
        try tool.run()
        tool.waitUntilExit()
        guard tool.terminationReason == .exit, tool.terminationStatus == 0 else {
            throw SeamFailure(status: tool.terminationStatus)
        }
    }
}

/// The tool ended with a code of its own. It has said why; `swift package` ends with 1 whatever the code.
struct SeamFailure: Error, CustomStringConvertible {
    let status: Int32

    var description: String {
        switch status {
        case 1: "seam: violations"
        case 2: "seam: configuration or usage"
        case 3: "seam: sources could not be read"
        default: "seam: ended with \(status)"
        }
    }
}
