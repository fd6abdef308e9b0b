import ArgumentParser
import Foundation
import SeamCheck
import SeamKit

/// `seam check`: holds the rules of `seam.yml`.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Holds the rules of seam.yml against the sources and the baseline.",
        discussion: "Reads the seam.yml that is nearest above the first path. Writes nothing to the tree."
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
        case github
        case gitlab
        case sarif
    }

    @Argument(help: "Folders and files to report on.")
    var paths: [String] = ["."]

    @Option(name: [.short, .long], help: "text, json, github, gitlab or sarif.")
    var format = Format.text

    @Option(name: [.short, .long], help: "File to write; standard output without.", completion: .file())
    var output: String?

    @Flag(help: "Let --output replace a file that is no report of seam.")
    var force = false

    @Flag(help: "Fail for what is left over too: fixed entries of the baseline, unused comments, unknown names.")
    var strict = false

    @Flag(help: "List what the baseline and comments excuse.")
    var showKnown = false

    @OptionGroup var document: DocumentOptions
    @OptionGroup var tree: CheckOptions

    func run() throws {
        let run = try tree.run(above: paths.first ?? ".")
        let scope = try scope(in: run.root)
        let report: CheckReport
        do {
            report = try run.report(scope: scope)
        } catch {
            throw ToolFailure(error)
        }
        try Output.write(text(of: report, root: run.root), to: output, replacesAny: force)
        let goals = GoalCheck(run: run, cache: tree.results.cache)
        for line in goals.warnings { Terminal.error("seam: \(line)") }
        for line in goals.failures { Terminal.error("seam: error: \(line)") }
        let outcome = report.outcome(isStrict: strict)
        if outcome != .clean { throw ExitCode(outcome.rawValue) }
        if !goals.failures.isEmpty { throw ExitCode(ToolExit.violations.rawValue) }
    }

    private func text(of report: CheckReport, root: String) throws -> String {
        switch format {
        case .text:
            report.text(
                in: CheckReport.Style(
                    showsKnown: showKnown,
                    isStrict: strict,
                    isColoured: output == nil && Terminal.isColoured,
                    root: root
                )
            )
        case .json: try document.text(report.json(isStrict: strict), next: next(after: report, root: root))
        case .github: report.gitHub(isStrict: strict)
        case .gitlab: report.gitLab(isStrict: strict)
        case .sarif: report.sarif(toolVersion: PackageVersion.current, isStrict: strict)
        }
    }

    /// The command that comes next: what a new use is, how the baseline shrinks, or what can be moved.
    private func next(after report: CheckReport, root: String) -> String {
        let place = root == URL(fileURLWithPath: ".").standardizedFileURL.path ? [] : [root]
        let uses = ["restricted-type", "restricted-member"]
        if let use = report.new.first(where: { uses.contains($0.violation.rule.id) })?.violation {
            return CommandLineText.seam(["explain", "\(use.file):\(use.line)"] + place)
        }
        if report.new.isEmpty, !report.stale.isEmpty { return CommandLineText.seam(["baseline", "update"] + place) }
        return CommandLineText.seam(["next"] + place)
    }

    /// The given paths relative to the root; nil where the whole tree is meant.
    private func scope(in root: String) throws -> [String]? {
        let base = URL(fileURLWithPath: root).standardizedFileURL.path
        let relative = try paths.map { path in
            let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
            if absolute == base { return "" }
            let prefix = base == "/" ? base : base + "/"
            guard absolute.hasPrefix(prefix) else { throw ValidationError("\(path) is not below \(root).") }
            return String(absolute.dropFirst(prefix.count))
        }
        return relative.contains("") ? nil : relative
    }
}
