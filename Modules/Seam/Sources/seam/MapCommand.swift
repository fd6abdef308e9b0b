import ArgumentParser
import Foundation
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

    enum Grouping: String, ExpressibleByArgument, CaseIterable {
        case owner
    }

    @Argument(help: "Folder to read.")
    var path = "."

    @Option(name: [.short, .long], help: "text, json, mermaid, sarif, html or svg.")
    var format = Format.text

    @Option(name: [.short, .long], help: "File to write; standard output without.")
    var output: String?

    @Flag(name: .long, help: "Let --output replace a file that is no report of seam.")
    var force = false

    @Option(
        name: .long,
        help: "Link places in the HTML by this pattern: 'vscode://file/{path}:{line}'."
    )
    var link: String?

    @Option(
        name: .long,
        help: "Only this singleton, with all its uses. May be given again.",
        completion: .singletons
    )
    var type: [String] = []

    @Flag(name: .long, inversion: .prefixedNo, help: "Map the frameworks' singletons too.")
    var frameworks = true

    @Flag(
        help: ArgumentHelp(
            "Count the uses of each singleton that seam cut can move. For text, json and html.",
            discussion: "Plans a cut of each singleton, which takes two to three times as long as the map alone."
        )
    )
    var movable = false

    @Option(name: .long, help: "owner: who uses what, by CODEOWNERS. For text, json and html.")
    var groupBy: Grouping?

    @Option(name: .long, help: "Singletons and cuts that are listed or drawn at most.")
    var limit: Int?

    @Option(name: .long, help: "Columns of the text.")
    var width: Int?

    @Option(name: .long, help: "Say what changed since this map, an older --format json.", completion: .file())
    var diff: String?

    @Option(
        name: .long,
        help: "Compare the map with this index store of a debug build: .build/debug/index/store.",
        completion: .directory
    )
    var verifyIndex: String?

    @Option(name: .long, help: "libIndexStore, if not that of the swift on PATH.", completion: .file())
    var indexLibrary: String?

    @OptionGroup var document: DocumentOptions
    @OptionGroup var tree: TreeOptions

    mutating func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is 1 or more, not \(limit).") }
        if let width, width < 40 { throw ValidationError("--width is 40 or more, not \(width).") }
        if link != nil, format != .html { throw ValidationError("--link is for --format html.") }
        if groupBy != nil, ![.text, .json, .html].contains(format) {
            throw ValidationError("--group-by is for --format text, json and html.")
        }
        if movable, ![.text, .json, .html].contains(format) || diff != nil || verifyIndex != nil {
            throw ValidationError("--movable is for maps as text, json and html.")
        }
        if groupBy != nil, !type.isEmpty { throw ValidationError("--group-by and --type are two reports.") }
        if diff != nil, verifyIndex != nil { throw ValidationError("--diff and --verify-index are two reports.") }
        if diff != nil, format != .text, format != .json {
            throw ValidationError("--diff reports as text or json.")
        }
        if verifyIndex != nil, format != .text, format != .json {
            throw ValidationError("--verify-index reports as text or json.")
        }
    }

    func run() throws {
        let sourceLink = try sourceLink()
        let old = try older()
        let analysed = try tree.analysed(root, options: tree.options(for: root, types: type, frameworks: frameworks))
        let map = analysed.map
        if groupBy == .owner, map.files.allSatisfy(\.owners.isEmpty) {
            let message =
                "no CODEOWNERS names an owner of these files; seam looks for \(CodeOwners.places.joined(separator: ", "))"
            throw ToolFailure(message: message, exitCode: .usage)
        }
        let missing = type.filter { name in !map.singletons.contains { $0.isCalled(name) } }
        if let first = missing.first {
            // The map has only those that were asked for, so that others are looked up once something was mistyped.
            Terminal.error("seam: error: \(UnknownSingleton.message(for: first, in: try tree.map(of: root)))")
        }
        let text =
            try difference(from: old, to: map) ?? verifyIndex.map { try verification(of: map, with: $0) }
            ?? report(of: map, link: sourceLink, movable: movable(in: analysed), shapes: shapes(in: analysed))
        let isDocument = format == .json && diff == nil && verifyIndex == nil
        let hasOwn = map.singletons.contains { $0.shape != .framework && $0.shape != .elsewhere }
        let next = isDocument && hasOwn ? CommandLineText.seam(["next"] + (root == "." ? [] : [root])) : nil
        try Output.write(
            format == .json ? try document.text(text, next: next) : text,
            to: output,
            replacesAny: force
        )
        let unread = map.problems.filter { $0.kind != .syntax }
        for problem in map.problems where format != .text {
            let line = problem.line > 0 ? ":\(problem.line)" : ""
            Terminal.error("seam: \(Printable.line(problem.path))\(line): \(problem.message)")
        }
        if !unread.isEmpty { throw ExitCode(ToolExit.unreadable.rawValue) }
        if !missing.isEmpty { throw ExitCode(ToolExit.notFound.rawValue) }
    }

    private var root: String { tree.root(of: path) }

    private func sourceLink() throws -> SourceLink? {
        guard let link else { return nil }
        do throws(SourceLinkError) {
            return try SourceLink(pattern: link, root: URL(fileURLWithPath: root).standardizedFileURL.path)
        } catch {
            throw ValidationError(error.message)
        }
    }

    private func movable(in analysed: AnalysedTree) throws(ToolFailure) -> [String: Int]? {
        movable ? try tree.movable(in: analysed, root: root) : nil
    }

    /// The shapes of uses, of singletons that are listed whole.
    private func shapes(in analysed: AnalysedTree) throws(ToolFailure) -> [String: [UseShape]] {
        type.isEmpty || format != .text && format != .json ? [:] : try tree.shapes(in: analysed, root: root)
    }

    private func report(
        of map: CodeMap,
        link: SourceLink?,
        movable: [String: Int]?,
        shapes: [String: [UseShape]]
    ) -> String {
        switch format {
        case .text:
            let report = TextReport(
                width: width ?? Terminal.width,
                isColoured: output == nil && Terminal.isColoured,
                limit: limit ?? 12,
                groupsByOwner: groupBy == .owner,
                movable: movable,
                shapes: shapes
            )
            return type.isEmpty
                ? report.text(of: map) : map.singletons.compactMap { report.text(of: map, singleton: $0.id) }.joined()
        case .json: return JSONReport(groupsByOwner: groupBy == .owner, movable: movable, shapes: shapes).text(of: map)
        case .mermaid: return MermaidReport(limit: limit ?? 20).text(of: map)
        case .sarif: return SARIFReport(toolVersion: PackageVersion.current).text(of: map)
        case .html:
            let report = HTMLReport(
                limit: limit ?? 30,
                link: link,
                groupsByOwner: groupBy == .owner,
                movable: movable
            )
            return report.text(of: map, title: title)
        case .svg: return SVGReport(limit: limit ?? 30).text(of: map)
        }
    }

    private func older() throws(ToolFailure) -> MapDocument? {
        guard let diff else { return nil }
        guard let document = MapDocument(file: diff) else {
            let message = "\(diff) is no map of this version; `seam map --format json --output FILE` writes one"
            throw ToolFailure(message: message, exitCode: .usage)
        }
        return document
    }

    private func difference(from old: MapDocument?, to map: CodeMap) -> String? {
        guard let old, let new = MapDocument(of: map) else { return nil }
        let diff = MapDiff(from: old, to: new)
        let report = DiffReport(width: width ?? Terminal.width)
        return format == .json ? report.json(of: diff) : report.text(of: diff)
    }

    private func verification(of map: CodeMap, with store: String) throws(ToolFailure) -> String {
        let comparison: IndexComparison
        do {
            comparison = try IndexComparison(of: map, root: root, store: store, library: indexLibrary)
        } catch {
            throw ToolFailure(message: error.description, exitCode: .usage)
        }
        let report = IndexReport(width: width ?? Terminal.width)
        return format == .json ? report.json(of: comparison) : report.text(of: comparison)
    }

    private var title: String {
        URL(fileURLWithPath: root).standardizedFileURL.lastPathComponent
    }
}
