import ArgumentParser
import Foundation
import SeamCut
import SeamKit
import SeamProgress

/// `seam explain`: what the uses on a line are, and whether they can be moved.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Says which uses of singletons a line has, how they are known, and whether they can be moved.",
        usage: "seam explain FILE:LINE [PATH] [--format FORMAT]",
        discussion: "Writes nothing. Ends with exit code 66 if the line has no use."
    )

    @Argument(help: "A line of a file in PATH: Sources/App/Cart.swift:12.")
    var place: String

    @Argument(help: "Folder of the source tree.")
    var path = "."

    @Option(name: [.short, .long], help: "text or json.")
    var format = NextCommand.Format.text

    @OptionGroup var document: DocumentOptions
    @OptionGroup var tree: TreeOptions

    /// A use on the line.
    struct Finding: Encodable {
        var singleton: String
        var member: String
        var enclosing: String
        /// `direct`, `taken`, `passed`, `by protocol` or `retired`; `fallback` or `root` for what is no use.
        var state: String
        /// How the use is known.
        var known: String
        /// Why it is left on purpose; nil if it isn't.
        var left: String?
        /// Whether `seam cut` moves it.
        var isMovable: Bool
        /// Why not, and what to do.
        var why: String?
        /// The next command.
        var next: String?
    }

    func validate() throws {
        if Self.parse(place) == nil { throw ValidationError("\(place) is no place such as Sources/App/Cart.swift:12.") }
    }

    /// Reads a place as compilers print it: with a column or without.
    private static func parse(_ place: String) -> (file: String, line: Int)? {
        guard let match = place.wholeMatch(of: /(.+?):(\d{1,9})(?::\d+)?/), let line = Int(match.2), line > 0 else {
            return nil
        }
        return (String(match.1), line)
    }

    func run() throws {
        guard let (file, line) = Self.parse(place) else { return }
        let root = tree.root(of: path)
        let findings = try Self.findings(file: Self.relative(file, to: root), line: line, root: root, tree: tree)
        switch format {
        case .text: try Output.write(Self.text(of: findings))
        case .json:
            try Output.write(try document.text(Self.json(of: findings), next: findings.lazy.compactMap(\.next).first))
        }
    }

    /// Returns the path of a file within the tree. It may be given from the root of the file system, or from the working folder.
    private static func relative(_ file: String, to root: String) -> String {
        func real(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
        let folder = real(root)
        let inside = folder.hasSuffix("/") ? folder : folder + "/"
        let path = real(file)
        let isInTree = FileManager.default.fileExists(atPath: inside + file)
        if path.hasPrefix(inside), !isInTree || file.hasPrefix("/") { return String(path.dropFirst(inside.count)) }
        return file.replacing(/^(\.\/)+/, with: "")
    }

    /// Returns the uses on a line.
    static func findings(file: String, line: Int, root: String, tree: TreeOptions) throws(ToolFailure)
        -> [Finding]
    {
        let analysis = try tree.options(for: root)
        let current: CurrentUses
        let roots = try tree.roots(in: root)
        do throws(AnalysisError) {
            current = try CurrentUses(root: root, options: analysis) {
                CutPlanner($0, root: root, analysis: analysis).passed(byRoots: roots, of: $1)
            }
        } catch {
            throw ToolFailure(error)
        }
        let uses = current.uses.filter { $0.file == file && $0.line == line }
        guard !uses.isEmpty else {
            let near = current.uses.filter { $0.file == file }.map(\.line)
            let hint =
                near.isEmpty
                ? (current.map.sources.contains { $0.path == file }
                    ? "; the file has none" : "; the map of \(root) has no such file")
                : "; the file has uses on " + Set(near).sorted().prefix(8).map { "line \($0)" }.joined(separator: ", ")
            throw ToolFailure(message: "no use of a singleton at \(file):\(line)\(hint)", exitCode: .notFound)
        }
        var options = Cut.Options()
        options.roots = roots
        let planner = CutPlanner(current.tree, root: root, analysis: analysis)
        return uses.map { [options] use in
            finding(for: use, in: current.map, root: root, planner: planner, options: options)
        }
    }

    private static func finding(
        for use: UseHistory.Use,
        in map: CodeMap,
        root: String,
        planner: CutPlanner,
        options: Cut.Options
    ) -> Finding {
        let mapped = map.uses.first {
            $0.singleton == use.singleton && $0.file == use.file && $0.line == use.line && $0.member == use.member
        }
        var finding = Finding(
            singleton: use.singleton,
            member: use.member,
            enclosing: use.enclosing,
            state: use.state.rawValue,
            known: mapped.map(known) ?? "the written type of what holds the instance",
            left: use.reason.isEmpty ? nil : use.reason,
            isMovable: false
        )
        guard let mapped, let singleton = map.singletons.first(where: { $0.id == use.singleton }) else {
            finding.why = "the caller is only made with an instance, so there is nothing to move"
            return finding
        }
        let cut = CommandLineText.seam(["cut"] + NextStep.subject(for: singleton, in: map, path: root))
        switch planner.plan(singleton, options).rows.first(where: { $0.use == mapped })?.outcome {
        case .rewritten:
            finding.isMovable = true
            finding.next = cut
        case .left(let reason):
            finding.why = reason.advice.isEmpty ? reason.code : "\(reason.code): \(reason.advice)"
            finding.next = [.taken, .fallback].contains(use.state) ? cut + " --thread" : nil
        case .outside, nil:
            finding.why = "it is in no group of a cut"
        }
        return finding
    }

    private static func known(_ use: Use) -> String {
        let way =
            switch use.path {
            case .direct: "the code names the accessor"
            case .alias: "a local name holds the singleton"
            case .property: "a property holds the singleton"
            case .parameter: "a parameter has the singleton as its default"
            case .keyPath: "a key path leads through it"
            case .wrapper: "a property wrapper or a subscript reads it"
            case .cast: "a cast finds the delegate of the application or of a scene"
            }
        return use.certainty == .resolved ? way : way + ", by name only"
    }

    static func text(of findings: [Finding]) -> String {
        let lines = findings.flatMap { finding in
            [
                "\(finding.singleton).\(finding.member)\(finding.enclosing.isEmpty ? "" : " in \(finding.enclosing)")",
                "  state: \(finding.state); known because \(finding.known)",
                finding.left.map { "  left on purpose: \($0)" },
                finding.isMovable ? "  seam cut moves it" : finding.why.map { "  not moved: \($0)" },
                finding.next.map { "  next: \($0)" },
            ].compactMap(\.self)
        }
        return lines.map(Printable.line).joined(separator: "\n") + "\n"
    }

    static func json(of findings: [Finding]) -> String {
        struct Document: Encodable {
            var format = "seam-explain"
            var version = 1
            var uses: [Finding]
        }
        return JSONText.of(Document(uses: findings))
    }
}
