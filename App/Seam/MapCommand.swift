import ArgumentParser
import Foundation
import SeamCheck
import SeamKit

/// `seam map`: finds singletons and their uses, and says where to start.
struct MapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Finds singletons by their shape and every use of them, and says where to start.",
        usage: "seam map [PATH] [--format FORMAT] [--output FILE]"
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
        case mermaid
        case sarif
        case html
        case svg
    }

    @Argument(help: "Folder to read.")
    var path = "."

    @Option(name: [.short, .long], help: "text, json, mermaid, sarif, html or svg.")
    var format = Format.text

    @Option(name: [.short, .long], help: "File to write; standard output without.")
    var output: String?

    @Option(name: .long, help: "Only this singleton, with all its uses. May be given again.")
    var type: [String] = []

    @Option(name: .long, help: "Folder or file, in PATH, that is read although it would be skipped.")
    var include: [String] = []

    @Option(name: .long, help: "Folder or file, in PATH, that is left out.")
    var exclude: [String] = []

    @Flag(name: .long, inversion: .prefixedNo, help: "Map the frameworks' singletons too.")
    var frameworks = true

    @Option(name: .long, help: "Singletons and cuts that are listed or drawn at most.")
    var limit: Int?

    @Option(name: .long, help: "Columns of the text.")
    var width: Int?

    @Option(name: .long, help: "Files that are read at the same time.")
    var jobs: Int?

    @Option(
        name: .long,
        help: "Compare the map with this index store of a debug build: .build/debug/index/store.",
        completion: .directory
    )
    var verifyIndex: String?

    @Option(name: .long, help: "libIndexStore, if not that of the swift on PATH.", completion: .file())
    var indexLibrary: String?

    @OptionGroup var results: CacheOptions

    mutating func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is 1 or more, not \(limit).") }
        if let width, width < 40 { throw ValidationError("--width is 40 or more, not \(width).") }
        if let jobs, !(1...64).contains(jobs) { throw ValidationError("--jobs is 1 to 64, not \(jobs).") }
        if verifyIndex != nil, format != .text, format != .json {
            throw ValidationError("--verify-index reports as text or json.")
        }
    }

    func run() throws {
        let options = try options()
        let progress = ProgressLine()
        let map: CodeMap
        do throws(AnalysisError) {
            map = try Analysis.run(root: root, options: options, progress: { progress.report($0, of: $1) })
        } catch {
            progress.clear()
            switch error {
            case .noSuchFolder(let path):
                throw ToolFailure(message: "there is no folder \(path)", exitCode: .usage)
            case .unreadable(let path):
                throw ToolFailure(message: "cannot read the folder \(path)", exitCode: .unreadable)
            }
        }
        progress.clear()
        let missing = type.filter { name in !map.singletons.contains { $0.isCalled(name) } }
        if let first = missing.first {
            Terminal.error("seam: no singleton \(first) was found; `seam map` lists them all")
        }
        try Output.write(verifyIndex.map { try verification(of: map, with: $0) } ?? report(map), to: output)
        let unread = map.problems.filter { $0.kind != .syntax }
        for problem in map.problems where format != .text {
            let line = problem.line > 0 ? ":\(problem.line)" : ""
            Terminal.error("seam: \(problem.path)\(line): \(problem.message)")
        }
        if !unread.isEmpty { throw ExitCode(ToolExit.unreadable.rawValue) }
        if !missing.isEmpty { throw ExitCode(ToolExit.usage.rawValue) }
    }

    private var root: String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// A tree with rules of its own is looked at as its rules do.
    private func options() throws(ToolFailure) -> Analysis.Options {
        let rules: Configuration?
        do {
            rules = try CheckRun.configuration(at: root)
        } catch {
            throw ToolFailure(error)
        }
        return Analysis.Options(
            include: (rules?.include ?? []) + include.map(Self.relative),
            exclude: (rules?.exclude ?? []) + exclude.map(Self.relative),
            types: type,
            frameworks: frameworks,
            workers: jobs ?? ProcessInfo.processInfo.activeProcessorCount,
            cache: results.cache
        )
    }

    private static func relative(_ path: String) -> String {
        var path = path[...]
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        while path.hasSuffix("/") { path = path.dropLast() }
        return String(path)
    }

    private func report(_ map: CodeMap) -> String {
        switch format {
        case .text:
            let report = TextReport(
                width: width ?? Terminal.width,
                isColoured: output == nil && Terminal.isColoured,
                limit: limit ?? 12
            )
            return type.isEmpty
                ? report.text(map) : map.singletons.compactMap { report.text(map, singleton: $0.id) }.joined()
        case .json: return JSONReport().text(map)
        case .mermaid: return MermaidReport(limit: limit ?? 20).text(map)
        case .sarif: return SARIFReport(toolVersion: SeamVersion.text).text(map)
        case .html: return HTMLReport(limit: limit ?? 30).text(map, title: title)
        case .svg: return SVGReport(limit: limit ?? 30).text(map)
        }
    }

    private func verification(of map: CodeMap, with store: String) throws(ToolFailure) -> String {
        let comparison: IndexComparison
        do {
            comparison = try IndexComparison(map, root: root, store: store, library: indexLibrary)
        } catch {
            throw ToolFailure(message: error.description, exitCode: .usage)
        }
        let report = IndexReport(width: width ?? Terminal.width)
        return format == .json ? report.json(comparison) : report.text(comparison)
    }

    private var title: String {
        URL(fileURLWithPath: root).standardizedFileURL.lastPathComponent
    }
}
