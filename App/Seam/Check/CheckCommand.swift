import ArgumentParser
import Foundation
import SeamCheck

/// `seam check`: holds the rules of `seam.yml`.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the rules of seam.yml against the sources and the baseline.",
        discussion: """
            Exit codes: 0 clean, 1 violations, 2 configuration or usage, 3 sources that could not be read.
            Nothing is ever written to the tree.
            """
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
        case github
        case sarif
    }

    @Argument(help: "Folders and files to report on; the rules are those of the nearest seam.yml above.")
    var paths: [String] = ["."]

    @Option(name: .customLong("format"), help: "How to write the report.")
    var reportFormat: Format = .text

    @Option(help: "File for the report; standard output without.", completion: .file())
    var output: String?

    @Flag(help: "Fail for what is left over too: fixed entries of the baseline, unused comments, unknown names.")
    var strict = false

    @Flag(help: "List what the baseline and comments excuse.")
    var showKnown = false

    @OptionGroup var cache: CacheOption

    func run() throws {
        let code = CommandExit.running {
            let root = try CommandExit.root(above: paths)
            let run = try CheckRun(root: root, cache: cache.folder, progress: ProgressLine.standardError())
            let report = try run.report(scope: try scope(root))
            let text =
                switch reportFormat {
                case .text: report.text(showsKnown: showKnown, isStrict: strict)
                case .json: try report.json(isStrict: strict)
                case .github: report.gitHub(isStrict: strict)
                case .sarif: try report.sarif(toolVersion: SeamVersion.text, isStrict: strict)
                }
            if let output {
                guard (try? Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)) != nil else {
                    throw CheckFailure.cannotWrite(output)
                }
            } else {
                CommandExit.write(text, to: .standardOutput)
            }
            return report.outcome(isStrict: strict).rawValue
        }
        throw ExitCode(code)
    }

    /// The given paths relative to the root; nil where the whole tree is meant.
    private func scope(_ root: String) throws -> [String]? {
        let base = URL(fileURLWithPath: root).standardizedFileURL.path
        let relative = try paths.map { path in
            let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
            if absolute == base { return "" }
            let prefix = base == "/" ? base : base + "/"
            guard absolute.hasPrefix(prefix) else { throw ValidationError("\(path) is not below \(root)") }
            return String(absolute.dropFirst(prefix.count))
        }
        return relative.contains("") ? nil : relative
    }
}
