import ArgumentParser
import Foundation
import SeamCheck

/// `seam baseline`: keeps the list of what is excused for now.
struct BaselineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline",
        abstract: "Keep the list of violations that are excused for now.",
        subcommands: [Update.self]
    )

    /// `seam baseline update`: takes out what is fixed.
    struct Update: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take what is fixed out of the baseline; add what is new only with --accept-new.",
            discussion: "Always over the whole tree. A baseline with nothing left in it is deleted."
        )

        @Argument(help: "Folder of the tree, or a folder in it.")
        var path = "."

        @Flag(help: "Add new violations too, but in strict modules and those at zero.")
        var acceptNew = false

        @OptionGroup var cache: CacheOption

        func run() throws {
            let code = CommandExit.running {
                let root = try CommandExit.root(above: [path])
                let run = try CheckRun(root: root, cache: cache.folder, progress: ProgressLine.standardError())
                let report = try run.report()
                guard report.problems.isEmpty else {
                    CommandExit.write(report.text(), to: .standardError)
                    CommandExit.write("the baseline was left as it is\n", to: .standardError)
                    return CheckReport.Outcome.unreadable.rawValue
                }
                let update = run.update(from: report, acceptsNew: acceptNew)
                try run.write(update.baseline)
                CommandExit.write(update.text(file: run.configuration.baseline), to: .standardOutput)
                return update.isComplete ? 0 : CheckReport.Outcome.violations.rawValue
            }
            throw ExitCode(code)
        }
    }
}
