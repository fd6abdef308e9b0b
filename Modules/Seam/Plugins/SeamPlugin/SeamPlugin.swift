import Foundation
import PackagePlugin

/// `swift package seam`: runs the tool in the package's folder, with the arguments as they are.
@main
struct SeamPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        try run(context.tool(named: "seam").url, arguments: arguments, in: context.package.directoryURL)
    }

    /// Runs the tool in a folder, with the arguments as they are, and throws its exit code if that is not 0.
    private func run(_ program: URL, arguments: [String], in folder: URL) throws {
        let tool = Process()
        tool.executableURL = program
        tool.arguments = arguments
        tool.currentDirectoryURL = folder
        try tool.run()
        tool.waitUntilExit()
        guard tool.terminationReason == .exit, tool.terminationStatus == 0 else {
            throw SeamFailure(status: tool.terminationStatus)
        }
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    // For projects of Xcode without a package. Linux has no such module, so CI does not build this part.
    extension SeamPlugin: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            try run(context.tool(named: "seam").url, arguments: arguments, in: context.xcodeProject.directoryURL)
        }
    }
#endif

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
