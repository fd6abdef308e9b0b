import Foundation
import PackagePlugin

/// Gives `account` the version of the store's client with each build in which its sources have changed.
@main
struct CandidateVersionPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let sources = context.package.directoryURL.appending(path: "Modules/Data/Sources")
        let folders = ["StoreClient", "DataSupport"].map { sources.appending(path: $0) }
        let files = try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(".swift") }.sorted().map { folder.appending(path: $0) }
        }
        let output = context.pluginWorkDirectoryURL.appending(path: "CandidateSources.swift")
        return [
            .buildCommand(
                displayName: "Naming the store's client after its sources",
                executable: try context.tool(named: "CandidateVersionTool").url,
                arguments: [output.path] + folders.map(\.path),
                inputFiles: files,
                outputFiles: [output]
            )
        ]
    }
}
